/** Works out what typed results would do, and how the page shows it. */
import type { Db } from "../../db.server.ts";
import { formatResult } from "../../format.ts";
import { clvText, outcomes } from "../bets/outcome.ts";
import type { Caller } from "../operation.server.ts";
import type { Plan, PlannedPick, VerdictByHand } from "./grade-picks.server.ts";
import { planResults } from "./grade-picks.server.ts";
import type { GradedPick } from "./graded-pick.server.ts";
import type { KeyedGame } from "./grading-day.server.ts";
import { dayOf, gamesToGrade, keyedGames, mostGames } from "./grading-day.server.ts";
import type { GradingForm, TypedResults } from "./grading-form.server.ts";
import { offeredPicks, readGradingForm, tickedPicks } from "./grading-form.server.ts";
import type { CheckedPick, GradingCheck, GradingDay } from "./grading.ts";
import { winnerOf } from "./grading.ts";
import { nearLines, unmatchedLines } from "./pasted-names.server.ts";
import type { ResultValues } from "./result-input.server.ts";
import { newestOf, readNameKeys } from "./result.server.ts";
import type { NameKeys } from "./team-name.ts";

/** A pick, and what the results or a person would do with it. */
export interface Decision {
  pick: GradedPick;
  planned: PlannedPick | null;
  byHand: VerdictByHand | null;
}

export interface Checked {
  typed: TypedResults;
  plan: Plan;
  games: KeyedGame[];
  decisions: Decision[];
}

export async function readCheck(source: Db, caller: Caller, form: GradingForm): Promise<Checked> {
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

/** A verdict by hand is used only for an open pick that no rule settles. */
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

export function isApplicable({ planned, byHand }: Decision): boolean {
  return byHand !== null || (planned !== null && planned.change !== "none");
}

/** Fills in the fields of games whose result is known. Typed values win over stored ones. */
export function withStored(form: GradingForm, { games }: GradingDay): GradingForm {
  const stored = games.flatMap(({ key, winnerOnly, result }) => {
    if (result.status === "") return [];
    const scores = winnerOnly
      ? { [`winner_${key}`]: winnerOf(result) }
      : { [`away_${key}`]: result.away, [`home_${key}`]: result.home };
    return Object.entries({ ...scores, [`status_${key}`]: result.status });
  });
  const typed = Object.entries(form).filter(([, value]) => value !== "");
  return { ...form, ...Object.fromEntries([...stored, ...typed]) };
}

export async function viewOf(source: Db, form: GradingForm, checked: Checked, problem: string): Promise<GradingCheck> {
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
    unmatched: [...unmatchedLines(typed, plan, games), ...(await nearLines(source, games, plan.keys))],
    refused: Object.fromEntries(refused),
    corrections: plan.planned.filter(({ change }) => change === "correct").length,
    unstored: typed.results.filter(({ values }) => !isStored(values, plan)).length,
    problem,
    digest: typed.digest,
  };
}

function isStored(values: ResultValues, { earlier, keys }: Plan): boolean {
  const newest = newestOf(values, earlier, keys);
  return newest !== undefined && isSameScore(newest, values);
}

/** True if a feed or a colleague stored a different result after the page was made. */
export function hasUnseen({ typed, plan }: Checked, seen: number): boolean {
  return typed.results.some(({ values }) => {
    const newest = newestOf(values, plan.earlier, plan.keys);
    return newest !== undefined && newest.id > seen && !isSameScore(newest, values);
  });
}

function isSameScore(one: Scored, other: Scored): boolean {
  return one.status === other.status && one.away_score === other.away_score && one.home_score === other.home_score;
}

type Scored = Pick<ResultValues, "status" | "away_score" | "home_score">;

/** Puts the games that results would change first, if not all games fit on the page. */
function gradedFirst(games: readonly KeyedGame[], { planned }: Plan): KeyedGame[] {
  const ids = new Set(planned.map(({ pick }) => pick.id));
  const isGraded = (game: KeyedGame) => game.picks.some(({ id }) => ids.has(id));
  return games.length <= mostGames
    ? [...games]
    : [...games.filter(isGraded), ...games.filter((game) => !isGraded(game))];
}

/** The check boxes of the previous check. */
interface LastCheck {
  /** True if it was about the same results. */
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

/** Boxes stay as the user left them, but a void is never ticked before the user has seen that it is a void. */
function isTicked(id: number, isVoid: boolean, { isSame, offered, ticked }: LastCheck): boolean {
  return offered.has(id) ? ticked.has(id) && (isSame || !isVoid) : !isVoid;
}

function valuesOf(form: GradingForm): Record<string, string> {
  return Object.fromEntries(
    Object.entries(form).flatMap(([name, value]) => (typeof value === "string" ? [[name, value] as const] : [])),
  );
}
