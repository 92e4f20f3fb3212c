import { hashSecret } from "../secret.server.ts";
import type { Caller } from "../operation.server.ts";
import type { Stream } from "../bets/stream.ts";
import { writeLedgerAs } from "../sign-in/access.server.ts";
import { type Given, importRow } from "./import-row.server.ts";
import { type ImportedRow, type ImportResult, countRows } from "./import.ts";

export interface Found extends ImportResult {
  /** A hash of the rows, of the picks they matched and of the outcomes. */
  digest: string;
}

export interface Rows {
  rows: readonly Given[];
  reason: string;
  /** The ids of the picks that rows before these ones found. */
  seen?: Set<number>;
}

/** Thrown to undo what an import has written. */
class Undone extends Error {
  readonly result: Found;

  constructor(result: Found) {
    super("The import was undone.");
    this.result = result;
  }
}

/**
 * Imports all rows in one transaction and commits it only if `keeps` returns true, so a preview does exactly what an
 * import does.
 */
export async function run(
  caller: Caller,
  stream: Stream,
  { rows, reason, seen = new Set() }: Rows,
  keeps: (result: Found) => boolean,
): Promise<Found & { written: boolean }> {
  try {
    const result = await writeLedgerAs(caller, async (trx) => {
      const table = { trx, stream, caller, reason, seen: new Set(seen), found: new Array<string>() };
      const imported: ImportedRow[] = [];
      for (const [index, row] of rows.entries()) imported.push({ index, ...(await importRow(table, row)) });
      const digest = hashSecret(JSON.stringify([rows.map(withoutNested), table.found, imported.map(withoutNewId)]));
      const found = { rows: imported, counts: countRows(imported), digest };
      if (!keeps(found)) throw new Undone(found);
      return found;
    });
    return { ...result, written: true };
  } catch (error) {
    if (!(error instanceof Undone)) throw error;
    const { result } = error;
    for (const { id, status } of result.rows) if (id !== null && status !== "created") seen.add(id);
    return { ...result, rows: result.rows.map(withoutNewId), written: false };
  }
}

/**
 * Drops cells with lists and objects for the digest: their row is refused anyway, and JSON.stringify fails on very deep
 * nesting.
 */
function withoutNested({ line, cells, problems }: Given): Given {
  const plain = Object.entries(cells).filter(([, cell]) => typeof cell !== "object" || cell === null);
  return { line, cells: Object.fromEntries(plain), problems };
}

/**
 * Removes the id of a new pick: the digest must not depend on it, and it means nothing when the pick was not written.
 */
function withoutNewId(row: ImportedRow): ImportedRow {
  return row.status === "created" ? { ...row, id: null } : row;
}
