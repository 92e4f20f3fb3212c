/** Stores the results of a feed, and settles picks where that is safe. */
import type { Db } from "../../db.server.ts";
import { type Env, env } from "../../env.server.ts";
import type { FeedGame } from "../../feeds/provider.ts";
import { hourMs } from "../../time/durations.ts";
import { Refusal } from "../../refusal.ts";
import { addDays } from "../../time/calendar-date.ts";
import { dateIn } from "../../time/zone-time.ts";
import { type Game, type NameKeys, type ResultName, gamesOf, startsApart } from "../grading/games.ts";
import { type NumberedResult, type PlannedPick, picksNear } from "../grading/proposal.server.ts";
import { applyDecision, planResults, storeResults } from "../grading/grade-picks.server.ts";
import { newestOf, readNameKeys, resultFields } from "../grading/results.server.ts";
import { streams } from "../bets/stream.ts";
import { feedActor } from "./feed-games.server.ts";

/** "propose": results wait for people. "apply": new results settle their picks. */
export type FeedMode = Env["AUTO_GRADE"];

export interface NamedFeedGame {
  sent: FeedGame;
  name: ResultName;
}

/**
 * Stores the new results. `games` are all games that the feed knows. With "apply" new results settle open picks, but
 * never void a pick and never change a verdict. Returns the errors of picks that could not be saved; all other picks
 * are saved.
 */
export async function takeResults(trx: Db, games: readonly NamedFeedGame[], mode: FeedMode): Promise<Error[]> {
  const results = games.flatMap(asResult).map((values, index): NumberedResult => ({ index, values }));
  if (results.length === 0) return [];
  const names = games.map(({ name }) => name);
  const plan = await planResults(trx, feedActor, results, names);
  const isFirst = new Map(results.map(({ index, values }) => [index, !newestOf(values, plan.known)]));
  const stored = await storeResults(trx, feedActor, results, plan);
  const problems: Error[] = [];
  const left = new Set<number>();
  for (const planned of plan.planned) {
    const row = stored.get(planned.index);
    if (row === undefined || planned.change === "none") continue;
    const isForFeed = mode === "apply" && isFirst.get(planned.index) === true && isSafe(planned, plan.known.keys);
    const problem = isForFeed ? await orRefused(applyDecision(trx, feedActor, planned, "")) : null;
    if (problem) problems.push(problem);
    if (problem || !isForFeed) left.add(row);
  }
  if (left.size > 0)
    await trx
      .updateTable("results")
      .set({ needs_decision: 1 })
      .where("id", "in", [...left])
      .execute();
  return problems;
}

/**
 * Returns the refusal of a pick that can't be saved: it is refused before anything of it is written. Throws all other
 * errors, "busy" included.
 */
export async function orRefused(saved: Promise<unknown>): Promise<Refusal | null> {
  try {
    await saved;
    return null;
  } catch (error) {
    if (error instanceof Refusal && error.reason !== "busy") return error;
    throw error;
  }
}

/**
 * False where a person has to decide: for voids, for verdicts that would change, for a game that was played at another
 * time than the pick says, for a date that is another one in the site's time zone, and for a game that only its id
 * names.
 */
function isSafe({ pick, change, outcome, values }: PlannedPick, keys: NameKeys): boolean {
  if (outcome === "void" || pick.game_date !== values.game_date) return false;
  if (startsApart(pick.starts_at, values.starts_at) === true || isAmbiguousDay(pick, values)) return false;
  const isNamed = (["away", "home"] as const).some(
    (side) => keys(pick.sport, pick[side]) === keys(pick.sport, values[side]),
  );
  return isNamed && (change === "settle" || change === "fill");
}

/** A pick without a start can have the league's date or the site's date. True if these two differ. */
function isAmbiguousDay(pick: PlannedPick["pick"], { starts_at, game_date }: PlannedPick["values"]): boolean {
  if (pick.starts_at !== null || starts_at === null) return false;
  return dateIn(env.SITE_TIMEZONE, new Date(starts_at)) !== game_date;
}

function asResult({ sent, name }: NamedFeedGame): NumberedResult["values"][] {
  if (sent.status === "") return [];
  const read = readResult(name, sent);
  return read.success ? [read.data] : [];
}

function readResult(name: object, { status, away_score, home_score }: FeedGame) {
  return resultFields.safeParse({ ...name, status, away_score, home_score });
}

/** No game is over within an hour of its start. */
const shortestGameMs = hourMs;

/** True if the result is plausible: no score of 9999, no game that is over too early. */
export function isCredible(sport: string, game: FeedGame, now: Date): boolean {
  const { status, starts_at } = game;
  if (status === "") return true;
  if (!readResult(nameOf(sport, game), game).success) return false;
  return status !== "final" || starts_at === null || Date.parse(starts_at) + shortestGameMs <= now.getTime();
}

/** Names each game with the game date that its picks have, or else with the league's date. */
export async function nameGames<Sent extends FeedNamed>(
  source: Db,
  sport: string,
  games: readonly Sent[],
): Promise<{ sent: Sent; name: ResultName }[]> {
  const dated = games.map((sent) => ({ sent, name: nameOf(sport, sent) }));
  const near = dated.flatMap(({ name }) =>
    [-1, 0, 1].map((days) => ({ ...name, game_date: addDays(name.game_date, days) })),
  );
  const keys = await readNameKeys(source);
  const known = gamesOf(await picksNear(source, streams, near), keys);
  return dated.map(({ sent, name }) => {
    const game = known.find((each) => isGame(each, name, keys));
    return { sent, name: game ? { ...name, game_date: game.game_date } : name };
  });
}

interface FeedNamed {
  external_id: string;
  away: string;
  home: string;
  starts_at: string | null;
  game_date: string;
}

function nameOf(sport: string, { external_id, away, home, starts_at, game_date }: FeedNamed): ResultName {
  return { sport, game_date, away, home, starts_at, external_id };
}

function isGame(game: Game, { sport, away, home, starts_at }: ResultName, keys: NameKeys): boolean {
  if (game.sport !== sport || startsApart(game.starts_at, starts_at) !== false) return false;
  // One equal name is enough: no team plays two games at a time, and the other side may have another name.
  return keys(sport, game.away) === keys(sport, away) || keys(sport, game.home) === keys(sport, home);
}
