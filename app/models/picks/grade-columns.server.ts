import type { PickRow } from "../../db.server.ts";
import { env } from "../../env.server.ts";
import { hasStarted } from "../bets/started.ts";
import { rereadBet } from "./bet.server.ts";
import { changesRules, isLateChange } from "../bets/late-change.ts";

/** The columns that a result sets on a pick, besides verdict and units. */
export interface GradeColumns {
  away_score: number | null;
  home_score: number | null;
  graded_by: "rule" | "hand";
}

export const noScores = { away_score: null, home_score: null } as const;

/** Computes the grade columns after a change of a pick. Without `grade`, a new verdict was set by hand. */
export function gradeColumns(before: PickRow, after: PickRow, grade: GradeColumns | undefined): Partial<GradePart> {
  return {
    ...(isOtherGame(before, after) ? noScores : {}),
    ...(grade ?? gradeByHand(before, after)),
    ...corrections(before, after),
  };
}

type GradePart = Pick<PickRow, keyof GradeColumns | "corrected_after_start" | "grading_fields_changed_at">;

function isOtherGame(before: PickRow, after: PickRow): boolean {
  return (["sport", "game_date", "away", "home"] as const).some(
    (name) => before[name] !== "" && before[name] !== after[name],
  );
}

/** A pick that is opened again loses its result. */
function gradeByHand(before: PickRow, after: PickRow): Partial<GradePart> {
  if (after.verdict === "") return { ...noScores, graded_by: "" };
  const isSame = after.verdict === before.verdict && after.units_result === before.units_result;
  return isSame ? {} : { graded_by: "hand" };
}

/** Earlier changes become corrections too when the start is moved away and back again, or is set only later. */
function corrections(before: PickRow, after: PickRow): Partial<GradePart> {
  if (before.published_at === null) return {};
  const now = new Date();
  const change = { before, after, reread: rereadBet(before) };
  const isRuled = changesRules(change);
  const grading_fields_changed_at = isRuled ? now.toISOString() : before.grading_fields_changed_at;
  const isOver = (isRuled && before.verdict !== "") || isLateChange(change, now, env.SITE_TIMEZONE);
  const isLate =
    grading_fields_changed_at !== null && hasStarted(after, new Date(grading_fields_changed_at), env.SITE_TIMEZONE);
  return { grading_fields_changed_at, ...(isOver || isLate ? { corrected_after_start: 1 } : {}) };
}
