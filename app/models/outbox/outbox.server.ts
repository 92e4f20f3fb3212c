import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { z } from "zod";
import { type Db, type OutboxChannel, batchSize, db, write } from "../../db.server.ts";
import { dayMs, hourMs, minuteMs, secondMs } from "../../time/durations.ts";
import { newSecret } from "../secret.server.ts";

const mailOfAnyKind = z.discriminatedUnion("kind", [
  // Encrypted: with a plain code, a leaked database or backup would let its reader take over the account.
  z.object({ kind: z.literal("reset-code"), encrypted: z.string() }),
  z.object({ kind: z.literal("confirm-email"), encrypted: z.string() }),
  z.object({ kind: z.literal("new-picks"), round: z.number() }),
  // Sent to the affiliate's address; user_id is the person who approved the affiliate.
  z.object({ kind: z.literal("affiliate-approved"), affiliate: z.number() }),
  z.object({ kind: z.literal("membership-active") }),
  z.object({ kind: z.literal("account-closing") }),
]);

export type Mail = z.output<typeof mailOfAnyKind>;

const channels: readonly OutboxChannel[] = ["mail", "push", "discord", "telegram", "webhook"];

/** After this, a mail is not sent any more. A reset code is valid for ten minutes. */
const lifetimeMs: Readonly<Record<Mail["kind"], number>> = {
  "reset-code": 10 * minuteMs,
  "confirm-email": dayMs,
  "new-picks": 12 * hourMs,
  "affiliate-approved": 7 * dayMs,
  "membership-active": 3 * dayMs,
  "account-closing": 3 * dayMs,
};
/** The waits after the first, second, ... failure; the last one repeats. */
export const retryDelaysMs = [10 * secondMs, minuteMs, 5 * minuteMs, 15 * minuteMs, hourMs] as const;

export interface DueMail {
  id: number;
  messageId: string;
  tries: number;
  /** Null when a newer version of this program queued it. */
  mail: Mail | null;
  recipient: { id: number; name: string; email: string };
}

/** Call it in the transaction that causes the mail. The mail is sent outside the request. */
export async function queueMail(trx: Db, userId: number, mail: Mail, now: Date): Promise<void> {
  await trx
    .insertInto("outbox")
    .values({ message_id: newSecret(), user_id: userId, ...mailColumns(mail, now) })
    .execute();
}

/** `since` = when the news happened; the mail's lifetime starts then. */
export function mailColumns({ kind, ...params }: Mail, now: Date, since: Date = now) {
  const created = now.toISOString();
  return {
    kind,
    params: JSON.stringify(params),
    created_at: created,
    next_try_at: created,
    expires_at: new Date(since.getTime() + lifetimeMs[kind]).toISOString(),
  };
}

/** The soonest to expire comes first, so that a code never waits behind a bulk mail. Null when none is due. */
export async function findDueMail(now: Date): Promise<DueMail | null> {
  // No retry waits longer than this: a later time was stored while the clock was wrong.
  const latest = new Date(now.getTime() + Math.max(...retryDelaysMs)).toISOString();
  const row = await db
    .selectFrom("outbox")
    .innerJoin("users", "users.id", "outbox.user_id")
    .select(["outbox.id", "message_id", "kind", "params", "tries", "users.id as user_id", "users.name", "users.email"])
    .where("state", "=", "waiting")
    .where("channel", "=", "mail")
    .where("finished_at", "is", null)
    .where("expires_at", ">", now.toISOString())
    .where((or) => or.or([or("next_try_at", "<=", now.toISOString()), or("next_try_at", ">", latest)]))
    .orderBy("expires_at")
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  const { success, data } = mailOfAnyKind.safeParse({ ...JSON.parse(row.params), kind: row.kind });
  return {
    id: row.id,
    messageId: row.message_id,
    tries: row.tries,
    mail: success ? data : null,
    recipient: { id: row.user_id, name: row.name, email: row.email },
  };
}

/**
 * Call it before the mail server can accept the mail: afterwards it is never sent again.
 * False when another process has taken it, or the account is gone.
 */
export function markHandedOver(id: number): Promise<boolean> {
  return write(async (trx) => {
    const row = await trx
      .updateTable("outbox")
      .set({ state: "handed-over" })
      .where("id", "=", id)
      .where("state", "=", "waiting")
      .returning("id")
      .executeTakeFirst();
    return row !== undefined;
  });
}

/**
 * Ends a mail and deletes its content. "refused" = permanently, "expired" = too late to send, "handed-over" = outcome
 * unknown.
 */
export async function finishMail(
  id: number,
  state: "sent" | "refused" | "expired" | "handed-over",
  now: Date,
): Promise<void> {
  await write((trx) =>
    trx
      .updateTable("outbox")
      .set({ state, params: "{}", finished_at: now.toISOString() })
      .where("id", "=", id)
      .execute(),
  );
}

/** `handedOver` = this process handed it over and the server rejected it. */
export async function scheduleRetry({ id, tries }: DueMail, handedOver: boolean, now: Date): Promise<void> {
  const wait = retryDelaysMs[Math.min(tries, retryDelaysMs.length - 1)] ?? hourMs;
  await write((trx) =>
    trx
      .updateTable("outbox")
      .set({ state: "waiting", tries: tries + 1, next_try_at: new Date(now.getTime() + wait).toISOString() })
      .where("id", "=", id)
      .where("state", "=", handedOver ? "handed-over" : "waiting")
      .where("finished_at", "is", null)
      .execute(),
  );
}

/** The server may have these mails, so they are not sent again. Returns their number. */
export async function finishInterrupted(now: Date): Promise<number> {
  const interrupted = await db
    .selectFrom("outbox")
    .select("id")
    .where("state", "=", "handed-over")
    .where("finished_at", "is", null)
    .execute();
  for (const { id } of interrupted) await finishMail(id, "handed-over", now);
  return interrupted.length;
}

export async function expireMails(now: Date): Promise<void> {
  const done = { params: "{}", finished_at: now.toISOString() };
  for (const [from, to] of [
    ["waiting", "expired"],
    ["handed-over", "handed-over"],
  ] as const) {
    const late = db
      .selectFrom("outbox")
      .select("id")
      .where("state", "=", from)
      .where("channel", "in", channels)
      .where("finished_at", "is", null)
      .where("expires_at", "<=", now.toISOString());
    while (await late.limit(1).executeTakeFirst()) {
      await write((trx) =>
        trx
          .updateTable("outbox")
          .set({ state: to, ...done })
          .where("id", "in", late.limit(batchSize))
          .execute(),
      );
      await yieldToEventLoop();
    }
  }
}
