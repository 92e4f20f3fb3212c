import { z } from "zod";
import { write } from "../db.server.ts";
import { ownerRole } from "../policy.ts";
import { Refusal } from "../refusal.ts";
import { recordAudit } from "./audit.server.ts";
import { email } from "./fields.ts";
import { newPassword } from "./new-password.server.ts";
import { hashPassword } from "./password.server.ts";
import { endAccess } from "./session.server.ts";
import { forgetTwoFactor } from "./two-factor.server.ts";
import { insertUser } from "./user.server.ts";
import type { User } from "./user.ts";

const account = z.object({ email, password: newPassword });

/** For whoever runs the server: makes an account that can manage all others. Refuses with "invalid", and with "conflict" when the e-mail is taken. */
export async function createOwner(input: { email: string; password: string }): Promise<User> {
  const parsed = account.safeParse(input);
  if (!parsed.success) throw new Refusal("invalid", parsed.error.issues.map((issue) => issue.message).join(" "));
  const password_hash = await hashPassword(parsed.data.password);
  return write((trx) => insertUser(trx, { email: parsed.data.email, name: "", role: ownerRole, password_hash }, null));
}

/**
 * For whoever runs the server: lets somebody who has neither phone nor recovery code sign in with the password alone, and ends their
 * sessions. Gives their e-mail. Refuses with "not-found" when nobody has it, and with "conflict" when two-factor sign-in is not on.
 */
export function resetTwoFactorOf(address: string): Promise<string> {
  const wanted = address.trim().toLowerCase();
  return write(async (trx) => {
    const user = await trx.selectFrom("users").select(["id", "email"]).where("email", "=", wanted).executeTakeFirst();
    if (!user) throw new Refusal("not-found", "There is no such account.");
    if (!(await forgetTwoFactor(trx, user.id))) throw new Refusal("conflict", "Two-factor sign-in is not on.");
    await endAccess(trx, user.id);
    await recordAudit(trx, { actorId: null, action: "two-factor.reset", subject: "user", subjectId: user.id });
    return user.email;
  });
}
