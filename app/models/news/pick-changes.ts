/** What a change of a pick says to those who bet it. Pure. */
import type { PickRow } from "../../db.server.ts";
import { formatNumber } from "../../format.ts";
import { formatOdds } from "../bets/bet.ts";
import { changeTexts } from "../ledger/change-text.ts";

/** What somebody bets on, as text by field. */
export type Told = Readonly<Record<string, string>>;

export const toldColumns = [
  "pick",
  "market",
  "side",
  "line",
  "odds",
  "unit_size",
  "game",
  "starts_at",
  "game_date",
  "time",
] as const;

/** "Line: 3.5 → 4.5.", a sentence for each thing that somebody bets on. Empty: nothing of it changed. */
export function betChanges(was: Told, is: Told, zone: string): string[] {
  const changed = Object.entries(changedIn(was, is));
  const left = new Set(changed.flatMap(([field]) => repeatedBy[field] ?? []));
  return changeTexts(
    Object.fromEntries(
      changed.filter(([field]) => !left.has(field)).map(([field, text]) => [field, [text, is[field] ?? ""]]),
    ),
    zone,
  );
}

/** What of `was` is another one now. */
export function changedIn(was: Told, is: Told): Told {
  return Object.fromEntries(Object.entries(was).filter(([field, text]) => is[field] !== text));
}

/** Two are equal if nothing differs that somebody bets on. */
export function textOfTold(told: Told): string {
  return Object.values(told).join(" | ");
}

/** A change of the first says what the others would. */
const repeatedBy: Readonly<Record<string, readonly string[]>> = {
  pick: ["market", "side", "line"],
  starts_at: ["game_date", "time"],
};

export function toldOf(row: Pick<PickRow, (typeof toldColumns)[number]>): Told {
  const { pick, game, market, side, line, odds, unit_size, starts_at, game_date, time } = row;
  return {
    pick,
    market: market ?? "",
    side: side ?? "",
    line: line === null ? "" : formatNumber(line),
    odds: odds === null ? "" : formatOdds(odds, "american"),
    unit_size: formatNumber(unit_size),
    game,
    starts_at: starts_at ?? "",
    game_date,
    time,
  };
}
