import { expect, it } from "vitest";
import type { Market, Side } from "../../../app/models/bets/bet.ts";
import { gradeBet } from "../../../app/models/bets/grade.ts";
import { type DemoGame, loadGames, SPORTS } from "../../../db/demo/games.ts";

type Bet = readonly [market: Market, side: Side, line: number | null, ahead: number];

/** Every bet on a game with how far it was ahead, computed the other way round: in points, from the sheet's columns. */
function betsOn({ away_score, home_score, close_spread, open_spread, close_total, open_total }: DemoGame): Bet[] {
  const margin = home_score - away_score;
  const sum = home_score + away_score;
  const spreads = [close_spread, open_spread].filter((line) => line !== null).filter((line) => line % 0.5 === 0);
  const totals = [close_total, open_total].filter((line) => line !== null).filter((line) => line % 0.5 === 0);
  return [
    ["moneyline", "home", null, margin],
    ["moneyline", "away", null, -margin],
    ...spreads.flatMap((line): Bet[] => [
      ["spread", "home", line, margin + line],
      ["spread", "away", -line, -(margin + line)],
    ]),
    ...totals.flatMap((line): Bet[] => [
      ["total", "over", line, sum - line],
      ["total", "under", line, line - sum],
    ]),
  ];
}

it.each(SPORTS)("every bet on every %s game of the demo is graded as its scores say", (sport) => {
  const games = loadGames().filter((game) => game.sport === sport);
  let graded = 0;
  const wrong = games.flatMap((game) =>
    betsOn(game).flatMap(([market, side, line, ahead]) => {
      const bet = { sport, away: game.away, home: game.home, market, side, line, odds: -110, unit_size: 1.1 };
      const result = { away_score: game.away_score, home_score: game.home_score, status: "final" } as const;
      const found = gradeBet(bet, result);
      const expected = ahead > 0 ? ["win", 1] : ahead < 0 ? ["loss", -1.1] : ["push", 0];
      graded += 1;
      const isEqual = !("byHand" in found) && found.outcome === expected[0] && found.units_result === expected[1];
      return isEqual ? [] : [{ game, market, side, line, found }];
    }),
  );
  expect(graded).toBeGreaterThan(200);
  expect(wrong).toEqual([]);
});
