import { z } from "zod";
import { db, write } from "../../db.server.ts";
import { isStaff } from "../../policy.ts";
import { Refusal } from "../../refusal.ts";
import { recordRefusal } from "../trail/audit.server.ts";
import { comparedAddress, presentedPassword, textLine } from "../fields.ts";
import type { Actor } from "../operation.server.ts";
import { operation } from "../operation.server.ts";
import { checkPassword } from "./password-check.server.ts";
import { presentedCode, withSecondFactor } from "./second-factor.server.ts";
import { hashSecret } from "../secret.server.ts";
import type { SignedIn } from "./session.server.ts";
import { personColumns, signedIn } from "./session.server.ts";

const credentials = z.object({ email: textLine(254).refine((text) => text !== "", "Enter your email address.").transform(comparedAddress), password: presentedPassword, code: presentedCode });

/** Who gave the right password. A session begins when nothing more is wanted, and not before. */
export interface CheckedCredentials {
  found: SignedIn;
  wants: "nothing" | "code";
}

/**
 * Checks e-mail and password, and the code of an authenticator app where one is given and wanted. Refuses with "bad-credentials" for
 * whatever is wrong, alike in words and time, with "too-many" after repeated failures, and, only after the right password, with
 * "forbidden" when the account is suspended.
 */
export const checkCredentials = operation("session.begin", credentials, async (actor, input): Promise<CheckedCredentials> => {
  const user = await db.selectFrom("users").leftJoin("two_factors", "two_factors.user_id", "users.id").select([...personColumns, "password_hash"]).where("email", "=", input.email).executeTakeFirst();
  // A browser that signed in before keeps an allowance of its own, so that strangers can't lock a person out.
  const { guesser, address, who } = await guesserOf(user?.id, actor);
  // A new password, or whatever else ends the person's access, begins the count anew: what was guessed is worth nothing.
  const guess = { account: `sign-in:${input.email}:${user?.access_epoch ?? 0}:${guesser}`, address, password: input.password, stored: user?.password_hash, who };
  const matches = await checkPassword(guess).catch(async (error: unknown) => {
    if (error instanceof Refusal && error.reason === "too-many") await recordRefused(user?.id ?? null, "session.throttled");
    throw error;
  });
  if (!matches || !user) {
    await recordRefused(user?.id ?? null);
    throw new Refusal("bad-credentials", "Invalid credentials.");
  }
  if (user.status !== "Active") {
    await recordRefused(user.id);
    throw new Refusal("forbidden", "Your account is suspended.");
  }
  const found = signedIn(user, new Date());
  if (user.two_factor_since === null || !isStaff(found.person)) return { found, wants: "nothing" };
  if (input.code === null) return { found, wants: "code" };
  await withSecondFactor({ userId: user.id, code: input.code, account: codeGuesses(user.id, guesser), address }, async () => undefined);
  return { found, wants: "nothing" };
});

/** The same for the staff's own door, in its own words: "forbidden" also for a suspended account and for members. */
export const checkStaffCredentials = operation("session.begin", credentials, async (actor, input): Promise<CheckedCredentials> => {
  const recognised = await checkCredentials(actor, input).catch((error: unknown) => {
    if (error instanceof Refusal && error.reason === "forbidden") throw new Refusal("forbidden", "You are not authorized.");
    throw error;
  });
  const { person } = recognised.found;
  if (isStaff(person)) return recognised;
  await recordRefused(person.id);
  throw new Refusal("forbidden", "Only admin/superadmin can access this panel.");
});

/** For a sign-in in one call: refuses with "bad-credentials" where the code is still wanted. */
export function expectNoCode({ found, wants }: CheckedCredentials): SignedIn {
  if (wants === "nothing") return found;
  throw new Refusal("bad-credentials", "Send the code of your authenticator app, or a recovery code, as code.", { twoFactor: true });
}

/** Whose wrong codes are counted together. */
export function codeGuesses(userId: number, guesser: string): string {
  return `two-factor:${userId}:${guesser}`;
}

interface Guesser {
  guesser: string;
  /** Null where it does not matter. */
  address: string | null;
  /** Names the person, where a browser shows who it is: see hashPassword. No e-mail does, not even one of the staff's, or a full queue would tell whose it is. */
  who: string | null;
}

/** Who guesses, and from where: a browser that this person signed in with before, or anybody. */
export async function guesserOf(userId: number | undefined, { device, address }: Actor): Promise<Guesser> {
  if (userId === undefined || !(await isKnownDevice(userId, device))) return { guesser: "strangers", address, who: null };
  return { guesser: `device:${device}`, address: null, who: `user ${userId}` };
}

/** Whether whoever has this e-mail signed in with this browser before. Without an account it takes as long. */
export async function isBrowserOf(email: string, device: string | null): Promise<boolean> {
  if (device === null) return false;
  const row = await db.selectFrom("devices").innerJoin("users", "users.id", "devices.user_id").select("devices.id").where("email", "=", email).where("device_hash", "=", hashSecret(device)).executeTakeFirst();
  return row !== undefined;
}

function recordRefused(userId: number | null, action = "session.refused"): Promise<void> {
  return write((trx) => recordRefusal(trx, action, userId));
}

async function isKnownDevice(userId: number, device: string | null): Promise<boolean> {
  if (device === null) return false;
  const row = await db.selectFrom("devices").select("id").where("user_id", "=", userId).where("device_hash", "=", hashSecret(device)).executeTakeFirst();
  return row !== undefined;
}
