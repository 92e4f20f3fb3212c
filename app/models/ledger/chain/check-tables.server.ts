/** Whether the tables say what the ledger says. */
import type { Db, PickRow } from "../../../db.server.ts";
import { canonicalJson } from "../canonical.ts";
import { checkEntry, finish, newCheck } from "../check/check.ts";
import type { Check } from "../check/check.ts";
import type { KeptHead } from "../check/kept-head.ts";
import { readHead } from "./append.server.ts";
import { readEntries } from "./life.server.ts";
import type { Life } from "../life.ts";
import { pickOf } from "../ledger-entry.ts";
import { gradeOfRow } from "./pick-changes.ts";
import type { LedgerCheck } from "./record-problems.ts";
import { lastGrade } from "../counting.ts";
import { contentOf, sealedFields } from "../sealed-content.ts";
import { gradedVersion, timelineOf } from "../timeline.ts";
import { gradeToWrite } from "../verified-grade.ts";

const pageSize = 500;

/**
 * Reads all entries and all published picks as they were at one moment. Other processes may write meanwhile; this
 * connection is busy until it is done. `kept` are heads that were written before.
 */
export async function checkLedger(
  db: Db,
  now: Date = new Date(),
  kept: readonly KeptHead[] = [],
): Promise<LedgerCheck> {
  return db.transaction().execute(async (source) => {
    const head = await readHead(source);
    const check = newCheck(kept);
    const differences: string[] = [];
    for (let after = 0; after < head.seq; after += pageSize)
      differences.push(...(await checkPage(source, check, after)));
    // Behind a broken link nothing was read: every later pick would differ.
    if (!check.isStopped) differences.push(...(await differencesIn(source, check)));
    return { findings: finish(check, now, head), differences };
  });
}

/** Returns the entries whose columns, by which the program finds them, are not those of the text that was hashed. */
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

async function differencesIn(source: Db, { state }: Check): Promise<string[]> {
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
      const life = state.lives.get(name);
      if (!life || life.withdrawn) found.push(`${name}: it is in the tables and has no entry`);
      else found.push(...pickDifferences(row, life, state.days).map((text) => `${name}: ${text}`));
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < pageSize) break;
    after = last.id;
  }
  for (const [name, life] of state.lives)
    if (life.withdrawn === null && !seen.has(name)) found.push(`${name}: it has entries and is not in the tables`);
  return found;
}

function pickDifferences(row: PickRow, life: Life, days: Check["state"]["days"]): string[] {
  const last = life.versions.at(-1);
  const content = last?.reveal?.content;
  if (content === undefined) return ["what it sealed is gone"];
  const now = new Map<string, string>(Object.entries(textsOf(contentOf(row, life.version))));
  const then = new Map<string, string>(Object.entries(textsOf(content)));
  for (const { type, seq, ...entry } of life.grades)
    if (type === "correct" && "changes" in entry && last !== undefined && seq > last.seq)
      for (const [field, [, value]] of Object.entries(entry.changes)) then.set(field, value);
  const sealed = sealedFields.filter((field) => (now.get(field) ?? "") !== (then.get(field) ?? ""));
  return [
    ...sealed.map((field) => `its ${field} is not that of the ledger`),
    ...(isGradeOf(row, life, days) ? [] : ["its verdict is not that of the ledger"]),
  ];
}

function isGradeOf(row: PickRow, life: Life, days: Check["state"]["days"]): boolean {
  const grade = gradeOfRow(row);
  const entered = lastGrade(life);
  // A pick of before the ledger has no entry of its verdict until that changes.
  if (life.isImport && life.grades.length === 0) return true;
  if (grade === null || entered === null) return grade === null && entered === null;
  const timeline = timelineOf(life, days);
  const version = timeline && gradedVersion(timeline);
  return version !== null && fieldsOf(gradeToWrite(version.content, grade)) === fieldsOf(entered);
}

function fieldsOf(grade: object): string {
  const names = ["outcome", "units", "by", "away_score", "home_score", "closing_line", "closing_odds"];
  return canonicalJson(Object.fromEntries(Object.entries(grade).filter(([name]) => names.includes(name))));
}

function textsOf(content: object): Record<string, string> {
  return Object.fromEntries(Object.entries(content).map(([name, value]) => [name, String(value)]));
}
