import { z } from "zod";
import { Refusal } from "../../refusal.ts";
import { calendarDate, decimal, oneOf, textLine } from "../fields.ts";
import { readImport } from "../../csv/table-text.ts";
import { fieldErrors } from "../operation.server.ts";
import { hashSecret } from "../secret.server.ts";
import { resultProblem } from "../bets/bet-fields.ts";
import { unitsResultOf } from "../bets/units.ts";
import { readVerdict } from "../bets/verdict-text.ts";
import { outcomes } from "../bets/outcome.ts";
import type { GradedPick } from "./graded-pick.server.ts";
import type { KeyedGame } from "./grading-day.server.ts";
import { nameOfGame } from "./grading-day.server.ts";
import type { NumberedResult, VerdictByHand } from "./grade-picks.server.ts";
import { hasWinnerOnly } from "../bets/final-text.ts";
import { reasonByHand } from "../bets/grade.ts";
import { resultFields, resultNames } from "./result-input.server.ts";

export const gradingForm = z
  .object({
    do: oneOf(["", "check", "apply", "names"], "Choose to check or to apply."),
    date: calendarDate,
    text: z.string({ error: "Must be text." }).default(""),
    reason: textLine(200),
    digest: textLine(64),
    seen: textLine(20),
  })
  .catchall(z.unknown());
export type GradingForm = z.output<typeof gradingForm>;

const unitsField = decimal({ min: -1000, max: 1000, decimals: 2 });

export interface TypedResults {
  /** The results of the page's games come first. */
  results: NumberedResult[];
  /** The page's games that have a result, in the order of the results. */
  games: KeyedGame[];
  /** Verdicts by the id of the pick. */
  byHand: Map<number, VerdictByHand>;
  /** Typed units of picks whose verdict the rules know but whose price is unknown, by the id of the pick. */
  units: Map<number, number>;
  digest: string;
}

/** Reads what was typed and pasted. Refuses with "invalid" at the wrong fields. */
export function readGradingForm(form: GradingForm, games: readonly KeyedGame[]): TypedResults {
  const errors: Record<string, string> = {};
  const typed = games.filter(({ key, away }) => away !== "" && hasResult(form, key));
  const results = typed.flatMap((game, index) => {
    const read = resultFields.safeParse(resultOf(form, game));
    const winner = textOf(form, `winner_${game.key}`);
    if (!["", "away", "home", "draw"].includes(winner))
      errors[`winner_${game.key}`] = "Choose the winner from the list.";
    if (read.success) return [{ index, values: read.data }];
    for (const [field, message] of Object.entries(fieldErrors(read.error))) errors[fieldOf(field, game)] = message;
    return [];
  });
  const pasted = readPasted(form.text, typed.length, errors);
  const picks = games.flatMap((game) => game.picks);
  const [byHand, units] = [new Map<number, VerdictByHand>(), new Map<number, number>()];
  for (const pick of picks) {
    const { verdict, typedUnits } = readVerdictOf(form, pick, errors);
    if (verdict) byHand.set(pick.id, verdict);
    else if (typedUnits !== null) units.set(pick.id, typedUnits);
  }
  if (Object.keys(errors).length > 0)
    throw new Refusal("invalid", "Please check the marked fields.", { fields: errors });
  return { results: [...results, ...pasted], games: typed, byHand, units, digest: digestOf(form) };
}

/** The digest covers what was typed: a game that somebody else settled or moved in the meantime does not change it. */
function digestOf(form: GradingForm): string {
  const typed = Object.keys(form)
    .filter((name) => /^(?:away|home|winner|status|verdict|units)_/.test(name))
    .map((name) => [name, textOf(form, name)])
    .filter(([, value]) => value !== "" && value !== "final");
  return hashSecret(JSON.stringify([form.text.replace(/\r\n?/g, "\n").trim(), typed.toSorted()]));
}

function textOf(form: GradingForm, name: string): string {
  const value = form[name];
  return typeof value === "string" ? value.trim() : "";
}

function hasResult(form: GradingForm, key: string): boolean {
  const status = textOf(form, `status_${key}`);
  if (status !== "" && status !== "final") return true;
  return ["away", "home", "winner"].some((name) => textOf(form, `${name}_${key}`) !== "");
}

function resultOf(form: GradingForm, game: KeyedGame) {
  const { key } = game;
  const winner = textOf(form, `winner_${key}`);
  const scores = hasWinnerOnly(game.sport)
    ? { away_score: pointOf(winner, "away"), home_score: pointOf(winner, "home") }
    : { away_score: form[`away_${key}`], home_score: form[`home_${key}`] };
  return { ...nameOfGame(game), ...scores, status: form[`status_${key}`] };
}

function pointOf(winner: string, side: string): string {
  if (winner === "") return "";
  return winner === side ? "1" : "0";
}

function fieldOf(name: string, { key, sport }: KeyedGame): string {
  const field = { away_score: "away", home_score: "home", status: "status" }[name];
  return field !== "status" && hasWinnerOnly(sport) ? `winner_${key}` : `${field ?? "away"}_${key}`;
}

const resultsTable = { rows: "results", header: "sport, game_date, away, home, away_score" } as const;

function readPasted(text: string, first: number, errors: Record<string, string>): NumberedResult[] {
  if (text.trim() === "") return [];
  const table = readImport(text, resultNames, resultsTable);
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

/** Reads the verdict that a person chose; if no units are typed, they follow from the price. Or reads units alone. */
function readVerdictOf(
  form: GradingForm,
  pick: GradedPick,
  errors: Record<string, string>,
): { verdict?: VerdictByHand; typedUnits: number | null } {
  const { id, version, unit_size } = pick.row;
  const [verdict, result] = [`verdict_${id}_${version}`, `units_${id}_${version}`];
  const outcome = readVerdict(textOf(form, verdict));
  const typed = unitsField.safeParse(textOf(form, result));
  if (!typed.success) errors[result] = fieldErrors(typed.error).form ?? "Must be a number.";
  const typedUnits = typed.data ?? null;
  if (outcome === null || outcome === "open" || !typed.success) {
    const isByHand = pick.row.corrected_after_start === 1 || reasonByHand(pick.bet) !== null;
    if (isByHand && typedUnits !== null) errors[verdict] = "Choose its verdict.";
    // The page asks only for units where the rules say win and the price is not known.
    const problem = resultProblem({ verdict: outcomes.win.mark, units_result: typedUnits });
    if (problem !== null && !isByHand) errors[result] = problem;
    return { typedUnits };
  }
  const atPrice = unitsResultOf(outcome, unit_size, pick.bet.odds);
  const units_result = typedUnits ?? (outcome === "loss" ? 0 - unit_size : atPrice);
  const problem = resultProblem({ verdict: outcomes[outcome].mark, units_result });
  if (units_result === null) errors[result] = "Enter the units: its price is not known.";
  if (problem !== null) errors[result] = problem;
  return { verdict: { outcome, units_result }, typedUnits };
}

/** The picks that are ticked to be applied, with the version that the page showed. */
export function tickedPicks(form: GradingForm): Map<number, number> {
  return new Map(
    Object.keys(form).flatMap((name) => {
      const [, id, version] = /^pick_(\d{1,15})_(\d{1,15})$/.exec(name) ?? [];
      return id === undefined ? [] : [[Number(id), Number(version)] as const];
    }),
  );
}

/** The picks that the last check offered to tick. */
export function offeredPicks(form: GradingForm): Set<number> {
  return new Set(textOf(form, "offered").split(" ").map(Number));
}
