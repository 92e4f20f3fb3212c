import { z } from "zod";
import { db, write } from "../../db.server.ts";
import { resubmitWindowMs } from "../../time/durations.ts";
import { Refusal } from "../../refusal.ts";
import { recordAudit } from "../trail/audit.server.ts";
import { presentedPassword } from "../fields.ts";
import { newPassword, sameTwice } from "./new-password.server.ts";
import { type SignedInActor, operation, signedOut } from "../operation.server.ts";
import { checkPassword } from "./password-check.server.ts";
import { hashPassword } from "./password.server.ts";
import { endAccess, writeAs } from "./access.server.ts";

const change = z
  .object({ current_password: presentedPassword, password: newPassword, confirm_password: z.string().optional() })
  .check(sameTwice);

/**
 * Ends the other sessions and all API tokens. Wrong passwords are throttled as at sign-in. Idempotent, because without
 * JavaScript a button can be pressed twice.
 */
export const changeOwnPassword = operation("profile.write", change, async (actor, input): Promise<void> => {
  // Reads the hash first, so that isJustSet, here or at the end, notices a parallel request that is faster.
  const stored = await findOwnHash(actor);
  if (await isJustSet(actor, input.password)) return;
  await expectOwnPassword(actor, input.current_password, stored);
  const password_hash = await hashPassword(input.password, `user ${actor.person.id}`);
  await replaceHash(actor, stored, password_hash).catch(async (refused: unknown) => {
    if (!(await isJustSet(actor, input.password))) throw refused;
  });
});

function replaceHash(actor: SignedInActor, stored: string, password_hash: string): Promise<void> {
  const { id } = actor.person;
  return writeAs(actor, async (trx) => {
    const changed = await trx
      .updateTable("users")
      .set({ password_hash })
      .where("id", "=", id)
      .where("password_hash", "=", stored)
      .returning("id")
      .executeTakeFirst();
    // Another change was saved during the hashing.
    if (!changed) throw incorrect();
    await endAccess(trx, id, actor.session);
    await recordAudit(trx, { actorId: id, action: "password.changed", subject: "user", subjectId: id });
  });
}

/** True when the user set this password moments ago. Wrong guesses are throttled like the current password. */
async function isJustSet(actor: SignedInActor, password: string): Promise<boolean> {
  const { id } = actor.person;
  const since = new Date(Date.now() - resubmitWindowMs).toISOString();
  const changed = await db
    .selectFrom("audit")
    .select("id")
    .where("actor_id", "=", id)
    .where("at", ">=", since)
    .where("action", "=", "password.changed")
    .limit(1)
    .executeTakeFirst();
  return changed !== undefined && (await matchesOwnPassword(actor, password, await findOwnHash(actor)));
}

/** Refuses with "invalid", at the field "current_password". Wrong passwords are throttled. */
export async function expectOwnPassword(actor: SignedInActor, password: string, stored?: string): Promise<void> {
  if (!(await matchesOwnPassword(actor, password, stored ?? (await findOwnHash(actor)))))
    throw await wrongPassword(actor);
}

async function findOwnHash({ person }: SignedInActor): Promise<string> {
  return (
    await db.selectFrom("users").select("password_hash").where("id", "=", person.id).executeTakeFirstOrThrow(signedOut)
  ).password_hash;
}

function matchesOwnPassword({ person }: SignedInActor, password: string, stored: string): Promise<boolean> {
  return checkPassword({
    account: `own-password:${person.id}`,
    address: null,
    password,
    stored,
    who: `user ${person.id}`,
  });
}

async function wrongPassword({ person }: SignedInActor): Promise<Refusal> {
  await write((trx) =>
    recordAudit(trx, { actorId: person.id, action: "password.refused", subject: "user", subjectId: person.id }),
  );
  return incorrect();
}

function incorrect(): Refusal {
  return Refusal.at("current_password", "invalid", "Current password is incorrect.");
}
