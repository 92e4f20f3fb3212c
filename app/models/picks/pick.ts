import type { PickRow } from "../../db.server.ts";
import type { Timed } from "../bets/countdown.ts";
import { shortened } from "../../format.ts";
import { joined, type managedPickColumns, settledPickColumns } from "../history/settled-pick.ts";

export const managerPageSize = 7;
/** A morning's import is reviewed on one or two pages. */
export const draftsPageSize = 40;

/**
 * A pick as staff and the API see it. `game_date` is MM/DD/YYYY; an unknown text is '', an unknown number or instant
 * null.
 */
export type BetPick = Omit<
  PickRow,
  | "stream"
  | "settled"
  | "typed_fields"
  | "key_id"
  | "external_id"
  | "graded_by"
  | "corrected_after_start"
  | "grading_fields_changed_at"
> & {
  external_id: string;
};

export const openPickColumns = [
  "id",
  "game",
  "game_date",
  "time",
  "pick",
  "sport",
  "tag",
  "sim_confidence",
  "unit_size",
  "odds",
  "book",
  "playable_to",
  "starts_at",
  "created_at",
  "why",
] as const;
/** An open pick as it is stored: also what tells the two lists' bets apart. */
export const openRowColumns = /* @__PURE__ */ joined(openPickColumns, ["market", "side", "away", "home"]);
export const betPickColumns = /* @__PURE__ */ joined(settledPickColumns, [
  "starts_at",
  "external_id",
  "game_external_id",
  "published_at",
  "version",
]);

export interface Also {
  /** What the other list has of its game, or on a member's card what they really got; '' = nothing. */
  note: string;
  /** Ids of the other list's picks of its game: the same bet, or another side. */
  also?: number[];
}

/**
 * `countdown` is "Started", "starts in 42 min", or '' long before. `day` names its game day: "Today, Fri 11/20". `claim`:
 * see claimText.
 */
export type OpenPick = Pick<BetPick, (typeof openPickColumns)[number]> &
  Timed &
  Also & { countdown: string; day: string; claim: string };

export type ManagedPick = Pick<BetPick, (typeof managedPickColumns)[number]>;

export function describePick({ pick, game, game_date }: Pick<BetPick, "pick" | "game" | "game_date">): string {
  return [pick || game || "A pick without a text", game_date].filter(Boolean).join(", ");
}

// About three lines on a phone.
const maxNameLength = 100;

/** A success message with the pick's name, if it has one: "Pick saved: Ravens @ Steelers, Ravens ML." */
export function doneText(action: string, { game, pick }: Pick<BetPick, "game" | "pick">): string {
  const name = [game, pick].filter((text) => text !== "").join(", ");
  return name === "" ? `${action}.` : `${action}: ${shortened(name, maxNameLength)}.`;
}

/** "Added: Celtics -3.5." */
export function addedText({ game, pick, draft }: { game: string; pick: string; draft: boolean }): string {
  return doneText(draft ? "Draft saved" : "Added", pick === "" ? { game, pick } : { game: "", pick });
}

/** The text that the form sends back to confirm these warnings and no others. */
export function consentTo(warnings: readonly string[]): string {
  return warnings.join(" ");
}
