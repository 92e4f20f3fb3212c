import type { Db } from "../db.server.ts";
import { newSecret } from "./secret.server.ts";

/** What a mail says. It is rendered when it is sent. */
export type Mail =
  | { kind: "reset-code"; code: string }
  | { kind: "new-picks"; round: number };

const minute = 60_000;
/** After so long a mail is not worth sending. A code lives ten minutes. */
const worthSendingMs: Readonly<Record<Mail["kind"], number>> = { "reset-code": 10 * minute, "new-picks": 12 * 60 * minute };

/** Queues a mail to a person, in the transaction that is its reason. It is sent outside the request. */
export async function queueMail(trx: Db, userId: number, { kind, ...params }: Mail, now: Date = new Date()): Promise<void> {
  await trx.insertInto("outbox").values({
    message_id: newSecret(), kind, user_id: userId, params: JSON.stringify(params), created_at: now.toISOString(), next_try_at: now.toISOString(),
    expires_at: new Date(now.getTime() + worthSendingMs[kind]).toISOString(),
  }).execute();
}
