/** The staff's import: a pasted table of any program, in up to three steps: what its columns are, a preview, the import. */
import { z } from "zod";
import { db, write } from "../../db.server.ts";
import { type RawTable, cellText, picksTable, readRawTable } from "../../csv/raw-table.ts";
import { Refusal } from "../../refusal.ts";
import { hashSecret } from "../secret.server.ts";
import { textLine } from "../fields.ts";
import { type Caller, operation } from "../operation.server.ts";
import { publicReason } from "../picks/pick-input.server.ts";
import { abilitiesOf } from "../picks/pick-access.server.ts";
import type { Stream } from "../bets/stream.ts";
import { type Found, run } from "./run-import.server.ts";
import { type Choices, choicesFrom, choicesIn } from "./choices.server.ts";
import {
  type FixedField,
  type ImportResult,
  addCounts,
  countRows,
  maxTableBytes,
  maxTableRows,
  rowsAtOnce,
} from "./import.ts";
import { importFields } from "./columns.ts";
import { type ShownRow, isSettled, refusedFile, shown } from "./shown-rows.ts";
import { type Arranged, type ArrangedRow, type Column, arrange, isColumnName } from "./layout.server.ts";

export interface ImportView {
  /** The pasted text. */
  text: string;
  /** The reason why a confirmed import was not done; '' otherwise. */
  problem: string;
  /** A hash of the table's header: the choices in a form are those of this header. */
  header: string;
  /** Null while all have our own names and nothing is asked. */
  columns: readonly Column[] | null;
  /** What a column can be. */
  fields: readonly string[];
  lacking: readonly FixedField[];
  fixed: Choices["fixed"];
  /** What was answered about columns, by their places. */
  answers: Choices["answers"];
  /** The number of rows of the table. */
  total: number;
  /** False while the person must choose something: then nothing is previewed. */
  isDecided: boolean;
  /** The first rows, and all that are refused or whose open picks have warnings. */
  rows: readonly ShownRow[];
  counts: ImportResult["counts"];
  /** The number of new picks that are settled already. */
  settled: number;
  /** The refused rows as a file to mend: the table's own columns, and why. '' when there are none. */
  refused: string;
  /** Lines that are no rows, such as a title. */
  leftOut: RawTable["leftOut"];
  /** The button sends this back to import these rows and no others; '' when there is nothing to import. */
  digest: string;
  /** How many rows are imported; `step` is the next to send. */
  step: number;
  done: number;
  written: boolean;
  /** The reason for correcting picks that have started; null while the import corrects none. */
  reason: string | null;
}

const rowsShown = 100;
/** Of each step's digest, so that all fit into a field of the form. */
const digestLength = 16;

const tableForm = z
  .object({
    text: z.string({ error: "Paste a table first." }),
    header: textLine(64),
    digest: textLine(digestLength * (maxTableRows / rowsAtOnce) + 100),
    step: textLine(4),
    /** The counts of the steps before, as the form got them. */
    counts: textLine(60),
    reason: publicReason,
  })
  .catchall(z.string());

const changedText = "Something has changed since the preview, so nothing more was imported. Look at it again.";

/**
 * Shows what the columns are, then what the import would do; with the digest of that preview, imports the rows of one
 * step. Refuses with "invalid" a text that is no table.
 */
export function tableImport(stream: Stream) {
  return operation(abilitiesOf[stream].manage, tableForm, async (caller, form): Promise<ImportView> => {
    const table = readRawTable(
      form.text,
      { rows: maxTableRows, bytes: maxTableBytes },
      isColumnName,
      picksTable,
      "Bet",
    );
    if ("problem" in table) throw Refusal.at("text", "invalid", table.problem);
    const header = hashSecret(JSON.stringify(table.header));
    const choices = (form.header === header ? choicesIn(form) : null) ?? (await keptChoices(header));
    const arranged = arrange(table, choices, new Date());
    const work = { caller, stream, reason: form.reason, table, steps: stepsOf(arranged.rows) };
    const start = startOf(form.text, header, arranged, choices);
    if (!arranged.isDecided) return start;
    const digests = form.digest.match(new RegExp(`.{${digestLength}}`, "g")) ?? [];
    const step = Number(form.step);
    const expected = digests.length === work.steps.length ? digests[step] : undefined;
    if (expected === undefined) return { ...start, ...(await preview(work)) };
    const imported = await importStep(work, step, expected);
    if (imported === null) return { ...start, ...(await preview(work)), problem: changedText };
    if (choices !== null) await keepChoices(header, choices);
    const next = step + 1;
    return {
      ...start,
      counts: addCounts(countsIn(form.counts), imported),
      digest: form.digest,
      step: next,
      done: work.steps.slice(0, next).flat().length,
      written: next === work.steps.length,
      reason: form.reason === "" ? null : form.reason,
    };
  });
}

interface Work {
  caller: Caller;
  stream: Stream;
  reason: string;
  table: RawTable;
  steps: readonly (readonly ArrangedRow[])[];
}

function startOf(text: string, header: string, arranged: Arranged, choices: Choices | null): ImportView {
  const { columns, lacking, rows, isDecided } = arranged;
  return {
    text,
    problem: "",
    header,
    columns: arranged.isOwn && isDecided && choices === null ? null : columns,
    fields: importFields,
    lacking,
    fixed: choices?.fixed ?? {},
    answers: choices?.answers ?? {},
    isDecided,
    total: rows.length,
    rows: [],
    counts: countRows([]),
    settled: 0,
    refused: "",
    leftOut: [],
    digest: "",
    step: 0,
    done: 0,
    written: false,
    reason: null,
  };
}

/** A pick that an earlier row has is refused, whatever step that row is in. */
function stepsOf(rows: readonly ArrangedRow[]): ArrangedRow[][] {
  const earlier = new Set<string>();
  const marked = rows.map((row) => {
    const key = keyOf(row);
    if (earlier.has(key)) return { ...row, problems: { ...row.problems, pick: "The same pick is in a row above." } };
    earlier.add(key);
    return row;
  });
  return Array.from({ length: Math.ceil(rows.length / rowsAtOnce) }, (_, step) =>
    marked.slice(step * rowsAtOnce, (step + 1) * rowsAtOnce),
  );
}

/** By its external ID, else by date, game and pick; the time tells the two games of a doubleheader apart. */
function keyOf({ cells }: ArrangedRow): string {
  const text = (name: string) => cellText(cells[name]).trim();
  const id = text("external_id");
  return JSON.stringify(id === "" ? ["game_date", "game", "pick", "time", "starts_at"].map(text) : [id]);
}

/** Runs all steps and undoes each: other writes get their turn in between. */
async function preview(work: Work): Promise<Partial<ImportView>> {
  const { caller, stream, reason, steps, table } = work;
  const seen = new Set<number>();
  const results: Found[] = [];
  for (const rows of steps) results.push(await run(caller, stream, { rows, reason, seen }, () => false));
  const outcomes = results.flatMap(({ rows }, step) =>
    rows.map((row) => ({ ...row, index: step * rowsAtOnce + row.index })),
  );
  const counts = countRows(outcomes);
  const given = steps.flat();
  const needsReason = outcomes.some(({ fields }) => fields && "reason" in fields);
  return {
    rows: outcomes
      .filter(({ index, status, warnings = [] }) => {
        // Settled picks of before all have the same warning: they are late.
        const asks = warnings.length > 0 && !isSettled(given[index]);
        return index < rowsShown || status === "failed" || asks;
      })
      .map((row) => shown(row, given[row.index])),
    counts,
    settled: outcomes.filter(({ index, status }) => status === "created" && isSettled(given[index])).length,
    refused: refusedFile(table, outcomes),
    leftOut: table.leftOut,
    digest:
      counts.failed === outcomes.length ? "" : results.map(({ digest }) => digest.slice(0, digestLength)).join(""),
    reason: needsReason || reason !== "" ? reason : null,
  };
}

/** "480,0,20,0": new, unchanged, changed and refused rows. */
function countsIn(text: string): ImportResult["counts"] {
  const [created = 0, unchanged = 0, changed = 0, failed = 0] = text.split(",").map((count) => Number(count) || 0);
  return { created, unchanged, changed, failed };
}

/** Writes all rows of a step but the refused ones; null when the outcome is no longer that of the preview. */
async function importStep(
  { caller, stream, reason, steps }: Work,
  step: number,
  digest: string,
): Promise<ImportResult["counts"] | null> {
  const rows = steps[step] ?? [];
  const isExpected = (found: Found) => found.digest.startsWith(digest) || isDone(found);
  const first = await run(caller, stream, { rows, reason }, (found) => isExpected(found) && found.counts.failed === 0);
  if (!isExpected(first)) return null;
  if (first.written) return first.counts;
  // Without the refused ones, so that whatever refuses them has written nothing.
  const accepted = rows.filter((_row, index) => first.rows[index]?.status !== "failed");
  const statuses = first.rows.map(({ status }) => status).filter((status) => status !== "failed");
  const { written } = await run(caller, stream, { rows: accepted, reason }, (found) =>
    found.rows.every(({ status }, index) => status === statuses[index]),
  );
  return written ? first.counts : null;
}

/** The same rows were imported before: by a step whose answer got lost. */
function isDone({ counts }: Found): boolean {
  return counts.created + counts.changed === 0;
}

async function keptChoices(header: string): Promise<Choices | null> {
  const row = await db.selectFrom("import_layouts").select("choices").where("header", "=", header).executeTakeFirst();
  return row ? choicesFrom(row.choices) : null;
}

async function keepChoices(header: string, choices: Choices): Promise<void> {
  const row = { choices: JSON.stringify(choices), kept_at: new Date().toISOString() };
  await write((trx) =>
    trx
      .insertInto("import_layouts")
      .values({ header, ...row })
      .onConflict((conflict) => conflict.column("header").doUpdateSet(row))
      .execute(),
  );
}
