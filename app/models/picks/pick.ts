import type { PickRow } from "../../db.server.ts";
import { formatNumber, shortened } from "../../format.ts";

export const streams = ["regular", "pro"] as const;
export type Stream = (typeof streams)[number];

/** In the order of the staff form. */
export const sports = [
  "NBA",
  "MLB",
  "NFL",
  "NHL",
  "NCAAB",
  "NCAAF",
  "UFC",
  "KBO",
  "NPB",
  "MLS",
  "Horses",
  "WNBA",
  "Golf",
  "Tennis",
  "Other",
] as const;

/** "Other" means every sport that the list does not name. */
export const openFilterSports = ["NBA", "MLB", "NFL", "NHL", "NCAAF", "NCAAB", "UFC", "Other"] as const;
export const historyFilterSports = ["NBA", "MLB"] as const;
export const proHistoryFilterSports = [
  "NBA",
  "MLB",
  "NFL",
  "NHL",
  "NCAAB",
  "NCAAF",
  "UFC",
  "KBO",
  "NPB",
  "Other",
] as const;
export const cardFilterSports = ["NBA", "MLB", "NFL", "NHL", "UFC"] as const;

export const tags = ["SIM CERTIFIED", "Manual Edge"] as const;
export const win = "✅";
export const loss = "❌";
export const marks = ["", win, loss] as const;

export type Outcome = "open" | "win" | "loss";

/** Empty = open, ✅ = win, any other text = loss. */
export function outcomeOf(verdict: string): Outcome {
  if (verdict === "") return "open";
  return verdict === win ? "win" : "loss";
}

/** Some keyboards append U+FE0F, the variation selector, which would make ✅ a loss. */
export function withoutVariationSelector(text: string): string {
  return text.replaceAll("\uFE0F", "");
}

export const refreshMs = 30_000;
export const historyPageSize = 5;
export const managerPageSize = 10;

/** A pick as staff and the API see it. `game_date` is MM/DD/YYYY; an unknown text is '', an unknown number null. */
export type BetPick = Omit<PickRow, "stream" | "settled">;

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
  "created_at",
] as const;
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
  "beat_clv",
  "units_result",
] as const;
export const settledPickColumns = [...managedPickColumns, "created_at"] as const;
export const betPickColumns = [...settledPickColumns, "version"] as const;

export type OpenPick = Pick<BetPick, (typeof openPickColumns)[number]>;

export type SettledPick = Pick<BetPick, (typeof settledPickColumns)[number]>;

export type ManagedPick = Pick<BetPick, (typeof managedPickColumns)[number]>;

export const announcedPickColumns = [
  "stream",
  "game",
  "game_date",
  "time",
  "pick",
  "sport",
  "tag",
  "sim_confidence",
  "unit_size",
] as const;

export type AnnouncedPick = { stream: Stream } & Pick<
  BetPick,
  Exclude<(typeof announcedPickColumns)[number], "stream">
>;

export function describePick({ pick, game, game_date }: Pick<BetPick, "pick" | "game" | "game_date">): string {
  return [pick || game || "A pick without a text", game_date].filter(Boolean).join(", ");
}

// About three lines on a phone.
const maxNameLength = 100;

/** A success message with the pick's name, if it has one: "Pick added: Ravens @ Steelers, Ravens ML." */
export function doneText(action: string, { game, pick }: Pick<BetPick, "game" | "pick">): string {
  const name = [game, pick].filter((text) => text !== "").join(", ");
  return name === "" ? `${action}.` : `${action}: ${shortened(name, maxNameLength)}.`;
}

export function textsOfPick({ id: _id, ...pick }: BetPick): Readonly<Record<string, string>> {
  return {
    ...pick,
    version: String(pick.version),
    sim_confidence: formatNumber(pick.sim_confidence),
    unit_size: formatNumber(pick.unit_size),
    units_result: formatNumber(pick.units_result),
  };
}

export type SportFilter = { only: string } | { except: readonly string[] } | null;

/** In the order of the staff form. Includes `requested`, since a saved link may name a sport without results. */
export function sportChoices(withResults: readonly string[], requested: string): string[] {
  return sports.filter((sport) => sport === requested || withResults.includes(sport));
}

export function sportFilterOf(choice: string, named: readonly string[]): SportFilter {
  if (choice === "" || choice === "All") return null;
  if (choice === "Other") return { except: named.filter((sport) => sport !== "Other") };
  return { only: choice };
}

export function passes(filter: SportFilter, sport: string): boolean {
  if (filter === null) return true;
  return "only" in filter ? sport === filter.only : !filter.except.includes(sport);
}
