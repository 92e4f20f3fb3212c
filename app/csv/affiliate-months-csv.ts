/** An affiliate's months as a file. Pure. */
import { csvOf } from "./csv.ts";
import type { AffiliateMonth } from "../models/affiliates/own-months.server.ts";

/** Numbers alone beside the month: as text a sum below zero would look like a formula. Commission in dollars. */
export function affiliateMonthsCsv(months: readonly AffiliateMonth[]): string {
  return csvOf(["Month", "Clicks", "Signups", "Purchases", "Commission"], months.map((line) => [line.month, line.clicks, line.signups, line.purchases, line.commission_cents / 100]));
}
