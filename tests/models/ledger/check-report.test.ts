import { describe, expect, it } from "vitest";
import { reportFile, reportOf } from "../../../app/models/ledger/check/check-report.ts";
import { finish } from "../../../app/models/ledger/check/check.ts";
import type { SavedHead } from "../../../app/models/ledger/saved-head.ts";
import { LedgerBuilder, checkOf, muchLater, nextDay, noon, wonByRule } from "../../support/ledger.ts";

const newYork = "America/New_York";
const whole = () => new LedgerBuilder().publish(noon).settle(nextDay).publish(nextDay);

function report(book: LedgerBuilder, kept: readonly SavedHead[] = []) {
  const check = checkOf(book.served, kept);
  return reportOf({ check, findings: finish(check, muchLater) }, newYork);
}

function headOf(book: LedgerBuilder, seq: number, kept_at: string | null = noon): SavedHead {
  return { seq, hash: book.served[seq - 1]?.hash ?? "", kept_at };
}

describe("the report of a check", () => {
  it("says of the first check that it can't know of an earlier rewriting", () => {
    const { title, sentences, upTo, proof, trust, head, counts } = report(whole());
    expect([title, sentences, upTo, proof, trust]).toEqual([
      "Intact",
      ["First check on this device. Later changes will be detected."],
      "up to January 15, 2026, 12:00 AM EST",
      [],
      "",
    ]);
    expect(head).toBe(`4:${whole().served[3]?.hash}`);
    expect(counts.find(({ label }) => label === "Published late")?.picks).toEqual([{ seq: 4, pick: "regular:2" }]);
    expect(counts.map(({ label, count }) => `${label} ${count}`)).toEqual([
      "Entries 4",
      "Picks 2",
      "Amended before the start 0",
      "Corrected after the start 0",
      "Missing details added after the start 0",
      "Start moved or added later 0",
      "Graded by hand 0",
      "Withdrawn 0",
      "Published late 1",
      "Sealed in the last five minutes before the start 0",
      "Sealed for more than 30 days 0",
      "Held back past the reveal date 0",
    ]);
  });

  it("names the newest kept head that it goes on from", () => {
    const book = whole();
    const kept = [headOf(book, 3), headOf(book, 2, null)];
    expect(report(book, kept).sentences[0]).toMatch(
      /^Nothing was removed, changed or inserted up to entry 3, whose fingerprint was saved on 14 January\. The entries after it follow from it\.$/,
    );
    expect(report(book, kept.slice(1)).sentences[0]).toMatch(/up to entry 2, whose fingerprint you gave\./);
  });

  it("shows what was kept beside what is served, and up to where it is as it was", () => {
    const [before, now] = [whole(), new LedgerBuilder().publish(noon).settle(nextDay, { ...wonByRule, by: "hand" })];
    const kept = [headOf(now, 2), headOf(before, 3)];
    expect(report(now, kept)).toMatchObject({
      verdict: "broken",
      title: "Broken at entry 3",
      sentences: ["This record was rewritten since 14 January."],
      proof: [
        { label: "Saved on 14 January", hash: `3:${before.served[2]?.hash}` },
        { label: "Served now", hash: `3:${now.served[2]?.hash}` },
      ],
      trust:
        "Up to entry 2 it matches what was saved. Nothing after it can be trusted. Keep the two lines above: they are the proof.",
    });
    const cut = report(new LedgerBuilder(), [headOf(before, 3, null)]);
    expect(cut.proof).toEqual([
      { label: "Saved by you", hash: `3:${before.served[2]?.hash}` },
      { label: "Served now", hash: "no readable entry" },
    ]);
    expect(cut.trust).toMatch(/^Nothing up to entry 3 can be trusted\./);
  });

  it("does not vouch for what is behind a rewritten entry", () => {
    const now = new LedgerBuilder()
      .publish(noon)
      .settle(nextDay, { ...wonByRule, by: "hand" })
      .publish(nextDay);
    expect(report(now, [headOf(whole(), 3), headOf(now, 4)]).trust).toMatch(/^Nothing up to entry 3 can be trusted\./);
    const claimed = whole();
    Object.assign(claimed.served[1] ?? {}, { at: nextDay });
    expect(report(claimed, [headOf(whole(), 4)]).trust).toMatch(/^Nothing up to entry 4 can be trusted\./);
  });

  it("tells a broken chain from entries that are not true", () => {
    const chain = whole();
    Object.assign(chain.served[2] ?? {}, { hash: "0".repeat(64) });
    expect(report(chain)).toMatchObject({
      title: "Broken at entry 3",
      entry: 3,
      trust: "The entries before 3 follow from each other. Nothing from there on can be trusted.",
    });
    const grade = new LedgerBuilder().publish(noon).settle(nextDay, { ...wonByRule, outcome: "loss", units: "-1" });
    expect(report(grade)).toMatchObject({
      sentences: ["Broken at entry 3 because of its grade: the rules grade these scores differently."],
      trust: "The entries follow from each other, but what the ones named here say is wrong.",
    });
  });

  it("never calls held back picks intact", () => {
    const book = new LedgerBuilder().publish(noon);
    Object.assign(book.served[1] ?? {}, { reveal: null });
    expect(report(book)).toMatchObject({
      verdict: "held back",
      title: "Held back",
      entry: null,
      trust: "Picks that are held back can't be checked, so this record is not called intact.",
    });
  });

  it("is a file in the words of the command line, with the way to check it again", () => {
    const book = whole();
    const text = reportFile(report(book), "https://picks.example", "2026-11-21T05:00:00.000Z");
    const head = `4:${book.served[3]?.hash}`;
    expect(text.split("\n")).toEqual([
      "Check of the record of https://picks.example",
      "Made in a browser at 2026-11-21T05:00:00.000Z",
      "",
      "Intact: 4 entries, 2 picks, up to January 15, 2026, 12:00 AM EST.",
      "Published late: 1 (entry 4).",
      "",
      `Fingerprint: ${head}`,
      "",
      `To check it again: npm run verify -- https://picks.example --head ${head}`,
      "",
    ]);
  });
});
