import { z } from "zod";
import { hashSecret } from "../secret.server.ts";
import { Refusal } from "../../refusal.ts";
import { textLine } from "../fields.ts";
import { type Caller, operation } from "../operation.server.ts";
import { publicReason } from "../picks/pick-input.server.ts";
import type { Stream } from "../bets/stream.ts";
import { describePick } from "../picks/pick.ts";
import { abilitiesOf } from "../picks/pick-access.server.ts";
import { writeLedgerAs } from "../sign-in/access.server.ts";
import { importedPick, importFlags, importRow } from "./import-row.server.ts";
import { type ImportRow, maxImportRows, readImport, rowsOf } from "../../csv/table-text.ts";
import { type ImportedRow, type ImportResult, countRows, hasWarnings } from "./import.ts";

export interface ImportView {
  /** The pasted text. */
  text: string;
  /** The reason why a confirmed import was not done; '' otherwise. */
  problem: string;
  rows: (ImportedRow & { line: number | null; name: string })[];
  counts: ImportResult["counts"];
  /** The button sends this back to import these rows and no others; '' when they can't be imported. */
  digest: string;
  written: boolean;
  /** The reason for correcting picks that have started; null while the import corrects none. */
  reason: string | null;
}

const fieldNames = Object.keys(importedPick.shape);

export const regularImport = operationsFor("regular");
export const proImport = operationsFor("pro");

interface Found extends ImportResult {
  /** A hash of the rows, of the picks they matched and of the outcomes. */
  digest: string;
}

/** Thrown to undo what an import has written. */
class Undone extends Error {
  readonly result: Found;

  constructor(result: Found) {
    super("The import was undone.");
    this.result = result;
  }
}

function operationsFor(stream: Stream) {
  const abilities = abilitiesOf[stream];
  return {
    open: operation(abilities.manage, z.object({}), async () => ({})),
    /**
     * The API's call. Writes all rows or none: none with `dry_run`, with a failed row, or with warnings and `confirm`
     * 0.
     */
    importRows: operation(
      abilities.draft,
      importFlags.extend({ rows: z.array(z.unknown(), { error: "The body must be a JSON array." }) }),
      async (caller, { rows, dry_run, confirm, reason }) => {
        const table = rowsOf(rows);
        if (table === null) throw new Refusal("malformed", "Each row must be a JSON object.");
        if (table.rows.length > maxImportRows)
          throw new Refusal("invalid", `At most ${maxImportRows} rows.`, { fields: {} });
        const result = await run(caller, stream, { rows: table.rows, reason }, (found) => {
          const isRefused = found.counts.failed > 0 || (confirm === "0" && hasWarnings(found.rows));
          return dry_run !== "1" && !isRefused;
        });
        return { ...result, refused: refusedFor(result, confirm) };
      },
    ),
    /**
     * The form's call. Shows what the import would do; with the digest of that preview, imports. Refuses with "invalid"
     * a text that is no table.
     */
    importText: operation(
      abilities.manage,
      z.object({ text: z.string({ error: "Paste a table first." }), digest: textLine(64), reason: publicReason }),
      async (caller, { text, digest, reason }): Promise<ImportView> => {
        const table = readImport(text, fieldNames);
        if ("problem" in table) throw Refusal.at("text", "invalid", table.problem);
        const result = await run(
          caller,
          stream,
          { rows: table.rows, reason },
          (found) => found.counts.failed === 0 && digest === found.digest,
        );
        const needsReason = result.rows.some(({ fields }) => fields && "reason" in fields);
        const view = viewOf(text, table.rows, result, digest === "" || result.written ? "" : changedText);
        return { ...view, reason: needsReason || reason !== "" ? reason : null };
      },
    ),
  };
}

const changedText = "Something has changed since the preview, so nothing was imported. Look at it again.";

/** Tells why the API must not write the rows; null when it may. */
function refusedFor({ rows, counts }: ImportResult, confirm: string): "failed" | "unconfirmed" | null {
  if (counts.failed > 0) return "failed";
  return confirm === "0" && hasWarnings(rows) ? "unconfirmed" : null;
}

/**
 * Imports all rows in one transaction and commits it only if `keeps` returns true, so a preview does exactly what an
 * import does.
 */
async function run(
  caller: Caller,
  stream: Stream,
  { rows, reason }: { rows: readonly ImportRow[]; reason: string },
  keeps: (result: Found) => boolean,
): Promise<Found & { written: boolean }> {
  try {
    const result = await writeLedgerAs(caller, async (trx) => {
      const table = { trx, stream, caller, reason, seen: new Set<number>(), found: new Array<string>() };
      const imported: ImportedRow[] = [];
      for (const [index, { cells }] of rows.entries()) imported.push({ index, ...(await importRow(table, cells)) });
      const digest = hashSecret(JSON.stringify([rows.map(withoutNested), table.found, imported.map(withoutNewId)]));
      const found = { rows: imported, counts: countRows(imported), digest };
      if (!keeps(found)) throw new Undone(found);
      return found;
    });
    return { ...result, written: true };
  } catch (error) {
    if (!(error instanceof Undone)) throw error;
    const { result } = error;
    return { ...result, rows: result.rows.map(withoutNewId), written: false };
  }
}

/**
 * Drops cells with lists and objects for the digest: their row is refused anyway, and JSON.stringify fails on very deep
 * nesting.
 */
function withoutNested({ line, cells }: ImportRow): ImportRow {
  const plain = Object.entries(cells).filter(([, cell]) => typeof cell !== "object" || cell === null);
  return { line, cells: Object.fromEntries(plain) };
}

/**
 * Removes the id of a new pick: the digest must not depend on it, and it means nothing when the pick was not written.
 */
function withoutNewId(row: ImportedRow): ImportedRow {
  return row.status === "created" ? { ...row, id: null } : row;
}

function viewOf(
  text: string,
  given: readonly ImportRow[],
  { rows, counts, digest, written }: Found & { written: boolean },
  problem: string,
): Omit<ImportView, "reason"> {
  return {
    text,
    problem,
    rows: rows.map((row) => ({ ...row, line: given[row.index]?.line ?? null, name: nameOf(given[row.index]) })),
    counts,
    digest: counts.failed === 0 ? digest : "",
    written,
  };
}

function nameOf(row: ImportRow | undefined): string {
  const cell = (name: string) => {
    const value = row?.cells[name];
    return typeof value === "string" ? value.trim() : "";
  };
  return describePick({ pick: cell("pick"), game: cell("game"), game_date: cell("game_date") });
}
