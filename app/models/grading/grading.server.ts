import { z } from "zod";
import type { Db } from "../../db.server.ts";
import { db } from "../../db.server.ts";
import { calendarDate } from "../fields.ts";
import type { Caller } from "../operation.server.ts";
import { operation } from "../operation.server.ts";
import { writeAs } from "../sign-in/access.server.ts";
import { applyByHand, applyPlanned, nameOf, storeResults } from "./grade-picks.server.ts";
import { gradedStreams } from "./graded-pick.server.ts";
import type { Checked, Decision } from "./grading-check.server.ts";
import { hasUnseen, isApplicable, readCheck, viewOf, withStored } from "./grading-check.server.ts";
import { readGradingDay } from "./grading-day.server.ts";
import type { GradingForm } from "./grading-form.server.ts";
import { gradingForm, tickedPicks } from "./grading-form.server.ts";
import type { Graded, GradingCheck, GradingDay } from "./grading.ts";
import { confirmAliases, nearLines, unmatchedLines } from "./pasted-names.server.ts";

/**
 * Returns the games that wait for a result, or all games of a day. It checks at once the results that a feed stored.
 */
export const readGradingPage = operation(
  "results.manage",
  z.object({ date: calendarDate }),
  async (actor, { date }): Promise<GradingDay | GradingCheck> => {
    const day = await readGradingDay(db, actor, date);
    if (date !== "") return day;
    const form = withStored({ do: "check", date, text: "", reason: "", digest: "", seen: "" }, day);
    const checked = await readCheck(db, actor, form);
    const check = await viewOf(db, form, checked, "");
    return check.checked.length > 0 || check.unmatched.length > 0 ? check : day;
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
    if (form.do === "names")
      await writeAs(actor, async (trx) => {
        const { typed, plan, games } = await readCheck(trx, actor, form);
        const lines = [...unmatchedLines(typed, plan, games), ...(await nearLines(trx, games, plan.keys))];
        await confirmAliases(trx, actor, form, lines, plan.keys);
      });
    if (form.do === "names") {
      // Stored results that match through the new names are filled in.
      const filled = withStored(form, await readGradingDay(db, actor, form.date));
      return viewOf(db, filled, await readCheck(db, actor, filled), "");
    }
    if (form.do !== "apply") return viewOf(db, form, await readCheck(db, actor, form), "");
    return writeAs(actor, async (trx): Promise<{ graded: Graded } | GradingCheck> => {
      const checked = await readCheck(trx, actor, form);
      const isSeen = form.seen === "" || !hasUnseen(checked, Number(form.seen));
      if (form.digest !== checked.typed.digest || !isSeen) return viewOf(trx, form, checked, changedText);
      return apply(trx, actor, form, checked);
    });
  },
);

const changedText = "The results were changed after the check, so nothing was applied. Look at it again.";
const reasonText = "Settled picks are graded anew only with a reason. Nothing was applied yet.";

async function apply(
  trx: Db,
  actor: Caller,
  form: GradingForm,
  checked: Checked,
): Promise<{ graded: Graded } | GradingCheck> {
  const { typed, plan, decisions } = checked;
  const ticked = tickedPicks(form);
  const [chosen, leftOut]: [Decision[], string[]] = [[], []];
  for (const decision of decisions) {
    const version = ticked.get(decision.pick.id);
    if (version === undefined) continue;
    const isCurrent = version === decision.pick.row.version && isApplicable(decision);
    if (isCurrent) chosen.push(decision);
    else leftOut.push(nameOf(decision.pick));
  }
  const byRule = chosen.flatMap(({ planned, byHand }) => (planned && !byHand ? [planned] : []));
  if (byRule.some(({ change }) => change === "correct") && form.reason === "")
    return viewOf(trx, form, checked, reasonText);
  const gone = await nameGone(
    trx,
    actor,
    [...ticked.keys()].filter((id) => !decisions.some(({ pick }) => pick.id === id)),
  );
  const stored = await storeResults(trx, actor, typed.results, plan);
  for (const planned of byRule) await applyPlanned(trx, actor, planned, form.reason);
  for (const { pick, byHand } of chosen) {
    const values = plan.planned.find((each) => each.pick.id === pick.id)?.values ?? null;
    if (byHand) await applyByHand(trx, actor, pick, byHand, values);
  }
  return { graded: { ...count(chosen), stored: stored.size, leftOut: [...leftOut, ...gone] } };
}

/** Names the ticked picks that no longer wait: somebody else settled, moved or deleted them. */
async function nameGone(trx: Db, caller: Caller, ids: readonly number[]): Promise<string[]> {
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

function count(chosen: readonly Decision[]) {
  const filled = chosen.filter(({ planned, byHand }) => !byHand && planned?.change === "fill");
  const outcomesOf = chosen
    .filter((decision) => !filled.includes(decision))
    .map(({ planned, byHand }) => byHand?.outcome ?? planned?.proposal.outcome);
  const number = (outcome: string) => outcomesOf.filter((each) => each === outcome).length;
  return {
    won: number("win"),
    lost: number("loss"),
    pushed: number("push"),
    voided: number("void"),
    filled: filled.length,
  };
}
