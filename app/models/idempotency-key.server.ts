/**
 * Forms that make something, and are sent again: pressed twice where no script holds the button, or after an answer that was lost, maybe hours later.
 * Each page that shows such a form gives it a key. The same key with the same content is the same form, and answered like the first time; a person
 * or a program that wants the same thing twice has another key, or none.
 */
import { z } from "zod";
import type { Db } from "../db.server.ts";
import { hashSecret } from "./secret.server.ts";

/** The field that names a form, a newSecret(); '' for none, and for what is no key. */
export const formKey = z.string().regex(/^[\w-]{43}$/).catch("");

/** Names what was sent; null without a key. Tells nobody what that was, passwords included: the key is not stored. */
export function nameOfSent(key: string, content: unknown): string | null {
  return key === "" ? null : hashSecret(JSON.stringify([key, content]));
}

/** The id of what was made when it was sent before; null where it was not. */
export async function resultOfSent(source: Db, name: string | null): Promise<number | null> {
  if (name === null) return null;
  const row = await source.selectFrom("sent_forms").select("result_id").where("name", "=", name).executeTakeFirst();
  return row?.result_id ?? null;
}

/** Keeps what was made, in the transaction that makes it. */
export async function keepResultOfSent(trx: Db, name: string | null, resultId: number): Promise<void> {
  if (name === null) return;
  await trx.insertInto("sent_forms").values({ name, result_id: resultId, sent_at: new Date().toISOString() }).execute();
}
