/** Plans what results do with picks, stores the results, and settles the picks. */
import type { Db } from "../../db.server.ts";
import { type Outcome, outcomes } from "../bets/outcome.ts";
import { withShownDate } from "../../time/calendar-date.ts";
import type { Caller } from "../operation.server.ts";
import { noScores } from "../picks/grade-columns.server.ts";
import { changePickRow } from "../picks/pick-change.server.ts";
import { describePick } from "../picks/pick.ts";
import { type Game, type ResultName, gamesOf, isSameGame, matchResult } from "./games.ts";
import { type GradedPick, type Planned, gradedStreams, picksNear, plan } from "./proposal.server.ts";
import {
  type KnownResults,
  type ResultValues,
  isOneOfTwo,
  isSameScore,
  readNameKeys,
  resultsOn,
  storeResult,
} from "./results.server.ts";

export interface NumberedResult {
  index: number;
  values: ResultValues;
}

export interface PlannedPick extends Planned {
  pick: GradedPick;
  /** The number of the result in the request. */
  index: number;
  values: ResultValues;
}

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
    const { game, index, values: said } = result;
    const hasTwin = isOneOfTwo(said, known, others);
    const reason = problemOf(result, matched, hasTwin);
    if (reason !== null) unmatched.push({ index, reason, stored: false });
    else if (matched.find((other) => other.game === game) === result)
      for (const pick of game.picks) {
        const isOfTwo = hasTwin && isSameGame(said, pick) !== true;
        planned.push({ ...plan(pick, said, isOfTwo), pick, index, values: said });
      }
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

/** Settles, corrects or fills in the scores of a pick as planned. */
export async function applyPlanned(trx: Db, caller: Caller, planned: PlannedPick, reason: string): Promise<void> {
  const { pick, proposal, change, values } = planned;
  const { outcome, units_result } = proposal;
  if (outcome === "" || change === "none") throw new Error("There is nothing to apply.");
  const scores = outcome === "void" ? noScores : scoresOf(values);
  const graded_by = change === "fill" ? pick.row.graded_by || "hand" : "rule";
  const changes = change === "fill" ? {} : { verdict: outcomes[outcome].mark, units_result };
  await changePickRow(trx, caller, pick.row, changes, true, {
    grade: { ...scores, graded_by },
    ...(change === "correct" ? { reason } : {}),
  });
}

export interface VerdictByHand {
  outcome: Exclude<Outcome, "open">;
  units_result: number | null;
}

/** Settles a pick with a verdict that a person chose. `values` are the result of its game; undefined = unknown. */
export async function applyByHand(
  trx: Db,
  caller: Caller,
  { row }: GradedPick,
  { outcome, units_result }: VerdictByHand,
  values: ResultValues | undefined,
): Promise<void> {
  // Scores are left out where the rules would not give this verdict for them: they would help nobody.
  const hasScores = values?.status === "final" && outcome !== "void" && row.corrected_after_start === 0;
  await changePickRow(trx, caller, row, { verdict: outcomes[outcome].mark, units_result }, true, {
    grade: { ...(hasScores ? scoresOf(values) : noScores), graded_by: "hand" },
  });
}

function scoresOf({ away_score, home_score }: ResultValues) {
  return { away_score, home_score };
}

export function nameOf({ row }: GradedPick): string {
  return describePick(withShownDate(row));
}
