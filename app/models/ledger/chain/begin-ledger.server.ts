/** Writes the first entries: the ledger begins with the picks that exist already. */
import type { Db, PickRow } from "../../../db.server.ts";
import { env } from "../../../env.server.ts";
import { type Head, append, noHead } from "./append.server.ts";
import { refOf } from "../ledger-entry.ts";
import { contentOf } from "../sealed-content.ts";

/**
 * Begins the ledger. It imports the picks that were published before it, except `except`, without their time of
 * publication. Returns the last entry.
 */
export async function beginLedger(trx: Db, { except = 0, at }: { except?: number; at?: Date } = {}): Promise<Head> {
  const zone = env.SITE_TIMEZONE;
  const now = at ?? new Date();
  const begun = await append(trx, noHead, { type: "begin", ref: "", fields: { zone, format: "1" } }, now, zone);
  let { head } = begun;
  for (const row of await publishedPicks(trx, except)) {
    const ref = refOf({ stream: row.stream, pick_id: row.id, version: 1 });
    ({ head } = await append(trx, head, { type: "import", ref, content: contentOf(row, 1) }, now, zone));
  }
  return head;
}

function publishedPicks(trx: Db, except: number): Promise<PickRow[]> {
  return trx
    .selectFrom("picks")
    .selectAll()
    .where("published_at", "is not", null)
    .where("id", "<>", except)
    .orderBy("id")
    .execute();
}
