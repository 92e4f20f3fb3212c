import { db, write } from "../../db.server.ts";
import type { Person } from "../operation.server.ts";
import { hashSecret, newSecret } from "../secret.server.ts";
import { recordAudit } from "../trail/audit.server.ts";
import { expectCurrent } from "./access.server.ts";
import {
  type SignedIn,
  apiTokenMs,
  idleLimitOf,
  hasExpired,
  markSeen,
  personColumns,
  seenEveryMs,
  signedIn,
} from "./session.server.ts";

/**
 * Returns v1.<email>.<256 random bits>, both in base64url; only its hash is stored. The token is valid for seven days.
 * It also expires after as long without a call as a session without a request, and with the session whose secret id is
 * `session`. Refuses as expectCurrent does.
 */
export function issueApiToken(person: Person, session: string | null = null): Promise<string> {
  return write(async (trx) => {
    await expectCurrent(trx, person);
    const token = `v1.${Buffer.from(person.email).toString("base64url")}.${newSecret()}`;
    const sessionRow =
      session === null
        ? undefined
        : await trx.selectFrom("sessions").select("id").where("id_hash", "=", hashSecret(session)).executeTakeFirst();
    await trx
      .insertInto("api_tokens")
      .values({
        token_hash: hashSecret(token),
        user_id: person.id,
        session_id: sessionRow?.id ?? null,
        created_at: new Date().toISOString(),
      })
      .execute();
    return token;
  });
}

/** Null when unknown, expired or suspended. */
export async function findBearer(token: string, now: Date = new Date()): Promise<SignedIn | null> {
  if (!/^v1\.[\w-]{1,400}\.[\w-]{43}$/.test(token)) return null;
  const row = await db
    .selectFrom("api_tokens")
    .innerJoin("users", "users.id", "api_tokens.user_id")
    .leftJoin("two_factors", "two_factors.user_id", "users.id")
    .select([...personColumns, "api_tokens.id as token_id", "api_tokens.created_at", "api_tokens.seen_at"])
    .where("api_tokens.token_hash", "=", hashSecret(token))
    .executeTakeFirst();
  if (!row || row.status !== "Active") return null;
  const found = signedIn(row, now);
  const idleTime = now.getTime() - Date.parse(row.seen_at ?? row.created_at);
  if (hasExpired(now, row.created_at, apiTokenMs) || idleTime >= idleLimitOf(found)) return null;
  if (idleTime >= seenEveryMs) await markSeen("api_tokens", row.token_id, now);
  return found;
}

/** Idempotent. Also ends the session of the same sign-in. */
export function endApiToken(token: string): Promise<void> {
  return write(async (trx) => {
    const ended = await trx
      .deleteFrom("api_tokens")
      .where("token_hash", "=", hashSecret(token))
      .returning(["user_id", "session_id"])
      .executeTakeFirst();
    if (!ended) return;
    if (ended.session_id !== null) await trx.deleteFrom("sessions").where("id", "=", ended.session_id).execute();
    await recordAudit(trx, {
      actorId: ended.user_id,
      action: "session.ended",
      subject: "user",
      subjectId: ended.user_id,
    });
  });
}
