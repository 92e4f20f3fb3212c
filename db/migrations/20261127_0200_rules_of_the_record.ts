import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import { sql } from "kysely";

/**
 * Marks in a ledger that an earlier version wrote from where on all rules of the record apply: a restore that lost nothing,
 * since it goes on after the last entry that was known. See docs/decisions/026.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ seq: number; at: string; hash: string }>`select seq, at, hash from ledger order by seq desc limit 1`.execute(db);
  const [last] = rows;
  if (last === undefined) return;
  const now = new Date().toISOString();
  const at = last.at > now ? last.at : now;
  const seq = last.seq + 1;
  // In the order of the ledger's canonical JSON.
  const body = JSON.stringify({ at, from: last.seq, lost: `${last.seq}:${last.hash}`, ref: "", seq, type: "restore" });
  const hash = createHash("sha256").update(`${last.hash}\n${body}`).digest("hex");
  await sql`insert into ledger (seq, at, type, ref, body, hash) values (${seq}, ${at}, 'restore', '', ${body}, ${hash})`.execute(db);
}
