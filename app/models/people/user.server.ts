import { sql } from "kysely";
import { z } from "zod";
import type { UserRow } from "../../db.server.ts";
import { contains, db } from "../../db.server.ts";
import { env } from "../../env.server.ts";
import { givenRoles, memberRole } from "../../policy.ts";
import { askToConfirm } from "./email-confirmation.server.ts";
import { email, id, oneOf, pageNumber, pageOfRows, textLine } from "../fields.ts";
import { clampPage, firstPage } from "../list-page.ts";
import type { MembershipStatus } from "../billing/membership.ts";
import { membershipText } from "../billing/membership.ts";
import { newPassword } from "../sign-in/new-password.server.ts";
import { operation } from "../operation.server.ts";
import { hashPassword } from "../sign-in/password.server.ts";
import { writeAs } from "../sign-in/session.server.ts";
import { hasRunningSubscription, readMemberships } from "../billing/subscription.server.ts";
import type { UserAccess } from "../billing/user-access.server.ts";
import { readUserAccess } from "../billing/user-access.server.ts";
import type { Trail } from "../trail/user-trail.server.ts";
import { readTrail } from "../trail/user-trail.server.ts";
import type { ListedUser, User, WaitingUser } from "./user.ts";
import { usersPageSize } from "./user.ts";
import { findUserRow, insertUser, shownUser, userColumns } from "./user-row.server.ts";

export const givenRole = oneOf(givenRoles, "Choose a role.");

export interface UsersView {
  users: ListedUser[];
  total: number;
  page: number;
  pages: number;
  /** The id of whoever looks: their own account is not theirs to change here. */
  ownId: number;
  /** What the list was searched for. */
  q: string;
  /** Who signed up and waits until their payment is confirmed: the first of them, and how many there are. */
  waiting: { people: WaitingUser[]; total: number };
  /** The user that is about to be deleted, and whether they would go on being charged without their account. */
  chosen: (User & { charged: boolean }) | null;
}

export interface UserView {
  user: ListedUser & Pick<UserRow, "phone" | "created_at" | "payment_review">;
  /** True for the account of whoever looks. */
  own: boolean;
  /** Since when a code is asked for at their sign-in; null = it is off. Undefined for members, who can't turn it on. */
  twoFactorSince?: string | null;
  /** Null for staff, who pay nothing. */
  access: UserAccess | null;
  trail: Trail;
}

/** The users whose e-mail or name contains `q`, newest first; a page out of range is clamped. */
export const openUsersManager = operation("users.manage", z.object({ id: id.optional(), q: textLine(254), page: pageNumber }), async (actor, input): Promise<UsersView> => {
  const chosen = input.id === undefined ? null : await findUserRow(db, input.id);
  const { total } = await matching(input.q).select((select) => select.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  const { page, pages } = clampPage(total, input.page, usersPageSize);
  const users = await matching(input.q).select(userColumns).orderBy("id", "desc").limit(usersPageSize).offset((page - 1) * usersPageSize).execute();
  const charged = chosen !== null && (await hasRunningSubscription(db, chosen.id));
  const memberships = await membershipsOf(users);
  return { users: users.map((user) => withMembership(user, memberships)), total, page, pages, ownId: actor.person.id, q: input.q, waiting: await readWaiting(), chosen: chosen && { ...shownUser(chosen), charged } };
});

/** One account, with a page of what is on record about it. */
export const openUser = operation("users.manage", z.object({ id, page: pageNumber }), async (actor, input): Promise<UserView> => {
  const row = await findUserRow(db, input.id);
  const user = withMembership({ ...shownUser(row), phone: row.phone, created_at: row.created_at, payment_review: row.payment_review }, await membershipsOf([row]));
  const twoFactor = await db.selectFrom("two_factors").select("on_since").where("user_id", "=", row.id).executeTakeFirst();
  return { user, own: row.id === actor.person.id, ...(row.role === memberRole ? {} : { twoFactorSince: twoFactor?.on_since ?? null }), access: await readUserAccess(row), trail: await readTrail(row.id, input.page) };
});

const usersAsked = pageOfRows.extend({ payment: oneOf(["", "waiting"], "Must be waiting.").meta({ description: "waiting = who signed up and waits until their payment is confirmed." }) });

/** Newest first, at most `limit`; `next` is the id to ask `before` for the next page, null at the end. */
export const listUsers = operation("users.manage", usersAsked, async (_actor, { limit, before, payment }): Promise<{ rows: User[]; next: number | null }> => {
  const asked = payment === "waiting" ? waiting() : db.selectFrom("users");
  const users = before === null ? asked : asked.where("id", "<", before);
  return firstPage(await users.select(userColumns).orderBy("id", "desc").limit(limit + 1).execute(), limit);
});

/** Makes an account. Refuses with "conflict" when the e-mail is taken. */
export const addUser = operation("users.manage", z.object({ email, password: newPassword, role: givenRole, name: textLine(100) }), async (actor, { password, ...account }): Promise<User> => {
  const password_hash = await hashPassword(password, `user ${actor.person.id}`);
  return writeAs(actor, async (trx) => {
    const user = await insertUser(trx, { ...account, password_hash }, actor.person.id);
    // Who types an address for somebody else proves nothing.
    await askToConfirm(trx, user.id, new Date());
    return user;
  });
});

/** The queue: who waits longest comes first. */
async function readWaiting(): Promise<UsersView["waiting"]> {
  const people = await waiting().select(["id", "name", "email", "phone", "created_at"]).orderBy("id").limit(usersPageSize).execute();
  if (people.length < usersPageSize) return { people, total: people.length };
  const { total } = await waiting().select((select) => select.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  return { people, total };
}

// A literal: SQLite takes the index of those who wait for no parameter. Who became staff meanwhile does not wait.
function waiting() {
  return db.selectFrom("users").where("payment_review", "=", sql.lit("waiting" as const)).where("role", "=", memberRole);
}

/** How the memberships of those among them stand who can have one. */
function membershipsOf(users: readonly User[]): Promise<Map<number, MembershipStatus>> {
  return readMemberships(db, users.filter(({ role }) => role === memberRole).map((user) => user.id));
}

function withMembership<U extends User>(user: U, memberships: ReadonlyMap<number, MembershipStatus>): U & ListedUser {
  const standing = memberships.get(user.id);
  return { ...user, membership: standing ? membershipText(standing, env.SITE_TIMEZONE, user.status !== "Active") : null };
}

/** A search reads the whole table: nothing indexes the middle of a text. Without one, the newest come by the primary key. */
function matching(q: string) {
  const users = db.selectFrom("users");
  if (q === "") return users;
  return users.where((where) => where.or([contains("email", q), contains("name", q)]));
}
