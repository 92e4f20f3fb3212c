import { z } from "zod";
import { Refusal } from "../../refusal.ts";
import { maxImportRows, rowsOf } from "../../csv/table-text.ts";
import { operation } from "../operation.server.ts";
import type { Stream } from "../bets/stream.ts";
import { abilitiesOf } from "../picks/pick-access.server.ts";
import { importFlags } from "./import-row.server.ts";
import { tableImport } from "./import-table.server.ts";
import { type ImportResult, hasWarnings } from "./import.ts";
import { run } from "./run-import.server.ts";

export const regularImport = operationsFor("regular");
export const proImport = operationsFor("pro");

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
    importText: tableImport(stream),
  };
}

/** Tells why the API must not write the rows; null when it may. */
function refusedFor({ rows, counts }: ImportResult, confirm: string): "failed" | "unconfirmed" | null {
  if (counts.failed > 0) return "failed";
  return confirm === "0" && hasWarnings(rows) ? "unconfirmed" : null;
}
