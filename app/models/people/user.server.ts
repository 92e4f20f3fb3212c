import { sql } from "kysely";
import { z } from "zod";
import { db } from "../../db.server.ts";
import { assignableRoles, memberRole } from "../../policy.ts";
import { queueConfirmationMail } from "./email-confirmation.server.ts";
import { email, id, oneOf, pageNumber, pageOfRows, textLine } from "../fields.ts";
import { clampPage, firstPage } from "../list-page.ts";
import { newPassword } from "../sign-in/new-password.server.ts";
import { operation } from "../operation.server.ts";
import { hashPassword } from "../sign-in/password.server.ts";
import { writeAs } from "../sign-in/access.server.ts";
import { hasRunningSubscription } from "../billing/subscription-row.server.ts";
import { type ListedUser, type User, type WaitingUser, usersPageSize } from "./user.ts";
import { findUserRow, insertUser, shownUser, userColumns } from "./user-row.server.ts";
import { membershipsOf, usersFilter, usersIn, withMembership } from "./users-list.server.ts";

export const givenRole = oneOf(assignableRoles, "Choose a role.");

export interface UsersView {
  users: ListedUser[];
  total: number;
  page: number;
  pages: number;
  ownId: number;
  waiting: { people: WaitingUser[]; total: number };
  chosen: (User & { charged: boolean }) | null;
}

export const readUsersManagerPage = operation(
  "users.manage",
  usersFilter.extend({ id: id.optional(), page: pageNumber }),
  async (actor, input): Promise<UsersView> => {
    const now = new Date();
    const chosen = input.id === undefined ? null : await findUserRow(db, input.id);
    const { total } = await usersIn(input, now)
      .select((select) => select.fn.countAll<number>().as("total"))
      .executeTakeFirstOrThrow();
    const { page, pages } = clampPage(total, input.page, usersPageSize);
    const users = await usersIn(input, now)
      .select(userColumns)
      .orderBy("id", "desc")
      .limit(usersPageSize)
      .offset((page - 1) * usersPageSize)
      .execute();
    const charged = chosen !== null && (await hasRunningSubscription(db, chosen.id));
    const memberships = await membershipsOf(users, now);
    return {
      users: users.map((user) => withMembership(user, memberships)),
      total,
      page,
      pages,
      ownId: actor.person.id,
      waiting: await readWaiting(),
      chosen: chosen && { ...shownUser(chosen), charged },
    };
  },
);

const listInput = pageOfRows.extend({
  payment: oneOf(["", "waiting"], "Must be waiting.").meta({
    description: "waiting = new members whose payment is not confirmed yet.",
  }),
});

/** Lists users, newest first. `next` is the `before` of the next page, null on the last one. */
export const listUsers = operation(
  "users.manage",
  listInput,
  async (_actor, { limit, before, payment }): Promise<{ rows: User[]; next: number | null }> => {
    const source = payment === "waiting" ? waiting() : db.selectFrom("users");
    const users = before === null ? source : source.where("id", "<", before);
    return firstPage(
      await users
        .select(userColumns)
        .orderBy("id", "desc")
        .limit(limit + 1)
        .execute(),
      limit,
    );
  },
);

/** Refuses with "conflict" when the email is taken. */
export const addUser = operation(
  "users.manage",
  z.object({ email, password: newPassword, role: givenRole, name: textLine(100) }),
  async (actor, { password, ...account }): Promise<User> => {
    const password_hash = await hashPassword(password, `user ${actor.person.id}`);
    return writeAs(actor, async (trx) => {
      const user = await insertUser(trx, { ...account, password_hash }, actor.person.id);
      // The superadmin typed the address, which proves nothing.
      await queueConfirmationMail(trx, user.id, new Date());
      return user;
    });
  },
);

async function readWaiting(): Promise<UsersView["waiting"]> {
  const people = await waiting()
    .select(["id", "name", "email", "phone", "created_at"])
    .orderBy("id")
    .limit(usersPageSize)
    .execute();
  if (people.length < usersPageSize) return { people, total: people.length };
  const { total } = await waiting()
    .select((select) => select.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return { people, total };
}

// Compares with a literal, because SQLite uses no partial index for a parameter. Members who became staff don't wait.
function waiting() {
  return db
    .selectFrom("users")
    .where("payment_review", "=", sql.lit("waiting" as const))
    .where("role", "=", memberRole);
}
