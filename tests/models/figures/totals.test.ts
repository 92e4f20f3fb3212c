import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Totals,
  addTotals,
  bandOf,
  inMicros,
  noTotals,
  figuresOf,
  recordText,
  totalsOf,
} from "../../../app/models/figures/totals.ts";

function bet(verdict: string, unitsResult: number | null, unitSize: number, confidence: number | null): Totals {
  return totalsOf({ verdict, units_result: unitsResult, unit_size: unitSize, sim_confidence: confidence });
}

function recordOfBets(...bets: Totals[]) {
  return figuresOf(bets.reduce(addTotals, noTotals));
}

interface Row {
  isWin: boolean;
  result: number;
  size: number;
  confidence: number;
}

/** A win or a loss, its amounts in hundredths. */
const anyRow: fc.Arbitrary<Row> = fc.record({
  isWin: fc.boolean(),
  result: fc.integer({ min: -100_000, max: 100_000 }),
  size: fc.integer({ min: 0, max: 100_000 }),
  confidence: fc.integer({ min: 0, max: 10_000 }),
});

function betOf({ isWin, result, size, confidence }: Row): Totals {
  return bet(isWin ? "✅" : "❌", result / 100, size / 100, confidence / 100);
}

describe("recordOf", () => {
  it("is all zeros for no bets", () => {
    expect(figuresOf(noTotals)).toEqual({
      wins: 0,
      losses: 0,
      pushes: 0,
      voids: 0,
      winPercent: 0,
      unitsWon: 0,
      roiPercent: 0,
      totalBets: 0,
      averageConfidence: 0,
    });
  });

  it("has the right five figures for three bets", () => {
    // 2 of 3 won; 0.91 + 1.5 - 1.25 = 1.16 units on 1 + 1.5 + 1.25 = 3.75; (60 + 55.5 + 64.2) / 3 = 59.9
    const record = recordOfBets(bet("✅", 0.91, 1, 60), bet("✅", 1.5, 1.5, 55.5), bet("❌", -1.25, 1.25, 64.2));
    expect(record.winPercent).toBeCloseTo(66.6667, 4);
    expect(record.unitsWon).toBe(1.16);
    expect(record.roiPercent).toBeCloseTo(30.9333, 4);
    expect(record.totalBets).toBe(3);
    expect(record.averageConfidence).toBeCloseTo(59.9, 10);
  });

  it("has the right figures with pushes and a void", () => {
    // 1 of 2 won; 0.91 - 1.5 = -0.59 units on 1 + 1.5 = 2.5; four bets; (60 + 55.5 + 64.5 + 0) / 4 = 45
    const record = recordOfBets(
      bet("✅", 0.91, 1, 60),
      bet("❌", -1.5, 1.5, 55.5),
      bet("➖", 0, 2, 64.5),
      bet("➖", null, 1, null),
      bet("🚫", 0, 3, 90),
    );
    expect(record).toEqual({
      wins: 1,
      losses: 1,
      pushes: 2,
      voids: 1,
      winPercent: 50,
      unitsWon: -0.59,
      roiPercent: -23.6,
      totalBets: 4,
      averageConfidence: 45,
    });
    expect(recordText(record)).toBe("1-1-2");
  });

  it.each([
    ["pushes", [bet("➖", 0, 2, 60), bet("➖", 0, 1, 70)], { pushes: 2, totalBets: 2, averageConfidence: 65 }, "0-0-2"],
    ["voids", [bet("🚫", 0, 2, 60), bet("🚫", null, 1, 70)], { voids: 2 }, "0-0-0"],
  ] as const)("of nothing but %s divides by nothing", (_only, bets, figures, text) => {
    expect(recordOfBets(...bets)).toEqual({ ...figuresOf(noTotals), ...figures });
    expect(recordText(recordOfBets(...bets))).toBe(text);
  });

  it("without a push and a void has the formulas of the specification", () => {
    fc.assert(
      fc.property(fc.array(anyRow, { minLength: 1, maxLength: 50 }), (rows) => {
        const cents = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
        const [won, staked] = [cents(rows.map(({ result }) => result)), cents(rows.map(({ size }) => size))];
        const wins = rows.filter(({ isWin }) => isWin).length;
        expect(recordOfBets(...rows.map(betOf))).toEqual({
          wins,
          losses: rows.length - wins,
          pushes: 0,
          voids: 0,
          winPercent: (wins * 100) / rows.length,
          unitsWon: won / 100,
          roiPercent: staked === 0 ? 0 : (won * 100) / staked,
          totalBets: rows.length,
          averageConfidence: cents(rows.map(({ confidence }) => confidence)) / (rows.length * 100),
        });
      }),
    );
  });

  it("with more voids differs in nothing else, with more pushes only in Total Bets and the mean", () => {
    fc.assert(
      fc.property(fc.array(anyRow, { maxLength: 20 }), fc.array(anyRow, { maxLength: 20 }), (decided, returned) => {
        const bets = decided.map(betOf);
        const record = recordOfBets(...bets);
        const returnedAs = (mark: string) =>
          returned.map(({ size, confidence }) => bet(mark, 0, size / 100, confidence / 100));
        expect(recordOfBets(...bets, ...returnedAs("🚫"))).toEqual({ ...record, voids: returned.length });
        const pushed = recordOfBets(...bets, ...returnedAs("➖"));
        expect(pushed).toEqual({
          ...record,
          pushes: returned.length,
          totalBets: bets.length + returned.length,
          averageConfidence: pushed.averageConfidence,
        });
      }),
    );
  });

  it("is exact for halves of a hundredth", () => {
    expect(figuresOf({ ...noTotals, picks: 160, bets: 160, wins: 23, losses: 137 }).winPercent).toBe(14.375);
    expect(figuresOf({ ...noTotals, picks: 200, bets: 200, wins: 29, losses: 171 }).winPercent).toBe(14.5);
    expect(
      figuresOf({ ...noTotals, bets: 40, units_result_e6: inMicros(-10.37), unit_size_e6: inMicros(40) }).roiPercent,
    ).toBe(-25.925);
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5000 }),
        fc.nat(5000),
        fc.nat(5000),
        (wins, losses, pushes) =>
          figuresOf({ ...noTotals, bets: wins + losses + pushes, wins, losses }).winPercent ===
          (wins * 100) / (wins + losses),
      ),
    );
  });

  it("has a return of 0 when nothing was staked", () => {
    expect(recordOfBets(bet("✅", 2, 0, 50))).toEqual({
      wins: 1,
      losses: 0,
      pushes: 0,
      voids: 0,
      winPercent: 100,
      unitsWon: 2,
      roiPercent: 0,
      totalBets: 1,
      averageConfidence: 50,
    });
  });

  it("counts unknown numbers as 0, also in the mean", () => {
    expect(recordOfBets(bet("✅", null, 1, null), bet("❌", -1, 1, 60))).toEqual({
      wins: 1,
      losses: 1,
      pushes: 0,
      voids: 0,
      winPercent: 50,
      unitsWon: -1,
      roiPercent: -50,
      totalBets: 2,
      averageConfidence: 30,
    });
  });

  it("is right for a total loss", () => {
    expect(recordOfBets(bet("❌", -1, 1, 100))).toEqual({
      wins: 0,
      losses: 1,
      pushes: 0,
      voids: 0,
      winPercent: 0,
      unitsWon: -1,
      roiPercent: -100,
      totalBets: 1,
      averageConfidence: 100,
    });
  });

  it("adds 0.1 and 0.2 to exactly 0.3", () => {
    expect(recordOfBets(bet("✅", 0.1, 0.1, 0.1), bet("✅", 0.2, 0.2, 0.2)).unitsWon).toBe(0.3);
  });

  it("adds a thousand tenths to exactly a hundred", () => {
    expect(recordOfBets(...Array.from({ length: 1000 }, () => bet("✅", 0.1, 1, 50))).unitsWon).toBe(100);
  });
});

describe("inMicros", () => {
  it.each([
    [null, 0],
    [0, 0],
    [1, 1_000_000],
    [0.1, 100_000],
    [1.005, 1_005_000],
    [-1.1, -1_100_000],
    [64.2, 64_200_000],
    [0.000_001, 1],
    [1000, 1_000_000_000],
    [-999.999999, -999_999_999],
  ])("turns %d into %i millionths", (value, micros) => expect(inMicros(value)).toBe(micros));

  it("is exact for every number with up to six decimals", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }),
        (micros) => inMicros(micros / 1_000_000) === micros,
      ),
    );
  });
});

it.each([
  [
    "✅",
    {
      bets: 1,
      wins: 1,
      losses: 0,
      unit_size_e6: 1_500_000,
      sim_confidence_e6: 57_600_000,
      decided_confidence_e6: 57_600_000,
    },
  ],
  [
    "❌",
    {
      bets: 1,
      wins: 0,
      losses: 1,
      unit_size_e6: 1_500_000,
      sim_confidence_e6: 57_600_000,
      decided_confidence_e6: 57_600_000,
    },
  ],
  ["➖", { bets: 1, wins: 0, losses: 0, unit_size_e6: 0, sim_confidence_e6: 57_600_000, decided_confidence_e6: 0 }],
  ["🚫", { bets: 0, wins: 0, losses: 0, unit_size_e6: 0, sim_confidence_e6: 0, decided_confidence_e6: 0 }],
])("the totals of a pick with the verdict %s are %j", (verdict, totals) => {
  expect(bet(verdict, 0.25, 1.5, 57.6)).toEqual({ picks: 1, units_result_e6: 250_000, ...totals });
});

it("the record does not depend on the order of the bets", () => {
  const marked = fc.tuple(anyRow, fc.constantFrom("✅", "❌", "➖", "🚫"));
  fc.assert(
    fc.property(fc.array(marked, { maxLength: 50 }), (rows) => {
      const bets = rows.map(([{ result, size, confidence }, mark]) =>
        bet(mark, result / 100, size / 100, confidence / 100),
      );
      expect(recordOfBets(...bets.toReversed())).toEqual(recordOfBets(...bets));
    }),
  );
});

it.each([
  [0, 0],
  [4.999999, 0],
  [5, 5],
  [62.5, 60],
  [64.999999, 60],
  [65, 65],
  [95, 95],
  [99.9, 95],
  [100, 95],
  [null, 0],
])("the confidence %d is in the band %i", (confidence, band) => {
  expect(bandOf(confidence)).toBe(band);
});
