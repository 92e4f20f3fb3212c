/** An affiliate's months as a file. Pure. */
import { csvOf } from "./csv.ts";

interface MonthLine {
  month: string;
  clicks: number;
  signups: number;
  purchases: number;
  commission_cents: number;
}

/** Numbers alone beside the month: as text a sum below zero would look like a formula. Commission in dollars. */
export function partnerMonthsCsv(months: readonly MonthLine[]): string {
  return csvOf(["Month", "Clicks", "Signups", "Purchases", "Commission"], months.map((line) => [line.month, line.clicks, line.signups, line.purchases, line.commission_cents / 100]));
}
