/** A pick's vocabulary and pure rules. The domain type is BetPick: Pick is TypeScript's own. */
import { formatNumber } from "../../format.ts";
import { shortened } from "../../format.ts";

export const streams = ["regular", "pro"] as const;
export type Stream = (typeof streams)[number];

/** The sports staff can choose, in the order of the form. */
export const sports = [
  "NBA", "MLB", "NFL", "NHL", "NCAAB", "NCAAF", "UFC", "KBO", "NPB", "MLS", "Horses", "WNBA", "Golf", "Tennis", "Other",
] as const;

/** What each page's sport filter names, in its own order. "Other" stands for every sport that the list does not name. */
export const openFilterSports = ["NBA", "MLB", "NFL", "NHL", "NCAAF", "NCAAB", "UFC", "Other"] as const;
export const historyFilterSports = ["NBA", "MLB"] as const;
export const proHistoryFilterSports = ["NBA", "MLB", "NFL", "NHL", "NCAAB", "NCAAF", "UFC", "KBO", "NPB", "Other"] as const;
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

/** An emoji may come with U+FE0F, the variation selector, which would make ✅ a loss. */
export function withoutVariationSelector(text: string): string {
  return text.replaceAll("\uFE0F", "");
}

export const refreshMs = 30_000;
export const historyPageSize = 5;
export const managerPageSize = 10;

/** The whole entity, as staff and the API see it. `game_date` is MM/DD/YYYY; an unknown text is '', an unknown number null. */
export interface BetPick {
  id: number;
  game: string;
  game_date: string;
  time: string;
  pick: string;
  sport: string;
  tag: string;
  sim_confidence: number | null;
  unit_size: number;
  verdict: string;
  closing_line: string;
  beat_clv: string;
  units_result: number | null;
  created_at: string;
  version: number;
}

export const openPickColumns = ["id", "game", "game_date", "time", "pick", "sport", "tag", "sim_confidence", "unit_size", "created_at"] as const;
export const managedPickColumns = [
  "id", "game", "game_date", "time", "pick", "sport", "tag", "sim_confidence", "unit_size", "verdict", "closing_line", "beat_clv", "units_result",
] as const;
export const settledPickColumns = [...managedPickColumns, "created_at"] as const;
export const betPickColumns = [...settledPickColumns, "version"] as const;

/** What a card of an open pick shows. */
export type OpenPick = Pick<BetPick, (typeof openPickColumns)[number]>;

/** What a card of a settled pick shows. */
export type SettledPick = Pick<BetPick, (typeof settledPickColumns)[number]>;

/** What a row of the staff's tables shows, of open picks and settled ones. */
export type ManagedPick = Pick<BetPick, (typeof managedPickColumns)[number]>;

export const announcedPickColumns = ["stream", "game", "game_date", "time", "pick", "sport", "tag", "sim_confidence", "unit_size"] as const;

/** What a mail about new picks says of one. */
export type AnnouncedPick = { stream: Stream } & Pick<BetPick, Exclude<(typeof announcedPickColumns)[number], "stream">>;

/** A pick in one line, for a question about it. */
export function describePick({ pick, game, game_date }: Pick<BetPick, "pick" | "game" | "game_date">): string {
  return [pick || game || "A pick without a text", game_date].filter(Boolean).join(", ");
}

// On a phone about three lines.
const longestName = 100;

/** What was done to a pick, with its name: "Pick added: Ravens @ Steelers, Ravens ML." One without any is not named. */
export function doneText(done: string, { game, pick }: Pick<BetPick, "game" | "pick">): string {
  const name = [game, pick].filter((text) => text !== "").join(", ");
  return name === "" ? `${done}.` : `${done}: ${shortened(name, longestName)}.`;
}

/** The values of a pick as its form shows them. */
export function textsOfPick({ id: _id, ...pick }: BetPick): Readonly<Record<string, string>> {
  return {
    ...pick,
    version: String(pick.version),
    sim_confidence: formatNumber(pick.sim_confidence),
    unit_size: formatNumber(pick.unit_size),
    units_result: formatNumber(pick.units_result),
  };
}

/** Which sports a filter lets through: null = all. */
export type SportFilter = { only: string } | { except: readonly string[] } | null;

/** The sports with results and the one that is asked for, which a saved link may name without any: in the order of the staff form. */
export function sportChoices(withResults: readonly string[], asked: string): string[] {
  return sports.filter((sport) => sport === asked || withResults.includes(sport));
}

/** Reads a page's sport choice against the list that the page names. "Other" is what the list does not name. */
export function sportFilterOf(choice: string, named: readonly string[]): SportFilter {
  if (choice === "" || choice === "All") return null;
  if (choice === "Other") return { except: named.filter((sport) => sport !== "Other") };
  return { only: choice };
}

/** Whether a filter lets a sport through. */
export function passes(filter: SportFilter, sport: string): boolean {
  if (filter === null) return true;
  return "only" in filter ? sport === filter.only : !filter.except.includes(sport);
}
