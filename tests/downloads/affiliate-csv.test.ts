import { expect, it } from "vitest";
import { affiliatesCsv, payoutCsv } from "../../app/downloads/affiliate-csv.ts";

const affiliate = {
  name: "Courtside Sample",
  email: "a@example.test",
  ref_code: "AB3DEFGH",
  total_clicks: 80,
  total_signups: 23,
  total_purchases: 9,
  commission_earned: 88.2,
};

it("writes the manager's table with plain numbers that a spreadsheet can add up", () => {
  const quiet = { ...affiliate, total_clicks: 0, total_signups: 0, total_purchases: 0, commission_earned: 0 };
  expect(affiliatesCsv([affiliate, quiet]).split("\r\n")).toEqual([
    "Name,Email,Ref Code,Clicks,Signups,Purchases,Conversion %,Commission",
    "Courtside Sample,a@example.test,AB3DEFGH,80,23,9,28.8,88.20",
    "Courtside Sample,a@example.test,AB3DEFGH,0,0,0,,0.00",
    "",
  ]);
});

it("rounds the conversion like the page: 1.45 % is 1.5", () => {
  expect(affiliatesCsv([{ ...affiliate, total_clicks: 2000, total_signups: 29 }]).split("\r\n")[1]).toContain(
    ",2000,29,9,1.5,",
  );
});

it("writes the lines of a payout", () => {
  expect(payoutCsv([{ ...affiliate, commissions: 9, amount_cents: 8820 }])).toBe(
    "Name,Email,Ref Code,Commissions,Amount\r\nCourtside Sample,a@example.test,AB3DEFGH,9,88.20\r\n",
  );
});

it.each(["=cmd|' /C calc'!A0", "+1", "-1", "@SUM(A1)"])(
  "escapes the name %s, so that no spreadsheet runs it as a formula",
  (name) => {
    expect(affiliatesCsv([{ ...affiliate, name }]).split("\r\n")[1]).toMatch(/^'[=+@-]/);
    expect(payoutCsv([{ ...affiliate, name, commissions: 1, amount_cents: 1 }]).split("\r\n")[1]).toMatch(/^'[=+@-]/);
  },
);
