/** Finds what waits for people: games without a result, and results of the feed that need a decision. */
import { type Db, type ResultRow, db, write } from "../../db.server.ts";
import { dayMs } from "../../time/durations.ts";
import { env } from "../../env.server.ts";
import { formatNumber } from "../../format.ts";
import { type Scheduled, byStart, hasStarted, startOf } from "../bets/started.ts";
import { streams } from "../bets/stream.ts";
import { type Caller, jobActor } from "../operation.server.ts";
import type { Problem } from "../problem.ts";
import { hashSecret } from "../secret.server.ts";
import { dateIn } from "../../time/zone-time.ts";
import { type Game, type NameKeys, gamesOf, nameOfGame } from "./games.ts";
import { planResults } from "./grade-picks.server.ts";
import type { GameToGrade } from "./grading.ts";
import { type GradedPick, type PlannedPick, asGradedPick, gradedStreams } from "./proposal.server.ts";
import {
  type KnownResults,
  newestOf,
  readNameKeys,
  resultFields,
  resultOfGame,
  resultsOn,
  teamsKey,
} from "./results.server.ts";

export interface KeyedGame extends Game<GradedPick> {
  key: string;
}

export interface WaitingGame extends KeyedGame {
  /** The newest known result; null when the sides could not be read. */
  result: GameToGrade["result"];
}

/**
 * Returns the games with open picks that have started, today's games without a start, and those about which the feed
 * says something new. With a date it returns every game of that day.
 */
export async function gamesToGrade(
  source: Db,
  caller: Caller,
  date: string,
): Promise<{ games: WaitingGame[]; known: KnownResults }> {
  const keys = await readNameKeys(source);
  const picks = source.selectFrom("picks").selectAll().where("stream", "in", gradedStreams(caller));
  const rows =
    date === ""
      ? (await picks.where("settled", "=", 0).execute()).filter(isWaiting)
      : await picks.where("settled", "in", [0, 1]).where("game_date", "=", date).execute();
  const undecided = date === "" ? await undecidedPicks(source, caller) : [];
  // What the feed says of a game's id can have another name or date.
  const said = new Map(undecided.map(({ pick, values }) => [pick.id, values]));
  const unique = new Map([...rows, ...undecided.map(({ pick }) => pick.row)].map((row) => [row.id, row]));
  const games = keyedGames([...unique.values()].map(asGradedPick), keys);
  const known = await resultsOn(source, games, keys);
  const resultOf = (game: KeyedGame): GameToGrade["result"] => {
    if (game.away === "") return null;
    const isOfTwo = games.some((other) => other !== game && teamsKey(other, keys) === teamsKey(game, keys));
    const stored =
      resultOfGame(nameOfGame(game), known, isOfTwo) ?? game.picks.flatMap(({ id }) => said.get(id) ?? [])[0];
    const { away_score, home_score } = stored ?? game.picks.find(({ row }) => row.away_score !== null)?.row ?? noResult;
    const status = stored?.status ?? (away_score === null ? "" : "final");
    return { away: formatNumber(away_score), home: formatNumber(home_score), status };
  };
  return { games: games.map((game) => ({ ...game, result: resultOf(game) })), known };
}

const noResult = { away_score: null, home_score: null } as const;

function isWaiting(pick: Scheduled): boolean {
  const now = new Date();
  const zone = env.SITE_TIMEZONE;
  return hasStarted(pick, now, zone) || (pick.starts_at === null && pick.game_date === dateIn(zone, now));
}

/** Groups picks into games with unique keys, sorted by start. */
export function keyedGames(picks: readonly GradedPick[], keys: NameKeys): KeyedGame[] {
  const taken = new Set<string>();
  return gamesOf(picks, keys)
    .toSorted(byStart)
    .map((game) => {
      const key = keyOf(game, keys);
      // Picks that could be on either of two games get games of their own, which only the pick's id tells apart.
      const unique = taken.has(key) ? `${key}${game.picks[0]?.id ?? ""}` : key;
      taken.add(key);
      return { ...game, key: unique };
    });
}

/** The key is made of the values that identify the game, so that a score never goes to another game. */
function keyOf({ sport, game_date, away, home, title, starts_at, ids }: Game, keys: NameKeys): string {
  const names = away === "" ? [title] : [keys(sport, away), keys(sport, home)];
  return hashSecret(JSON.stringify([sport, game_date, names, starts_at, ids])).slice(0, 10);
}

/** The published open picks whose game has started by then. */
export async function listStarted(by: Date) {
  const open = await db
    .selectFrom("picks")
    .select(["starts_at", "game_date"])
    .where("stream", "in", streams)
    .where("settled", "=", 0)
    .execute();
  return open.filter((pick) => hasStarted(pick, by, env.SITE_TIMEZONE));
}

/** Finds published open picks whose game started at least a day ago; null when there are none. */
export async function findOverdueResults(now: Date = new Date()): Promise<Problem | null> {
  const zone = env.SITE_TIMEZONE;
  const overdue = await listStarted(new Date(now.getTime() - dayMs));
  if (overdue.length === 0) return null;
  const isOne = overdue.length === 1;
  return {
    text: isOne ? "1 pick waits for its result." : `${overdue.length} picks wait for their result.`,
    since: overdue.map((pick) => startOf(pick, zone)).sort()[0] ?? null,
    advice: `Grade ${isOne ? "it" : "them"}, or move the game.`,
    page: "grading",
  };
}

/** A result waits no longer than this. */
const keptMs = 30 * dayMs;

/** Returns the caller's picks that waiting results would still change; `index` is the id of the result. */
export async function undecidedPicks(source: Db, caller: Caller): Promise<PlannedPick[]> {
  return (await planWaiting(source, caller)).planned.filter(({ change }) => change !== "none");
}

/**
 * Plans the waiting results. A newer result of the game, under its own names or its picks' names, replaces a waiting
 * one.
 */
async function planWaiting(source: Db, caller: Caller): Promise<{ rows: ResultRow[]; planned: PlannedPick[] }> {
  const rows = await source.selectFrom("results").selectAll().where("needs_decision", "=", 1).execute();
  if (rows.length === 0) return { rows, planned: [] };
  const keys = await readNameKeys(source);
  const known = await resultsOn(source, rows, keys);
  const results = rows.flatMap((row) => {
    const values = resultFields.safeParse(row);
    return values.success && newestOf(row, known)?.id === row.id ? [{ index: row.id, values: values.data }] : [];
  });
  const { planned } = await planResults(source, caller, results);
  const picks = planned.map(({ pick }) => pick);
  const ofPicks = await resultsOn(source, picks, keys);
  return { rows, planned: planned.filter(({ pick, index }) => (newestOf(pick, ofPicks)?.id ?? 0) <= index) };
}

/** Results stop waiting once people have decided. A result whose picks are on another date for now still waits. */
export async function forgetDecided(now: Date): Promise<void> {
  const waiting = db.selectFrom("results").select("id").where("needs_decision", "=", 1);
  if ((await waiting.executeTakeFirst()) === undefined) return;
  await write(async (trx) => {
    const { rows, planned } = await planWaiting(trx, jobActor("Results feed"));
    const decided = rows.filter((row) => isDecided(row, planned, now)).map(({ id }) => id);
    if (decided.length > 0)
      await trx.updateTable("results").set({ needs_decision: 0 }).where("id", "in", decided).execute();
  });
}

function isDecided({ id, entered_at }: ResultRow, planned: readonly PlannedPick[], now: Date): boolean {
  if (now.getTime() - Date.parse(entered_at) > keptMs) return true;
  const picks = planned.filter(({ index }) => index === id);
  return picks.length > 0 && picks.every(({ change }) => change === "none");
}
