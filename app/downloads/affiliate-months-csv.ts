import { csvOf } from "../csv/csv.ts";
import type { AffiliateMonth } from "../models/affiliates/own-figures.server.ts";

/** Commission in dollars, as a number: a negative amount as text would look like a formula. Pure. */
export function affiliateMonthsCsv(months: readonly AffiliateMonth[]): string {
  return csvOf(
    ["Month", "Clicks", "Signups", "Purchases", "Commission"],
    months.map((line) => [line.month, line.clicks, line.signups, line.purchases, line.commission_cents / 100]),
  );
}
