import type { Db } from "../../db.server.ts";
import type { Env } from "../../env.server.ts";
import { env } from "../../env.server.ts";
import { formatNumber, formatResult } from "../../format.ts";
import { offerText } from "../bets/bet.ts";
import { formatStart } from "../../time/start-text.ts";
import { outcomeOf, verdictText } from "../bets/outcome.ts";
import { byStart, hasStarted } from "../bets/started.ts";
import { formatCalendarDate } from "../../time/calendar-date.ts";
import { dateIn } from "../../time/zone-time.ts";
import type { Caller } from "../operation.server.ts";
import { hashSecret } from "../secret.server.ts";
import type { Game } from "./games.ts";
import { gamesOf } from "./games.ts";
import { hasWinnerOnly } from "../bets/final-text.ts";
import { reasonByHand } from "../bets/grade.ts";
import type { GradedPick } from "./graded-pick.server.ts";
import { asGradedPick, gradedStreams } from "./graded-pick.server.ts";
import type { GameToGrade, GradingDay, PickToGrade } from "./grading.ts";
import type { KnownResults } from "./result.server.ts";
import { readNameKeys, resultOfGame, resultsOn } from "./result.server.ts";
import type { ResultName } from "./match.ts";
import type { ResultValues } from "./result-input.server.ts";
import type { NameKeys } from "./team-name.ts";
import { undecidedPicks } from "./undecided.server.ts";

/** The most games on one page. */
export const mostGames = 60;

export interface KeyedGame extends Game<GradedPick> {
  key: string;
  /** True for a game that a pasted table or another score brought to the page: it has no fields. */
  fromTable: boolean;
  /** The feed's result for this game id under another name or date. */
  said?: ResultValues;
}

/**
 * Returns the games with open picks that have started, today's games without a start, and those about which the feed
 * says something new. With a date it returns every game of that day.
 */
export async function gamesToGrade(source: Db, caller: Caller, date: string, keys: NameKeys): Promise<KeyedGame[]> {
  const streams = gradedStreams(caller);
  const picks = source.selectFrom("picks").selectAll().where("stream", "in", streams);
  const rows =
    date === ""
      ? (await picks.where("settled", "=", 0).execute()).filter(isWaiting)
      : await picks.where("settled", "in", [0, 1]).where("game_date", "=", date).execute();
  const undecided = date === "" ? await undecidedPicks(source, caller) : [];
  const said = new Map(undecided.map(({ pick, values }) => [pick.id, values]));
  const unique = new Map([...rows, ...undecided.map(({ pick }) => pick.row)].map((row) => [row.id, row]));
  return keyedGames([...unique.values()].map(asGradedPick), keys, false).map((game) => {
    const values = game.picks.flatMap(({ id }) => said.get(id) ?? [])[0];
    return values ? { ...game, said: values } : game;
  });
}

/** Groups picks into games with unique keys, sorted by start. */
export function keyedGames(picks: readonly GradedPick[], keys: NameKeys, fromTable: boolean): KeyedGame[] {
  const taken = new Set<string>();
  return gamesOf(picks.toSorted(byStart), keys)
    .toSorted(byStart)
    .map((game) => {
      const key = keyOf(game, keys);
      // Picks that could be on either of two games get games of their own, which only the pick's id tells apart.
      const unique = taken.has(key) ? `${key}${game.picks[0]?.id ?? ""}` : key;
      taken.add(key);
      return { ...game, key: unique, fromTable };
    });
}

function isWaiting(pick: Pick<GradedPick["row"], "starts_at" | "game_date">): boolean {
  const now = new Date();
  const zone = env.SITE_TIMEZONE;
  return hasStarted(pick, now, zone) || (pick.starts_at === null && pick.game_date === dateIn(zone, now));
}

/** The key is made of the values that identify the game, so that a score never goes to another game. */
function keyOf({ sport, game_date, away, home, title, starts_at, ids }: Game, keys: NameKeys): string {
  const names = away === "" ? [title] : [keys(sport, away), keys(sport, home)];
  return hashSecret(JSON.stringify([sport, game_date, names, starts_at, ids])).slice(0, 10);
}

export async function readGradingDay(source: Db, caller: Caller, date: string): Promise<GradingDay> {
  const keys = await readNameKeys(source);
  return dayOf(source, date, await gamesToGrade(source, caller, date, keys), keys);
}

export async function dayOf(
  source: Db,
  date: string,
  games: readonly KeyedGame[],
  keys: NameKeys,
): Promise<GradingDay> {
  const results: KnownResults = games.length === 0 ? new Map() : await resultsOn(source, games, keys);
  const known = games.map((game) => {
    const isOfTwo = games.some((other) => other !== game && isSameTeams(other, game, keys));
    const newest = game.away === "" ? undefined : resultOfGame(nameOfGame(game), results, keys, isOfTwo);
    const settled = game.picks.find(({ row }) => row.away_score !== null)?.row;
    return {
      game,
      result: newest ?? game.said ?? (settled && { ...settled, status: "final" as const }),
      row: newest?.id ?? 0,
    };
  });
  // If not all games fit on the page, those with a result come first.
  const ordered =
    games.length > mostGames ? known.toSorted((one, other) => Number(!one.result) - Number(!other.result)) : known;
  const shown = ordered.slice(0, mostGames);
  return {
    date: formatCalendarDate(date),
    note: noteOf(env),
    games: shown.map(({ game, result }) => gameView(game, result)),
    seen: String(Math.max(0, ...shown.map(({ row }) => row))),
    more: games.length - shown.length,
  };
}

function noteOf({ DEMO, ODDS_API_KEY: key, AUTO_GRADE: mode }: Env): string {
  if (!DEMO && key === undefined) return "";
  if (mode === "propose")
    return `Results come by themselves${DEMO ? " in this demo" : ""} and wait here until they are applied.`;
  return DEMO
    ? "This demo settles its picks by itself, three hours after the shifted start of their real game (AUTO_GRADE=apply)."
    : "Results settle their picks by themselves. Games that were not played and scores that change later wait here.";
}

function isSameTeams(one: KeyedGame, other: KeyedGame, keys: NameKeys): boolean {
  const { sport, game_date } = one;
  if (sport !== other.sport || game_date !== other.game_date) return false;
  return keys(sport, one.away) === keys(sport, other.away) && keys(sport, one.home) === keys(sport, other.home);
}

export function nameOfGame({ sport, game_date, away, home, starts_at, ids }: KeyedGame): ResultName {
  return { sport, game_date, away, home, starts_at, external_id: ids[0] ?? "" };
}

type KnownResult = { away_score: number | null; home_score: number | null; status: GameToGrade["result"]["status"] };

function gameView(game: KeyedGame, result: KnownResult | undefined): GameToGrade {
  const { key, title, sport, away, home, starts_at, game_date, picks, fromTable } = game;
  return {
    key,
    title: title || "Picks without a game",
    sport,
    away,
    home,
    fromTable,
    winnerOnly: hasWinnerOnly(sport),
    when: starts_at === null ? formatCalendarDate(game_date) : formatStart(starts_at, env.SITE_TIMEZONE),
    result: {
      away: formatNumber(result?.away_score ?? null),
      home: formatNumber(result?.home_score ?? null),
      status: result?.status ?? "",
    },
    picks: picks.map(pickView),
  };
}

function pickView({ row, bet }: GradedPick): PickToGrade {
  const { id, stream, version, pick, unit_size, corrected_after_start: corrected } = row;
  const outcome = outcomeOf(row.verdict);
  const details = [offerText(row), `${formatNumber(unit_size)}u`, stream === "pro" && "Pro"];
  const byHand = corrected === 1 ? "It was corrected after its start." : (reasonByHand(bet) ?? "");
  return {
    id,
    stream,
    version,
    byHand,
    name: pick || "A pick without a text",
    details: details.filter(Boolean).join(" · "),
    settled: outcome === "open" ? "" : `${verdictText(outcome)} ${formatResult(row.units_result)}`,
  };
}
