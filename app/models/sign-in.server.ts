import { z } from "zod";
import { db, write } from "../db.server.ts";
import { isStaff } from "../policy.ts";
import { Refusal } from "../refusal.ts";
import { recordAudit } from "./audit.server.ts";
import { presentedPassword, textLine } from "./fields.ts";
import { operation } from "./operation.server.ts";
import { checkPassword } from "./password-check.server.ts";
import { hashSecret } from "./secret.server.ts";
import type { SignedIn } from "./session.server.ts";
import { personColumns, signedIn } from "./session.server.ts";

const credentials = z.object({ email: textLine(254).transform((text) => text.toLowerCase()), password: presentedPassword });

/**
 * Checks e-mail and password. Refuses with "bad-credentials" for whatever is wrong, alike in words and time, with "too-many"
 * after repeated failures, and, only after the right password, with "forbidden" when the account is suspended.
 */
export const checkCredentials = operation("session.begin", credentials, async (actor, input): Promise<SignedIn> => {
  const user = await db.selectFrom("users").select([...personColumns, "password_hash"]).where("email", "=", input.email).executeTakeFirst();
  // A browser that signed in before keeps an allowance of its own, so that strangers can't lock a person out.
  const guesser = user && (await isKnownDevice(user.id, actor.device)) ? `device:${actor.device}` : "strangers";
  const guess = { account: `sign-in:${input.email}:${guesser}`, address: actor.address, password: input.password, stored: user?.password_hash };
  if (!(await checkPassword(guess)) || !user) {
    await recordRefused(user?.id ?? null);
    throw new Refusal("bad-credentials", "Invalid credentials.");
  }
  if (user.status === "Active") return signedIn(user, new Date());
  await recordRefused(user.id);
  throw new Refusal("forbidden", "Your account is suspended.");
});

/** The same for the staff's own door, in its own words: "forbidden" also for a suspended account and for members. */
export const checkStaffCredentials = operation("session.begin", credentials, async (actor, input): Promise<SignedIn> => {
  const found = await checkCredentials(actor, input).catch((error: unknown) => {
    if (error instanceof Refusal && error.reason === "forbidden") throw new Refusal("forbidden", "You are not authorized.");
    throw error;
  });
  if (isStaff(found.person)) return found;
  await recordRefused(found.person.id);
  throw new Refusal("forbidden", "Only admin/superadmin can access this panel.");
});

function recordRefused(userId: number | null): Promise<void> {
  return write((trx) => recordAudit(trx, { actorId: null, action: "session.refused", subject: "user", subjectId: userId }));
}

async function isKnownDevice(userId: number, device: string | null): Promise<boolean> {
  if (device === null) return false;
  const row = await db.selectFrom("devices").select("id").where("user_id", "=", userId).where("device_hash", "=", hashSecret(device)).executeTakeFirst();
  return row !== undefined;
}
