import type { Db } from "../../db.server.ts";
import { noScores } from "../picks/grade-columns.server.ts";
import { env } from "../../env.server.ts";
import { Refusal } from "../../refusal.ts";
import type { Outcome } from "../bets/outcome.ts";
import { outcomes } from "../bets/outcome.ts";
import { dateIn } from "../../time/zone-time.ts";
import type { Caller } from "../operation.server.ts";
import { changePickRow } from "../picks/pick-change.server.ts";
import { describePick } from "../picks/pick.ts";
import { withShownDate } from "../../time/calendar-date.ts";
import type { GradedPick } from "./graded-pick.server.ts";
import { gradedStreams, picksNear } from "./graded-pick.server.ts";
import type { Game } from "./games.ts";
import { gamesOf } from "./games.ts";
import type { ResultName } from "./match.ts";
import { matchResult } from "./match.ts";
import type { Planned } from "./proposal.ts";
import { plan } from "./proposal.ts";
import type { ResultValues } from "./result-input.server.ts";
import type { KnownResults } from "./result.server.ts";
import { isOneOfTwo, isSame, readNameKeys, resultsOn, storeResult } from "./result.server.ts";
import type { NameKeys } from "./team-name.ts";

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
  earlier: KnownResults;
  keys: NameKeys;
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
  const earlier: KnownResults = results.length === 0 ? new Map() : await resultsOn(trx, values, keys);
  const near = gamesNear(games, keys);
  const unmatched: Unmatched[] = [];
  const matched: OfGame[] = [];
  for (const result of results) {
    const match = matchResult(result.values, near(result.values), keys);
    if ("unknown" in match) unmatched.push({ index: result.index, reason: match.unknown, stored: true });
    else if ("refused" in match) unmatched.push({ index: result.index, reason: match.refused, stored: false });
    else matched.push(...match.games.map((game) => ({ ...result, game })));
  }
  const planned: PlannedPick[] = [];
  for (const result of matched) {
    const hasTwin = isOneOfTwo(result.values, earlier, others, keys);
    const reason = problemOf(result, matched, hasTwin);
    if (reason !== null) unmatched.push({ index: result.index, reason, stored: false });
    else if (matched.find(({ game }) => game === result.game) === result)
      planned.push(
        ...result.game.picks.map((pick) => ({
          ...plan(pick, result.values, {
            isStillToCome: isStillToCome(pick),
            isOfTwo: hasTwin && isSame(result.values, asNamedResult(pick)) !== true,
          }),
          pick,
          index: result.index,
          values: result.values,
        })),
      );
  }
  return { planned, unmatched: unmatched.toSorted((one, other) => one.index - other.index), earlier, keys };
}

/** Returns the values that tell a pick's game from another game of that day. */
export function asNamedResult({ starts_at, game_external_id: external_id }: GradedPick) {
  return { starts_at, external_id };
}

/** True if its game can't be over yet. */
function isStillToCome({ starts_at, game_date }: GradedPick): boolean {
  const now = new Date();
  return starts_at === null ? game_date > dateIn(env.SITE_TIMEZONE, now) : Date.parse(starts_at) > now.getTime();
}

/** Finds the games that a result could be about, also with exchanged sides: the matching compares it with each. */
function gamesNear(games: readonly Game<GradedPick>[], keys: NameKeys) {
  const teams = ({ sport, away, home }: ResultName | Game) => [keys(sport, away), keys(sport, home)].sort().join(" ");
  const known = new Map<string, Game<GradedPick>[]>();
  for (const game of games)
    for (const name of [`teams ${teams(game)}`, ...game.ids.map((id) => `id ${id}`)]) {
      const same = known.get(name);
      if (same) same.push(game);
      else known.set(name, [game]);
    }
  return (result: ResultName) => [
    ...new Set([`teams ${teams(result)}`, `id ${result.external_id}`].flatMap((name) => known.get(name) ?? [])),
  ];
}

/**
 * Returns why a result can't be used: another result for the same game differs, or two games of that day could be
 * meant. Null when it can be used.
 */
function problemOf(result: OfGame, matched: readonly OfGame[], hasTwin: boolean): string | null {
  const { game, values } = result;
  const differs = matched.some((other) => other.game === game && !isEqual(other.values, values));
  if (differs) return `Two results for ${game.title} differ. Send the right one alone.`;
  const isNamed = game.starts_at !== null || game.ids.includes(values.external_id);
  if (!isNamed && hasTwin)
    return `There are two games ${game.title} on that day. Give the picks a start, so that the result's start tells them apart.`;
  return null;
}

function isEqual(one: ResultValues, other: ResultValues): boolean {
  return one.status === other.status && one.away_score === other.away_score && one.home_score === other.home_score;
}

/** Stores all results except those that could be a mistake. Returns the row id of each new one, by its index. */
export async function storeResults(
  trx: Db,
  caller: Caller,
  results: readonly NumberedResult[],
  { unmatched, earlier, keys }: Plan,
): Promise<Map<number, number>> {
  const refused = new Set(unmatched.filter(({ stored }) => !stored).map(({ index }) => index));
  const stored = new Map<number, number>();
  for (const { index, values } of results) {
    const row = refused.has(index) ? null : await storeResult(trx, caller, values, earlier, keys);
    if (row !== null) stored.set(index, row);
  }
  return stored;
}

/** Refuses with "unconfirmed" when a settled pick would change without a reason. */
export function expectReason(chosen: readonly PlannedPick[], reason: string): void {
  const corrected = chosen.filter(({ change }) => change === "correct");
  if (corrected.length === 0 || reason !== "") return;
  const warnings = corrected.map(({ pick, proposal }) => `${nameOf(pick)}: ${proposal.reason}`);
  throw new Refusal("unconfirmed", "Settled picks are graded anew only with a reason.", { warnings });
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

/** Settles a pick with a verdict that a person chose. `values` are the result of its game; null = unknown. */
export async function applyByHand(
  trx: Db,
  caller: Caller,
  { row }: GradedPick,
  { outcome, units_result }: VerdictByHand,
  values: ResultValues | null,
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
