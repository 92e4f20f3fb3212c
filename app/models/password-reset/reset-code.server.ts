import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { type Db, db, write } from "../../db.server.ts";
import { daySeconds, resubmitWindowMs } from "../../time/durations.ts";
import { env } from "../../env.server.ts";
import { Refusal } from "../../refusal.ts";
import { recordAudit, recordRefusal } from "../trail/audit.server.ts";
import { confirmEmail } from "../people/email-confirmation.server.ts";
import { email } from "../fields.ts";
import { newPassword } from "../sign-in/new-password.server.ts";
import { operation } from "../operation.server.ts";
import { checkPassword } from "../sign-in/password-check.server.ts";
import { hashPassword } from "../sign-in/password.server.ts";
import { decrypt, encrypt } from "../encryption.server.ts";
import { hashSecret } from "../secret.server.ts";
import { endAccess } from "../sign-in/access.server.ts";
import { type Limit, atMost, countAttempt, forgiveAttempt, perAddress } from "../throttle.server.ts";

const mostTries = 5;
// Codes are hashed with this key: a reader of the database could try all eight-digit codes against a plain hash.
const [signingSecret = ""] = env.SESSION_SECRET;

const code = z
  .string({ error: "Enter the 8-digit code." })
  .transform((text) => text.replace(/[\s-]/g, ""))
  .refine((text) => /^\d{8}$/.test(text), "Enter the 8-digit code.");
export const resetToken = z
  .string({ error: "Must be text." })
  .max(100, "At most 100 characters.")
  .nullish()
  .transform((text) => text || null)
  .meta({ description: "As returned by POST /api/request-otp." });

const reset = z.object({ email, otp: code, new_password: newPassword, reset_token: resetToken });
type Reset = z.output<typeof reset>;

interface Attempt {
  /** Identifies the right code; null for a wrong one. */
  tokenHash: string | null;
  giveBack: () => Promise<void>;
}

/**
 * Ends all sessions, tokens and codes of the account. Refuses with "invalid" in the same words whether the code is
 * wrong, used, expired, tried five times, another user's or was never sent. Idempotent, because without JavaScript a
 * button can be pressed twice.
 */
export const resetPassword = operation("password.reset", reset, (actor, input): Promise<void> =>
  resetWith(actor.address, input),
);

/** The page's call. */
export const resetPasswordByForm = operation("password.reset", reset, async (actor, input) => {
  await resetWith(actor.address, input);
  return { email: input.email, reset_token: input.reset_token ?? "" };
});

async function resetWith(address: string, input: Reset): Promise<void> {
  const { tokenHash, giveBack } = await (input.reset_token === null
    ? tryWithoutToken(address, input)
    : tryWithToken(address, input.reset_token, input));
  if (tokenHash === null) {
    if (await isJustReset(input)) return giveBack();
    await write((trx) => recordRefused(trx, input.email));
    throw wrongCode();
  }
  // A right code does not count as a try, even when the hashing is refused with "busy".
  const password_hash = await hashPassword(input.new_password, `reset of ${input.email}`).finally(giveBack);
  if (await useCode(tokenHash, input, password_hash)) return;
  // During the hashing the code expired or was replaced, or the same form came twice.
  if (!(await isJustReset(input))) throw wrongCode();
}

/** Uses the code up by deleting it. False when the code is already gone. */
function useCode(tokenHash: string, { email, otp }: Reset, password_hash: string): Promise<boolean> {
  return write(async (trx) => {
    const used = await trx
      .deleteFrom("reset_codes")
      .where("token_hash", "=", tokenHash)
      .where("code_hash", "=", hashCode(email, otp))
      .returning("email")
      .executeTakeFirst();
    const user =
      used &&
      (await trx
        .updateTable("users")
        .set({ password_hash })
        .where("email", "=", email)
        .returning("id")
        .executeTakeFirst());
    if (!user) return false;
    await trx.deleteFrom("reset_codes").where("email", "=", email).execute();
    await endAccess(trx, user.id);
    await confirmEmail(trx, user.id, new Date());
    await recordAudit(trx, { actorId: null, action: "password.reset", subject: "user", subjectId: user.id });
    return true;
  });
}

/** With a token, the code has five tries of its own: others at the address can't use them up. */
async function tryWithToken(address: string, reset_token: string, { email, otp }: Reset): Promise<Attempt> {
  const token_hash = hashSecret(reset_token);
  const stored = await write((trx) => countTry(trx, token_hash, email));
  if (stored === undefined) {
    const limits = triesFrom(address);
    await countAttempt(limits);
    return { tokenHash: null, giveBack: () => forgiveAttempt([], limits) };
  }
  const giveBack = () =>
    write(
      async (trx) =>
        void (await trx
          .updateTable("reset_codes")
          .set((column) => ({ tries: column("tries", "-", 1) }))
          .where("token_hash", "=", token_hash)
          .where("tries", ">", 0)
          .execute()),
    );
  return {
    tokenHash: timingSafeEqual(Buffer.from(stored), Buffer.from(hashCode(email, otp))) ? token_hash : null,
    giveBack,
  };
}

/** The specification's call. Its wrong tries don't use up anyone's code, so it has its own limit of ten a day. */
async function tryWithoutToken(address: string, { email, otp }: Reset): Promise<Attempt> {
  const limits = [{ key: `reset-by-call:${email}`, ...atMost(10, daySeconds) }, ...triesFrom(address)];
  await countAttempt(limits);
  const row = await db
    .selectFrom("reset_codes")
    .select("token_hash")
    .where("email", "=", email)
    .where("bound", "=", 0)
    .where("code_hash", "=", hashCode(email, otp))
    .where("tries", "<", mostTries)
    .where("expires_at", ">", new Date().toISOString())
    .limit(1)
    .executeTakeFirst();
  return { tokenHash: row?.token_hash ?? null, giveBack: () => forgiveAttempt([], limits) };
}

/** True when a code set this password moments ago. Guesses are throttled for all callers together. */
async function isJustReset({ email, new_password }: z.output<typeof reset>): Promise<boolean> {
  const since = new Date(Date.now() - resubmitWindowMs).toISOString();
  const row = await db
    .selectFrom("audit")
    .innerJoin("users", "users.id", "audit.subject_id")
    .select("users.password_hash")
    .where("users.email", "=", email)
    .where("audit.subject", "=", "user")
    .where("audit.action", "=", "password.reset")
    .where("audit.at", ">=", since)
    .executeTakeFirst();
  return (
    row !== undefined &&
    checkPassword({
      account: `reset-password:${email}`,
      address: null,
      password: new_password,
      stored: row.password_hash,
      who: null,
    })
  );
}

export function hashCode(email: string, code: string): string {
  return createHmac("sha256", signingSecret).update(`reset-code ${email} ${code}`).digest("hex");
}

export function encryptCode(userId: number, code: string): string {
  return encrypt(code, encryptionContext(userId));
}

/** Null when the encryption secret is gone. */
export function decryptCode(encrypted: string, userId: number): string | null {
  return decrypt(encrypted, encryptionContext(userId))?.text ?? null;
}

function encryptionContext(userId: number): string {
  return `reset code of user ${userId}`;
}

async function recordRefused(trx: Db, email: string): Promise<void> {
  const user = await trx.selectFrom("users").select("id").where("email", "=", email).executeTakeFirst();
  await recordRefusal(trx, "password.reset_refused", user?.id ?? null);
}

/** Counts a try before it is checked, so that parallel guesses gain nothing. Returns the stored hash. */
async function countTry(trx: Db, token_hash: string, email: string): Promise<string | undefined> {
  const row = await trx
    .updateTable("reset_codes")
    .set((column) => ({ tries: column("tries", "+", 1) }))
    .where("token_hash", "=", token_hash)
    .where("email", "=", email)
    .where("tries", "<", mostTries)
    .where("expires_at", ">", new Date().toISOString())
    .returning("code_hash")
    .executeTakeFirst();
  return row?.code_hash;
}

function triesFrom(address: string): Limit[] {
  return perAddress("reset-from", address, atMost(30, 600));
}

function wrongCode(): Refusal {
  return Refusal.at("otp", "invalid", "The code is wrong or has expired.");
}
