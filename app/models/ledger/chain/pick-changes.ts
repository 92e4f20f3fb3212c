/** What the ledger says of a change of a pick. Pure. */
import type { PickRow } from "../../../db.server.ts";
import { outcomeOf } from "../../bets/outcome.ts";
import { decimalText } from "../decimal.ts";
import type { ChangedField, Changes, GradeFields } from "../ledger-entry.ts";
import { gradeFields } from "../ledger-entry.ts";
import { sealedFields } from "../sealed-content.ts";

/** Of the fields that are sealed or part of the grade, those that differ, in the ledger's form. */
export function changesOf(before: PickRow, after: PickRow): Changes {
  return Object.fromEntries(
    [...sealedFields, ...gradeFields].flatMap((field) => {
      const [old, now] = [textOf(before, field), textOf(after, field)];
      return old === now ? [] : [[field, [old, now]]];
    }),
  );
}

/** Whether anything that was known is another now; without it, what was unknown is filled in. A grade is known while there is a verdict. */
export function changesKnown(changes: Changes, { verdict }: Pick<PickRow, "verdict">): boolean {
  const known = verdict === "" ? only(changes, sealedFields) : changes;
  return Object.values(known).some(([before]) => before !== "");
}

export function hasSealed(changes: Changes): boolean {
  return sealedFields.some((field) => field in changes);
}

export function only(changes: Changes, fields: readonly ChangedField[]): Changes {
  return Object.fromEntries(Object.entries(changes).filter(([field]) => fields.some((name) => name === field)));
}

/** The grade of a settled pick; null while it is open. */
export function gradeOfRow(row: PickRow): GradeFields | null {
  const outcome = outcomeOf(row.verdict);
  if (outcome === "open") return null;
  const { units_result: units, away_score, home_score, closing_line, closing_odds } = row;
  return {
    ...{ outcome, by: row.graded_by === "rule" ? "rule" : "hand" },
    ...(units === null ? {} : { units: decimalText(units) }),
    ...(away_score === null ? {} : { away_score: String(away_score) }),
    ...(home_score === null ? {} : { home_score: String(home_score) }),
    ...(closing_line === "" ? {} : { closing_line }),
    ...(closing_odds === null ? {} : { closing_odds }),
  };
}

function textOf(row: PickRow, field: ChangedField): string {
  if (field === "verdict") {
    const outcome = outcomeOf(row.verdict);
    return outcome === "open" ? "" : outcome;
  }
  if (field === "starts_at") return row.starts_at === null ? "" : new Date(row.starts_at).toISOString();
  const value = row[field];
  if (value === null) return "";
  return typeof value === "number" ? decimalText(value) : value;
}
