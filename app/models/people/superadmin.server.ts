import type { z } from "zod";
import { write } from "../../db.server.ts";
import { superadminRole } from "../../policy.ts";
import { Refusal } from "../../refusal.ts";
import { recordAudit } from "../trail/audit.server.ts";
import { email } from "../fields.ts";
import { newPassword } from "../sign-in/new-password.server.ts";
import { hashPassword } from "../sign-in/password.server.ts";
import { endAccess } from "../sign-in/access.server.ts";
import { forgetTwoFactor } from "../sign-in/two-factor.server.ts";
import { expectNewEmail, insertUser } from "./user-row.server.ts";
import type { User } from "./user.ts";

/** The operator's command. Asks for the password only if the email is free. Refuses with "invalid" or "conflict". */
export async function createSuperadmin(input: {
  email: string;
  askPassword: () => string | Promise<string>;
}): Promise<User> {
  const address = parseOrRefuse(email, input.email);
  await expectNewEmail(address);
  const password_hash = await hashPassword(parseOrRefuse(newPassword, await input.askPassword()));
  return write((trx) => insertUser(trx, { email: address, name: "", role: superadminRole, password_hash }, null));
}

function parseOrRefuse<T>(field: z.ZodType<T>, text: string): T {
  const parsed = field.safeParse(text);
  if (!parsed.success) throw new Refusal("invalid", parsed.error.issues.map((issue) => issue.message).join(" "));
  return parsed.data;
}

/**
 * The operator's command. Turns off a user's two-factor sign-in and ends all their sessions. Refuses with "not-found",
 * or with "conflict" when it is off.
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
