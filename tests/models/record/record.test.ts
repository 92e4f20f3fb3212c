import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Totals } from "../../../app/models/record/record.ts";
import { addTotals, bandOf, inMicros, noTotals, recordOf } from "../../../app/models/record/record.ts";

function bet(isWin: boolean, unitsResult: number | null, unitSize: number, confidence: number | null): Totals {
  return {
    bets: 1,
    wins: isWin ? 1 : 0,
    units_result_e6: inMicros(unitsResult),
    unit_size_e6: inMicros(unitSize),
    sim_confidence_e6: inMicros(confidence),
  };
}

function recordOfBets(...bets: Totals[]) {
  return recordOf(bets.reduce(addTotals, noTotals));
}

describe("recordOf", () => {
  it("is all zeros for no bets", () => {
    expect(recordOf(noTotals)).toEqual({
      winPercent: 0,
      unitsWon: 0,
      roiPercent: 0,
      totalBets: 0,
      averageConfidence: 0,
    });
  });

  it("has the right five figures for three bets", () => {
    // 2 of 3 won; 0.91 + 1.5 - 1.25 = 1.16 units on 1 + 1.5 + 1.25 = 3.75; (60 + 55.5 + 64.2) / 3 = 59.9
    const record = recordOfBets(bet(true, 0.91, 1, 60), bet(true, 1.5, 1.5, 55.5), bet(false, -1.25, 1.25, 64.2));
    expect(record.winPercent).toBeCloseTo(66.6667, 4);
    expect(record.unitsWon).toBe(1.16);
    expect(record.roiPercent).toBeCloseTo(30.9333, 4);
    expect(record.totalBets).toBe(3);
    expect(record.averageConfidence).toBeCloseTo(59.9, 10);
  });

  it("is exact for halves of a hundredth", () => {
    expect(recordOf({ ...noTotals, bets: 160, wins: 23 }).winPercent).toBe(14.375);
    expect(recordOf({ ...noTotals, bets: 200, wins: 29 }).winPercent).toBe(14.5);
    expect(
      recordOf({ ...noTotals, bets: 40, units_result_e6: inMicros(-10.37), unit_size_e6: inMicros(40) }).roiPercent,
    ).toBe(-25.925);
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5000 }),
        fc.nat(5000),
        (bets, wins) =>
          recordOf({ ...noTotals, bets, wins: Math.min(bets, wins) }).winPercent ===
          (Math.min(bets, wins) * 100) / bets,
      ),
    );
  });

  it("has a return of 0 when nothing was staked", () => {
    expect(recordOfBets(bet(true, 2, 0, 50))).toEqual({
      winPercent: 100,
      unitsWon: 2,
      roiPercent: 0,
      totalBets: 1,
      averageConfidence: 50,
    });
  });

  it("counts unknown numbers as 0, also in the mean", () => {
    expect(recordOfBets(bet(true, null, 1, null), bet(false, -1, 1, 60))).toEqual({
      winPercent: 50,
      unitsWon: -1,
      roiPercent: -50,
      totalBets: 2,
      averageConfidence: 30,
    });
  });

  it("is right for a total loss", () => {
    expect(recordOfBets(bet(false, -1, 1, 100))).toEqual({
      winPercent: 0,
      unitsWon: -1,
      roiPercent: -100,
      totalBets: 1,
      averageConfidence: 100,
    });
  });

  it("adds 0.1 and 0.2 to exactly 0.3", () => {
    expect(recordOfBets(bet(true, 0.1, 0.1, 0.1), bet(true, 0.2, 0.2, 0.2)).unitsWon).toBe(0.3);
  });

  it("adds a thousand tenths to exactly a hundred", () => {
    expect(recordOfBets(...Array.from({ length: 1000 }, () => bet(true, 0.1, 1, 50))).unitsWon).toBe(100);
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

it("the record does not depend on the order of the bets", () => {
  const anyBet = fc.tuple(
    fc.boolean(),
    fc.integer({ min: -100_000, max: 100_000 }),
    fc.integer({ min: 0, max: 100_000 }),
    fc.integer({ min: 0, max: 10_000 }),
  );
  fc.assert(
    fc.property(fc.array(anyBet, { maxLength: 50 }), (rows) => {
      const bets = rows.map(([isWin, result, size, confidence]) =>
        bet(isWin, result / 100, size / 100, confidence / 100),
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
