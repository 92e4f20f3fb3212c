import { z } from "zod";
import { db, write } from "../../db.server.ts";
import { isStaff } from "../../policy.ts";
import { Refusal } from "../../refusal.ts";
import { recordRefusal } from "../trail/audit.server.ts";
import { normaliseEmail, presentedPassword, textLine } from "../fields.ts";
import { type Actor, operation } from "../operation.server.ts";
import { checkPassword } from "./password-check.server.ts";
import { presentedCode, withSecondFactor } from "./second-factor.server.ts";
import { hashSecret } from "../secret.server.ts";
import { type SignedIn, personColumns, signedIn } from "./session.server.ts";

const credentials = z.object({
  email: textLine(254)
    .refine((text) => text !== "", "Enter your email address.")
    .transform(normaliseEmail),
  password: presentedPassword,
  code: presentedCode,
});

/** The result of a right password. A session may begin only when it wants "nothing". */
export interface CheckedCredentials {
  found: SignedIn;
  wants: "nothing" | "code";
}

/**
 * Also checks the two-factor code where one is given and needed. Refuses with "bad-credentials", in the same words and
 * time for every cause, with "too-many" after repeated failures, and, only after the right password, with "forbidden"
 * for a suspended account.
 */
export const checkCredentials = operation(
  "session.begin",
  credentials,
  async (actor, input): Promise<CheckedCredentials> => {
    const user = await db
      .selectFrom("users")
      .leftJoin("two_factors", "two_factors.user_id", "users.id")
      .select([...personColumns, "password_hash"])
      .where("email", "=", input.email)
      .executeTakeFirst();
    // A browser that signed in before has its own allowance, so that strangers can't lock the user out.
    const { guesser, address, who } = await guesserOf(user?.id, actor);
    // Revoked access, as after a new password, starts the count anew: earlier guesses are worthless.
    const guess = {
      account: `sign-in:${input.email}:${user?.access_epoch ?? 0}:${guesser}`,
      address,
      password: input.password,
      stored: user?.password_hash,
      who,
    };
    const matches = await checkPassword(guess).catch(async (error: unknown) => {
      if (error instanceof Refusal && error.reason === "too-many")
        await recordRefused(user?.id ?? null, "session.throttled");
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
    if (user.two_factor_since === null) return { found, wants: "nothing" };
    if (input.code === null) return { found, wants: "code" };
    await withSecondFactor(
      { userId: user.id, code: input.code, account: codeThrottleKey(user.id, guesser), address },
      async () => undefined,
    );
    return { found, wants: "nothing" };
  },
);

/** The staff sign-in refuses with "forbidden" suspended accounts and members. */
export const checkStaffCredentials = operation(
  "session.begin",
  credentials,
  async (actor, input): Promise<CheckedCredentials> => {
    const checked = await checkCredentials(actor, input).catch((error: unknown) => {
      if (error instanceof Refusal && error.reason === "forbidden")
        throw new Refusal("forbidden", "You are not authorized.");
      throw error;
    });
    const { person } = checked.found;
    if (isStaff(person)) return checked;
    await recordRefused(person.id);
    throw new Refusal("forbidden", "Only admin/superadmin can access this panel.");
  },
);

/** A sign-in in one call: refuses with "bad-credentials" when a code is still needed. */
export function expectNoCode({ found, wants }: CheckedCredentials): SignedIn {
  if (wants === "nothing") return found;
  throw new Refusal(
    "bad-credentials",
    "Send a code from your authenticator app, or a recovery code, in the field code.",
    { twoFactor: true },
  );
}

export function codeThrottleKey(userId: number, guesser: string): string {
  return `two-factor:${userId}:${guesser}`;
}

interface Guesser {
  guesser: string;
  address: string | null;
  /**
   * Set for a known browser only: see hashPassword. If an email were enough, a full queue would reveal which emails
   * have accounts.
   */
  who: string | null;
}

export async function guesserOf(userId: number | undefined, { device, address }: Actor): Promise<Guesser> {
  if (userId === undefined || !(await isKnownDevice(userId, device)))
    return { guesser: "strangers", address, who: null };
  return { guesser: `device:${device}`, address: null, who: `user ${userId}` };
}

/** True when the owner of this email signed in with this browser before. Without an account it takes as long. */
export async function isBrowserOf(email: string, device: string | null): Promise<boolean> {
  if (device === null) return false;
  const row = await db
    .selectFrom("devices")
    .innerJoin("users", "users.id", "devices.user_id")
    .select("devices.id")
    .where("email", "=", email)
    .where("device_hash", "=", hashSecret(device))
    .executeTakeFirst();
  return row !== undefined;
}

function recordRefused(userId: number | null, action = "session.refused"): Promise<void> {
  return write((trx) => recordRefusal(trx, action, userId));
}

async function isKnownDevice(userId: number, device: string | null): Promise<boolean> {
  if (device === null) return false;
  const row = await db
    .selectFrom("devices")
    .select("id")
    .where("user_id", "=", userId)
    .where("device_hash", "=", hashSecret(device))
    .executeTakeFirst();
  return row !== undefined;
}
