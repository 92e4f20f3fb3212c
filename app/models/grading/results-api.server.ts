import { z } from "zod";
import { type Db, db } from "../../db.server.ts";
import { Refusal } from "../../refusal.ts";
import { textLine } from "../fields.ts";
import { fieldErrors, operation } from "../operation.server.ts";
import { type Stream, streams } from "../bets/stream.ts";
import { writeLedgerAs } from "../sign-in/access.server.ts";
import { applyDecision, nameOf, planResults, storeResults } from "./grade-picks.server.ts";
import type { NumberedResult, PlannedPick } from "./proposal.server.ts";
import { resultFields } from "./results.server.ts";

export const maxResults = 500;

const chosenPick = z.object({
  stream: z.enum(streams, { error: "Must be regular or pro." }),
  pick_id: z.int(),
  version: z.int(),
});
const list = { error: "Must be a list." };

export const resultsInput = z.object({
  results: z
    .array(z.unknown(), list)
    .min(1, "Send at least one result.")
    .max(maxResults, `At most ${maxResults} results.`),
  apply: z
    .boolean({ error: "Must be true or false." })
    .default(false)
    .meta({ description: "False: nothing is stored. True: every valid result is stored, and its picks are settled." }),
  picks: z
    .array(chosenPick, list)
    .max(5000)
    .optional()
    .meta({ description: "Only these are applied, and only in this version." }),
  accept_voids: z
    .array(z.string(), list)
    .max(5000)
    .optional()
    .meta({ description: 'Picks of games that are not final, like "regular:17". Others are not voided.' }),
  reason: textLine(200).meta({ description: "Why settled picks are graded anew." }),
});
/** Describes the body with the fields of a result. */
export const resultsBody = resultsInput.extend({ results: z.array(resultFields).min(1).max(maxResults) });
type Input = z.output<typeof resultsInput>;

interface Proposal extends Pick<PlannedPick, "outcome" | "units_result" | "beat_clv" | "reason"> {
  stream: Stream;
  pick_id: number;
  version: number;
  applied: boolean;
  /** Says why the proposal is not applied. */
  left_out?: string;
}

interface Answer {
  proposals: Proposal[];
  unmatched: { index: number; reason: string }[];
}

/**
 * Proposes verdicts for the picks of the results' games; with `apply` also stores the results and settles the picks.
 */
export const postResults = operation("results.write", resultsInput, async (caller, input): Promise<Answer> => {
  const { valid, invalid } = readResults(input.results);
  const grade = async (trx: Db): Promise<Answer> => {
    const plan = await planResults(trx, caller, valid);
    const proposals = plan.planned.map((planned): Proposal => {
      const { pick, outcome, units_result, beat_clv, reason } = planned;
      const { stream, id, version } = pick.row;
      const left_out = leftOut(planned, input);
      const start = { stream, pick_id: id, version, outcome, units_result, beat_clv, reason };
      return left_out === null ? { ...start, applied: input.apply } : { ...start, applied: false, left_out };
    });
    if (input.apply) {
      const chosen = plan.planned.filter((_planned, index) => proposals[index]?.applied);
      expectReason(chosen, input.reason);
      await storeResults(trx, caller, valid, plan);
      for (const planned of chosen) await applyDecision(trx, caller, planned, input.reason);
    }
    const unmatched = [...plan.unmatched, ...invalid].map(({ index, reason }) => ({ index, reason }));
    return { proposals, unmatched: unmatched.toSorted((one, other) => one.index - other.index) };
  };
  return input.apply ? writeLedgerAs(caller, grade) : grade(db);
});

function readResults(rows: readonly unknown[]): { valid: NumberedResult[]; invalid: Answer["unmatched"] } {
  const valid: NumberedResult[] = [];
  const invalid: Answer["unmatched"] = [];
  for (const [index, row] of rows.entries()) {
    const read = resultFields.safeParse(row);
    if (read.success) {
      valid.push({ index, values: read.data });
      continue;
    }
    const reasons = Object.entries(fieldErrors(read.error)).map(([field, message]) =>
      field === "form" ? message : `${field}: ${message}`,
    );
    invalid.push({ index, reason: reasons.join(" ") });
  }
  return { valid, invalid };
}

/** Returns why a pick is not applied; null when it is. */
function leftOut({ pick, outcome, left_out }: PlannedPick, { picks, accept_voids = [] }: Input): string | null {
  const { stream, id, version } = pick.row;
  if (left_out !== null) return left_out;
  const named = picks?.find((each) => each.stream === stream && each.pick_id === id);
  if (picks && !named) return "It is not among the picks to apply.";
  if (named && named.version !== version) return `It was changed in the meantime: its version is ${version}.`;
  if (outcome === "void" && !accept_voids.includes(`${stream}:${id}`))
    return "A game that is not final is voided only when its pick is in accept_voids.";
  return null;
}

/** Refuses with "unconfirmed" when a settled pick would change without a reason. */
function expectReason(chosen: readonly PlannedPick[], reason: string): void {
  const corrected = chosen.filter(({ change }) => change === "correct");
  if (corrected.length === 0 || reason !== "") return;
  const warnings = corrected.map((planned) => `${nameOf(planned.pick)}: ${planned.reason}`);
  throw new Refusal("unconfirmed", "Settled picks are graded anew only with a reason.", { warnings });
}
