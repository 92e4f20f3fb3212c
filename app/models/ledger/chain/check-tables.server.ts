/** Checks that the tables say what the ledger says. */
import type { Db, PickRow } from "../../../db.server.ts";
import { checkEntry, finish, newCheck, type Check } from "../check/check.ts";
import { gradeTexts, sealedTexts, textsOf } from "../grade-changes.ts";
import type { SavedHead } from "../saved-head.ts";
import { readHead } from "./append.server.ts";
import { readEntries } from "./pick-history.server.ts";
import { type PickHistory, lastGrade } from "../pick-history.ts";
import { pickOf, gradeFields, type GradeFields } from "../ledger-entry.ts";
import { gradeOfRow, isOtherThan } from "./pick-changes.ts";
import type { LedgerCheck } from "./record-problems.ts";
import { contentOf, sealedFields } from "../sealed-content.ts";
import { gradedVersion, timelineOf } from "../timeline.ts";
import { gradeProblemOf } from "../verified-grade.ts";
import type { ZoneDays } from "../zone-days.ts";

const pageSize = 500;

/**
 * Compares all entries with all published picks as they were at one moment (SQLite knows no other isolation level). Other
 * processes may write meanwhile; this connection is busy until the check is done. `kept` are heads that were saved before.
 */
export async function checkLedger(
  db: Db,
  now: Date = new Date(),
  kept: readonly SavedHead[] = [],
): Promise<LedgerCheck> {
  return db
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute(async (source) => {
      const head = await readHead(source);
      const check = newCheck(now, kept);
      const differences: string[] = [];
      for (let after = 0; after < head.seq; after += pageSize)
        differences.push(...(await checkPage(source, check, after)));
      // After a broken link nothing was read, so every later pick would differ.
      if (!check.isStopped) differences.push(...(await differencesIn(source, check)));
      return { findings: finish(check, now, head), differences };
    });
}

/**
 * Checks a page of entries. Returns those whose columns, by which the program finds them, differ from the hashed text.
 */
async function checkPage(source: Db, check: Check, after: number): Promise<string[]> {
  const differing: string[] = [];
  const rows = await readEntries(source, after, pageSize);
  for (const { body, hash, salt, content, ...columns } of rows) {
    const reveal = salt === null || content === null ? null : { salt, content: parsed(content) };
    const entry = parsed(body);
    checkEntry(check, typeof entry === "object" && entry !== null ? { ...entry, hash, reveal } : entry);
    if (!check.isStopped && !hasFields(entry, columns))
      differing.push(`entry ${columns.seq}: its columns are not those of its text`);
  }
  return differing;
}

function hasFields(entry: unknown, columns: object): boolean {
  const fields = new Map<string, unknown>(Object.entries(entry ?? {}));
  return Object.entries(columns).every(([name, value]) => fields.get(name) === value);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function differencesIn(source: Db, { state, rulesFrom }: Check): Promise<string[]> {
  const found: string[] = [];
  const seen = new Set<string>();
  for (let after = 0; ;) {
    const rows = await source
      .selectFrom("picks")
      .selectAll()
      .where("id", ">", after)
      .orderBy("id")
      .limit(pageSize)
      .execute();
    for (const row of rows.filter(({ published_at }) => published_at !== null)) {
      const name = pickOf({ stream: row.stream, pick_id: row.id });
      seen.add(name);
      const history = state.histories.get(name);
      if (!history || history.withdrawn) found.push(`${name}: it is in the tables and has no entry`);
      else found.push(...pickDifferences(row, history, state.days, rulesFrom ?? 0).map((text) => `${name}: ${text}`));
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < pageSize) break;
    after = last.id;
  }
  for (const [name, history] of state.histories)
    if (history.withdrawn === null && !seen.has(name)) found.push(`${name}: it has entries and is not in the tables`);
  return found;
}

/** An earlier version of the program wrote the entries before `rulesFrom`. */
function pickDifferences(row: PickRow, history: PickHistory, days: ZoneDays, rulesFrom: number): string[] {
  const then = sealedTexts(history);
  if (then === null) return ["what it sealed is gone"];
  const now = textsOf(contentOf(row, history.version));
  return [
    ...sealedFields.filter((field) => (now[field] ?? "") !== (then[field] ?? "")),
    ...gradeDifferences(row, history, days, rulesFrom),
  ].map((field) => `its ${field} is not that of the ledger`);
}

/** Compares the grade with its entry, not with what it should be. */
function gradeDifferences(row: PickRow, history: PickHistory, days: ZoneDays, rulesFrom: number): string[] {
  // A pick from before the ledger has no entry for its verdict until the verdict changes.
  if (history.isImport && history.grades.length === 0) return [];
  const entered = lastGrade(history);
  const grade = gradeOfRow(row);
  const [now, then] = [gradeTexts(grade), gradeTexts(entered)];
  // Earlier versions kept typed units, and scores that contradict a verdict, only in the table.
  const isEarlier = entered?.by === "hand" && (history.grades.at(-1)?.seq ?? 0) < rulesFrom;
  const differing = gradeFields.filter((field) => now[field] !== then[field]);
  if (entered === null || grade === null) return differing.filter((field) => field === "verdict");
  return differing.filter((field) => {
    if (isEarlier && field !== "verdict" && !field.startsWith("closing")) return false;
    return field !== "units_result" || !areUnitsOfRow(row, grade, history, days);
  });
}

/**
 * True if the row's units follow from its own values: after a correction of the price or stake, the table keeps the
 * units of the corrected values.
 */
function areUnitsOfRow(row: PickRow, grade: GradeFields, history: PickHistory, days: ZoneDays): boolean {
  const timeline = timelineOf(history, days);
  const content = (timeline && gradedVersion(timeline))?.content ?? null;
  if (content === null || !isOtherThan(content, row)) return false;
  const { away_score: _away, home_score: _home, ...typed } = grade;
  return gradeProblemOf(contentOf(row, history.version), { ...typed, by: "hand" }) === null;
}
