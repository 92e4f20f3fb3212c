import { z } from "zod";
import type { Db, UserRow } from "../../db.server.ts";
import { memberRole, superadminRole } from "../../policy.ts";
import { Refusal } from "../../refusal.ts";
import { recordAudit } from "../trail/audit.server.ts";
import { id, oneOf } from "../fields.ts";
import { newPassword } from "../sign-in/new-password.server.ts";
import { type SignedInActor, operation } from "../operation.server.ts";
import { hashPassword } from "../sign-in/password.server.ts";
import { endAccess, writeAs } from "../sign-in/access.server.ts";
import { forgetTwoFactor } from "../sign-in/two-factor.server.ts";
import { deleteAccount } from "./delete-account.server.ts";
import { givenRole } from "./user.server.ts";
import { findUserRow, shownUser, userColumns } from "./user-row.server.ts";
import { type User, otherStatus, statuses } from "./user.ts";

/** The actions of a superadmin on another user's account. Each revokes that user's sessions and API tokens. */

const missingPasswordText = "Please enter a new password.";
const ownRoleText = "You can't change your own role.";
const wantedStatus = oneOf(["", ...statuses], "Choose Active or Suspended.");

/** Sets `status` if given, so that a double click changes it once; else toggles it. */
export const switchStatus = operation("users.manage", z.object({ id, status: wantedStatus }), (actor, input) =>
  changeRoleOrStatus(actor, input.id, "You can't suspend your own account.", (row) => ({
    status: input.status === "" ? otherStatus(row.status) : input.status,
  })),
);

const roleGiven = z.object({ id, role: givenRole });

export const giveRole = operation("users.manage", roleGiven, (actor, { id, role }) =>
  changeRoleOrStatus(actor, id, ownRoleText, () => ({ role })),
);

/** The page's call: refuses with "invalid" when they already have this role. */
export const giveAnotherRole = operation("users.manage", roleGiven, (actor, { id, role }) =>
  changeRoleOrStatus(actor, id, ownRoleText, (row) => {
    if (row.role === role) throw Refusal.at("role", "invalid", "This person already has this role.");
    return { role };
  }),
);

export const resetUserPassword = operation(
  "users.manage",
  z.object({ id, password: z.string({ error: missingPasswordText }).min(1, missingPasswordText).pipe(newPassword) }),
  async (actor, input): Promise<User> => {
    const password_hash = await hashPassword(input.password, `user ${actor.person.id}`);
    return writeAs(actor, async (trx) => {
      const row = await findOthersRow(trx, actor, input.id, "Change your own password on your profile.");
      await trx.updateTable("users").set({ password_hash }).where("id", "=", row.id).execute();
      await endAccess(trx, row.id);
      await recordAudit(trx, {
        actorId: actor.person.id,
        action: "password.reset",
        subject: "user",
        subjectId: row.id,
      });
      return shownUser(row);
    });
  },
);

/** Helps a colleague who lost their phone: the password alone is enough until they set it up again. */
export const resetTwoFactor = operation("users.manage", z.object({ id }), (actor, input) =>
  writeAs(actor, async (trx): Promise<User> => {
    const row = await findOthersRow(trx, actor, input.id, "Turn off your own two-factor sign-in on your profile.");
    if (!(await forgetTwoFactor(trx, row.id))) return shownUser(row);
    await endAccess(trx, row.id);
    await recordAudit(trx, {
      actorId: actor.person.id,
      action: "two-factor.reset",
      subject: "user",
      subjectId: row.id,
    });
    return shownUser(row);
  }),
);

export const deleteUser = operation("users.manage", z.object({ id }), (actor, input) =>
  writeAs(actor, async (trx): Promise<User> => {
    const row = await findOthersRow(trx, actor, input.id, "You can't delete your own account.");
    await keepOneSuperadmin(trx, row);
    await deleteAccount(trx, row, actor.person.id);
    return shownUser(row);
  }),
);

function changeRoleOrStatus(
  actor: SignedInActor,
  userId: number | null,
  ownAccountText: string,
  changesOf: (row: UserRow) => Partial<Pick<UserRow, "role" | "status">>,
): Promise<User> {
  return writeAs(actor, async (trx) => {
    const row = await findOthersRow(trx, actor, userId, ownAccountText);
    const after = { ...roleAndStatus(row), ...changesOf(row) };
    if (after.role === row.role && after.status === row.status) return shownUser(row);
    await keepOneSuperadmin(trx, row);
    const changed = await trx
      .updateTable("users")
      // Staff can't close their accounts: one that was closed before stays, also when they are members again.
      .set(after.role === memberRole ? after : { ...after, closes_at: null })
      .where("id", "=", row.id)
      .returning(userColumns)
      .executeTakeFirstOrThrow();
    await endAccess(trx, row.id);
    await recordAudit(trx, {
      actorId: actor.person.id,
      action: actionOf(row, after),
      subject: "user",
      subjectId: row.id,
      before: roleAndStatus(row),
      after,
    });
    return changed;
  });
}

async function findOthersRow(
  trx: Db,
  actor: SignedInActor,
  userId: number | null,
  ownAccountText: string,
): Promise<UserRow> {
  const row = await findUserRow(trx, userId);
  if (row.id === actor.person.id) throw new Refusal("conflict", ownAccountText);
  return row;
}

/** The caller is a superadmin too, but two can remove each other at once. The second one is refused. */
async function keepOneSuperadmin(trx: Db, row: UserRow): Promise<void> {
  if (row.role !== superadminRole || row.status !== "Active") return;
  const other = await trx
    .selectFrom("users")
    .select("id")
    .where("role", "=", superadminRole)
    .where("status", "=", "Active")
    .where("id", "!=", row.id)
    .limit(1)
    .executeTakeFirst();
  if (!other) throw new Refusal("conflict", "This is the last active Super Admin. The site needs one.");
}

function actionOf(before: UserRow, after: Pick<UserRow, "role" | "status">): string {
  if (before.role !== after.role) return "role.changed";
  return after.status === "Active" ? "user.activated" : "user.suspended";
}

function roleAndStatus({ role, status }: UserRow): Pick<UserRow, "role" | "status"> {
  return { role, status };
}
