import { z } from "zod";
import { db, write } from "../../db.server.ts";
import { pressedAgainMs } from "../../durations.ts";
import { Refusal } from "../../refusal.ts";
import { recordAudit } from "../trail/audit.server.ts";
import { presentedPassword } from "../fields.ts";
import { newPassword, sameTwice } from "./new-password.server.ts";
import type { SignedInActor } from "../operation.server.ts";
import { operation, signedOut } from "../operation.server.ts";
import { checkPassword } from "./password-check.server.ts";
import { hashPassword } from "./password.server.ts";
import { endAccess, writeAs } from "./session.server.ts";

const change = z.object({ current_password: presentedPassword, password: newPassword, confirm_password: z.string().optional() }).check(sameTwice);

/**
 * Sets a new password for whoever knows the current one, and ends the other sessions and all API tokens. Wrong ones are throttled as at the sign-in.
 * Where no script keeps the button from being pressed again, the second press finds done what it asks for.
 */
export const changeOwnPassword = operation("profile.write", change, async (actor, input): Promise<void> => {
  // Read first: a press that is faster than this one is then found by isJustSet, or at the end.
  const stored = await findOwnHash(actor);
  if (await isJustSet(actor, input.password)) return;
  await expectOwnPassword(actor, input.current_password, stored);
  const password_hash = await hashPassword(input.password, `user ${actor.person.id}`);
  await replaceHash(actor, stored, password_hash).catch(async (refused: unknown) => {
    // Of two presses at once the other one may have been faster.
    if (!(await isJustSet(actor, input.password))) throw refused;
  });
});

function replaceHash(actor: SignedInActor, stored: string, password_hash: string): Promise<void> {
  const { id } = actor.person;
  return writeAs(actor, async (trx) => {
    const changed = await trx.updateTable("users").set({ password_hash }).where("id", "=", id).where("password_hash", "=", stored).returning("id").executeTakeFirst();
    // Another change came first while this one was hashing.
    if (!changed) throw incorrect();
    await endAccess(trx, id, actor.session);
    await recordAudit(trx, { actorId: id, action: "password.changed", subject: "user", subjectId: id });
  });
}

/** Whether this person set this very password a moment ago. Guessed at, it is throttled as the current one is. */
async function isJustSet(actor: SignedInActor, password: string): Promise<boolean> {
  const { id } = actor.person;
  const since = new Date(Date.now() - pressedAgainMs).toISOString();
  const changed = await db.selectFrom("audit").select("id").where("actor_id", "=", id).where("at", ">=", since).where("action", "=", "password.changed").limit(1).executeTakeFirst();
  return changed !== undefined && (await isOwn(actor, password, await findOwnHash(actor)));
}

/** Refuses what is not a person's current password, at the field "current_password". Wrong ones are throttled. */
export async function expectOwnPassword(actor: SignedInActor, password: string, stored?: string): Promise<void> {
  if (!(await isOwn(actor, password, stored ?? (await findOwnHash(actor))))) throw await wrongPassword(actor);
}

async function findOwnHash({ person }: SignedInActor): Promise<string> {
  return (await db.selectFrom("users").select("password_hash").where("id", "=", person.id).executeTakeFirstOrThrow(signedOut)).password_hash;
}

function isOwn({ person }: SignedInActor, password: string, stored: string): Promise<boolean> {
  return checkPassword({ account: `own-password:${person.id}`, address: null, password, stored, who: `user ${person.id}` });
}

async function wrongPassword({ person }: SignedInActor): Promise<Refusal> {
  await write((trx) => recordAudit(trx, { actorId: person.id, action: "password.refused", subject: "user", subjectId: person.id }));
  return incorrect();
}

function incorrect(): Refusal {
  return Refusal.at("current_password", "invalid", "Current password is incorrect.");
}
