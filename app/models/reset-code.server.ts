import { createHmac, randomInt, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { Db } from "../db.server.ts";
import { db, write } from "../db.server.ts";
import { hourSeconds, minuteMs, pressedAgainMs } from "../durations.ts";
import { env } from "../env.server.ts";
import { Refusal } from "../refusal.ts";
import { recordAudit, recordRefusal } from "./audit.server.ts";
import { email } from "./fields.ts";
import { inTurn } from "./in-turn.ts";
import { newPassword } from "./new-password.server.ts";
import { operation } from "./operation.server.ts";
import { queueMail } from "./outbox.server.ts";
import { checkPassword } from "./password-check.server.ts";
import { hashPassword } from "./password.server.ts";
import { open, seal } from "./sealed.server.ts";
import { endAccess } from "./session.server.ts";
import { proveEmail } from "./subscription.server.ts";
import type { Limit } from "./throttle.server.ts";
import { atMost, countAttempt } from "./throttle.server.ts";

const codeMs = 10 * minuteMs;
const mostTries = 5;
// The first secret signs. Six digits are no secret by themselves: who reads the database could try them all against a plain hash.
const [signingSecret = ""] = env.SESSION_SECRET;

const code = z
  .string({ error: "Enter the 6 digits of the code." })
  .transform((text) => text.replace(/[\s-]/g, ""))
  .refine((text) => /^\d{6}$/.test(text), "Enter the 6 digits of the code.");

/** The page for the code: whom it was sent to, null when no earlier page said so. */
export const openReset = operation("password.reset", z.object({ email: email.nullable().catch(null) }), async (_actor, input) => ({ email: input.email }));

/**
 * Mails a code of six digits that sets a new password, and makes earlier ones worthless. An address without an account gets the same
 * answer for the same work. Refuses with "too-many": one code in 30 s and five an hour for an e-mail, thirty in ten minutes from an address.
 */
export const requestResetCode = operation("password.reset", z.object({ email }), async (actor, { email }) => {
  await countAttempt(requestLimits(email, actor.address));
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  const now = new Date();
  await write(async (trx) => {
    const fresh = { code_hash: hashCode(email, code), expires_at: new Date(now.getTime() + codeMs).toISOString(), tries: 0 };
    await trx.insertInto("reset_codes").values({ email, ...fresh }).onConflict((conflict) => conflict.column("email").doUpdateSet(fresh)).execute();
    const user = await trx.selectFrom("users").select("id").where("email", "=", email).executeTakeFirst();
    if (user) await queueMail(trx, user.id, { kind: "reset-code", sealed: sealCode(user.id, code) }, now);
  });
  return { email };
});

const reset = z.object({ email, otp: code, new_password: newPassword });

/**
 * Sets a new password for whoever read the code, once, and ends all sessions and tokens of the account. Refuses with "invalid" in the
 * same words whether the code is wrong, used, too old, tried five times or was never sent.
 * Where no script keeps the button from being pressed again, the second press finds done what it asks for.
 */
export const resetPassword = operation("password.reset", reset, async (actor, input): Promise<void> => {
  await countAttempt([{ key: `reset-from:${actor.address}`, ...atMost(30, 600) }]);
  return inTurn(`reset-password ${input.email}`, () => resetWith(input));
});

async function resetWith(input: z.output<typeof reset>): Promise<void> {
  const code_hash = hashCode(input.email, input.otp);
  const stored = await write((trx) => countTry(trx, input.email));
  if (!stored || !timingSafeEqual(Buffer.from(stored), Buffer.from(code_hash))) {
    if (await isJustReset(input)) return;
    await write((trx) => recordRefused(trx, input.email));
    throw wrongCode();
  }
  const password_hash = await hashPassword(input.new_password, `reset of ${input.email}`);
  await write(async (trx) => {
    // Deleting is what uses it up: a code that ran out or was made anew while the password was hashed is not there any more.
    const used = await trx.deleteFrom("reset_codes").where("email", "=", input.email).where("code_hash", "=", code_hash).returning("email").executeTakeFirst();
    const user = used && (await trx.updateTable("users").set({ password_hash }).where("email", "=", input.email).returning("id").executeTakeFirst());
    if (!user) throw wrongCode();
    await endAccess(trx, user.id);
    await proveEmail(trx, user.id);
    await recordAudit(trx, { actorId: null, action: "password.reset", subject: "user", subjectId: user.id });
  });
}

/** Whether this very password was set by a code a moment ago. Guessed at, it is throttled, for all who do together. */
async function isJustReset({ email, new_password }: z.output<typeof reset>): Promise<boolean> {
  const since = new Date(Date.now() - pressedAgainMs).toISOString();
  const row = await db.selectFrom("audit").innerJoin("users", "users.id", "audit.subject_id").select("users.password_hash")
    .where("users.email", "=", email).where("audit.subject", "=", "user").where("audit.action", "=", "password.reset").where("audit.at", ">=", since).executeTakeFirst();
  return row !== undefined && checkPassword({ account: `reset-password:${email}`, address: null, password: new_password, stored: row.password_hash, who: null });
}

/** The code as it waits in the outbox for its mail to this person. */
export function sealCode(userId: number, code: string): string {
  return seal(code, sealedAs(userId));
}

/** The code that a mail to this person has to say; null when it was sealed with a secret that is gone. */
export function openCode(sealed: string, userId: number): string | null {
  return open(sealed, sealedAs(userId))?.text ?? null;
}

function sealedAs(userId: number): string {
  return `reset code of user ${userId}`;
}

async function recordRefused(trx: Db, email: string): Promise<void> {
  const user = await trx.selectFrom("users").select("id").where("email", "=", email).executeTakeFirst();
  await recordRefusal(trx, "password.reset_refused", user?.id ?? null);
}

/** Counts a try before it is checked, so that parallel guesses gain nothing, and gives the hash to check it against. */
async function countTry(trx: Db, email: string): Promise<string | undefined> {
  const row = await trx.updateTable("reset_codes").set((column) => ({ tries: column("tries", "+", 1) }))
    .where("email", "=", email).where("tries", "<", mostTries).where("expires_at", ">", new Date().toISOString()).returning("code_hash").executeTakeFirst();
  return row?.code_hash;
}

function hashCode(email: string, code: string): string {
  return createHmac("sha256", signingSecret).update(`reset-code ${email} ${code}`).digest("hex");
}

function requestLimits(email: string, address: string): Limit[] {
  return [
    { key: `reset-code:${email}`, ...atMost(1, 30) },
    { key: `reset-codes:${email}`, ...atMost(5, hourSeconds) },
    { key: `reset-codes-from:${address}`, ...atMost(30, 600) },
  ];
}

function wrongCode(): Refusal {
  return Refusal.at("otp", "invalid", "The code is wrong or has expired.");
}
