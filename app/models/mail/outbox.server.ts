import { setImmediate as turn } from "node:timers/promises";
import { z } from "zod";
import type { Db } from "../../db.server.ts";
import { batchSize, db, write } from "../../db.server.ts";
import { dayMs, hourMs, minuteMs, secondMs } from "../../durations.ts";
import { newSecret } from "../secret.server.ts";

const mailOfAnyKind = z.discriminatedUnion("kind", [
  // Sealed: whoever reads the database, or a backup, could take the account over.
  z.object({ kind: z.literal("reset-code"), sealed: z.string() }),
  z.object({ kind: z.literal("confirm-email"), sealed: z.string() }),
  z.object({ kind: z.literal("new-picks"), round: z.number() }),
  // To the affiliate, whose address is read when it is sent. Its person is whoever approved them.
  z.object({ kind: z.literal("affiliate-approved"), affiliate: z.number() }),
  z.object({ kind: z.literal("membership-active") }),
]);

/** What a mail says. It is rendered when it is sent. */
export type Mail = z.output<typeof mailOfAnyKind>;

/** After so long a mail is not worth sending. A code lives ten minutes. */
const worthSendingMs: Readonly<Record<Mail["kind"], number>> = { "reset-code": 10 * minuteMs, "confirm-email": dayMs, "new-picks": 12 * hourMs, "affiliate-approved": 7 * dayMs, "membership-active": 3 * dayMs };
/** How long a mail waits after its first, second, ... failure; from the last on the wait stays the same. */
export const retryDelaysMs = [10 * secondMs, minuteMs, 5 * minuteMs, 15 * minuteMs, hourMs] as const;

/** A mail whose turn it is, with the address that its recipient has now. */
export interface DueMail {
  id: number;
  messageId: string;
  tries: number;
  /** Null when a newer version of this program queued it. */
  mail: Mail | null;
  recipient: { id: number; name: string; email: string };
}

/** Queues a mail to a person, in the transaction that is its reason. It is sent outside the request. */
export async function queueMail(trx: Db, userId: number, mail: Mail, now: Date): Promise<void> {
  await trx.insertInto("outbox").values({ message_id: newSecret(), user_id: userId, ...mailColumns(mail, now) }).execute();
}

/** What a row of the outbox says of a mail. `since` = when its news happened. */
export function mailColumns({ kind, ...params }: Mail, now: Date, since: Date = now) {
  const created = now.toISOString();
  return { kind, params: JSON.stringify(params), created_at: created, next_try_at: created, expires_at: new Date(since.getTime() + worthSendingMs[kind]).toISOString() };
}

/** The next mail to send: what expires first goes first, so that a code never waits behind a round. Null when none is due. */
export async function findDueMail(now: Date): Promise<DueMail | null> {
  // No mail waits for longer than this: one that would was put there while the clock was wrong.
  const latest = new Date(now.getTime() + Math.max(...retryDelaysMs)).toISOString();
  const row = await db.selectFrom("outbox").innerJoin("users", "users.id", "outbox.user_id")
    .select(["outbox.id", "message_id", "kind", "params", "tries", "user_id", "users.name", "users.email"])
    .where("state", "=", "waiting").where("finished_at", "is", null).where("expires_at", ">", now.toISOString())
    .where((or) => or.or([or("next_try_at", "<=", now.toISOString()), or("next_try_at", ">", latest)]))
    .orderBy("expires_at").limit(1).executeTakeFirst();
  if (!row) return null;
  const { success, data } = mailOfAnyKind.safeParse({ ...JSON.parse(row.params), kind: row.kind });
  return { id: row.id, messageId: row.message_id, tries: row.tries, mail: success ? data : null, recipient: { id: row.user_id, name: row.name, email: row.email } };
}

/**
 * Records, before the mail server can take the mail, that it may have it: from now on it is never sent again. False when it is not
 * ours to send: another process has it, or the account is gone.
 */
export function markHandedOver(id: number): Promise<boolean> {
  return write(async (trx) => {
    const row = await trx.updateTable("outbox").set({ state: "handed-over" }).where("id", "=", id).where("state", "=", "waiting").returning("id").executeTakeFirst();
    return row !== undefined;
  });
}

/** A mail is done: "sent", "refused" for good, "expired" = not worth sending any more, "handed-over" = nobody knows. What it said is forgotten. */
export async function finishMail(id: number, state: "sent" | "refused" | "expired" | "handed-over", now: Date): Promise<void> {
  await write((trx) => trx.updateTable("outbox").set({ state, params: "{}", finished_at: now.toISOString() }).where("id", "=", id).execute());
}

/** A mail that was not taken is tried again later. `handedOver` = this process handed it over, and the server said no. */
export async function scheduleRetry({ id, tries }: DueMail, handedOver: boolean, now: Date): Promise<void> {
  const wait = retryDelaysMs[Math.min(tries, retryDelaysMs.length - 1)] ?? hourMs;
  await write((trx) => trx.updateTable("outbox")
    .set({ state: "waiting", tries: tries + 1, next_try_at: new Date(now.getTime() + wait).toISOString() })
    .where("id", "=", id).where("state", "=", handedOver ? "handed-over" : "waiting").where("finished_at", "is", null).execute());
}

/** Finishes what was handed over before this process began: the server may have it, so it is not sent again. Gives how many. */
export async function finishInterrupted(now: Date): Promise<number> {
  const doubtful = await db.selectFrom("outbox").select("id").where("state", "=", "handed-over").where("finished_at", "is", null).execute();
  for (const { id } of doubtful) await finishMail(id, "handed-over", now);
  return doubtful.length;
}

/** Finishes what is not worth sending any more, a few at a time. */
export async function expireMails(now: Date): Promise<void> {
  const done = { params: "{}", finished_at: now.toISOString() };
  for (const [was, is] of [["waiting", "expired"], ["handed-over", "handed-over"]] as const) {
    const late = db.selectFrom("outbox").select("id").where("state", "=", was).where("finished_at", "is", null).where("expires_at", "<=", now.toISOString());
    while (await late.limit(1).executeTakeFirst()) {
      await write((trx) => trx.updateTable("outbox").set({ state: is, ...done }).where("id", "in", late.limit(batchSize)).execute());
      await turn();
    }
  }
}
