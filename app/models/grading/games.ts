/** Groups picks by the games that they are on, and finds the game that a result is about. Pure. */
import { hourMs } from "../../time/durations.ts";
import { teamNamed } from "../bets/teams/teams.ts";
import { formatCalendarDate } from "../../time/calendar-date.ts";

export interface ResultName {
  sport: string;
  /** YYYY-MM-DD; '' = unknown. */
  game_date: string;
  away: string;
  home: string;
  /** ISO, UTC; null = unknown. */
  starts_at: string | null;
  /** The game's id; '' = unknown. */
  external_id: string;
}

/** A pick, with the names of its game. */
export interface OnGame extends ResultName {
  id: number;
  game: string;
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

/** Returns the key of a name; if staff confirmed the name as an alias, or it is one by the facts of its sport, that of its team. */
export type NameKeys = (sport: string, name: string) => string;

/**
 * Ignores case, accents, blanks, dots, hyphens, slashes, apostrophes, and "the" at the start. "Saint" and "St." are the
 * same word: both "Saint Louis" and "St. Louis" become "stlouis".
 */
export function nameKey(name: string): string {
  return lowerCase(name)
    .replace(/['\u2018\u2019\u02bb\u02bc`\u00b4]+/gu, "")
    .replace(/[\s\p{Pd}\u2212/]+/gu, " ")
    .trim()
    .replace(/^the (?=.)/u, "")
    .replace(/(?<!\S)saint(?!\S)/gu, "st")
    .replace(/[.\s]+/gu, "");
}

export function keysWith(aliases: readonly { sport: string; alias: string; name: string }[]): NameKeys {
  const teams = new Set(aliases.map(({ sport, name }) => `${sport} ${nameKey(name)}`));
  const known = new Map(aliases.map(({ sport, alias, name }) => [`${sport} ${nameKey(alias)}`, nameKey(name)]));
  const keyOf = (sport: string, name: string) => {
    // Stored aliases and their teams may have the key of before.
    const [own, earlier] = [nameKey(name), nameKey(earlierKey(name))];
    const team = known.get(`${sport} ${own}`) ?? known.get(`${sport} ${earlier}`);
    if (team !== undefined) return team;
    if (!teams.has(`${sport} ${own}`) && teams.has(`${sport} ${earlier}`)) return earlier;
    const named = teamNamed(sport, name);
    return named === null ? own : nameKey(named);
  };
  const found = new Map<string, string>();
  return (sport, name) => {
    const asked = `${sport} ${name}`;
    const key = found.get(asked) ?? keyOf(sport, name);
    found.set(asked, key);
    return key;
  };
}

/** The key that aliases were stored with until November 2026. It kept "the" and "saint". */
function earlierKey(name: string): string {
  return lowerCase(name).replace(/[.\s]+/gu, "");
}

function lowerCase(name: string): string {
  return name
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase();
}

const sameStartMs = 2 * hourMs;

/** The values that tell two games of one day apart. */
type Named = Pick<ResultName, "starts_at" | "external_id">;

/**
 * Tells whether both name the same game; null = unknown. Two games of the same teams never start within two hours of
 * each other.
 */
export function isSameGame(one: Named, other: Named): boolean | null {
  const apart = startsApart(one.starts_at, other.starts_at);
  if (apart !== null) return !apart;
  if (one.external_id === "" || other.external_id === "") return null;
  return one.external_id === other.external_id;
}

/** True if two starts are more than two hours apart; null when one is unknown. */
export function startsApart(one: string | null, other: string | null): boolean | null {
  if (one === null || other === null) return null;
  return Math.abs(Date.parse(one) - Date.parse(other)) > sameStartMs;
}

/**
 * Groups picks by sport, date and both names, and separates two games of a day by their starts or ids. A pick that
 * could be on either gets a game of its own. The order of `picks` changes nothing.
 */
export function gamesOf<Pick extends OnGame>(picks: readonly Pick[], keys: NameKeys): Game<Pick>[] {
  const sorted = picks.toSorted((one, other) => one.id - other.id);
  const groups = grouped(sorted, ({ sport, game_date, game, away, home }) => {
    const names = away === "" || home === "" ? [game.toLowerCase()] : [keys(sport, away), keys(sport, home)];
    return JSON.stringify([sport, game_date, ...names]);
  });
  return [...groups.values()].flatMap((group) => split(group).map(asGame));
}

export function nameOfGame({ sport, game_date, away, home, starts_at, ids }: Game): ResultName {
  return { sport, game_date, away, home, starts_at, external_id: ids[0] ?? "" };
}

export function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
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

function knownParts({ starts_at, external_id }: Named): number {
  return (starts_at === null ? 0 : 2) + (external_id === "" ? 0 : 1);
}

function asGame<Pick extends OnGame>(picks: readonly Pick[]): Game<Pick> {
  const [first] = picks;
  if (first === undefined) throw new Error("A game has picks.");
  const { sport, game_date, game, away, home } = first;
  const isRead = away !== "" && home !== "";
  return {
    sport,
    game_date,
    away: isRead ? away : "",
    home: isRead ? home : "",
    title: isRead ? `${away} @ ${home}` : game,
    starts_at: picks.find((pick) => pick.starts_at !== null)?.starts_at ?? null,
    ids: [...new Set(picks.map((pick) => pick.external_id).filter((id) => id !== ""))],
    picks,
  };
}

/**
 * `games` has several if picks name one game differently under its id. `unknown` = no pick is on that game. `refused` =
 * the result could be a mistake: it says why, with both names.
 */
export type Match<Found> = { games: readonly Found[] } | { unknown: string } | { refused: string };

/**
 * Matches by the game's id, else by sport, date and both names, never by a part of a name. Two games of that day are
 * told apart by id or start.
 */
export function matchResult<Found extends Game>(
  result: ResultName,
  games: readonly Found[],
  keys: NameKeys,
): Match<Found> {
  const { sport, game_date, external_id } = result;
  const [away, home] = [keys(sport, result.away), keys(sport, result.home)];
  const title = `${result.away} @ ${result.home}`;
  const exchanged = (game: Game) => ({
    refused: `The sides are exchanged: the result says ${title}, the picks say ${game.title}.`,
  });
  const ofSport = games.filter((game) => game.sport === sport);
  const byId = external_id === "" ? [] : ofSport.filter(({ ids }) => ids.includes(external_id));
  if (byId.length > 0) {
    // One name on the other side is enough: the other name may be written differently.
    const turned = byId.find((game) => keys(sport, game.home) === away || keys(sport, game.away) === home);
    if (turned && away !== home) return exchanged(turned);
    const areApart = byId.some((one) => byId.some((other) => startsApart(one.starts_at, other.starts_at)));
    return areApart ? oneOfSeveral(result, byId) : { games: byId };
  }
  const ofDay = ofSport.filter((game) => game.game_date === game_date && game.away !== "");
  const withSides = (one: string, other: string) =>
    ofDay.filter((game) => keys(sport, game.away) === one && keys(sport, game.home) === other);
  const named = withSides(away, home);
  const [game] = named;
  if (game === undefined) {
    const [turned] = withSides(home, away);
    return turned
      ? exchanged(turned)
      : { unknown: `No pick is on ${title} (${sport}, ${formatCalendarDate(game_date)}).` };
  }
  if (named.length > 1) return oneOfSeveral(result, named);
  if (startsApart(game.starts_at, result.starts_at))
    return { refused: `${title} starts at another time than the picks on it. Correct one of the starts.` };
  return { games: [game] };
}

function oneOfSeveral<Found extends Game>(result: ResultName, games: readonly Found[]): Match<Found> {
  const [chosen, ...more] = games.filter(({ starts_at }) => startsApart(starts_at, result.starts_at) === false);
  if (chosen && more.length === 0) return { games: [chosen] };
  const names = games.slice(0, 2).map(nameOf).join(" and ");
  return { refused: `Two games of that day could be meant: ${names}. Say which by starts_at or external_id.` };
}

function nameOf({ title, starts_at, ids }: Game): string {
  const known = [starts_at && `starting ${starts_at}`, ids.length > 0 && `game ${ids.join(", ")}`].filter(Boolean);
  return known.length === 0 ? `${title} (neither a start nor an id)` : `${title} (${known.join(", ")})`;
}
