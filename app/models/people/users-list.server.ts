import type { Expression, ExpressionBuilder, SqlBool } from "kysely";
import { z } from "zod";
import { type Database, contains, db } from "../../db.server.ts";
import { env } from "../../env.server.ts";
import { memberRole, roles } from "../../policy.ts";
import { dayMs } from "../../time/durations.ts";
import { instantIn } from "../../time/zone-time.ts";
import { type MembershipStatus, accessStatuses, membershipText } from "../billing/membership.ts";
import { readMemberships } from "../billing/subscription-row.server.ts";
import { calendarDate, oneOf, textLine } from "../fields.ts";
import { operation } from "../operation.server.ts";
import { type Access, type ListedUser, type User, accessKinds, seenSpans, statuses } from "./user.ts";
import { userColumns } from "./user-row.server.ts";

const fromList = "Choose one from the list.";

/** `start` and `end` are the first and last day of joining, in the site's zone. */
export const usersFilter = z.object({
  q: textLine(254),
  role: oneOf(["", ...roles], fromList),
  status: oneOf(["", ...statuses], fromList),
  access: oneOf(["", ...accessKinds], fromList),
  start: calendarDate,
  end: calendarDate,
  seen: oneOf(["", ...seenSpans], fromList),
  confirmed: oneOf(["", "yes", "no"], fromList),
});
export type UsersFilter = z.output<typeof usersFilter>;

export interface UserLine extends ListedUser {
  access: Access | "staff";
  access_until: string | null;
  created_at: string;
  email_confirmed_at: string | null;
  /** Of an open session, and of the latest entry in the trail. */
  in_session: string | null;
  in_trail: string | null;
}

type Users = ExpressionBuilder<Database, "users">;

const batch = 250;
const endOfTime = Date.parse("9999-12-31T23:59:59.999Z");

/** All users of a filter for a file, newest first, some at a time. */
export const listUsersForFile = operation(
  "users.manage",
  usersFilter,
  (_actor, filter): Promise<AsyncIterable<UserLine[]>> => Promise.resolve(linesOf(filter, new Date())),
);

export function usersIn(filter: UsersFilter, now: Date) {
  const { q, role, status, access, start, end, seen, confirmed } = filter;
  let users = usersMatching(q);
  if (role !== "") users = users.where("users.role", "=", role);
  if (status !== "") users = users.where("users.status", "=", status);
  if (access !== "") users = users.where((user) => accessOf(user, now), "=", access);
  if (start !== "") users = users.where("users.created_at", ">=", beginningOf(start));
  if (end !== "") users = users.where("users.created_at", "<", beginningOf(end, 1));
  if (seen !== "") {
    const since = new Date(now.getTime() - Number(seen.replace("over-", "")) * dayMs).toISOString();
    users = users.where((user) =>
      seen.startsWith("over-") ? user.not(isSeenSince(user, since)) : isSeenSince(user, since),
    );
  }
  if (confirmed !== "") users = users.where("users.email_confirmed_at", confirmed === "yes" ? "is not" : "is", null);
  return users;
}

const activeMembers = usersFilter.parse({ role: memberRole, status: "Active" });

/** Members by why they have access. */
export function membersWith(access: readonly Access[], now: Date) {
  return usersIn(activeMembers, now).where((user) => accessOf(user, now), "in", access);
}

/** How many members have access, by why. A suspended one has none. */
export async function countAccess(now: Date): Promise<Map<Access, number>> {
  const members = usersIn(activeMembers, now).select((user) => accessOf(user, now).as("access"));
  const rows = await db
    .selectFrom(members.as("members"))
    .select(({ fn }) => ["access", fn.countAll<number>().as("count")] as const)
    .groupBy("access")
    .execute();
  return new Map(rows.flatMap(({ access, count }) => (access === "staff" ? [] : [[access, Number(count)]])));
}

/**
 * Those whose email or name has the text in it, or whose id at Stripe it is; all for ''. A search scans the table: no
 * index covers the middle of a text. Without one, the primary key gives the order.
 */
export function usersMatching(q: string) {
  const users = db.selectFrom("users");
  if (q === "") return users;
  const paying = db
    .selectFrom("subscriptions")
    .select("user_id")
    .where("user_id", "is not", null)
    .where((where) => where.or([where("subscriptions.id", "=", q), where("customer_id", "=", q)]));
  return users.where((where) => {
    const named = [contains("users.email", q), contains("users.name", q)];
    return where.or(
      /^(?:cus|sub)_\w+$/.test(q) ? [...named, where("users.id", "in", paying.$castTo<{ user_id: number }>())] : named,
    );
  });
}

/**
 * Why a member has access, or "none"; "staff" for the others. It says in SQL what `accountMembership` says of one member.
 * A payment that staff confirmed counts as paid, an account without any, or with paused payments, as granted.
 */
function accessOf(user: Users, now: Date) {
  return user
    .case()
    .when("users.role", "<>", memberRole)
    .then("staff")
    .when(
      user.or([
        user("users.payment_review", "in", ["waiting", "refused"]),
        user("users.access_until", "<=", now.toISOString()),
      ]),
    )
    .then("none")
    .when(renews(user, "active", now))
    .then("paid")
    .when(renews(user, "trialing", now))
    .then("trial")
    .when(renews(user, "past_due"))
    .then("past-due")
    .when(
      user.exists(
        subscriptionsOf(user)
          .where("subscriptions.status", "in", accessStatuses)
          .whereRef("cancels_at", "=", "users.access_until"),
      ),
    )
    .then("ending")
    .when(
      user.and([
        user("users.payment_review", "=", "confirmed"),
        user("users.access_rule", "=", "paid"),
        user("users.access_until", "is", null),
      ]),
    )
    .then("paid")
    .else("granted")
    .end()
    .$castTo<Access | "staff">();
}

/**
 * True with a subscription of this status that has no end: it isn't canceled, and its last payment isn't refunded. With
 * `now` it isn't paused either, as `isPaused` says.
 */
function renews(user: Users, status: string, now?: Date): Expression<SqlBool> {
  const all = subscriptionsOf(user);
  const charging = now
    ? all.where((row) => row.or([row("paused_at", "is", null), row("paused_until", "<=", now.toISOString())]))
    : all;
  return user.exists(
    charging
      .where("subscriptions.status", "=", status)
      .where("cancels_at", "is", null)
      .where(
        (subscription) =>
          subscription
            .selectFrom("payments")
            .select("refunded_at")
            .whereRef("payments.subscription_id", "=", "subscriptions.id")
            .orderBy("paid_at", "desc")
            .orderBy("invoice_id", "desc")
            .limit(1),
        "is",
        null,
      ),
  );
}

function subscriptionsOf(user: Users) {
  return user.selectFrom("subscriptions").select("subscriptions.id").whereRef("subscriptions.user_id", "=", "users.id");
}

/** Somebody is seen by an open session, or by what they did: signing in and out leaves an entry in the trail. */
function isSeenSince(user: Users, since: string): Expression<SqlBool> {
  return user.or([
    user.exists(
      user
        .selectFrom("sessions")
        .select("sessions.id")
        .whereRef("sessions.user_id", "=", "users.id")
        .where("seen_at", ">=", since),
    ),
    user.exists(
      user.selectFrom("audit").select("audit.id").whereRef("actor_id", "=", "users.id").where("at", ">=", since),
    ),
  ]);
}

async function* linesOf(filter: UsersFilter, now: Date): AsyncGenerator<UserLine[]> {
  for (let before: number | null = null; ;) {
    const users = usersIn(filter, now);
    const rows = await (before === null ? users : users.where("users.id", "<", before))
      .select(userColumns)
      .select(["access_until", "created_at", "email_confirmed_at"])
      .select((user) => [accessOf(user, now).as("access"), ...lastSeen(user)])
      .orderBy("id", "desc")
      .limit(batch)
      .execute();
    const last = rows.at(-1);
    if (last === undefined) return;
    const memberships = await membershipsOf(rows, now);
    yield rows.map((row) => withMembership(row, memberships));
    before = last.id;
  }
}

function lastSeen(user: Users) {
  return [
    user
      .selectFrom("sessions")
      .whereRef("sessions.user_id", "=", "users.id")
      .select((session) => session.fn.max<string | null>("seen_at").as("at"))
      .as("in_session"),
    user
      .selectFrom("audit")
      .whereRef("actor_id", "=", "users.id")
      .select((entry) => entry.fn.max<string | null>("at").as("at"))
      .as("in_trail"),
  ] as const;
}

function beginningOf(date: string, daysLater = 0): string {
  return new Date(Math.min(instantIn(env.SITE_TIMEZONE, date, daysLater * 24 * 60).getTime(), endOfTime)).toISOString();
}

export function membershipsOf(users: readonly User[], now: Date): Promise<Map<number, MembershipStatus>> {
  return readMemberships(
    db,
    users.filter(({ role }) => role === memberRole).map((user) => user.id),
    now,
  );
}

export function withMembership<U extends User>(
  user: U,
  memberships: ReadonlyMap<number, MembershipStatus>,
): U & ListedUser {
  const membership = memberships.get(user.id);
  return {
    ...user,
    membership: membership ? membershipText(membership, env.SITE_TIMEZONE, user.status !== "Active") : null,
  };
}
