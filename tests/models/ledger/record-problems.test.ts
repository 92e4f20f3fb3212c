import { expect, it } from "vitest";
import { recordProblems } from "../../../app/models/ledger/chain/record-problems.ts";
import { finish } from "../../../app/models/ledger/check/check.ts";
import type { Findings } from "../../../app/models/ledger/check/findings.ts";
import { LedgerBuilder, checkOf, muchLater } from "../../support/ledger.ts";

const nothing = finish(checkOf(new LedgerBuilder().served), muchLater);
const problems = (changes: Partial<Findings>, differences: string[] = []) =>
  recordProblems({ findings: { ...nothing, ...changes }, differences }, "America/New_York");

it("nothing is said of a record that is as it must be", () => expect(problems({})).toEqual([]));

it("a broken chain is named by its first entry", () =>
  expect(
    problems({
      verdict: "broken",
      broken: [
        { seq: 12, reason: "hash" },
        { seq: 13, reason: "grade" },
      ],
    }),
  ).toEqual([
    "The public record does not check: broken at entry 12 because of its hash: it does not fit this entry and the one before it.",
  ]));

it("a head that this server kept is named where no entry before it is broken", () => {
  const rewritten = { seq: 12, hash: "9f".repeat(32), kept_at: null };
  const first = (seq: number) => problems({ verdict: "broken", rewritten, broken: [{ seq, reason: "grade" }] })[0];
  expect(first(11)).toMatch(/^The public record does not check: broken at entry 11 because of its grade/);
  expect(first(13)).toBe(
    "The public record does not check: entry 12 is not the one whose hash this server kept beside the database.",
  );
});

it("what is held back is a problem, too", () =>
  expect(problems({ verdict: "held back", heldBack: [{ seq: 5, ref: "regular:1:1" }] })).toEqual([
    "The public record does not check: held back: 1 (entry 5), not revealed by the time sealed with it.",
  ]));

it("of the tables the first difference is named, and how many more there are", () => {
  const line = "regular:17: its line is not that of the ledger";
  expect(problems({}, [line])).toEqual([`The tables differ from the record: ${line}.`]);
  expect(problems({}, Array<string>(1201).fill(line))).toEqual([
    `The tables differ from the record: ${line}, and 1,200 more.`,
  ]);
});
