import { z } from "zod";
import type { Db, UserRow } from "../../db.server.ts";
import { superadminRole } from "../../policy.ts";
import { Refusal } from "../../refusal.ts";
import { recordAudit } from "../trail/audit.server.ts";
import { id, oneOf } from "../fields.ts";
import { newPassword } from "../sign-in/new-password.server.ts";
import type { SignedInActor } from "../operation.server.ts";
import { operation } from "../operation.server.ts";
import { hashPassword } from "../sign-in/password.server.ts";
import { endAccess, writeAs } from "../sign-in/session.server.ts";
import { forgetTwoFactor } from "../sign-in/two-factor.server.ts";
import { givenRole } from "./user.server.ts";
import { findUserRow, shownUser, userColumns } from "./user-row.server.ts";
import type { User } from "./user.ts";
import { otherStatus, statuses } from "./user.ts";

/** What a superadmin does to somebody else's account. Each ends that person's sessions and API tokens at once. */

const missing = "Please enter a new password.";
const ownRole = "You can't change your own role.";
const wantedStatus = oneOf(["", ...statuses], "Choose Active or Suspended.");

/** Suspends or activates: to `status` if it is given, so that pressing twice does it once; else to the other one. */
export const switchStatus = operation("users.manage", z.object({ id, status: wantedStatus }), (actor, input) =>
  change(actor, input.id, "You can't suspend your own account.", (row) => ({ status: input.status === "" ? otherStatus(row.status) : input.status })),
);

const roleGiven = z.object({ id, role: givenRole });

/** Gives one of the roles that a superadmin can give. */
export const giveRole = operation("users.manage", roleGiven, (actor, { id, role }) => change(actor, id, ownRole, () => ({ role })));

/** The same for a person, who wants to hear when nothing changes: refuses with "invalid" for the role that they have already. */
export const giveAnotherRole = operation("users.manage", roleGiven, (actor, { id, role }) =>
  change(actor, id, ownRole, (row) => {
    if (row.role === role) throw Refusal.at("role", "invalid", "They already have this role.");
    return { role };
  }),
);

/** Sets a password without the old one. */
export const resetUserPassword = operation("users.manage", z.object({ id, password: z.string({ error: missing }).min(1, missing).pipe(newPassword) }), async (actor, input): Promise<User> => {
  const password_hash = await hashPassword(input.password, `user ${actor.person.id}`);
  return writeAs(actor, async (trx) => {
    const row = await findOthersRow(trx, actor, input.id, "Change your own password on your profile, with the current one.");
    await trx.updateTable("users").set({ password_hash }).where("id", "=", row.id).execute();
    await endAccess(trx, row.id);
    await recordAudit(trx, { actorId: actor.person.id, action: "password.reset", subject: "user", subjectId: row.id });
    return shownUser(row);
  });
});

/** Lets a colleague who lost their phone sign in with the password alone, until they set it up anew. Nothing when it is off already. */
export const resetTwoFactor = operation("users.manage", z.object({ id }), (actor, input) =>
  writeAs(actor, async (trx): Promise<User> => {
    const row = await findOthersRow(trx, actor, input.id, "Turn your own two-factor sign-in off on your profile, with a code.");
    if (!(await forgetTwoFactor(trx, row.id))) return shownUser(row);
    await endAccess(trx, row.id);
    await recordAudit(trx, { actorId: actor.person.id, action: "two-factor.reset", subject: "user", subjectId: row.id });
    return shownUser(row);
  }),
);

/** Deletes an account with all that is its own. What it did stays in the trail. */
export const deleteUser = operation("users.manage", z.object({ id }), (actor, input) =>
  writeAs(actor, async (trx): Promise<User> => {
    const row = await findOthersRow(trx, actor, input.id, "You can't delete your own account.");
    await keepAnOwner(trx, row);
    await trx.deleteFrom("users").where("id", "=", row.id).execute();
    await recordAudit(trx, { actorId: actor.person.id, action: "user.deleted", subject: "user", subjectId: row.id, before: standing(row) });
    return shownUser(row);
  }),
);

/** Changes the role or the status of somebody else's account; nothing when it is so already. */
function change(actor: SignedInActor, userId: number | null, ownRefused: string, changesOf: (row: UserRow) => Partial<Pick<UserRow, "role" | "status">>): Promise<User> {
  return writeAs(actor, async (trx) => {
    const row = await findOthersRow(trx, actor, userId, ownRefused);
    const after = { ...standing(row), ...changesOf(row) };
    if (after.role === row.role && after.status === row.status) return shownUser(row);
    await keepAnOwner(trx, row);
    const changed = await trx.updateTable("users").set(after).where("id", "=", row.id).returning(userColumns).executeTakeFirstOrThrow();
    await endAccess(trx, row.id);
    await recordAudit(trx, { actorId: actor.person.id, action: actionOf(row, after), subject: "user", subjectId: row.id, before: standing(row), after });
    return changed;
  });
}

async function findOthersRow(trx: Db, actor: SignedInActor, userId: number | null, ownRefused: string): Promise<UserRow> {
  const row = await findUserRow(trx, userId);
  if (row.id === actor.person.id) throw new Refusal("conflict", ownRefused);
  return row;
}

/** Whoever asks is an owner too, but two can do it to each other at once. The second finds the first gone. */
async function keepAnOwner(trx: Db, row: UserRow): Promise<void> {
  if (row.role !== superadminRole || row.status !== "Active") return;
  const other = await trx.selectFrom("users").select("id").where("role", "=", superadminRole).where("status", "=", "Active").where("id", "!=", row.id).limit(1).executeTakeFirst();
  if (!other) throw new Refusal("conflict", "This is the last active Super Admin, and one must stay.");
}

function actionOf(before: UserRow, after: Pick<UserRow, "role" | "status">): string {
  if (before.role !== after.role) return "role.changed";
  return after.status === "Active" ? "user.activated" : "user.suspended";
}

function standing({ role, status }: UserRow): Pick<UserRow, "role" | "status"> {
  return { role, status };
}
