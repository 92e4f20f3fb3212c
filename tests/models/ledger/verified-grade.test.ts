import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { GradeFields } from "../../../app/models/ledger/ledger-entry.ts";
import { type SealedContent, betOf } from "../../../app/models/ledger/sealed-content.ts";
import { gradeProblemOf, gradeToWrite, verifiedGradeOf } from "../../../app/models/ledger/verified-grade.ts";
import { gradeBet } from "../../../app/models/bets/grade.ts";
import { sports } from "../../../app/models/bets/sports.ts";
import { content, lostByRule, wonByRule } from "../../support/ledger.ts";

const hand = (outcome: GradeFields["outcome"], units?: string): GradeFields =>
  units === undefined ? { outcome, by: "hand" } : { outcome, by: "hand", units };
const quarter = content({ market: "total", side: "over", line: "2.25", sport: "MLS" });
const oneOne = { away_score: "1", home_score: "1" };
const parlay = content({ market: "other", side: undefined, line: undefined, odds: 600 });
const unpriced = content({ odds: undefined });

describe("a verdict's units", () => {
  it.each<[string, SealedContent, GradeFields, string, number | null, number | null]>([
    ["a rule's win", content({ unit_size: "2", odds: -135 }), wonByRule, "win", 1.48, 0.74],
    ["a rule's loss", content({ unit_size: "1.5" }), lostByRule, "loss", -1.5, -1],
    [
      "a rule's outcome is computed",
      content(),
      { ...lostByRule, ...wonByRule, outcome: "loss", units: "-1" },
      "win",
      0.91,
      0.91,
    ],
    ["half a loss", quarter, { ...oneOne, outcome: "loss", by: "rule", units: "-0.5" }, "loss", -0.5, -0.5],
    ["half a loss by hand", quarter, hand("loss", "-0.5"), "loss", -0.5, -0.5],
    ["half a win by hand", quarter, hand("win", "0.45"), "win", 0.45, 0.45],
    ["a whole win of a quarter line", quarter, hand("win", "0.91"), "win", 0.91, 0.91],
    ["a hand's units are not taken", content(), hand("win", "5"), "win", 0.91, 0.91],
    ["nor half a loss of a whole line", content(), hand("loss", "-0.5"), "loss", -1, -1],
    ["a dead heat", parlay, hand("win", "2.5"), "win", 2.5, 2.5],
    ["more than the price gives", parlay, hand("win", "9"), "win", 6, 6],
    ["a push", content(), hand("push", "0"), "push", 0, 0],
    ["a void", content(), { outcome: "void", by: "rule", units: "0" }, "void", 0, 0],
    ["a loss without a price", unpriced, hand("loss"), "loss", -1, -1],
    ["a win without a price", unpriced, hand("win"), "win", null, null],
    [
      "people's verdict against the scores",
      content(),
      { ...wonByRule, by: "hand", outcome: "loss", units: "-1" },
      "loss",
      -1,
      -1,
    ],
  ])("%s", (_, sealed, grade, outcome, units, flat) =>
    expect(verifiedGradeOf(sealed, grade)).toEqual({ outcome, by: grade.by, units, flat }),
  );

  it("are those of the rules for every bet and score", () => {
    const lines = fc.integer({ min: -40, max: 40 }).map((quarters) => quarters / 4);
    const bets = fc.record({
      sport: fc.constantFrom(...sports),
      market: fc.constantFrom("moneyline", "spread", "total"),
      side: fc.constantFrom("home", "away", "draw", "over", "under"),
      line: fc.option(lines.map(String), { nil: undefined }),
      odds: fc.constantFrom(-110, 150, -400, undefined),
      unit_size: fc.constantFrom("1", "0.5", "2.25"),
    });
    const scores = fc.integer({ min: 0, max: 12 });
    fc.assert(
      fc.property(bets, scores, scores, (changes, away_score, home_score) => {
        const sealed = content(changes);
        const graded = gradeBet(betOf(sealed), { away_score, home_score, status: "final" });
        const texts = { away_score: String(away_score), home_score: String(home_score) };
        if ("byHand" in graded) {
          expect(gradeProblemOf(sealed, { ...texts, outcome: "win", by: "rule" })).toBe("grade");
          return;
        }
        const { outcome, units_result } = graded;
        const units = units_result === null ? {} : { units: String(units_result) };
        expect(verifiedGradeOf(sealed, { ...texts, outcome: "void", by: "rule" }).outcome).toBe("void");
        expect(verifiedGradeOf(sealed, { ...texts, outcome, by: "rule" })).toMatchObject({
          outcome,
          units: units_result,
        });
        expect(gradeProblemOf(sealed, { ...texts, outcome, by: "rule", ...units })).toBeNull();
      }),
    );
  });
});

describe("the check of a grade", () => {
  it.each<[string, SealedContent, GradeFields, string | null]>([
    ["a rule's win", content(), wonByRule, null],
    ["another outcome than its scores", content(), { ...wonByRule, outcome: "push", units: "0" }, "grade"],
    [
      "scores that say otherwise by hand",
      content(),
      { ...lostByRule, outcome: "win", units: "0.91", by: "hand" },
      "grade",
    ],
    ["a rule without scores", content(), { outcome: "win", units: "0.91", by: "rule" }, "grade"],
    ["a rule with one score", content(), { outcome: "win", units: "0.91", by: "rule", away_score: "104" }, "grade"],
    ["a rule's void of a game that was played", content(), { ...wonByRule, outcome: "void", units: "0" }, "grade"],
    ["a rule's void", content(), { outcome: "void", units: "0", by: "rule" }, null],
    ["a rule for a parlay", parlay, wonByRule, "grade"],
    ["a rule's other units", content(), { ...wonByRule, units: "0.92" }, "units"],
    ["a rule without units", content(), { outcome: "win", by: "rule", away_score: "104", home_score: "112" }, "units"],
    [
      "a rule's win without a price",
      unpriced,
      { outcome: "win", by: "rule", away_score: "104", home_score: "112" },
      null,
    ],
    ["a rule's units without a price", unpriced, wonByRule, "units"],
    ["a rule's loss without a price", unpriced, lostByRule, null],
    ["a void with units", content(), { outcome: "void", units: "1", by: "hand" }, "units"],
    ["by hand, rounded", content(), hand("win", "0.9"), null],
    ["by hand, other units", content(), hand("win", "9.1"), "units"],
    ["by hand, half a loss of a whole line", content(), hand("loss", "-0.5"), "units"],
    ["by hand, half a loss of a quarter line", quarter, hand("loss", "-0.5"), null],
    ["by hand, a void with scores", content(), { ...wonByRule, outcome: "void", units: "0", by: "hand" }, null],
    ["a dead heat", parlay, hand("win", "2.5"), null],
    ["more than a parlay pays", parlay, hand("win", "9"), "units"],
    ["a win below 0", parlay, hand("win", "-1"), "units"],
    ["a loss above 0", parlay, hand("loss", "1"), "units"],
    ["a loss of more than the stake", parlay, hand("loss", "-2"), "units"],
    ["by hand, units without a price", unpriced, hand("win", "1"), null],
  ])("%s", (_, sealed, grade, problem) => expect(gradeProblemOf(sealed, grade)).toBe(problem));

  it("passes whatever gradeToWrite makes of a verdict, but for units that people typed", () => {
    const contents = fc.constantFrom(content(), quarter, parlay, unpriced, content({ sport: "Golf", unit_size: "0" }));
    const scores = fc.option(fc.integer({ min: 0, max: 4 }).map(String), { nil: undefined });
    const grades = fc.record({
      outcome: fc.constantFrom("win", "loss", "push", "void"),
      by: fc.constantFrom("rule", "hand"),
      units: fc.constantFrom(undefined, "0", "0.45", "0.91", "7", "-1", "-0.5"),
      away_score: scores,
      home_score: scores,
      closing_line: fc.constantFrom(undefined, "-4.5"),
    });
    fc.assert(
      fc.property(contents, grades, (sealed, grade) => {
        const written = gradeToWrite(sealed, grade);
        const typed = written.by === "hand" && grade.units !== undefined;
        expect(gradeProblemOf(sealed, written)).toBeOneOf(typed ? [null, "units"] : [null]);
        if (typed) expect(written.units).toBe(grade.units);
        expect(gradeToWrite(sealed, written)).toEqual(written);
        if (grade.by === "hand") expect(written.outcome).toBe(grade.outcome);
      }),
    );
  });
});
