/** The page that grades a day's games: type the scores, check, apply. */
import { z } from "zod";
import { type Db, db } from "../../db.server.ts";
import { calendarDate } from "../fields.ts";
import { type Caller, operation } from "../operation.server.ts";
import { writeAs, writeLedgerAs } from "../sign-in/access.server.ts";
import { applyDecision, nameOf, storeResults } from "./grade-picks.server.ts";
import { type Checked, boxesOf, gradingForm, readCheck } from "./grading-check.server.ts";
import { dayOf, sides, viewOf } from "./grading-view.server.ts";
import type { Graded, GradingCheck, GradingDay } from "./grading.ts";
import { type Decision, gradedStreams } from "./proposal.server.ts";
import { confirmAlias } from "./results.server.ts";

/**
 * Returns the games that wait for a result, or all games of a day. It checks at once the results that a feed stored.
 */
export const readGradingPage = operation(
  "results.manage",
  z.object({ date: calendarDate }),
  async (actor, { date }): Promise<GradingDay | GradingCheck> => {
    const empty = { do: "check", date, text: "", reason: "", digest: "" } as const;
    const checked = await readCheck(db, actor, empty, date === "");
    const check = viewOf(checked);
    const hasNews = checked.plan.planned.length > 0 || check.unmatched.length > 0;
    return date === "" && hasNews ? check : dayOf(date, checked.games);
  },
);

/**
 * Shows what the typed results would do. With `do` "apply" and the digest of that check, applies it to the ticked
 * picks.
 */
export const gradeGames = operation(
  "results.manage",
  gradingForm,
  async (actor, form): Promise<{ graded: Graded } | GradingCheck> => {
    if (form.do === "names") {
      await writeAs(actor, async (trx) => confirmNames(trx, actor, await readCheck(trx, actor, form)));
      // Stored results that match through the new names are filled in.
      return viewOf(await readCheck(db, actor, form, true));
    }
    if (form.do !== "apply") return viewOf(await readCheck(db, actor, form));
    return writeLedgerAs(actor, async (trx) => {
      const checked = await readCheck(trx, actor, form);
      return form.digest === checked.digest ? apply(trx, actor, checked) : viewOf(checked, changedText);
    });
  },
);

const changedText = "The results were changed after the check, so nothing was applied. Look at it again.";
const reasonText = "Settled picks are graded anew only with a reason. Nothing was applied yet.";

/** Stores the teams that were chosen for unknown names as aliases. */
async function confirmNames(trx: Db, caller: Caller, checked: Checked): Promise<void> {
  for (const { index, sport, teams, ...line } of viewOf(checked).unmatched)
    for (const side of sides) {
      const team = checked.form[`alias_${index}_${side}`];
      if (team !== undefined && teams.includes(team))
        await confirmAlias(trx, caller, { sport, alias: line[side], name: team }, checked.known.keys);
    }
}

async function apply(trx: Db, actor: Caller, checked: Checked): Promise<{ graded: Graded } | GradingCheck> {
  const { form, results, plan, decisions } = checked;
  const ticked = new Map([...boxesOf(form)].filter(([, { isTicked }]) => isTicked));
  const wanted = decisions.filter(({ pick }) => ticked.has(pick.id));
  const isCurrent = (decision: Decision) =>
    decision.change !== "none" && ticked.get(decision.pick.id)?.version === decision.pick.row.version;
  const chosen = wanted.filter(isCurrent);
  const changed = wanted.filter((decision) => !isCurrent(decision)).map(({ pick }) => nameOf(pick));
  if (form.reason === "" && chosen.some(({ change }) => change === "correct")) return viewOf(checked, reasonText);
  const known = new Set(decisions.map(({ pick }) => pick.id));
  const gone = await namesOf(
    trx,
    actor,
    [...ticked.keys()].filter((id) => !known.has(id)),
  );
  const stored = await storeResults(trx, actor, results, plan);
  for (const decision of chosen) await applyDecision(trx, actor, decision, form.reason);
  const outcomes = chosen.filter(({ change }) => change !== "fill").map(({ outcome }) => outcome);
  return {
    graded: { outcomes, filled: chosen.length - outcomes.length, stored: stored.size, leftOut: [...changed, ...gone] },
  };
}

/** Names the ticked picks that no longer wait: somebody else settled, moved or deleted them. */
async function namesOf(trx: Db, caller: Caller, ids: readonly number[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await trx
    .selectFrom("picks")
    .select(["id", "pick", "game"])
    .where("id", "in", ids)
    .where("settled", "is not", null)
    // A made-up id must not reveal the name of a pick or draft that the caller may not grade.
    .where("stream", "in", gradedStreams(caller))
    .execute();
  return ids.map((id) => {
    const row = rows.find((each) => each.id === id);
    return row ? row.pick || row.game : "a pick that is not there any more";
  });
}
