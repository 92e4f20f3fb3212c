/** Pure. Amounts are plain dollars, so that a spreadsheet can sum them. */
import { formatDollars } from "../format.ts";
import { csvOf } from "../csv/csv.ts";
import { formatShare } from "../money.ts";
import type { Affiliate } from "../models/affiliates/affiliate.server.ts";
import type { PayoutLine } from "../models/affiliates/payout-due.server.ts";
import { conversionPercent } from "../models/affiliates/affiliate.ts";

const cents = 100;

/** The conversion is empty without clicks. */
export function affiliatesCsv(affiliates: readonly Omit<Affiliate, "id">[]): string {
  return csvOf(
    ["Name", "Email", "Ref Code", "Clicks", "Signups", "Purchases", "Conversion %", "Commission"],
    affiliates.map((row) => [
      row.name,
      row.email,
      row.ref_code,
      row.total_clicks,
      row.total_signups,
      row.total_purchases,
      conversionOf(row),
      formatDollars(Math.round(row.commission_earned * cents)),
    ]),
  );
}

export function payoutCsv(lines: readonly PayoutLine[]): string {
  return csvOf(
    ["Name", "Email", "Ref Code", "Commissions", "Amount"],
    lines.map((line) => [line.name, line.email, line.ref_code, line.commissions, formatDollars(line.amount_cents)]),
  );
}

function conversionOf({ total_signups, total_clicks }: Omit<Affiliate, "id">): string {
  const percent = conversionPercent(total_signups, total_clicks);
  return percent === null ? "" : formatShare(percent);
}
