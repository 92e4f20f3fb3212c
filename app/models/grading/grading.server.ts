import { z } from "zod";
import type { Db } from "../../db.server.ts";
import { db } from "../../db.server.ts";
import { formatResult } from "../../format.ts";
import { clvText, outcomes } from "../bets/outcome.ts";
import { calendarDate } from "../fields.ts";
import type { Caller } from "../operation.server.ts";
import { operation } from "../operation.server.ts";
import { writeAs } from "../sign-in/access.server.ts";
import type { Plan, PlannedPick, VerdictByHand } from "./grade-picks.server.ts";
import { applyByHand, applyPlanned, nameOf, planResults, storeResults } from "./grade-picks.server.ts";
import type { GradedPick } from "./graded-pick.server.ts";
import { gradedStreams } from "./graded-pick.server.ts";
import type { KeyedGame } from "./grading-day.server.ts";
import { dayOf, gamesToGrade, keyedGames, mostGames, readGradingDay } from "./grading-day.server.ts";
import type { GradingForm, TypedResults } from "./grading-form.server.ts";
import { gradingForm, offeredPicks, readGradingForm, tickedPicks } from "./grading-form.server.ts";
import type { CheckedPick, Graded, GradingCheck } from "./grading.ts";
import { confirmAliases, unmatchedLines } from "./pasted-names.server.ts";
import type { NameKeys } from "./team-name.ts";
import { readNameKeys } from "./result.server.ts";

/** The games that wait for a result, or all of a day. */
export const openGrading = operation("results.manage", z.object({ date: calendarDate }), (actor, { date }) =>
  readGradingDay(db, actor, date),
);

/** A pick with what the results or a person would do with it. */
interface Decision {
  pick: GradedPick;
  planned: PlannedPick | null;
  byHand: VerdictByHand | null;
}

interface Checked {
  typed: TypedResults;
  plan: Plan;
  games: KeyedGame[];
  decisions: Decision[];
}

/** Shows what the typed results would do; with `do` "apply", and the digest of that, does it for the ticked picks. */
export const gradeGames = operation(
  "results.manage",
  gradingForm,
  async (actor, form): Promise<{ graded: Graded } | GradingCheck> => {
    if (form.do === "names")
      await writeAs(actor, async (trx) => {
        const { typed, plan, games } = await read(trx, actor, form);
        await confirmAliases(trx, actor, form, unmatchedLines(typed, plan, games), plan.keys);
      });
    if (form.do !== "apply") return viewOf(db, form, await read(db, actor, form), "");
    return writeAs(actor, async (trx): Promise<{ graded: Graded } | GradingCheck> => {
      const checked = await read(trx, actor, form);
      if (form.digest !== checked.typed.digest) return viewOf(trx, form, checked, changedText);
      return apply(trx, actor, form, checked);
    });
  },
);

const changedText = "The results were changed after the check, so nothing was applied. Look at it again.";
const reasonText = "Settled picks are graded anew only with a reason. Nothing was applied yet.";

async function read(source: Db, caller: Caller, form: GradingForm): Promise<Checked> {
  const keys: NameKeys = await readNameKeys(source);
  const games = await gamesToGrade(source, caller, form.date, keys);
  const typed = readGradingForm(form, games);
  const plan = await planResults(source, caller, typed.results);
  const planned = new Map(plan.planned.map((each) => [each.pick.id, each]));
  const picks = new Map(
    [...games.flatMap((game) => game.picks), ...plan.planned.map(({ pick }) => pick)].map((pick) => [pick.id, pick]),
  );
  return {
    typed,
    plan,
    games,
    decisions: [...picks.values()].map((pick) => decide(pick, planned.get(pick.id) ?? null, typed)),
  };
}

/** A person decides what no rule does. */
function decide(pick: GradedPick, planned: PlannedPick | null, { byHand, units }: TypedResults): Decision {
  const isOpen = pick.row.verdict === "";
  const isByRule = planned !== null && planned.change !== "none";
  const verdict = byHand.get(pick.id) ?? null;
  if (!isOpen || isByRule) return { pick, planned, byHand: null };
  const units_result = units.get(pick.id);
  if (needsUnits(planned) && units_result !== undefined)
    return { pick, planned, byHand: { outcome: "win", units_result } };
  return { pick, planned, byHand: needsUnits(planned) ? null : verdict };
}

function needsUnits(planned: PlannedPick | null): boolean {
  return planned?.change === "none" && planned.proposal.outcome === "win" && planned.proposal.units_result === null;
}

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

function isApplicable({ planned, byHand }: Decision): boolean {
  return byHand !== null || (planned !== null && planned.change !== "none");
}

/** Ticked picks that wait no more: somebody else settled, moved or deleted them. */
async function nameGone(trx: Db, caller: Caller, ids: readonly number[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await trx
    .selectFrom("picks")
    .select(["id", "pick", "game"])
    .where("id", "in", ids)
    .where("settled", "is not", null)
    // Ids that were made up must not name the picks or drafts of others.
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
    ...{ won: number("win"), lost: number("loss"), pushed: number("push"), voided: number("void") },
    filled: filled.length,
  };
}

async function viewOf(source: Db, form: GradingForm, checked: Checked, problem: string): Promise<GradingCheck> {
  const { typed, plan, games, decisions } = checked;
  const last = {
    isSame: form.digest === typed.digest,
    offered: problem === "" ? new Set<number>() : offeredPicks(form),
    ticked: tickedPicks(form),
  };
  const refused = plan.unmatched.flatMap(({ index, reason, stored }) => {
    const game = typed.games[index];
    return game && !stored ? [[game.key, reason] as const] : [];
  });
  const shown = new Set(games.flatMap((game) => game.picks.map(({ id }) => id)));
  const others = plan.planned.map(({ pick }) => pick).filter(({ id }) => !shown.has(id));
  return {
    ...(await dayOf(
      source,
      form.date,
      gradedFirst([...games, ...keyedGames(others, plan.keys, true)], plan),
      plan.keys,
    )),
    values: valuesOf(form),
    checked: decisions
      .filter(({ planned, byHand }) => planned !== null || byHand !== null)
      .map((each) => checkedPick(each, last)),
    unmatched: unmatchedLines(checked.typed, plan, games),
    refused: Object.fromEntries(refused),
    corrections: plan.planned.filter(({ change }) => change === "correct").length,
    pasted: typed.results.length - typed.games.length,
    problem,
    digest: typed.digest,
  };
}

/** A page has room for so many games. */
function gradedFirst(games: readonly KeyedGame[], { planned }: Plan): KeyedGame[] {
  const ids = new Set(planned.map(({ pick }) => pick.id));
  const isGraded = (game: KeyedGame) => game.picks.some(({ id }) => ids.has(id));
  return games.length <= mostGames
    ? [...games]
    : [...games.filter(isGraded), ...games.filter((game) => !isGraded(game))];
}

/** The boxes of the check before. */
interface LastCheck {
  /** Whether it was about the same results. */
  isSame: boolean;
  offered: ReadonlySet<number>;
  ticked: ReadonlyMap<number, number>;
}

function checkedPick(decision: Decision, last: LastCheck): CheckedPick {
  const { pick, planned, byHand } = decision;
  const applicable = isApplicable(decision);
  const outcome = byHand?.outcome ?? planned?.proposal.outcome ?? "";
  const units = byHand ? byHand.units_result : (planned?.proposal.units_result ?? null);
  return {
    id: pick.id,
    applicable,
    ticked: applicable && isTicked(pick.id, !byHand && outcome === "void", last),
    outcome:
      outcome === ""
        ? ""
        : [outcomes[outcome].label, units === null ? "" : formatResult(units)].filter(Boolean).join(", "),
    clv: clvText(planned?.proposal.beat_clv ?? pick.row.beat_clv),
    workings: byHand ? "By hand" : (planned?.workings ?? ""),
    needsUnits: !byHand && needsUnits(planned),
  };
}

/** Boxes stay as they were left, but a void is never ticked before somebody saw that it is one. */
function isTicked(id: number, isVoid: boolean, { isSame, offered, ticked }: LastCheck): boolean {
  return offered.has(id) ? ticked.has(id) && (isSame || !isVoid) : !isVoid;
}

function valuesOf(form: GradingForm): Record<string, string> {
  return Object.fromEntries(
    Object.entries(form).flatMap(([name, value]) => (typeof value === "string" ? [[name, value] as const] : [])),
  );
}
