import { csvOf } from "../csv/csv.ts";
import { formatNumber } from "../format.ts";
import { formatOdds } from "../models/bets/bet.ts";
import type { CardFileRow } from "../models/card/own-line.server.ts";
import { outcomeOf, outcomes } from "../models/bets/outcome.ts";

const columns = [
  "Stream",
  "Pick",
  "Game",
  "Sport",
  "Game date",
  "Added (UTC)",
  "Posted line",
  "Posted price",
  "Posted units",
  "Posted book",
  "Verdict",
  "Posted result",
  "Bet",
  "My line",
  "My price",
  "My units",
  "My book",
  "Noted (UTC)",
  "Noted after the start",
  "My verdict",
  "My result",
  "My stake at the posted price",
];

/** One row per pick. Prices are American; results are in units. Pure. */
export function cardCsv(rows: readonly CardFileRow[]): string {
  return csvOf(columns, rows.map(cells));
}

function cells({ stream, pick, game, game_date, saved_at, posted, own, result }: CardFileRow): string[] {
  const price = (odds: number | null) => (odds === null ? "" : formatOdds(odds));
  return [
    stream,
    pick,
    game,
    posted.sport,
    game_date,
    saved_at,
    formatNumber(posted.line),
    price(posted.odds),
    formatNumber(posted.unit_size),
    posted.book,
    outcomes[outcomeOf(posted.verdict)].label,
    formatNumber(posted.units_result),
    own === null ? "" : own.not_bet ? "No" : "Yes",
    ...(own === null || own.not_bet
      ? ["", "", "", ""]
      : [formatNumber(own.line), price(own.odds), formatNumber(own.unit_size), own.book]),
    own?.noted_at ?? "",
    own === null ? "" : own.after_start ? "Yes" : "No",
    result === null ? "" : outcomes[result.outcome].label,
    formatNumber(result?.units ?? null),
    formatNumber(result?.posted ?? null),
  ];
}
