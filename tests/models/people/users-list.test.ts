import { beforeEach, describe, expect, test } from "vitest";
import type { Insertable } from "kysely";
import { db } from "../../../app/db.server.ts";
import { listUsersForFile } from "../../../app/models/people/users-list.server.ts";
import { accessKinds } from "../../../app/models/people/user.ts";
import { readUsersManagerPage } from "../../../app/models/people/user.server.ts";
import { usersCsv } from "../../../app/downloads/users-csv.ts";
import { settleAccess } from "../../../app/models/billing/subscription-row.server.ts";
import { dayMs } from "../../../app/time/durations.ts";
import type { SubscriptionsTable } from "../../../db/schema.ts";
import { actorOf, createUser, nextNumber } from "../../support/database/factories.ts";

const now = Date.now();
const daysAgo = (days: number) => new Date(now - days * dayMs).toISOString();
const soon = daysAgo(-9);

let superadmin: ReturnType<typeof actorOf>;
beforeEach(async () => {
  await db.deleteFrom("payments").execute();
  await db.deleteFrom("subscriptions").execute();
  await db.deleteFrom("users").execute();
  superadmin = actorOf("superadmin", (await createUser(db, { role: "superadmin", email: "me@example.test" })).id);
});

async function member(
  name: string,
  subscription: Partial<Insertable<SubscriptionsTable>> | null = null,
  changes: Parameters<typeof createUser>[1] = {},
) {
  const { id } = await createUser(db, { email: `${name}@example.test`, ...changes });
  if (subscription !== null) {
    const row = { id: `sub_${nextNumber()}`, customer_id: `cus_${id}`, status: "active", created_at: daysAgo(30) };
    await db
      .insertInto("subscriptions")
      .values({ ...row, updated_at: daysAgo(1), user_id: id, ...subscription })
      .execute();
    await settleAccess(db, id, new Date());
  }
  return id;
}

async function found(filter: object): Promise<string> {
  const { users } = await readUsersManagerPage(superadmin, filter);
  return users.map(({ email }) => email.replace("@example.test", "")).join(" ");
}

describe("the list of users", () => {
  test("is filtered by why somebody has access, as their membership says", async () => {
    await member("paid", {});
    await member("trial", { status: "trialing" });
    await member("paused", { paused_at: daysAgo(3), paused_until: soon });
    await member("was-paused", { paused_at: daysAgo(3), paused_until: daysAgo(1) });
    await member("late", { status: "past_due" });
    await member("leaving", { cancels_at: soon });
    await member("left", { status: "canceled", ended_at: daysAgo(2) });
    await member("made");
    const guest = await member("guest", { status: "canceled", ended_at: daysAgo(2) });
    await db
      .updateTable("users")
      .set({ access_rule: "until", access_rule_until: soon })
      .where("id", "=", guest)
      .execute();
    await settleAccess(db, guest, new Date());
    for (const [name, payment_review] of [
      ["looked-up", "confirmed"],
      ["waits", "waiting"],
    ] as const)
      await db
        .updateTable("users")
        .set({ payment_review })
        .where("id", "=", await member(name))
        .execute();
    const refunded = await member("refunded", { id: "sub_refunded" });
    await db
      .insertInto("payments")
      .values({
        invoice_id: "in_refunded",
        subscription_id: "sub_refunded",
        amount_cents: 4900,
        currency: "usd",
        paid_at: daysAgo(3),
        refunded_cents: 4900,
        refunded_at: daysAgo(2),
      })
      .execute();
    await settleAccess(db, refunded, new Date());
    const lists = await Promise.all(accessKinds.map(async (access) => [access, await found({ access })]));
    expect(Object.fromEntries(lists)).toEqual({
      paid: "looked-up was-paused paid",
      trial: "trial",
      granted: "guest made paused",
      "past-due": "late",
      ending: "leaving",
      none: "refunded waits left",
    });
  });

  test("is filtered by role, status, day of joining, last visit and confirmed email, which add up", async () => {
    await member("kim", null, { role: "admin" });
    await member("lee", null, { status: "Suspended", email_confirmed_at: null });
    const ana = await member("ana");
    await db
      .insertInto("sessions")
      .values({ id_hash: "a".repeat(64), user_id: ana, created_at: daysAgo(40), seen_at: daysAgo(3) })
      .execute();
    expect(await found({ role: "admin" })).toBe("kim");
    expect(await found({ status: "Suspended", role: "user" })).toBe("lee");
    expect(await found({ status: "Suspended", role: "admin" })).toBe("");
    expect(await found({ confirmed: "no" })).toBe("lee");
    expect(await found({ confirmed: "yes", role: "user" })).toBe("ana");
    expect([await found({ seen: "7" }), await found({ seen: "over-90" })]).toEqual(["ana", "lee kim me"]);
    // In New York their day of joining, 2026-01-02T03:04Z, is January 1.
    expect(await found({ start: "01/01/2026", end: "01/01/2026" })).toBe("ana lee kim me");
    expect([await found({ start: "01/02/2026" }), await found({ end: "12/31/2025" })]).toEqual(["", ""]);
  });

  test("is searched by a customer or a subscription at Stripe, by its whole id", async () => {
    await member("ana", { id: "sub_Ana1", customer_id: "cus_Ana1" });
    await member("kim", { id: "sub_Kim1", customer_id: "cus_Kim1" });
    expect([await found({ q: "cus_Ana1" }), await found({ q: "sub_Kim1" }), await found({ q: "cus_Ana" })]).toEqual([
      "ana",
      "kim",
      "",
    ]);
  });
});

test("the file has the filtered list, without secrets, safe for spreadsheets", async () => {
  await member("ana", {}, { name: "=1+1" });
  await member("kim");
  let file = "";
  for await (const part of usersCsv(await listUsersForFile(superadmin, { access: "paid" }))) file += part;
  const [head, ...rows] = file.trimEnd().split("\r\n");
  expect(head).toBe("ID,Email,Name,Role,Status,Access,Membership,Joined,Email confirmed,Last seen");
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatch(
    /^\d+,ana@example\.test,'=1\+1,user,Active,Paid,Active,2026-01-02T03:04:05\.000Z,2026-01-02T03:04:05\.000Z,$/,
  );
});

test("the file has more users than are read at once, each of them once", async () => {
  await db
    .insertInto("users")
    .values(
      Array.from({ length: 600 }, (_, index) => ({
        email: `p${index}@example.test`,
        name: "Person",
        phone: "",
        password_hash: "$argon2id$x",
        role: "user",
        status: "Active" as const,
        created_at: "2026-01-01T00:00:00.000Z",
      })),
    )
    .execute();
  const ids: number[] = [];
  for await (const users of await listUsersForFile(superadmin, { q: "@example.test" }))
    ids.push(...users.map(({ id }) => id));
  expect([ids.length, new Set(ids).size, ids.toSorted((a, b) => b - a)]).toEqual([601, 601, ids]);
});
