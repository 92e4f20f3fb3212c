import { z } from "zod";
import type { Db, UserRow } from "../../db.server.ts";
import { db, write } from "../../db.server.ts";
import { dayMs, daySeconds, hourSeconds } from "../../durations.ts";
import { env } from "../../env.server.ts";
import { Refusal } from "../../refusal.ts";
import { recordAudit } from "../trail/audit.server.ts";
import { operation } from "../operation.server.ts";
import { queueMail } from "../mail/outbox.server.ts";
import { decrypt, encrypt } from "../encryption.server.ts";
import { hashSecret, newSecret } from "../secret.server.ts";
import { writeAs } from "../sign-in/session.server.ts";
import { attachUnclaimed, proveEmail } from "../billing/subscription.server.ts";
import { atMost, countAttempt, fromAddress } from "../throttle.server.ts";

const validMs = 7 * dayMs;
const link = z.object({ token: z.preprocess((value) => (typeof value === "string" ? value : ""), z.string()) });
// Without one of them mail is made and goes nowhere.
const sendsMail = env.SMTP_URL !== undefined || env.MAIL_DIR !== undefined;

/** What is left to do about an address that nobody confirmed. */
export interface OwnConfirmation {
  /** False where this server sends no mail, so that no link can arrive. */
  sendsMail: boolean;
}

interface ConfirmationPage {
  /** The address that the link was mailed to; null once it is confirmed. */
  email: string | null;
}

/** Mails a person the link that proves that their address is theirs, in the transaction that is the reason for it. Its secret is stored hashed. */
export async function askToConfirm(trx: Db, userId: number, now: Date): Promise<void> {
  const token = newSecret();
  await trx.insertInto("email_confirmations").values({ token_hash: hashSecret(token), user_id: userId, expires_at: new Date(now.getTime() + validMs).toISOString() }).execute();
  await queueMail(trx, userId, { kind: "confirm-email", sealed: encrypt(token, sealedAs(userId)) }, now);
}

/** The token that a mail to this person has to say; null when it was sealed with a secret that is gone. */
export function openConfirmationToken(sealed: string, userId: number): string | null {
  return decrypt(sealed, sealedAs(userId))?.text ?? null;
}

/** Whoever read what was mailed to an account's address has proved that it is theirs, and gets what was paid for with it. Called in the transaction of the proof. */
export async function confirmEmail(trx: Db, userId: number, now: Date): Promise<void> {
  const at = now.toISOString();
  // An account from before anybody was asked has it from its beginning, which proves nothing.
  const confirmed = await trx.updateTable("users").set({ email_confirmed_at: at }).where("id", "=", userId)
    .where((or) => or.or([or("email_confirmed_at", "is", null), or("email_confirmed_at", "=", or.ref("created_at"))])).returning("id").executeTakeFirst();
  if (confirmed) await recordAudit(trx, { actorId: null, action: "email.confirmed", subject: "user", subjectId: userId });
  await attachUnclaimed(trx, userId, now);
  await proveEmail(trx, userId);
}

/** The page behind the link. Changes nothing: mail programs open links by themselves. Refuses with "not-found" for a link that is wrong or too old. */
export const openConfirmation = operation("email.confirm", link, async (_actor, { token }): Promise<ConfirmationPage> => {
  const { email, isDone } = await findLink(db, token);
  return { email: isDone ? null : email };
});

/** Confirms the address that the link was mailed to, once. Doing it again changes nothing. */
export const confirmByLink = operation("email.confirm", link, (_actor, { token }): Promise<ConfirmationPage> =>
  write(async (trx) => {
    const { tokenHash, userId, isDone } = await findLink(trx, token);
    const now = new Date();
    await trx.updateTable("email_confirmations").set({ used_at: now.toISOString() }).where("token_hash", "=", tokenHash).where("used_at", "is", null).execute();
    if (!isDone) await confirmEmail(trx, userId, now);
    return { email: null };
  }),
);

/**
 * Mails the link again to whoever is signed in. Refuses with "conflict" when the address is confirmed, or where no mail is sent, and with "too-many" after
 * one in a minute or five in a day for an account, and after twenty in an hour from an address.
 */
export const mailConfirmationAgain = operation("profile.write", z.object({}), async (actor): Promise<void> => {
  const { id } = actor.person;
  const confirmation = confirmationOf(await db.selectFrom("users").select("email_confirmed_at").where("id", "=", id).executeTakeFirstOrThrow());
  if (confirmation === null) throw new Refusal("conflict", "Your email is confirmed already.");
  if (!confirmation.sendsMail) throw new Refusal("conflict", "This server sends no email, so nothing was sent.");
  await countAttempt([
    { key: `confirm-email:${id}`, ...atMost(1, 60) }, { key: `confirm-emails:${id}`, ...atMost(5, daySeconds) },
    ...fromAddress("confirm-emails-from", actor.address, atMost(20, hourSeconds)),
  ]);
  await writeAs(actor, (trx) => askToConfirm(trx, id, new Date()));
});

/** Null for a person whose address is confirmed. */
export function confirmationOf({ email_confirmed_at }: Pick<UserRow, "email_confirmed_at">): OwnConfirmation | null {
  return email_confirmed_at === null ? { sendsMail } : null;
}

async function findLink(source: Db, token: string): Promise<{ tokenHash: string; userId: number; email: string; isDone: boolean }> {
  const row = await source.selectFrom("email_confirmations").innerJoin("users", "users.id", "email_confirmations.user_id").select(["token_hash", "user_id", "used_at", "email", "email_confirmed_at"])
    .where("token_hash", "=", hashSecret(token)).where("expires_at", ">", new Date().toISOString()).executeTakeFirst();
  if (!row) throw new Refusal("not-found", "This link is wrong or too old. Sign in: your profile sends you a new one.");
  return { tokenHash: row.token_hash, userId: row.user_id, email: row.email, isDone: row.used_at !== null || row.email_confirmed_at !== null };
}

function sealedAs(userId: number): string {
  return `confirmation of the email of user ${userId}`;
}
