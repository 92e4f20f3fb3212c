/** Rewrites the ledger of a database the way its operator could. */
import { sql } from "kysely";
import { canonicalJson } from "../../../app/models/ledger/canonical.ts";
import { engineOf } from "../../../db/engine.ts";
import type { Served } from "../ledger.ts";
import { withoutGuards } from "./ledger-guards.ts";

const atOnce = 500;

/** The rows are in the order of `entries`, whatever number an entry claims; a missing number stays missing. */
export async function rewriteLedger(address: string, entries: readonly Served[]): Promise<void> {
  const { db, close } = engineOf(address).open(address);
  const numbers = entries.map(({ seq }) => seq);
  const isAscending = numbers.every((seq, index) => index === 0 || seq > (numbers[index - 1] ?? 0));
  const rows = entries.map(({ hash, reveal, ...body }, index) => ({
    seq: isAscending ? body.seq : index + 1,
    at: body.at,
    // Also a type that no program writes.
    type: sql<never>`${String(body.type)}`,
    ref: String(body.ref),
    body: canonicalJson(body),
    hash,
    reveal,
  }));
  await withoutGuards(db, async () => {
    await db.deleteFrom("reveals").execute();
    await db.deleteFrom("ledger").execute();
    for (let start = 0; start < rows.length; start += atOnce) {
      const page = rows.slice(start, start + atOnce);
      await db
        .insertInto("ledger")
        .values(page.map(({ reveal: _reveal, ...row }) => row))
        .execute();
      const reveals = page.flatMap(({ seq, reveal }) =>
        reveal ? [{ entry: seq, salt: reveal.salt, content: canonicalJson(reveal.content) }] : [],
      );
      if (reveals.length > 0) await db.insertInto("reveals").values(reveals).execute();
    }
  });
  await close();
}
