/** Mails leave one by one, and never twice: a mail server keeps what it accepted, and people see a repeat. */
import { type Db, db, write } from "../../db.server.ts";
import { type OutboxItem, readItem } from "./outbox.server.ts";
import { isDue, retryAt } from "./retry.server.ts";

export interface DueMail {
  id: number;
  messageId: string;
  tries: number;
  expiresAt: string;
  /** Null when a newer version of this program queued it. */
  mail: OutboxItem | null;
  recipient: { id: number; name: string; email: string };
}

/** The soonest to expire comes first, so that a code never waits behind a bulk mail. Null when none is due. */
export async function findDueMail(now: Date): Promise<DueMail | null> {
  const row = await db
    .selectFrom("outbox")
    .innerJoin("users", "users.id", "outbox.user_id")
    .select(["outbox.id", "message_id", "kind", "params", "tries", "expires_at"])
    .select(["users.id as user_id", "users.name", "users.email"])
    .where("state", "=", "waiting")
    .where("channel", "=", "mail")
    .where("finished_at", "is", null)
    .where("expires_at", ">", now.toISOString())
    .where(isDue(now))
    .orderBy("expires_at")
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  return {
    id: row.id,
    messageId: row.message_id,
    tries: row.tries,
    expiresAt: row.expires_at,
    mail: readItem(row),
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
 * Ends a mail and deletes its content. "refused" = permanently, "expired" = not sent any more, "handed-over" = outcome
 * unknown. `reason`: see delivery-reasons.ts.
 */
export async function finishMail(
  id: number,
  state: "sent" | "refused" | "expired" | "handed-over",
  reason: string,
  now: Date,
): Promise<void> {
  await write(async (trx) => {
    const mail = await trx
      .updateTable("outbox")
      .set({ state, reason, params: "{}", finished_at: now.toISOString() })
      .where("id", "=", id)
      .returning(["user_id", "kind"])
      .executeTakeFirst();
    // That mail goes to an affiliate, who has no account.
    if (!mail || mail.user_id === null || mail.kind === "affiliate-approved") return;
    if (state === "sent") await countRefusals(trx, mail.user_id, "none");
    if (state === "refused" && reason.startsWith(refusedAddress)) await countRefusals(trx, mail.user_id, "one more");
  });
}

/** nodemailer's code when a mail server refuses the recipient. A refusal of the content says nothing of the address. */
const refusedAddress = "EENVELOPE";

async function countRefusals(trx: Db, userId: number, how: "none" | "one more"): Promise<void> {
  await trx
    .updateTable("users")
    .set(({ eb }) => ({ mail_refusals: how === "none" ? 0 : eb("mail_refusals", "+", 1) }))
    .where("id", "=", userId)
    // A write for each mail would cost too much: mostly there is nothing to change.
    .$if(how === "none", (query) => query.where("mail_refusals", ">", 0))
    .execute();
}

/** `handedOver` = this process handed it over and the server rejected it. */
export async function scheduleRetry(
  { id, tries }: Pick<DueMail, "id" | "tries">,
  handedOver: boolean,
  reason: string,
  now: Date,
): Promise<void> {
  await write((trx) =>
    trx
      .updateTable("outbox")
      .set({ state: "waiting", reason, tries: tries + 1, next_try_at: retryAt(tries, now) })
      .where("id", "=", id)
      .where("state", "=", handedOver ? "handed-over" : "waiting")
      .where("finished_at", "is", null)
      .execute(),
  );
}

/** It waits for the end of the recipient's quiet hours. */
export async function holdMail(id: number, { until, expiresAt }: { until: Date; expiresAt: string }): Promise<void> {
  await write((trx) =>
    trx
      .updateTable("outbox")
      .set({ reason: "held", next_try_at: until.toISOString(), expires_at: expiresAt })
      .where("id", "=", id)
      .where("state", "=", "waiting")
      .execute(),
  );
}
