import { describe, expect, it } from "vitest";
import { brokenText, findingsText, reasonTexts } from "../../../app/models/ledger/check/check-text.ts";
import { finish } from "../../../app/models/ledger/check/check.ts";
import type { Findings } from "../../../app/models/ledger/check/findings.ts";
import { LedgerBuilder, checkOf, muchLater, nextDay, noon, wonByRule } from "../../support/ledger.ts";

const newYork = "America/New_York";
const nothing = finish(checkOf(new LedgerBuilder().served), muchLater);
const text = (changes: Partial<Findings>) => findingsText({ ...nothing, ...changes }, newYork);
const isReason = (name: string): name is keyof typeof reasonTexts => name in reasonTexts;
const noted = (count: number) => Array.from({ length: count }, (_, index) => ({ seq: index + 2, ref: "regular:1:1" }));

describe("the words of a check", () => {
  it("an intact record, and what is to say of it", () => {
    const written = new LedgerBuilder()
      .publish(noon)
      .amend(noon, { line: "-4.5" })
      .settle(nextDay)
      .correct(nextDay, { odds: ["-110", "-115"] }, wonByRule, 3)
      .correct(nextDay, { closing_line: ["", "-4"] }, { ...wonByRule, closing_line: "-4" }, 3)
      .publish(nextDay)
      .withdraw(nextDay, 2)
      .add(nextDay, "restore", "", { from: 8 });
    expect(findingsText(finish(checkOf(written.served), muchLater), newYork)).toEqual([
      "Intact: 9 entries, 2 picks, up to January 15, 2026, 12:00 AM EST.",
      "Amended before the start: 1 (entry 3).",
      "Corrected after the start: 1 (entry 5).",
      "Missing details added after the start: 1 (entry 6).",
      "Withdrawn: 1 (entry 8).",
      "Published late: 1 (entry 7).",
      "Restarted from a backup: 1 (entry 9).",
    ]);
  });

  it("a record of one entry", () =>
    expect(text({})).toEqual(["Intact: 1 entry, 0 picks, up to December 31, 2025, 7:00 PM EST."]));

  it("a record that was rewritten", () => {
    const head = { seq: 1234, hash: "", kept_at: "2026-11-21T05:00:00.000Z" };
    expect(text({ verdict: "broken", rewritten: head })).toEqual(["This record was rewritten since 21 November."]);
    expect(text({ verdict: "broken", rewritten: { ...head, kept_at: null } })).toEqual([
      "This record was rewritten since entry 1,234, whose fingerprint you saved.",
    ]);
  });

  it("what is held back is never intact", () =>
    expect(text({ verdict: "held back", heldBack: noted(2), longSealed: noted(1) })).toEqual([
      "Held back: 2 (entries 2, 3), not revealed by the time sealed with it.",
      "Sealed for more than 30 days: 1 (entry 2).",
    ]));

  it.each(Object.keys(reasonTexts).filter(isReason))("broken because of %s", (reason) =>
    expect(brokenText({ seq: 1234, reason })).toMatch(/^Broken at entry 1,234 because (of |it |something ).+\.$/),
  );

  it("lists at most 20", () => {
    const broken = noted(30).map(({ seq }) => ({ seq, reason: "hash" as const }));
    expect(text({ verdict: "broken", broken })).toHaveLength(21);
    expect(text({ verdict: "broken", broken }).at(-1)).toBe("And broken at 10 more entries.");
    expect(text({ verdict: "held back", heldBack: noted(30) })[0]).toMatch(/^Held back: 30 \(entries 2, .* 21 …\)/);
  });
});
