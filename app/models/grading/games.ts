/** Groups picks by the games that they are on. Pure. */
import { hourMs } from "../../time/durations.ts";
import type { NameKeys } from "./team-name.ts";

/** The values that tell two games of one day apart. */
export interface Named {
  /** ISO, UTC; null = unknown. */
  starts_at: string | null;
  /** The game's id; '' = unknown. */
  game_external_id: string;
}

export interface OnGame extends Named {
  id: number;
  sport: string;
  /** YYYY-MM-DD; '' = unknown. */
  game_date: string;
  game: string;
  away: string;
  home: string;
}

export interface Game<Pick extends OnGame = OnGame> {
  sport: string;
  game_date: string;
  /** Both '' when the sides could not be read. */
  away: string;
  home: string;
  /** The name that the picks give the game. */
  title: string;
  starts_at: string | null;
  ids: readonly string[];
  picks: readonly Pick[];
}

const sameStartMs = 2 * hourMs;

/**
 * Tells whether both name the same game; null = unknown. Two games of the same teams never start within two hours of
 * each other.
 */
export function isSameGame(one: Named, other: Named): boolean | null {
  const apart = startsApart(one.starts_at, other.starts_at);
  if (apart !== null) return !apart;
  if (one.game_external_id === "" || other.game_external_id === "") return null;
  return one.game_external_id === other.game_external_id;
}

/** True if two starts are more than two hours apart; null when one is unknown. */
export function startsApart(one: string | null, other: string | null): boolean | null {
  if (one === null || other === null) return null;
  return Math.abs(Date.parse(one) - Date.parse(other)) > sameStartMs;
}

/**
 * Groups picks by sport, date and both names, and separates two games of a day by their starts or ids. A pick that
 * could be on either gets a game of its own.
 */
export function gamesOf<Pick extends OnGame>(picks: readonly Pick[], keys: NameKeys): Game<Pick>[] {
  const groups = new Map<string, Pick[]>();
  for (const pick of picks) {
    const key = groupKey(pick, keys);
    const group = groups.get(key);
    if (group) group.push(pick);
    else groups.set(key, [pick]);
  }
  return [...groups.values()].flatMap((group) => split(group).map(asGame));
}

function groupKey({ sport, game_date, game, away, home }: OnGame, keys: NameKeys): string {
  const names = away === "" || home === "" ? [game.toLowerCase()] : [keys(sport, away), keys(sport, home)];
  return JSON.stringify([sport, game_date, ...names]);
}

/** Splits a group into games. The picks with the most known values come first, so that the others can join them. */
function split<Pick extends OnGame>(group: readonly Pick[]): Pick[][] {
  const games: Pick[][] = [];
  for (const pick of group.toSorted((one, other) => knownParts(other) - knownParts(one) || one.id - other.id)) {
    const [same, ...others] = games.filter((game) => game.some((each) => isSameGame(each, pick) === true));
    const possible = games.filter((game) => game.every((each) => isSameGame(each, pick) !== false));
    const joined = same && others.length === 0 ? same : possible.length === 1 ? possible[0] : undefined;
    if (joined) joined.push(pick);
    else games.push([pick]);
  }
  return games;
}

function knownParts({ starts_at, game_external_id }: Named): number {
  return (starts_at === null ? 0 : 2) + (game_external_id === "" ? 0 : 1);
}

function asGame<Pick extends OnGame>(picks: readonly Pick[]): Game<Pick> {
  const [first] = picks;
  if (first === undefined) throw new Error("A game has picks.");
  const { sport, game_date, game, away, home } = first;
  const isRead = away !== "" && home !== "";
  return {
    sport,
    game_date,
    ...(isRead ? { away, home } : { away: "", home: "" }),
    title: !isRead ? game : `${away} @ ${home}`,
    starts_at: picks.find((pick) => pick.starts_at !== null)?.starts_at ?? null,
    ids: [...new Set(picks.map((pick) => pick.game_external_id).filter((id) => id !== ""))],
    picks,
  };
}
