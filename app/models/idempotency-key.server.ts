/**
 * Idempotency keys: a form that creates something carries a key, so that sending it twice (a double press, a lost
 * answer) creates it once. The same key with the same content gets the first answer again. Without a key every request
 * creates.
 */
import { z } from "zod";
import type { Db } from "../db.server.ts";
import { hashSecret } from "./secret.server.ts";

/** The form's field holds a newSecret(). Anything else counts as no key: ''. */
export const idempotencyKey = z
  .string()
  .regex(/^[\w-]{43}$/)
  .catch("");

/**
 * Hashes key and content; null without a key. The key itself isn't stored, so the hash reveals nothing of the content,
 * passwords included.
 */
export function hashOfRequest(key: string, content: unknown): string | null {
  return key === "" ? null : hashSecret(JSON.stringify([key, content]));
}

/** The id of what the first request created; null for a new request. */
export async function findResult(source: Db, keyHash: string | null): Promise<number | null> {
  if (keyHash === null) return null;
  const row = await source
    .selectFrom("idempotency_keys")
    .select("result_id")
    .where("key_hash", "=", keyHash)
    .executeTakeFirst();
  return row?.result_id ?? null;
}

/** Call it in the transaction that creates the row. */
export async function storeResult(trx: Db, keyHash: string | null, resultId: number): Promise<void> {
  if (keyHash === null) return;
  await trx
    .insertInto("idempotency_keys")
    .values({ key_hash: keyHash, result_id: resultId, used_at: new Date().toISOString() })
    .execute();
}
