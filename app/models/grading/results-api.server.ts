import { z } from "zod";
import { db } from "../../db.server.ts";
import { textLine } from "../fields.ts";
import { fieldErrors, operation } from "../operation.server.ts";
import { streams } from "../bets/stream.ts";
import { writeAs } from "../sign-in/access.server.ts";
import type { NumberedResult, Plan, PlannedPick, Unmatched } from "./grade-picks.server.ts";
import { applyPlanned, expectReason, planResults, storeResults } from "./grade-picks.server.ts";
import type { Proposal } from "./proposal.ts";
import { resultFields } from "./result-input.server.ts";

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

interface Answer {
  proposals: Proposal[];
  unmatched: { index: number; reason: string }[];
}

/**
 * Proposes verdicts for the picks of the results' games; with `apply` also stores the results and settles the picks.
 */
export const postResults = operation("results.write", resultsInput, async (caller, input): Promise<Answer> => {
  const { valid, invalid } = readResults(input.results);
  if (!input.apply)
    return answerOf(await planResults(db, caller, valid), invalid, (planned) => leftOut(planned, input));
  return writeAs(caller, async (trx) => {
    const plan = await planResults(trx, caller, valid);
    const chosen = plan.planned.filter((planned) => leftOut(planned, input) === null);
    expectReason(chosen, input.reason);
    await storeResults(trx, caller, valid, plan);
    for (const planned of chosen) await applyPlanned(trx, caller, planned, input.reason);
    const applied = new Set(chosen);
    const answer = answerOf(plan, invalid, (planned) => leftOut(planned, input));
    return {
      ...answer,
      proposals: answer.proposals.map((proposal, index) => {
        const planned = plan.planned[index];
        return { ...proposal, applied: planned !== undefined && applied.has(planned) };
      }),
    };
  });
});

function readResults(rows: readonly unknown[]): { valid: NumberedResult[]; invalid: Unmatched[] } {
  const [valid, invalid]: [NumberedResult[], Unmatched[]] = [[], []];
  for (const [index, row] of rows.entries()) {
    const read = resultFields.safeParse(row);
    if (read.success) valid.push({ index, values: read.data });
    else invalid.push({ index, reason: reasonsOf(read.error), stored: false });
  }
  return { valid, invalid };
}

function reasonsOf(error: z.ZodError): string {
  return Object.entries(fieldErrors(error))
    .map(([field, message]) => (field === "form" ? message : `${field}: ${message}`))
    .join(" ");
}

/** Returns why a pick is not applied; null when it is. */
function leftOut({ proposal, change, pick }: PlannedPick, { picks, accept_voids = [] }: Input): string | null {
  if (change === "none") return proposal.left_out ?? proposal.reason;
  const { stream, pick_id, version } = proposal;
  const named = picks?.find((each) => each.stream === stream && each.pick_id === pick_id);
  if (picks && !named) return "It is not among the picks to apply.";
  if (named && named.version !== version) return `It was changed in the meantime: its version is ${pick.row.version}.`;
  if (proposal.outcome === "void" && !accept_voids.includes(`${stream}:${pick_id}`))
    return "A game that is not final is voided only when its pick is in accept_voids.";
  return null;
}

function answerOf(
  { planned, unmatched }: Plan,
  invalid: readonly Unmatched[],
  why: (planned: PlannedPick) => string | null,
): Answer {
  return {
    proposals: planned.map((each) => {
      const left_out = why(each);
      return left_out === null ? each.proposal : { ...each.proposal, left_out };
    }),
    unmatched: [...unmatched, ...invalid]
      .toSorted((one, other) => one.index - other.index)
      .map(({ index, reason }) => ({ index, reason })),
  };
}
