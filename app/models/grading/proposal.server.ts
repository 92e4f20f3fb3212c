/** Reads the picks that results are about, and proposes what a result does with each. */
import type { Db, PickRow } from "../../db.server.ts";
import { env } from "../../env.server.ts";
import { formatNumber, rounded } from "../../format.ts";
import { can } from "../../policy.ts";
import { closingMarkOf } from "../bets/closing-line.ts";
import { type GradedBet, gradeBet } from "../bets/grade.ts";
import { outcomeOf, outcomes } from "../bets/outcome.ts";
import { type Stream, streams } from "../bets/stream.ts";
import type { Caller } from "../operation.server.ts";
import { rereadBet } from "../picks/bet.server.ts";
import { abilitiesOf } from "../picks/pick-access.server.ts";
import { dateIn } from "../../time/zone-time.ts";
import type { OnGame, ResultName } from "./games.ts";
import type { ResultValues } from "./results.server.ts";

/** A published pick with the game that it is on. */
export interface GradedPick extends OnGame {
  row: PickRow;
  bet: GradedBet;
}

/** Returns the streams that the caller may grade: a person those that they manage, an API key or a job both. */
export function gradedStreams({ person }: Caller): Stream[] {
  return streams.filter((stream) => person === null || can(person, abilitiesOf[stream].manage));
}

export function asGradedPick(row: PickRow): GradedPick {
  const { id, sport, game, starts_at, game_external_id, unit_size } = row;
  const { market, side, line, odds, away, home } = rereadBet(row);
  return {
    id,
    sport,
    game,
    starts_at,
    external_id: game_external_id,
    away,
    home,
    row,
    game_date: row.game_date || (starts_at === null ? "" : dateIn(env.SITE_TIMEZONE, new Date(starts_at))),
    bet: { sport, market, side, line, odds, away, home, unit_size },
  };
}

/** Reads the picks that the results could be about, settled ones too. */
export async function picksNear(trx: Db, allowed: readonly Stream[], results: readonly ResultName[]) {
  if (allowed.length === 0 || results.length === 0) return [];
  const dates = [...new Set(results.map(({ game_date }) => game_date))];
  const ids = [...new Set(results.map(({ external_id }) => external_id).filter((id) => id !== ""))];
  const published = trx.selectFrom("picks").selectAll().where("stream", "in", allowed);
  const rows = await published
    .where("settled", "in", [0, 1])
    .where("game_date", "in", dates)
    .unionAll(published.where("settled", "in", [0, 1]).where("game_date", "=", ""))
    .execute();
  // The condition `<> ''` is for the index, which has only such rows.
  const named = published.where("game_external_id", "<>", "").where("game_external_id", "in", ids);
  const ofIds = ids.length === 0 ? [] : await named.where("settled", "is not", null).execute();
  const unique = new Map([...rows, ...ofIds].map((row) => [row.id, row]));
  return [...unique.values()].map(asGradedPick);
}

/** "" = only a person can set the verdict. */
export const proposedOutcomes = ["", "win", "loss", "push", "void"] as const;

/** What a result or a person does with a pick. */
export interface Decision {
  pick: GradedPick;
  /** The result of its game; undefined = unknown. */
  values?: ResultValues;
  outcome: (typeof proposedOutcomes)[number];
  /** Null when unknown. */
  units_result: number | null;
  /** '✅', '❌', or '' when unknown or equal. */
  beat_clv: string;
  /**
   * `settle`: the pick is open. `fill`: only the scores are new. `correct`: it is settled differently. `hand`: a person
   * chose the verdict. `none`: nothing to do.
   */
  change: "settle" | "fill" | "correct" | "hand" | "none";
  /**
   * Says how the pick was graded, without the outcome; for a correction also what it was before. '' when neither a result
   * nor a person says anything about it.
   */
  workings: string;
}

/** What a result does with a pick. */
export interface PlannedPick extends Decision {
  /** The number of the result in the request. */
  index: number;
  values: ResultValues;
  /** The workings with the outcome. */
  reason: string;
  /** Says why there is nothing to do; null when there is. */
  left_out: string | null;
}

export interface NumberedResult {
  index: number;
  values: ResultValues;
}

/** Plans what a result does with a pick. `isOfTwo`: the pick could be on another game of the same teams that day. */
export function plan(pick: GradedPick, result: NumberedResult, isOfTwo: boolean): PlannedPick {
  const { row, bet } = pick;
  const { closing_line, closing_odds } = row;
  // Computed as the pick's next save will.
  const beat_clv = closingMarkOf({ ...bet, closing_line, closing_odds }) ?? row.beat_clv;
  const leaveOut = (left_out: string): PlannedPick => ({
    ...result,
    pick,
    beat_clv,
    outcome: "",
    units_result: null,
    change: "none",
    workings: left_out,
    reason: left_out,
    left_out,
  });
  const { values } = result;
  if (row.corrected_after_start === 1) return leaveOut("It was corrected after its start: a person sets its verdict.");
  if (isOfTwo) return leaveOut("There are two games on that day, and it names neither: a person sets its verdict.");
  if (isStillToCome(pick) && row.verdict === "" && values.status === "final")
    return leaveOut("Its game has not started.");
  const graded = gradeBet(bet, values);
  if ("byHand" in graded) return leaveOut(graded.byHand);
  const { outcome, units_result } = graded;
  const planned = { ...result, ...graded, pick, beat_clv, left_out: null };
  if (units_result === null) {
    const left_out = "Its price is not known: a person sets its units.";
    return { ...planned, change: "none", workings: `${graded.workings}. ${left_out}`, left_out };
  }
  if (row.verdict === "") return { ...planned, change: "settle" };
  const units = row.units_result === null ? null : rounded(row.units_result, 2);
  const isSameVerdict = outcomeOf(row.verdict) === outcome && units === units_result;
  const isSameScore = row.away_score === values.away_score && row.home_score === values.home_score;
  if (isSameVerdict && (outcome === "void" || isSameScore)) {
    const left_out = "It is settled so already.";
    return { ...planned, change: "none", workings: left_out, left_out };
  }
  if (isSameVerdict && row.away_score === null && row.home_score === null) return { ...planned, change: "fill" };
  const was = ` (was ${settledText(row)})`;
  return { ...planned, change: "correct", workings: `${graded.workings}${was}`, reason: `${graded.reason}${was}` };
}

/** True if its game can't be over yet. */
function isStillToCome({ starts_at, game_date }: OnGame): boolean {
  const now = new Date();
  return starts_at === null ? game_date > dateIn(env.SITE_TIMEZONE, now) : Date.parse(starts_at) > now.getTime();
}

/** "loss, -1u, scores 104-112" */
function settledText(row: PickRow): string {
  const units = row.units_result === null ? "" : `${formatNumber(row.units_result)}u`;
  const scores = row.away_score === null ? "" : `scores ${row.away_score}-${row.home_score ?? ""}`;
  return [outcomes[outcomeOf(row.verdict)].label.toLowerCase(), units, scores].filter(Boolean).join(", ");
}
