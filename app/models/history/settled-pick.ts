import { shortened } from "../../format.ts";
import type { PickRow } from "../../db.server.ts";
import type { Outcome } from "../bets/outcome.ts";

export const historyPageSize = 5;

/** The columns of a pick in the staff's tables. */
export const managedPickColumns = [
  "id",
  "game",
  "game_date",
  "time",
  "pick",
  "sport",
  "tag",
  "sim_confidence",
  "unit_size",
  "verdict",
  "closing_line",
  "closing_odds",
  "beat_clv",
  "units_result",
  "odds",
  "book",
  "playable_to",
] as const;

export const settledPickColumns = /* @__PURE__ */ joined(managedPickColumns, [
  "created_at",
  "why",
  "away",
  "home",
  "away_score",
  "home_score",
  "market",
  "side",
  "line",
]);

/** Joins lists by a call without side effects, because the compiler leaves unused spreads in the browser's scripts. */
export function joined<const A extends readonly string[], const B extends readonly string[]>(
  one: A,
  other: B,
): readonly (A[number] | B[number])[] {
  return [...one, ...other];
}

/** `game_date` is MM/DD/YYYY; an unknown text is '', an unknown number null. */
export type SettledPick = Pick<PickRow, (typeof settledPickColumns)[number]>;

/** A settled pick on members' cards: the game with its final score, the closing line or else the closing price. */
export interface SettledCardPick extends Omit<
  SettledPick,
  | "away"
  | "home"
  | "away_score"
  | "home_score"
  | "market"
  | "side"
  | "line"
  | "closing_odds"
  | "playable_to"
  | "verdict"
  | "beat_clv"
> {
  outcome: Outcome;
  /** "✅" and "WIN". */
  mark: string;
  label: string;
  /** See closingFlagText. */
  clv: string;
  /** Of the flag: good, bad or neutral. */
  tone: "g" | "b" | "";
  /** True if the pick was changed after its start. */
  corrected?: true | undefined;
  /** On a member's card: what they really got. */
  own?: string | undefined;
}

/** In characters. The rest of a longer text is on the page of the pick. */
const mostOnCard = 200;

/** Why a pick was made, as a card shows it. */
export function whyOnCard(why: string): string {
  return shortened(why, mostOnCard);
}
