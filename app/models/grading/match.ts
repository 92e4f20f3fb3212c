/** Finds the game that a result is about, never by position or by a part of a name. Pure. */
import { formatCalendarDate } from "../../time/calendar-date.ts";
import type { Game } from "./games.ts";
import { startsApart } from "./games.ts";
import type { NameKeys } from "./team-name.ts";

export interface ResultName {
  sport: string;
  /** YYYY-MM-DD. */
  game_date: string;
  away: string;
  home: string;
  starts_at: string | null;
  /** The game's id; '' = unknown. */
  external_id: string;
}

/**
 * `games` has several if picks name one game differently under its id. `unknown` = no pick is on that game. `refused` =
 * the result could be a mistake: it says why, with both names.
 */
export type Match<Found> = { games: readonly Found[] } | { unknown: string } | { refused: string };

/**
 * Matches by the game's id, else by sport, date and both names. Two games of that day are told apart by id or start.
 */
export function matchResult<Found extends Game>(
  result: ResultName,
  games: readonly Found[],
  keys: NameKeys,
): Match<Found> {
  const ofSport = games.filter(({ sport }) => sport === result.sport);
  const byId = result.external_id === "" ? [] : ofSport.filter(({ ids }) => ids.includes(result.external_id));
  if (byId.length > 0) return matchById(result, byId, keys);
  const sides = ofSport.filter(({ game_date, away }) => game_date === result.game_date && away !== "");
  const named = sides.filter((game) => isNamed(game, result, keys));
  const [game, ...others] = named;
  if (game === undefined) return unmatched(result, sides, keys);
  if (others.length > 0) return oneOfSeveral(result, named);
  if (startsApart(game.starts_at, result.starts_at))
    return { refused: `${titleOf(result)} starts at another time than the picks on it. Correct one of the starts.` };
  return { games: [game] };
}

function matchById<Found extends Game>(result: ResultName, games: readonly Found[], keys: NameKeys): Match<Found> {
  const turned = games.find((game) => hasExchanged(game, result, keys));
  if (turned) return exchanged(result, turned);
  const areApart = games.some((one) => games.some((other) => startsApart(one.starts_at, other.starts_at)));
  return areApart ? oneOfSeveral(result, games) : { games };
}

function oneOfSeveral<Found extends Game>(result: ResultName, games: readonly Found[]): Match<Found> {
  const [chosen, ...more] = games.filter(({ starts_at }) => startsApart(starts_at, result.starts_at) === false);
  if (chosen && more.length === 0) return { games: [chosen] };
  const names = games.slice(0, 2).map(nameOf).join(" and ");
  return { refused: `Two games of that day could be meant: ${names}. Say which by starts_at or external_id.` };
}

function unmatched(
  result: ResultName,
  games: readonly Game[],
  keys: NameKeys,
): { unknown: string } | { refused: string } {
  const turned = games.find((game) => isExchanged(game, result, keys));
  if (turned) return exchanged(result, turned);
  return { unknown: `No pick is on ${titleOf(result)} (${result.sport}, ${formatCalendarDate(result.game_date)}).` };
}

function exchanged(result: ResultName, game: Game): { refused: string } {
  return { refused: `The sides are exchanged: the result says ${titleOf(result)}, the picks say ${game.title}.` };
}

function isNamed(game: Game, { sport, away, home }: ResultName, keys: NameKeys): boolean {
  return keys(sport, game.away) === keys(sport, away) && keys(sport, game.home) === keys(sport, home);
}

function isExchanged(game: Game, { sport, away, home }: ResultName, keys: NameKeys): boolean {
  return isNamed(game, { ...none, sport, away: home, home: away }, keys) && keys(sport, away) !== keys(sport, home);
}

/** One name on the other side is enough: the other name may be written differently. */
function hasExchanged(game: Game, { sport, away, home }: ResultName, keys: NameKeys): boolean {
  const [ofAway, ofHome] = [keys(sport, away), keys(sport, home)];
  if (ofAway === ofHome) return false;
  return keys(sport, game.home) === ofAway || keys(sport, game.away) === ofHome;
}

const none = { game_date: "", starts_at: null, external_id: "" } as const;

function titleOf({ away, home }: ResultName): string {
  return `${away} @ ${home}`;
}

function nameOf({ title, starts_at, ids }: Game): string {
  const known = [starts_at && `starting ${starts_at}`, ids.length > 0 && `game ${ids.join(", ")}`].filter(Boolean);
  return known.length === 0 ? `${title} (neither a start nor an id)` : `${title} (${known.join(", ")})`;
}
