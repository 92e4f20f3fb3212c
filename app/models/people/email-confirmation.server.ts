import { z } from "zod";
import { type Db, type UserRow, db, write } from "../../db.server.ts";
import { dayMs, daySeconds, hourSeconds, resubmitWindowMs } from "../../time/durations.ts";
import { env } from "../../env.server.ts";
import { Refusal } from "../../refusal.ts";
import { id } from "../fields.ts";
import { findUserRow } from "./user-row.server.ts";
import { recordAudit } from "../trail/audit.server.ts";
import { operation } from "../operation.server.ts";
import { refusesMail } from "../mail-refusals.ts";
import { queueMail } from "../outbox/outbox.server.ts";
import { decrypt, encrypt } from "../encryption.server.ts";
import { hashSecret, newSecret } from "../secret.server.ts";
import { writeAs } from "../sign-in/access.server.ts";
import { attachUnclaimed, proveEmail } from "../billing/subscription.server.ts";
import { atMost, countAttempt, perAddress } from "../throttle.server.ts";

const validMs = 7 * dayMs;
const link = z.object({ token: z.preprocess((value) => (typeof value === "string" ? value : ""), z.string()) });
export const sendsMail = env.SMTP_URL !== undefined || env.MAIL_DIR !== undefined;

export interface OwnConfirmation {
  sendsMail: boolean;
}

interface ConfirmationPage {
  email: string | null;
}

/** Queues a mail with a link that proves that the address is theirs. Only the hash of its token is stored. */
export async function queueConfirmationMail(trx: Db, userId: number, now: Date): Promise<void> {
  const token = newSecret();
  await trx
    .insertInto("email_confirmations")
    .values({
      token_hash: hashSecret(token),
      user_id: userId,
      expires_at: new Date(now.getTime() + validMs).toISOString(),
    })
    .execute();
  await queueMail(trx, userId, { kind: "confirm-email", encrypted: encrypt(token, encryptionContext(userId)) }, now);
}

/** Null when the encryption secret is gone. */
export function decryptConfirmationToken(encrypted: string, userId: number): string | null {
  return decrypt(encrypted, encryptionContext(userId))?.text ?? null;
}

/**
 * Confirms the address of a user who read a mail to it, which proves that it is theirs. Also attaches the payments made
 * with that address. Call it in the transaction of the proof.
 */
export async function confirmEmail(trx: Db, userId: number, now: Date): Promise<void> {
  const at = now.toISOString();
  // An account older than this check has created_at here, which proves nothing.
  const confirmed = await trx
    .updateTable("users")
    .set({ email_confirmed_at: at })
    .where("id", "=", userId)
    .where((or) => or.or([or("email_confirmed_at", "is", null), or("email_confirmed_at", "=", or.ref("created_at"))]))
    .returning("id")
    .executeTakeFirst();
  if (confirmed)
    await recordAudit(trx, { actorId: null, action: "email.confirmed", subject: "user", subjectId: userId });
  await attachUnclaimed(trx, userId, now);
  await proveEmail(trx, userId);
}

/** Changes nothing: mail programs open links by themselves. Refuses with "not-found" for a wrong or expired link. */
export const readConfirmationPage = operation(
  "email.confirm",
  link,
  async (_actor, { token }): Promise<ConfirmationPage> => {
    const { email, isDone } = await findLink(db, token);
    return { email: isDone ? null : email };
  },
);

/** Idempotent. */
export const confirmByLink = operation("email.confirm", link, (_actor, { token }): Promise<ConfirmationPage> =>
  write(async (trx) => {
    const { tokenHash, userId, isDone } = await findLink(trx, token);
    const now = new Date();
    await trx
      .updateTable("email_confirmations")
      .set({ used_at: now.toISOString() })
      .where("token_hash", "=", tokenHash)
      .where("used_at", "is", null)
      .execute();
    if (!isDone) await confirmEmail(trx, userId, now);
    return { email: null };
  }),
);

/**
 * Refuses with "conflict" when the address is confirmed or no mail is sent, and with "too-many" after one mail in a
 * minute or five in a day for an account, or twenty in an hour from an address.
 */
export const mailConfirmationAgain = operation("profile.write", z.object({}), async (actor): Promise<void> => {
  const { id } = actor.person;
  const confirmation = pendingConfirmation(
    await db
      .selectFrom("users")
      .select(["email_confirmed_at", "mail_refusals"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow(),
  );
  if (confirmation === null) throw new Refusal("conflict", "Your email is already confirmed.");
  if (!confirmation.sendsMail) throw new Refusal("conflict", "This server can't send email, so nothing was sent.");
  await countAttempt([
    { key: `confirm-email:${id}`, ...atMost(1, 60) },
    { key: `confirm-emails:${id}`, ...atMost(5, daySeconds) },
    ...perAddress("confirm-emails-from", actor.address, atMost(20, hourSeconds)),
  ]);
  await writeAs(actor, (trx) => queueConfirmationMail(trx, id, new Date()));
});

/**
 * The same by staff, for somebody who lost the mail. A doubled form sends one. Refuses with "conflict" when the address is
 * confirmed or no mail is sent.
 */
export const mailConfirmationTo = operation("users.manage", z.object({ id }), (actor, input) =>
  writeAs(actor, async (trx): Promise<void> => {
    const row = await findUserRow(trx, input.id);
    const pending = pendingConfirmation(row);
    if (pending === null) throw new Refusal("conflict", "This email is already confirmed.");
    if (!pending.sendsMail) throw new Refusal("conflict", "This server can't send email, so nothing was sent.");
    const now = new Date();
    const sentJustNow = await trx
      .selectFrom("email_confirmations")
      .select("user_id")
      .where("user_id", "=", row.id)
      .where("expires_at", ">", new Date(now.getTime() + validMs - resubmitWindowMs).toISOString())
      .limit(1)
      .executeTakeFirst();
    if (sentJustNow) return;
    await queueConfirmationMail(trx, row.id, now);
    await recordAudit(trx, {
      actorId: actor.person.id,
      action: "email.confirmation_resent",
      subject: "user",
      subjectId: row.id,
    });
  }),
);

/** Also for an address that refused mails: the next one shows whether it takes them again. */
export function pendingConfirmation(
  row: Pick<UserRow, "email_confirmed_at" | "mail_refusals">,
): OwnConfirmation | null {
  return row.email_confirmed_at === null || refusesMail(row) ? { sendsMail } : null;
}

async function findLink(
  source: Db,
  token: string,
): Promise<{ tokenHash: string; userId: number; email: string; isDone: boolean }> {
  const row = await source
    .selectFrom("email_confirmations")
    .innerJoin("users", "users.id", "email_confirmations.user_id")
    .select(["token_hash", "user_id", "used_at", "email", "email_confirmed_at"])
    .where("token_hash", "=", hashSecret(token))
    .where("expires_at", ">", new Date().toISOString())
    .executeTakeFirst();
  if (!row)
    throw new Refusal("not-found", "This link is wrong or has expired. Sign in and request a new one on your profile.");
  return {
    tokenHash: row.token_hash,
    userId: row.user_id,
    email: row.email,
    isDone: row.used_at !== null || row.email_confirmed_at !== null,
  };
}

function encryptionContext(userId: number): string {
  return `confirmation of the email of user ${userId}`;
}
