import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { eloProbability, log5, marginFactor } from "../../db/demo/elo.ts";
import { loadGames } from "../../db/demo/games.ts";
import { forecastSport } from "../../db/demo/model.ts";
import { marginOf, shareAbove, shareWon } from "../../db/demo/simulation.ts";

const halfPoints = fc.integer({ min: -60, max: 60 }).map((value) => value / 2);
const means = fc.double({ min: -20, max: 20, noNaN: true });

describe("ratings", () => {
  it("follow the published formulas", () => {
    expect(eloProbability(0)).toBe(0.5);
    expect(eloProbability(400)).toBeCloseTo(10 / 11, 12);
    expect(log5(0.6, 0.5)).toBeCloseTo(0.6, 12);
    expect(log5(0.6, 0.4)).toBeCloseTo(0.36 / 0.52, 12);
    expect(marginFactor(Math.E - 1, 0)).toBeCloseTo(1, 12);
    expect(marginFactor(10, 200)).toBeLessThan(marginFactor(10, -200));
  });

  it("forecast real games better than chance and without a home bias", () => {
    const nba = loadGames().filter((game) => game.sport === "NBA");
    const settled = forecastSport(nba, (game) => game.date).filter((forecast) => forecast.seen >= 10);
    const errors = settled.map(({ game, margin }) => game.home_score - game.away_score - margin);
    const named = settled.filter(
      ({ game, margin }) => Math.sign(margin) === Math.sign(game.home_score - game.away_score),
    );
    expect(named.length / settled.length).toBeGreaterThan(0.6);
    expect(Math.abs(errors.reduce((sum, error) => sum + error, 0) / errors.length)).toBeLessThan(0.5);
  });

  it("ignore games on or after the publication day", () => {
    const nhl = loadGames().filter((game) => game.sport === "NHL");
    const blank = forecastSport(nhl, () => "2000-01-01");
    expect(new Set(blank.map((forecast) => forecast.seen))).toEqual(new Set([0]));
    expect(new Set(blank.map((forecast) => forecast.margin)).size).toBe(1);
  });
});

describe("simulated games", () => {
  it("follow a normal distribution", () => {
    expect(shareWon(0, 13)).toBe(0.5);
    expect(shareWon(13, 13)).toBeCloseTo(0.8413, 1);
    expect(marginOf(0.8413)).toBeCloseTo(1, 1);
    expect(shareAbove(10.5, 10, 12)).toBeCloseTo(0.4834, 1);
  });

  it("give the two sides of a line probabilities that add up to 1", () => {
    fc.assert(
      fc.property(halfPoints, means, (line, mean) => {
        expect(shareAbove(line, mean, 13) + shareAbove(-line, -mean, 13)).toBeCloseTo(1, 3);
      }),
    );
  });

  it("beat a lower line more often", () => {
    fc.assert(
      fc.property(halfPoints, means, (line, mean) => {
        expect(shareAbove(line - 1, mean, 13)).toBeGreaterThanOrEqual(shareAbove(line, mean, 13));
      }),
    );
  });
});
