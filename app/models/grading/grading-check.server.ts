/** Reads the form of the Grade page, and works out what its results would do. */
import { z } from "zod";
import { readImport } from "../../csv/table-text.ts";
import type { Db } from "../../db.server.ts";
import { Refusal } from "../../refusal.ts";
import { resultProblem } from "../bets/bet-fields.ts";
import { hasWinnerOnly } from "../bets/final-text.ts";
import { reasonByHand } from "../bets/grade.ts";
import { type Outcome, outcomes } from "../bets/outcome.ts";
import { unitsResultOf } from "../bets/units.ts";
import { readVerdict } from "../bets/verdict-text.ts";
import { calendarDate, decimal, oneOf, textLine } from "../fields.ts";
import { type Caller, fieldErrors } from "../operation.server.ts";
import { hashSecret } from "../secret.server.ts";
import { type Plan, planResults } from "./grade-picks.server.ts";
import { nameOfGame } from "./games.ts";
import { winnerOf } from "./grading.ts";
import type { Decision, GradedPick, NumberedResult, PlannedPick } from "./proposal.server.ts";
import { type KnownResults, isSameScore, newestOf, resultFields } from "./results.server.ts";
import { type WaitingGame, gamesToGrade } from "./waiting.server.ts";

export const gradingForm = z
  .object({
    do: oneOf(["", "check", "apply", "names"], "Choose to check or to apply."),
    date: calendarDate,
    text: z.string({ error: "Must be text." }).default(""),
    reason: textLine(200),
    digest: textLine(64),
  })
  .catchall(z.string());
export type GradingForm = z.output<typeof gradingForm>;

export interface Checked {
  form: GradingForm;
  games: WaitingGame[];
  /** The stored results of the games' days. */
  known: KnownResults;
  /** The page's games that have a result. */
  typed: WaitingGame[];
  /** Those of `typed` come first, in its order. */
  results: NumberedResult[];
  plan: Plan;
  decisions: Decision[];
  /** True if a result is not stored yet. */
  hasNewResults: boolean;
  /** Tells whether somebody has seen this check: "apply" sends the digest of the check that was shown. */
  digest: string;
}

/** Works out what the form would do. With `fillsIn`, stored results count where nothing is typed. */
export async function readCheck(source: Db, caller: Caller, sent: GradingForm, fillsIn = false): Promise<Checked> {
  const { games, known } = await gamesToGrade(source, caller, sent.date);
  const form = fillsIn ? withStored(sent, games) : sent;
  const { typed, results, verdicts } = readForm(form, games);
  const plan = await planResults(source, caller, results);
  const planned = new Map(plan.planned.map((each) => [each.pick.id, each]));
  const picks = [...games.flatMap((game) => game.picks), ...plan.planned.map(({ pick }) => pick)];
  const unique = new Map(picks.map((pick) => [pick.id, pick]));
  const changed = results
    .map(({ values }) => ({ values, stored: newestOf(values, plan.known) }))
    .filter(({ values, stored }) => stored === undefined || !isSameScore(stored, values));
  return {
    form,
    games,
    known,
    typed,
    results,
    plan,
    decisions: [...unique.values()].map((pick) => decide(pick, planned.get(pick.id), verdicts.get(pick.id))),
    hasNewResults: changed.length > 0,
    digest: digestOf(
      form,
      changed.flatMap(({ stored }) => stored?.id ?? []),
    ),
  };
}

/** Fills in the fields of games whose result is known. Typed values win over stored ones. */
function withStored(form: GradingForm, games: readonly WaitingGame[]): GradingForm {
  const stored = games.flatMap(({ key, sport, result }) => {
    if (result === null || result.status === "") return [];
    const scores = hasWinnerOnly(sport)
      ? { [`winner_${key}`]: winnerOf(result) }
      : { [`away_${key}`]: result.away, [`home_${key}`]: result.home };
    return Object.entries({ ...scores, [`status_${key}`]: result.status });
  });
  const typed = Object.entries(form).filter(([, value]) => value !== "");
  return { ...form, ...Object.fromEntries([...stored, ...typed]) };
}

/**
 * Covers what was typed, and the stored results that it would replace: a feed or a colleague may store another one after
 * the page was made. A game that somebody else settled or moved in the meantime does not change it.
 */
function digestOf(form: GradingForm, replaced: readonly number[]): string {
  const typed = Object.entries(form)
    .filter(([name]) => /^(?:away|home|winner|status|verdict|units)_/.test(name))
    .map(([name, value]) => [name, value.trim()] as const)
    .filter(([, value]) => value !== "" && value !== "final");
  return hashSecret(JSON.stringify([form.text.replace(/\r\n?/g, "\n").trim(), typed.toSorted(), replaced]));
}

/** A verdict by hand is used only for an open pick that no rule settles. */
function decide(pick: GradedPick, planned: PlannedPick | undefined, typed: TypedVerdict | undefined): Decision {
  const { beat_clv } = pick.row;
  const none = { pick, outcome: "", units_result: null, beat_clv, change: "none", workings: "" } as const;
  const decision: Decision = planned ?? none;
  if (!typed || pick.row.verdict !== "" || decision.change !== "none") return decision;
  if (needsUnits(decision) !== (typed.outcome === null)) return decision;
  const { outcome, units_result } = typed;
  return { ...decision, outcome: outcome ?? "win", units_result, change: "hand", workings: "By hand" };
}

/** True for a win whose price is not known. */
export function needsUnits({ outcome, units_result, change }: Decision): boolean {
  return change === "none" && outcome === "win" && units_result === null;
}

/** Reads what was typed and pasted. Refuses with "invalid" at the wrong fields. */
function readForm(form: GradingForm, games: readonly WaitingGame[]) {
  const errors: Record<string, string> = {};
  const typed = games.filter(({ away, key }) => away !== "" && hasResult(form, key));
  const results = typed.flatMap((game, index) => readResult(form, game, index, errors));
  results.push(...readPasted(form.text, typed.length, errors));
  const verdicts = new Map<number, TypedVerdict>();
  for (const pick of games.flatMap((game) => game.picks)) {
    const verdict = readVerdictOf(form, pick, errors);
    if (verdict) verdicts.set(pick.id, verdict);
  }
  if (Object.keys(errors).length > 0)
    throw new Refusal("invalid", "Please check the marked fields.", { fields: errors });
  return { typed, results, verdicts };
}

function textOf(form: GradingForm, name: string): string {
  return (form[name] ?? "").trim();
}

function hasResult(form: GradingForm, key: string): boolean {
  const hasScore = ["away", "home", "winner"].some((name) => textOf(form, `${name}_${key}`) !== "");
  return hasScore || !["", "final"].includes(textOf(form, `status_${key}`));
}

function readResult(form: GradingForm, game: WaitingGame, index: number, errors: Record<string, string>) {
  const { key } = game;
  const isWinnerOnly = hasWinnerOnly(game.sport);
  const winner = textOf(form, `winner_${key}`);
  if (!["", "away", "home", "draw"].includes(winner)) errors[`winner_${key}`] = "Choose the winner from the list.";
  const scoreOf = (side: "away" | "home") => {
    if (!isWinnerOnly) return form[`${side}_${key}`];
    if (winner === "") return "";
    return winner === side ? "1" : "0";
  };
  const scores = { away_score: scoreOf("away"), home_score: scoreOf("home") };
  const read = resultFields.safeParse({ ...nameOfGame(game), ...scores, status: form[`status_${key}`] });
  if (read.success) return [{ index, values: read.data }];
  for (const [name, message] of Object.entries(fieldErrors(read.error))) {
    const side = name === "home_score" ? "home" : "away";
    const field = name === "status" ? "status" : isWinnerOnly ? "winner" : side;
    errors[`${field}_${key}`] = message;
  }
  return [];
}

const resultsTable = { rows: "results", header: "sport, game_date, away, home, away_score" } as const;

function readPasted(text: string, first: number, errors: Record<string, string>): NumberedResult[] {
  if (text.trim() === "") return [];
  const table = readImport(text, Object.keys(resultFields.shape), resultsTable);
  if ("problem" in table) {
    errors.text = table.problem;
    return [];
  }
  return table.rows.flatMap(({ line, cells }, index) => {
    const read = resultFields.safeParse(cells);
    if (read.success) return [{ index: first + index, values: read.data }];
    const reasons = Object.entries(fieldErrors(read.error)).map(([field, message]) => `${field}: ${message}`);
    errors.text ??= `${line === null ? `Row ${index + 1}` : `Line ${line}`}: ${reasons.join(" ")}`;
    return [];
  });
}

interface TypedVerdict {
  /** Null when only units are typed. */
  outcome: Exclude<Outcome, "open"> | null;
  units_result: number | null;
}

const unitsField = decimal({ min: -1000, max: 1000, decimals: 2 });

/** Reads the verdict that a person chose; if no units are typed, they follow from the price. Or reads units alone. */
function readVerdictOf(
  form: GradingForm,
  { row, bet }: GradedPick,
  errors: Record<string, string>,
): TypedVerdict | null {
  const [verdictName, unitsName] = [`verdict_${row.id}_${row.version}`, `units_${row.id}_${row.version}`];
  const units = unitsField.safeParse(form[unitsName] ?? "");
  if (!units.success) {
    errors[unitsName] = fieldErrors(units.error).form ?? "Must be a number.";
    return null;
  }
  const outcome = readVerdict(textOf(form, verdictName));
  if (outcome === null || outcome === "open") {
    if (units.data === null) return null;
    // The page asks only for units where the rules say win and the price is not known.
    const problem = resultProblem({ verdict: outcomes.win.mark, units_result: units.data });
    if (row.corrected_after_start === 1 || reasonByHand(bet) !== null) errors[verdictName] = "Choose its verdict.";
    else if (problem !== null) errors[unitsName] = problem;
    return { outcome: null, units_result: units.data };
  }
  const atPrice = outcome === "loss" ? 0 - row.unit_size : unitsResultOf(outcome, row.unit_size, bet.odds);
  const units_result = units.data ?? atPrice;
  const problem = resultProblem({ verdict: outcomes[outcome].mark, units_result });
  if (units_result === null) errors[unitsName] = "Enter the units: its price is not known.";
  if (problem !== null) errors[unitsName] = problem;
  return { outcome, units_result };
}

/** The boxes that the page had, by the id of their pick, with the version that it showed. */
export function boxesOf(form: GradingForm): Map<number, { version: number; isTicked: boolean }> {
  return new Map(
    Object.entries(form).flatMap(([name, value]) => {
      const [, id, version] = /^pick_(\d{1,15})_(\d{1,15})$/.exec(name) ?? [];
      return id === undefined ? [] : [[Number(id), { version: Number(version), isTicked: value === "1" }] as const];
    }),
  );
}
