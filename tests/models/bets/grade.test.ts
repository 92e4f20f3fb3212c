import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import type { Market, Side } from "../../../app/models/bets/bet.ts";
import { type Graded, type GradedBet, gradeBet } from "../../../app/models/bets/grade.ts";
import { sports } from "../../../app/models/bets/sports.ts";

const celtics: GradedBet = {
  sport: "NBA",
  away: "Los Angeles Lakers",
  home: "Boston Celtics",
  market: "spread",
  side: "home",
  line: -3.5,
  odds: -110,
  unit_size: 1,
};
const bet = (changes: Partial<GradedBet>): GradedBet => ({ ...celtics, ...changes });
const final = (away_score: number, home_score: number) => ({ away_score, home_score, status: "final" }) as const;

/** "win 0.91"; what only people can grade is "by hand". */
function text(graded: Graded): string {
  return "byHand" in graded ? "by hand" : `${graded.outcome} ${graded.units_result}`;
}

function grade(changes: Partial<GradedBet>, away: number, home: number): string {
  return text(gradeBet(bet(changes), final(away, home)));
}

test.each<[Market, Side, number | null, number, number, string]>([
  ["moneyline", "home", null, 104, 112, "win 0.91"],
  ["moneyline", "home", null, 112, 104, "loss -1"],
  ["moneyline", "home", null, 104, 104, "push 0"],
  ["moneyline", "away", null, 112, 104, "win 0.91"],
  ["moneyline", "away", null, 104, 112, "loss -1"],
  ["moneyline", "away", null, 3, 3, "push 0"],
  ["moneyline", "draw", null, 3, 3, "win 0.91"],
  ["moneyline", "draw", null, 3, 2, "loss -1"],
  ["moneyline", "draw", null, 2, 3, "loss -1"],
  ["spread", "home", -3.5, 104, 112, "win 0.91"],
  ["spread", "home", -8, 104, 112, "push 0"],
  ["spread", "home", -8.5, 104, 112, "loss -1"],
  ["spread", "home", 3.5, 107, 104, "win 0.91"],
  ["spread", "home", 0, 1, 1, "push 0"],
  ["spread", "home", 0, 1, 2, "win 0.91"],
  ["spread", "away", 7.5, 104, 112, "loss -1"],
  ["spread", "away", 8, 104, 112, "push 0"],
  ["spread", "away", 8.5, 104, 112, "win 0.91"],
  ["spread", "home", -0.25, 1, 1, "loss -0.5"],
  ["spread", "home", 0.25, 1, 1, "win 0.45"],
  ["spread", "home", -0.25, 0, 1, "win 0.91"],
  ["spread", "home", -0.75, 0, 1, "win 0.45"],
  ["spread", "away", 0.75, 0, 1, "loss -0.5"],
  ["spread", "away", 0.75, 0, 2, "loss -1"],
  ["spread", "away", 1.25, 0, 1, "win 0.45"],
  ["total", "over", 216, 104, 112, "push 0"],
  ["total", "over", 215.5, 104, 112, "win 0.91"],
  ["total", "over", 216.5, 104, 112, "loss -1"],
  ["total", "under", 216.5, 104, 112, "win 0.91"],
  ["total", "under", 216, 104, 112, "push 0"],
  ["total", "under", 215.5, 104, 112, "loss -1"],
  ["total", "over", 2.25, 1, 1, "loss -0.5"],
  ["total", "under", 2.25, 1, 1, "win 0.45"],
  ["total", "over", 2.25, 1, 2, "win 0.91"],
  ["total", "over", 2.75, 1, 2, "win 0.45"],
  ["total", "under", 2.75, 1, 2, "loss -0.5"],
])("%s %s %s at %i-%i is %s", (market, side, line, away, home, outcome) => {
  expect(grade({ market, side, line }, away, home)).toBe(outcome);
});

test.each(sports)("a level moneyline in %s", (sport) => {
  const byHand = sport === "Golf" || sport === "Horses";
  const level = sport === "MLS" ? "loss -1" : sport === "Other" || byHand ? "by hand" : "push 0";
  const moneyline = { sport, market: "moneyline", line: null } as const;
  expect(grade({ ...moneyline, side: "home" }, 1, 1)).toBe(level);
  expect(grade({ ...moneyline, side: "away" }, 1, 1)).toBe(level);
  expect(grade({ ...moneyline, side: "draw" }, 1, 1)).toBe(byHand ? "by hand" : "win 0.91");
});

test.each<[string, Partial<GradedBet>]>([
  ["a prop", { market: "other", side: "", line: null }],
  ["a text that nobody could read", { market: "", side: "", line: null }],
  ["a bet without a side", { side: "" }],
  ["a spread without a line", { line: null }],
  ["a total without a line", { market: "total", side: "over", line: null }],
  ["a game without two sides", { away: "", home: "" }],
  ["a total in a sport whose result is a winner", { sport: "UFC", market: "total", side: "over", line: 2.5 }],
  ["a spread in a sport whose result is a winner", { sport: "Tennis", line: -3.5 }],
])("%s is graded by hand", (_what, changes) => {
  expect(grade(changes, 1, 0)).toBe("by hand");
});

test.each(["postponed", "cancelled", "suspended", "shortened"] as const)("a %s game is a void", (status) => {
  const graded = gradeBet(celtics, { away_score: 104, home_score: 112, status });
  expect(graded).toMatchObject({ outcome: "void", units_result: 0, reason: `The game was ${status} → void, 0u` });
});

test.each<[Partial<GradedBet>, string]>([
  [{}, "Boston Celtics 112, Los Angeles Lakers 104: margin +8, line -3.5 → win, +0.91u"],
  [
    { side: "away", line: 7.5, unit_size: 2 },
    "Los Angeles Lakers 104, Boston Celtics 112: margin -8, line +7.5 → loss, -2u",
  ],
  [
    { market: "moneyline", line: null, odds: 150 },
    "Boston Celtics 112, Los Angeles Lakers 104: margin +8 → win, +1.5u",
  ],
  [{ line: -8 }, "Boston Celtics 112, Los Angeles Lakers 104: margin +8, line -8 → push, 0u"],
  [
    { market: "total", side: "over", line: 215.75 },
    "Los Angeles Lakers 104, Boston Celtics 112: total 216, over 215.75 → half a win, +0.45u",
  ],
  [{ odds: null }, "Boston Celtics 112, Los Angeles Lakers 104: margin +8, line -3.5 → win, the price is not known"],
  [{ odds: null, line: -9 }, "Boston Celtics 112, Los Angeles Lakers 104: margin +8, line -9 → loss, -1u"],
])("says how %j was graded", (changes, reason) => {
  expect(gradeBet(bet(changes), final(104, 112))).toMatchObject({ reason });
});

test("a fight's reason names the winner", () => {
  const fight = bet({ sport: "UFC", away: "Ann Lee", home: "Jo Park", market: "moneyline", line: null });
  expect(gradeBet(fight, final(0, 1))).toMatchObject({ reason: "Jo Park won → win, +0.91u" });
  expect(gradeBet(fight, final(0, 0))).toMatchObject({ reason: "A draw → push, 0u" });
});

describe("for every line and score", () => {
  const score = fc.integer({ min: 0, max: 150 });
  const line = fc.integer({ min: -2000, max: 2000 }).map((quarters) => quarters / 4);
  const stake = fc.integer({ min: 1, max: 500 }).map((cents) => cents / 100);
  const odds = fc.oneof(fc.integer({ min: -1000, max: -100 }), fc.integer({ min: 100, max: 1000 }));
  const opposite = { win: "loss", loss: "win", push: "push", void: "void", byHand: "byHand" } as const;
  const outcome = (changes: Partial<GradedBet>, away: number, home: number) => {
    const graded = gradeBet(bet(changes), final(away, home));
    return "byHand" in graded ? "byHand" : graded.outcome;
  };

  it("the home side at a line and the away side at its opposite have opposite outcomes", () => {
    fc.assert(
      fc.property(line, score, score, (points, away, home) => {
        const [one, other] = [{ line: points } as const, { side: "away", line: 0 - points } as const];
        expect(outcome(other, away, home)).toBe(opposite[outcome(one, away, home)]);
      }),
    );
  });

  it("over and under have opposite outcomes", () => {
    fc.assert(
      fc.property(line, score, score, (points, away, home) => {
        const total = { market: "total", line: Math.abs(points) } as const;
        const over = outcome({ ...total, side: "over" }, away, home);
        expect(outcome({ ...total, side: "under" }, away, home)).toBe(opposite[over]);
      }),
    );
  });

  it("a quarter line is the mean of its halves, to half a cent", () => {
    const units = (changes: Partial<GradedBet>, away: number, home: number) => {
      const graded = gradeBet(bet(changes), final(away, home));
      return "byHand" in graded ? Number.NaN : (graded.units_result ?? Number.NaN);
    };
    const quarter = line.map((points) => Math.floor(points) + 0.25);
    fc.assert(
      fc.property(quarter, score, score, stake, odds, (points, away, home, unit_size, price) => {
        const priced = { unit_size, odds: price } as const;
        const halves = [points - 0.25, points + 0.25].map((each) => units({ ...priced, line: each }, away, home));
        const mean = ((halves[0] ?? 0) + (halves[1] ?? 0)) / 2;
        expect(Math.abs(units({ ...priced, line: points }, away, home) - mean)).toBeLessThanOrEqual(0.0100001);
      }),
    );
  });

  it("a win is at least 0, a loss at most 0 and never more than the stake", () => {
    fc.assert(
      fc.property(line, score, score, stake, odds, (points, away, home, unit_size, price) => {
        const graded = gradeBet(bet({ line: points, unit_size, odds: price }), final(away, home));
        if ("byHand" in graded || graded.units_result === null) throw new Error("It was not graded.");
        const { outcome: verdict, units_result: units } = graded;
        if (verdict === "win") expect(units).toBeGreaterThanOrEqual(0);
        else expect(units).toBeLessThanOrEqual(0);
        expect(units).toBeGreaterThanOrEqual(-unit_size);
      }),
    );
  });
});
