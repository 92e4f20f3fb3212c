import { sql } from "kysely";
import { z } from "zod";
import { type UserRow, db } from "../../db.server.ts";
import { env } from "../../env.server.ts";
import { assignableRoles, memberRole } from "../../policy.ts";
import { breakEndText, runningBreak } from "../break.ts";
import { queueConfirmationMail } from "./email-confirmation.server.ts";
import { email, id, oneOf, pageNumber, pageOfRows, textLine } from "../fields.ts";
import { clampPage, firstPage } from "../list-page.ts";
import { newPassword } from "../sign-in/new-password.server.ts";
import { operation } from "../operation.server.ts";
import { hashPassword } from "../sign-in/password.server.ts";
import { writeAs } from "../sign-in/access.server.ts";
import { hasRunningSubscription } from "../billing/subscription-row.server.ts";
import { type UserAccess, readUserAccess } from "./user-access.server.ts";
import { type UserTrail, readUserTrail } from "../trail/short-trail.server.ts";
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

export interface UserView {
  user: ListedUser & Pick<UserRow, "phone" | "created_at" | "payment_review">;
  own: boolean;
  /** Null = off. Undefined for members, who can't turn it on. */
  twoFactorSince: string | null;
  access: UserAccess | null;
  /** The end of their break from picks in words; null = none. No staff can end it. */
  onBreak: string | null;
  trail: UserTrail;
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

export const readUserPage = operation(
  "users.manage",
  z.object({ id, page: pageNumber }),
  async (actor, input): Promise<UserView> => {
    const row = await findUserRow(db, input.id);
    const user = withMembership(
      { ...shownUser(row), phone: row.phone, created_at: row.created_at, payment_review: row.payment_review },
      await membershipsOf([row], new Date()),
    );
    const twoFactor = await db
      .selectFrom("two_factors")
      .select("on_since")
      .where("user_id", "=", row.id)
      .executeTakeFirst();
    return {
      user,
      own: row.id === actor.person.id,
      twoFactorSince: twoFactor?.on_since ?? null,
      access: await readUserAccess(row),
      onBreak: breakOf(row),
      trail: await readUserTrail(row.id, input.page),
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

function breakOf({ role, break_until }: UserRow): string | null {
  const running = runningBreak(break_until, new Date());
  return role === memberRole && running !== null ? breakEndText(running, env.SITE_TIMEZONE) : null;
}
