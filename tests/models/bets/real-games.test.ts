import { expect, it } from "vitest";
import { readBet, readGame } from "../../../app/models/bets/bet-text.ts";
import { type BetReading, formatLine, formatOdds } from "../../../app/models/bets/bet.ts";
import { type DemoGame, loadGames, SPORTS } from "../../../db/demo/games.ts";

const unread: BetReading = { market: "", side: "", line: null, odds: null };

type Bet = readonly [text: string, reading: BetReading];

function betsOn(game: DemoGame): Bet[] {
  return [...moneylines(game), ...spreads(game), ...totals(game)];
}

function moneylines({ away, home, ml_away, ml_home }: DemoGame): Bet[] {
  const bet = (name: string, side: "away" | "home", odds: number | null): Bet[] => {
    const reading = { market: "moneyline", side, line: null } as const;
    const unpriced: Bet = [`${name} ML`, { ...reading, odds: null }];
    if (odds === null) return [unpriced];
    const priced = [`${name} ML (${formatOdds(odds)})`, `${name} ${formatOdds(odds)}`];
    return [unpriced, ...priced.map((text): Bet => [text, { ...reading, odds }])];
  };
  return [...bet(away, "away", ml_away), ...bet(home, "home", ml_home)];
}

function spreads({ away, home, close_spread, spread_odds_away, spread_odds_home }: DemoGame): Bet[] {
  const bet = (name: string, side: "away" | "home", line: number, odds: number): Bet => [
    `${name} ${formatLine(line)} (${formatOdds(odds)})`,
    // The source has one line that no book has: -8.51.
    Number.isInteger(line * 4) ? { market: "spread", side, line, odds } : unread,
  ];
  // Added to 0: a line is never -0.
  const line = close_spread ?? 0;
  return [
    bet(home, "home", line + 0, spread_odds_home ?? -110),
    bet(away, "away", 0 - line, spread_odds_away ?? -110),
    bet(home, "home", 0, -110),
    bet(away, "away", 0, -110),
  ];
}

function totals({ close_total, over_odds, under_odds }: DemoGame): Bet[] {
  if (close_total === null) return [];
  const bet = (side: "over" | "under", odds: number): Bet => [
    `${side} ${close_total} ${formatOdds(odds)}`,
    { market: "total", side, line: close_total, odds },
  ];
  return [bet("over", over_odds ?? -110), bet("under", under_odds ?? -110)];
}

it.each(SPORTS)("every bet on every %s game of the demo reads back", (sport) => {
  const games = loadGames().filter((game) => game.sport === sport);
  const misread = games.flatMap((game) => {
    const teams = readGame(`${game.away} @ ${game.home}`);
    return betsOn(game).filter(([text, reading]) => JSON.stringify(readBet(text, teams)) !== JSON.stringify(reading));
  });
  expect(games.length).toBeGreaterThan(100);
  expect(misread).toEqual([]);
});
