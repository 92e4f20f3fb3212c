import { z } from "zod";
import { db, write } from "../db.server.ts";
import { Refusal } from "../refusal.ts";
import { recordAudit } from "./audit.server.ts";
import { presentedPassword } from "./fields.ts";
import { newPassword } from "./new-password.server.ts";
import type { SignedInActor } from "./operation.server.ts";
import { operation, signedOut } from "./operation.server.ts";
import { checkPassword } from "./password-check.server.ts";
import { hashPassword } from "./password.server.ts";
import { endAccess, writeAs } from "./session.server.ts";

const change = z
  .object({ current_password: presentedPassword, password: newPassword, confirm_password: z.string().optional() })
  // `when`: said together with what is wrong with the fields themselves.
  .refine((input) => input.confirm_password === undefined || input.confirm_password === input.password, {
    path: ["confirm_password"], message: "Passwords do not match", when: () => true,
  });

/** Sets a new password for whoever knows the current one, and ends the other sessions and all API tokens. Wrong ones are throttled as at the sign-in. */
export const changeOwnPassword = operation("profile.write", change, async (actor, input): Promise<void> => {
  const { id } = actor.person;
  const stored = await refuseWrongPassword(actor, input.current_password);
  const password_hash = await hashPassword(input.password);
  await writeAs(actor, async (trx) => {
    const changed = await trx.updateTable("users").set({ password_hash }).where("id", "=", id).where("password_hash", "=", stored).returning("id").executeTakeFirst();
    // Another change came first while this one was hashing.
    if (!changed) throw incorrect();
    await endAccess(trx, id, actor.session);
    await recordAudit(trx, { actorId: id, action: "password.changed", subject: "user", subjectId: id });
  });
});

/** Gives the hash that a person's current password fits, or refuses it at the field "current_password". Wrong ones are throttled. */
export async function refuseWrongPassword(actor: SignedInActor, password: string): Promise<string> {
  const { id } = actor.person;
  const { password_hash: stored } = await db.selectFrom("users").select("password_hash").where("id", "=", id).executeTakeFirstOrThrow(signedOut);
  if (!(await checkPassword({ account: `own-password:${id}`, address: null, password, stored }))) throw await wrongPassword(actor);
  return stored;
}

async function wrongPassword({ person }: SignedInActor): Promise<Refusal> {
  await write((trx) => recordAudit(trx, { actorId: person.id, action: "password.refused", subject: "user", subjectId: person.id }));
  return incorrect();
}

function incorrect(): Refusal {
  const message = "Current password is incorrect.";
  return new Refusal("invalid", message, { fields: { current_password: message } });
}
