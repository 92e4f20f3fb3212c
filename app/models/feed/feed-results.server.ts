/** What the results of a feed do. */
import type { Db } from "../../db.server.ts";
import type { Env } from "../../env.server.ts";
import { env } from "../../env.server.ts";
import type { FeedGame } from "../../feeds/provider.ts";
import { addDays, dateIn } from "../calendar-date.ts";
import { startsApart, gamesOf } from "../grading/games.ts";
import type { Game } from "../grading/games.ts";
import type { NumberedResult, PlannedPick } from "../grading/grade-picks.server.ts";
import { applyPlanned, planResults, storeResults } from "../grading/grade-picks.server.ts";
import { picksNear } from "../grading/graded-pick.server.ts";
import type { ResultName } from "../grading/match.ts";
import { resultFields } from "../grading/result-input.server.ts";
import { readNameKeys } from "../grading/result.server.ts";
import type { NameKeys } from "../grading/team-name.ts";
import { streams } from "../picks/pick.ts";
import { feedActor } from "./feed-games.server.ts";

/** "propose": results wait for people. "apply": new ones settle their picks. */
export type FeedMode = Env["AUTO_GRADE"];

export interface NamedFeedGame {
  sent: FeedGame;
  name: ResultName;
}

/** Stores the results that are new; `others` are all games that the feed knows. With "apply" they settle open picks, but never void and never change a verdict. */
export async function takeResults(
  trx: Db,
  games: readonly NamedFeedGame[],
  others: readonly NamedFeedGame[],
  mode: FeedMode,
): Promise<void> {
  const results = games.flatMap(asResult).map((values, index): NumberedResult => ({ index, values }));
  if (results.length === 0) return;
  const plan = await planResults(
    trx,
    feedActor,
    results,
    others.map(({ name }) => name),
  );
  const stored = await storeResults(trx, feedActor, results, plan);
  const left = new Set<number>();
  for (const planned of plan.planned) {
    const row = stored.get(planned.index);
    if (row === undefined || planned.change === "none") continue;
    if (mode === "apply" && isForFeed(planned)) await applyPlanned(trx, feedActor, planned, "");
    else left.add(row);
  }
  if (left.size > 0)
    await trx
      .updateTable("results")
      .set({ waits: 1 })
      .where("id", "in", [...left])
      .execute();
}

/** A person looks at voids, at verdicts that would change, and at a game that was not played when the pick says. */
function isForFeed({ pick, change, proposal, values }: PlannedPick): boolean {
  if (proposal.outcome === "void" || pick.game_date !== values.game_date) return false;
  if (startsApart(pick.starts_at, values.starts_at) === true) return false;
  return change === "settle" || change === "fill";
}

function asResult({ sent, name }: NamedFeedGame): NumberedResult["values"][] {
  if (sent.status === "") return [];
  const { status, away_score, home_score } = sent;
  const read = resultFields.safeParse({ ...name, status, away_score, home_score });
  return read.success ? [read.data] : [];
}

/** A game that is over before it starts is nonsense. */
export function isPossible({ status, starts_at }: FeedGame, now: Date): boolean {
  return status !== "final" || starts_at === null || Date.parse(starts_at) <= now.getTime();
}

/** With the game date of the picks on it, or else that of its start in the site's zone. */
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
  const date = starts_at === null ? game_date : dateIn(env.SITE_TIMEZONE, new Date(starts_at));
  return { sport, game_date: date, away, home, starts_at, external_id };
}

function isGame(game: Game, { sport, away, home, starts_at }: ResultName, keys: NameKeys): boolean {
  if (game.sport !== sport || startsApart(game.starts_at, starts_at) !== false) return false;
  return keys(sport, game.away) === keys(sport, away) && keys(sport, game.home) === keys(sport, home);
}
