/** Writes the first entries: the ledger begins with the picks that exist already. */
import type { Db, PickRow } from "../../../db.server.ts";
import { env } from "../../../env.server.ts";
import { type Head, append, noHead } from "./append.server.ts";
import { refOf } from "../ledger-entry.ts";
import { contentOf } from "../sealed-content.ts";

/** Picks that are read at a time. */
const pageSize = 1000;

interface BeginOptions {
  except?: number;
  at?: Date;
  /** Called after each thousand picks with their number so far. */
  entered?: (picks: number) => Promise<void>;
}

/**
 * Begins the ledger. It imports the picks that were published before it, except `except`, without their time of
 * publication. Returns the last entry.
 */
export async function beginLedger(trx: Db, { except = 0, at, entered }: BeginOptions = {}): Promise<Head> {
  const zone = env.SITE_TIMEZONE;
  const now = at ?? new Date();
  const begun = await append(trx, noHead, { type: "begin", ref: "", fields: { zone, format: "1" } }, now, zone);
  let { head } = begun;
  for (let after = 0; ;) {
    const rows = await publishedPicks(trx, after);
    for (const row of rows) {
      after = row.id;
      if (row.id === except) continue;
      const ref = refOf({ stream: row.stream, pick_id: row.id, version: 1 });
      ({ head } = await append(trx, head, { type: "import", ref, content: contentOf(row, 1) }, now, zone));
    }
    if (rows.length < pageSize) return head;
    await entered?.(head.seq - 1);
  }
}

function publishedPicks(trx: Db, after: number): Promise<PickRow[]> {
  return trx
    .selectFrom("picks")
    .selectAll()
    .where("published_at", "is not", null)
    .where("id", ">", after)
    .orderBy("id")
    .limit(pageSize)
    .execute();
}
