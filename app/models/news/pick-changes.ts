/** What a change of a pick says to those who bet it. Pure. */
import type { PickRow } from "../../db.server.ts";
import { formatNumber } from "../../format.ts";
import { formatOdds } from "../bets/bet.ts";
import { changeTexts } from "../ledger/change-text.ts";

type Told = Pick<
  PickRow,
  "pick" | "game" | "line" | "odds" | "unit_size" | "starts_at" | "game_date" | "time" | "market" | "side"
>;

/** "Line: 3.5 → 4.5.", a sentence for each thing that somebody bets on. Empty: nothing of it changed. */
export function betChanges(before: Told, after: Told, zone: string): string[] {
  const [was, is] = [toldOf(before), toldOf(after)];
  const changed = Object.entries(was).filter(([field, text]) => is[field] !== text);
  const left = new Set(changed.flatMap(([field]) => repeatedBy[field] ?? []));
  return changeTexts(
    Object.fromEntries(
      changed.filter(([field]) => !left.has(field)).map(([field, text]) => [field, [text, is[field] ?? ""]]),
    ),
    zone,
  );
}

/** A change of the first says what the others would. */
const repeatedBy: Readonly<Record<string, readonly string[]>> = {
  pick: ["market", "side", "line"],
  starts_at: ["game_date", "time"],
};

function toldOf({ pick, game, market, side, line, odds, unit_size, starts_at, game_date, time }: Told) {
  const told: Record<string, string> = {
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
  return told;
}
