/** Plans what results do with picks, stores the results, and settles the picks. */
import type { Db } from "../../db.server.ts";
import { outcomes } from "../bets/outcome.ts";
import { withShownDate } from "../../time/calendar-date.ts";
import type { Caller } from "../operation.server.ts";
import { noScores } from "../picks/grade-columns.server.ts";
import { changePickRow } from "../picks/pick-change.server.ts";
import { describePick } from "../picks/pick.ts";
import { type Game, type ResultName, gamesOf, isSameGame, matchResult } from "./games.ts";
import {
  type Decision,
  type GradedPick,
  type NumberedResult,
  type PlannedPick,
  gradedStreams,
  picksNear,
  plan,
} from "./proposal.server.ts";
import { type KnownResults, isOneOfTwo, isSameScore, readNameKeys, resultsOn, storeResult } from "./results.server.ts";

export interface Unmatched {
  index: number;
  reason: string;
  /** True if the result is stored anyway, because no pick is on its game. */
  stored: boolean;
}

export interface Plan {
  planned: PlannedPick[];
  unmatched: Unmatched[];
  /** The results that were stored before. */
  known: KnownResults;
}

type OfGame = NumberedResult & { game: Game<GradedPick> };

/**
 * Plans what these results would do with the caller's picks. `others` are more games that are known to be played.
 * Writes nothing.
 */
export async function planResults(
  trx: Db,
  caller: Caller,
  results: readonly NumberedResult[],
  others: readonly ResultName[] = [],
): Promise<Plan> {
  const keys = await readNameKeys(trx);
  const values = results.map((result) => result.values);
  const games = gamesOf(await picksNear(trx, gradedStreams(caller), values), keys);
  const known = await resultsOn(trx, values, keys);
  const unmatched: Unmatched[] = [];
  const matched: OfGame[] = [];
  for (const result of results) {
    const match = matchResult(result.values, games, keys);
    if ("unknown" in match) unmatched.push({ index: result.index, reason: match.unknown, stored: true });
    else if ("refused" in match) unmatched.push({ index: result.index, reason: match.refused, stored: false });
    else matched.push(...match.games.map((game) => ({ ...result, game })));
  }
  const planned: PlannedPick[] = [];
  for (const result of matched) {
    const { game, ...numbered } = result;
    const hasTwin = isOneOfTwo(numbered.values, known, others);
    const reason = problemOf(result, matched, hasTwin);
    if (reason !== null) unmatched.push({ index: numbered.index, reason, stored: false });
    else if (matched.find((other) => other.game === game) === result)
      for (const pick of game.picks)
        planned.push(plan(pick, numbered, hasTwin && isSameGame(numbered.values, pick) !== true));
  }
  return { planned, unmatched: unmatched.toSorted((one, other) => one.index - other.index), known };
}

/**
 * Returns why a result can't be used: another result for the same game differs, or two games of that day could be
 * meant. Null when it can be used.
 */
function problemOf({ game, values }: OfGame, matched: readonly OfGame[], hasTwin: boolean): string | null {
  if (matched.some((other) => other.game === game && !isSameScore(other.values, values)))
    return `Two results for ${game.title} differ. Send the right one alone.`;
  if (hasTwin && game.starts_at === null && !game.ids.includes(values.external_id))
    return `There are two games ${game.title} on that day. Give the picks a start, so that the result's start tells them apart.`;
  return null;
}

/** Stores all results except those that could be a mistake. Returns the row id of each new one, by its index. */
export async function storeResults(
  trx: Db,
  caller: Caller,
  results: readonly NumberedResult[],
  { unmatched, known }: Plan,
): Promise<Map<number, number>> {
  const refused = new Set(unmatched.filter(({ stored }) => !stored).map(({ index }) => index));
  const stored = new Map<number, number>();
  for (const { index, values } of results) {
    const row = refused.has(index) ? null : await storeResult(trx, caller, values, known);
    if (row !== null) stored.set(index, row);
  }
  return stored;
}

/** Settles, corrects or fills in the scores of a pick as decided. */
export async function applyDecision(trx: Db, caller: Caller, decision: Decision, reason: string): Promise<void> {
  const { pick, outcome, units_result, change, values } = decision;
  if (outcome === "" || change === "none") throw new Error("There is nothing to apply.");
  const { row } = pick;
  // Scores are left out where the rules would not give this verdict for them: they would help nobody.
  const hasScores = values?.status === "final" && outcome !== "void" && row.corrected_after_start === 0;
  const scores = hasScores ? { away_score: values.away_score, home_score: values.home_score } : noScores;
  const before = change === "fill" ? row.graded_by : "";
  const graded_by = before || (change === "settle" || change === "correct" ? "rule" : "hand");
  const changes = change === "fill" ? {} : { verdict: outcomes[outcome].mark, units_result };
  await changePickRow(trx, caller, row, changes, true, {
    grade: { ...scores, graded_by },
    ...(change === "correct" ? { reason } : {}),
  });
}

export function nameOf({ row }: GradedPick): string {
  return describePick(withShownDate(row));
}
