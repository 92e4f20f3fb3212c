/** Compares a pick's row before and after a change, as the ledger sees it. Pure. */
import type { PickRow } from "../../../db.server.ts";
import { outcomeOf } from "../../bets/outcome.ts";
import { decimalText, readDecimal } from "../decimal.ts";
import { type Changes, type GradeFields, gradeFields } from "../ledger-entry.ts";
import { type SealedContent, contentOf, sealedFields } from "../sealed-content.ts";

/** True if a sealed field or a field of the grade differs. */
export function hasChanges(before: PickRow, after: PickRow): boolean {
  return [...sealedFields, ...gradeFields].some((field) => before[field] !== after[field]);
}

export function hasSealed(changes: Changes): boolean {
  return sealedFields.some((field) => field in changes);
}

/** The fields that the rules of grading read. */
const ruleFields = ["market", "side", "line", "odds", "unit_size", "away", "home", "sport"] as const;

/**
 * True if a field that the rules read differs between the row and the sealed content. A value that was unknown when it
 * was sealed may be read later.
 */
export function isOtherThan(content: SealedContent, row: PickRow): boolean {
  const now = contentOf(row, content.version);
  return ruleFields.some((name) => content[name] !== undefined && content[name] !== now[name]);
}

/** The grade of a settled pick; null while it is open. */
export function gradeOfRow(row: PickRow): GradeFields | null {
  const outcome = outcomeOf(row.verdict);
  if (outcome === "open") return null;
  const { units_result: units, away_score, home_score, closing_line, closing_odds } = row;
  return {
    outcome,
    by: row.graded_by === "rule" ? "rule" : "hand",
    ...(units === null ? {} : { units: decimalText(units) }),
    ...(away_score === null ? {} : { away_score: String(away_score) }),
    ...(home_score === null ? {} : { home_score: String(home_score) }),
    ...(closing_line === "" ? {} : { closing_line }),
    ...(closing_odds === null ? {} : { closing_odds }),
  };
}

/** The columns of a settled pick's row that must equal its entry. */
export type GradeOfEntry = Pick<PickRow, "units_result" | "away_score" | "home_score"> & { graded_by: "rule" | "hand" };

export function columnsOf({ units, away_score, home_score, by }: GradeFields): GradeOfEntry {
  return {
    units_result: units === undefined ? null : readDecimal(units),
    away_score: away_score === undefined ? null : Number(away_score),
    home_score: home_score === undefined ? null : Number(home_score),
    graded_by: by,
  };
}
