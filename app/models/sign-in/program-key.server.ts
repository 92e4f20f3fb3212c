import { z } from "zod";
import { type Db, db, write } from "../../db.server.ts";
import { dateIn } from "../../time/zone-time.ts";
import { hourMs, minuteMs, secondMs } from "../../time/durations.ts";
import { scopes } from "../../policy.ts";
import { type ProgramKey, signedOut } from "../operation.server.ts";
import { hashSecret, newSecret } from "../secret.server.ts";
import { atMost, countAttempt } from "../throttle.server.ts";

const prefix = "key_";
const callsPerHour = 600;
/** A call by GET or HEAD reads. */
export type CallKind = "reads" | "writes";

const storedScopes = z.array(z.enum(scopes));

export function newKey(): string {
  return `${prefix}${newSecret()}`;
}

export function isKey(bearer: string): boolean {
  return bearer.startsWith(prefix);
}

/** Null when unknown or revoked. */
export async function findKey(bearer: string): Promise<ProgramKey | null> {
  if (!/^key_[\w-]{43}$/.test(bearer)) return null;
  const row = await db
    .selectFrom("api_keys")
    .select(["id", "name", "scopes"])
    .where("key_hash", "=", hashSecret(bearer))
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  return row ? { ...row, scopes: scopesOf(row.scopes) } : null;
}

/** Counts a call, also for the table of keys. Refuses with "too-many" after 600 in an hour. */
export async function countKeyCall({ id }: ProgramKey, kind: CallKind, now: Date = new Date()): Promise<void> {
  const limit = { key: `key:${id}`, ...atMost(callsPerHour, hourMs / secondMs) };
  await countAttempt([limit], now, (trx) => countInDay(trx, id, kind, now));
  const { used_at } = await db.selectFrom("api_keys").select("used_at").where("id", "=", id).executeTakeFirstOrThrow();
  if (used_at !== null && now.getTime() - Date.parse(used_at) < minuteMs) return;
  await write((trx) => trx.updateTable("api_keys").set({ used_at: now.toISOString() }).where("id", "=", id).execute());
}

function countInDay(trx: Db, keyId: number, kind: CallKind, now: Date): Promise<unknown> {
  return trx
    .insertInto("api_key_days")
    .values({ key_id: keyId, day: dateIn("UTC", now), reads: 0, writes: 0, [kind]: 1 })
    .onConflict((conflict) =>
      conflict.columns(["key_id", "day"]).doUpdateSet((column) => ({ [kind]: column(`api_key_days.${kind}`, "+", 1) })),
    )
    .execute();
}

/** Refuses with "signed-out" when the key was revoked since it was looked up. */
export async function expectKey(trx: Db, { id }: ProgramKey): Promise<void> {
  const row = await trx
    .selectFrom("api_keys")
    .select("id")
    .where("id", "=", id)
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  if (!row) throw signedOut();
}

export function scopesOf(json: string): ProgramKey["scopes"] {
  return storedScopes.parse(JSON.parse(json));
}
