/** Computes what a verdict is worth at the sealed price and stake. Pure. */
import { formatResult } from "../../format.ts";
import { unitsOfShare } from "../bets/units.ts";
import { type GradedBet, type Share, outcomeOfShare, reasonByHand, shareByRule } from "../bets/grade.ts";
import { decimalText, readDecimal } from "./decimal.ts";
import type { GradeFields, SettledOutcome } from "./ledger-entry.ts";
import { type SealedContent, betOf } from "./sealed-content.ts";

export interface VerifiedGrade {
  outcome: SettledOutcome;
  by: "rule" | "hand";
  /** Null for a win without a price. */
  units: number | null;
  /** The units on a stake of 1 unit. */
  flat: number | null;
}

export type GradeProblem = "grade" | "units";

// Units that people typed may differ this much from what the price gives, because of rounding.
const roundingUnits = 0.02;
const wholeShares = { win: 1, loss: -1, push: 0, void: 0 } as const;

/**
 * Computes the units from the sealed price and stake, and a rule's outcome from the scores, instead of taking them from
 * the grade. Where no rule grades the bet, a win that people entered with less than the price gives (a dead heat, a leg
 * that was void) keeps the smaller part.
 */
export function verifiedGradeOf(content: SealedContent, grade: GradeFields): VerifiedGrade {
  const bet = betOf(content);
  const ruled = grade.outcome === "void" ? null : shareOfScores(bet, grade);
  const isRuled = ruled !== null && (grade.by === "rule" || outcomeOfShare(ruled) === grade.outcome);
  const outcome = isRuled ? outcomeOfShare(ruled) : grade.outcome;
  const share = isRuled ? ruled : shareByHand(bet, grade);
  const units = unitsOfShare(share, bet.unit_size, bet.odds);
  const flat = unitsOfShare(share, 1, bet.odds);
  const taken = unitsIn(grade);
  const isSmaller = outcome === "win" && units !== null && units > 0 && taken !== null && taken < units;
  if (!isSmaller || taken < 0 || reasonByHand(bet) === null) return { outcome, by: grade.by, units, flat };
  return { outcome, by: grade.by, units: taken, flat: flat === null ? null : (flat * taken) / units };
}

/** Returns why a grade is not possible for this content; null when it is. */
export function gradeProblemOf(content: SealedContent, grade: GradeFields): GradeProblem | null {
  const bet = betOf(content);
  const ruled = shareOfScores(bet, grade);
  const isPlayed = grade.outcome !== "void";
  if (grade.by === "rule" && (isPlayed ? ruled === null : hasScores(grade))) return "grade";
  if (isPlayed && ruled !== null && outcomeOfShare(ruled) !== grade.outcome) return "grade";
  return areUnitsOf(content, grade) ? null : "units";
}

/**
 * Returns the fields with which an entry settles this content. A verdict by rule becomes one by hand where the sealed
 * content can't be graded by its scores. Scores that contradict a verdict by hand are left out. Units that people typed
 * are kept: gradeProblemOf says whether they are possible.
 */
export function gradeToWrite(content: SealedContent, grade: GradeFields): GradeFields {
  const { away_score: _away, home_score: _home, units: _units, ...rest } = grade;
  const ruled = grade.outcome === "void" ? null : shareOfScores(betOf(content), grade);
  const isByRule = grade.by === "rule" && (grade.outcome === "void" || ruled !== null);
  const outcome = isByRule && ruled !== null ? outcomeOfShare(ruled) : grade.outcome;
  const keepsScores = outcome !== "void" && (ruled === null || outcomeOfShare(ruled) === outcome);
  const by = isByRule ? ("rule" as const) : ("hand" as const);
  const { away_score, home_score } = grade;
  const scores = {
    ...(keepsScores && away_score !== undefined ? { away_score } : {}),
    ...(keepsScores && home_score !== undefined ? { home_score } : {}),
  };
  const written = { ...rest, ...scores, outcome, by };
  if (by === "hand" && grade.units !== undefined) return { ...written, units: grade.units };
  const { units } = verifiedGradeOf(content, written);
  return units === null ? written : { ...written, units: decimalText(units) };
}

/** Says, for the form field, why units that people typed are not possible for this content. */
export function unitsProblemText(content: SealedContent, grade: GradeFields): string {
  const { units: _units, ...rest } = grade;
  const { units } = verifiedGradeOf(content, rest);
  const most = reasonByHand(betOf(content)) === null || units === 0 ? "" : "at most ";
  if (units === null) return "A win is not below 0.";
  return `At the sealed price and stake a ${grade.outcome} is ${most}${formatResult(units)}. Leave it empty to have it filled in.`;
}

function areUnitsOf(content: SealedContent, grade: GradeFields): boolean {
  const expected = verifiedGradeOf(content, grade).units;
  const taken = unitsIn(grade);
  if (grade.by === "rule") return expected === taken;
  if (taken === null) return true;
  if (expected === null) return taken >= 0;
  if (reasonByHand(betOf(content)) === null || grade.outcome === "win")
    return isNear(expected, taken) && isOfSign(grade.outcome, taken);
  return grade.outcome === "loss" ? taken <= 0 && taken >= expected - roundingUnits : taken === 0;
}

function isOfSign(outcome: SettledOutcome, units: number): boolean {
  if (outcome === "win") return units >= 0;
  return outcome === "loss" ? units <= 0 : units === 0;
}

function isNear(one: number, other: number): boolean {
  return Math.abs(one - other) <= roundingUnits + 1e-9;
}

/** A quarter line can pay half. For a verdict by hand only the units show it. */
function shareByHand(bet: GradedBet, grade: GradeFields): Share {
  const { outcome } = grade;
  const whole = wholeShares[outcome];
  const taken = unitsIn(grade);
  const isQuarter = reasonByHand(bet) === null && bet.line !== null && !Number.isInteger(bet.line * 2);
  if (whole === 0 || !isQuarter || taken === null) return whole;
  const half = outcome === "win" ? 0.5 : -0.5;
  const units = unitsOfShare(half, bet.unit_size, bet.odds);
  return units !== null && isNear(units, taken) ? half : whole;
}

/** Returns null without both scores, or where no rule grades the bet. */
export function shareOfScores(bet: GradedBet, { away_score, home_score }: GradeFields): Share | null {
  return away_score === undefined || home_score === undefined
    ? null
    : shareByRule(bet, Number(away_score), Number(home_score));
}

function hasScores({ away_score, home_score }: GradeFields): boolean {
  return away_score !== undefined || home_score !== undefined;
}

function unitsIn({ units }: GradeFields): number | null {
  return units === undefined ? null : readDecimal(units);
}
