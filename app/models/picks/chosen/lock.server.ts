/** What of a published pick is part of the public record, so that only a correction changes it. */
import type { Db, PickRow } from "../../../db.server.ts";
import { env } from "../../../env.server.ts";
import { outcomeOf, verdictText } from "../../bets/outcome.ts";
import { labelOf } from "../../ledger/change-text.ts";
import { readLife } from "../../ledger/chain/life.server.ts";
import { pickOf } from "../../ledger/ledger-entry.ts";
import { sealedFields } from "../../ledger/sealed-content.ts";
import { hasBegun } from "../../ledger/timeline.ts";
import { shownPick } from "../pick-list.server.ts";
import { textsOfPick } from "../pick-texts.ts";

export interface Lock {
  /** Why, in a sentence. */
  note: string;
  /** Whether its grade is locked, too. */
  isSettled: boolean;
  /** Label and text of what is locked and known. */
  values: [label: string, text: string][];
}

const gradeNames = ["verdict", "units_result", "closing_line", "closing_odds"] as const;
/** Null while everything can be edited. */
export async function readLock(source: Db, row: PickRow): Promise<Lock | null> {
  if (row.published_at === null) return null;
  const isSettled = row.verdict !== "";
  if (!isSettled && !(await isInRecord(source, row))) return null;
  const texts = textsOfPick(shownPick(row), env.SITE_TIMEZONE);
  const names = lockedNames(isSettled).filter((name) => texts[name] && name !== "away" && name !== "home");
  return {
    note: isSettled
      ? "This pick is settled: what it says and its grade are part of the public record."
      : "This pick has started: what it says is part of the public record.",
    isSettled,
    values: [
      ...names.map((name): [string, string] => [labelOf(name), valueText(name, texts[name] ?? "")]),
      ...scoreOf(row),
    ],
  };
}

/** The names of the form's fields that are locked. */
export function lockedNames(isSettled: boolean): string[] {
  return isSettled ? [...sealedFields, ...gradeNames] : [...sealedFields];
}

/** As the ledger sees it: a pick that was opened again stays locked. */
async function isInRecord(source: Db, { stream, id }: PickRow): Promise<boolean> {
  const pick = { stream, pick_id: id };
  const { lives, days } = await readLife(source, pick);
  const life = lives.get(pickOf(pick));
  return life !== undefined && (life.grades.length > 0 || hasBegun(life, days, new Date().toISOString()));
}

function scoreOf({ away_score, home_score }: PickRow): [string, string][] {
  return away_score === null || home_score === null ? [] : [["Score", `${away_score}-${home_score}`]];
}

function valueText(name: string, text: string): string {
  return name === "verdict" ? verdictText(outcomeOf(text)) : text;
}
