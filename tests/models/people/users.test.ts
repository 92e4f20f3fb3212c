import { beforeEach, describe, expect, test } from "vitest";
import { db } from "../../../app/db.server.ts";
import { env } from "../../../app/env.server.ts";
import { passwordMatches } from "../../../app/models/sign-in/password.server.ts";
import { readUserPage } from "../../../app/models/people/user-page.server.ts";
import { addUser, listUsers, readUsersManagerPage } from "../../../app/models/people/user.server.ts";
import { actorOf, createUser, visitor } from "../../support/database/factories.ts";
import { processorMs } from "../../support/processor-time.ts";
import { plansOf } from "../../support/database/sqlite-plans.ts";
import { statementsOf } from "../../support/database/statements.ts";

const denied = "Access Denied. Only Super Admin can manage users.";
const account = {
  email: "New.Person@Example.test ",
  password: "line-shopping-2026",
  role: "propicksmanager",
  name: " Ana Díaz ",
};

let superadmin: ReturnType<typeof actorOf>;
beforeEach(async () => {
  await db.deleteFrom("users").execute();
  superadmin = actorOf("superadmin", (await createUser(db, { role: "superadmin", email: "me@example.test" })).id);
});

const emails = async (input: object) => (await readUsersManagerPage(superadmin, input)).users.map(({ email }) => email);
const insertUsers = (count: number) =>
  db
    .insertInto("users")
    .values(
      Array.from({ length: count }, (_, index) => ({
        email: `p${index}@example.test`,
        name: `Person ${index}`,
        phone: "",
        password_hash: "$argon2id$x",
        role: "user",
        status: "Active" as const,
        created_at: "2026-01-01T00:00:00.000Z",
      })),
    )
    .execute();

describe("without the ability", () => {
  test.each(["user", "propicksmanager", "admin"] as const)("a %s is refused by every operation", async (role) => {
    for (const operation of [readUsersManagerPage, readUserPage, listUsers, addUser])
      await expect(operation(actorOf(role), {})).rejects.toMatchObject({ reason: "forbidden", message: denied });
  });

  test("a visitor is refused as signed out", () =>
    expect(readUsersManagerPage(visitor, {})).rejects.toMatchObject({ reason: "signed-out" }));
});

describe("the list of users", () => {
  test("has the newest first, with only the list's columns", async () => {
    await createUser(db, { email: "old@example.test" });
    await createUser(db, { email: "new@example.test", status: "Suspended", role: "admin", name: "Kim Test" });
    const { users, total, ownId } = await readUsersManagerPage(superadmin, {});
    expect(users.map(({ email }) => email)).toEqual(["new@example.test", "old@example.test", "me@example.test"]);
    expect(users[0]).toEqual({
      id: expect.any(Number),
      email: "new@example.test",
      name: "Kim Test",
      role: "admin",
      status: "Suspended",
      membership: null,
    });
    expect([total, ownId]).toEqual([3, superadmin.person.id]);
  });

  test("shows the membership of members, in the list and on the account's page", async () => {
    const [made, ended, billed, suspended] = [
      await createUser(db),
      await createUser(db),
      await createUser(db),
      await createUser(db, { status: "Suspended" }),
    ];
    await db
      .updateTable("users")
      .set({ access_until: "2026-03-01T12:00:00.000Z" })
      .where("id", "=", ended.id)
      .execute();
    const subscription = {
      id: "sub_listed",
      customer_id: "cus_1",
      user_id: billed.id,
      email: null,
      status: "active",
      period_end: "2026-12-21T17:00:00.000Z",
      cancels_at: null,
      ended_at: null,
      created_at: "2026-11-21",
      updated_at: "2026-11-21",
    };
    await db.insertInto("subscriptions").values(subscription).execute();
    const shown = new Map(
      (await readUsersManagerPage(superadmin, {})).users.map(({ id, membership }) => [id, membership]),
    );
    const expected = [
      [made.id, "Active"],
      [ended.id, "Ended on 03/01/2026"],
      [billed.id, "Active · renews on 12/21/2026"],
      [suspended.id, "Suspended"],
      [superadmin.person.id, null],
    ] as const;
    for (const [id, membership] of expected) {
      expect([id, shown.get(id)]).toEqual([id, membership]);
      expect((await readUserPage(superadmin, { id })).user.membership).toBe(membership);
    }
    expect((await readUsersManagerPage(superadmin, { id: made.id })).chosen?.charged).toBe(false);
    expect((await readUsersManagerPage(superadmin, { id: billed.id })).chosen?.charged).toBe(true);
  });

  test.each([
    ["ANA@", ["ana@example.test"]],
    ["example.test", ["b_b@example.test", "100%@example.test", "ana@example.test", "me@example.test"]],
    ["díaz", ["ana@example.test"]],
    ["_", ["b_b@example.test"]],
    ["%", ["100%@example.test"]],
    ["b%b", []],
    ["\\", []],
    ["' or 1=1 --", []],
    ["  ana@  ", ["ana@example.test"]],
  ])("searched for %j has the matches, with wildcards taken literally", async (q, found) => {
    await createUser(db, { email: "ana@example.test", name: "Ana díaz" });
    await createUser(db, { email: "100%@example.test" });
    await createUser(db, { email: "b_b@example.test" });
    expect(await emails({ q })).toEqual(found);
  });

  test("has pages of twenty, and clamps the page number", async () => {
    await insertUsers(44);
    expect(
      [await emails({}), await emails({ page: "2" }), await emails({ page: "3" })].map((page) => page.length),
    ).toEqual([20, 20, 5]);
    expect(await readUsersManagerPage(superadmin, { page: "99" })).toMatchObject({ page: 3, pages: 3, total: 45 });
    expect(await readUsersManagerPage(superadmin, { page: "x" })).toMatchObject({ page: 1 });
    expect(await readUsersManagerPage(superadmin, { page: "2", q: "p1" })).toMatchObject({
      page: 1,
      pages: 1,
      total: 11,
    });
  });

  test("is read by the primary key, also for the API, and waiting users by their own index", async () => {
    const statements = await statementsOf(() =>
      Promise.all([
        readUsersManagerPage(superadmin, {}),
        listUsers(superadmin, {}),
        listUsers(superadmin, { before: "99" }),
      ]),
    );
    const lists = statements.filter((statement) => /^select "id", "name".* order by/.test(statement));
    expect(lists).toHaveLength(4);
    const plans = plansOf(env.DATABASE, lists).map((steps) => steps.join());
    // This scan walks the primary key backwards and stops at the limit.
    expect(plans.toSorted()).toEqual([
      "SCAN users",
      "SCAN users",
      "SEARCH users USING INDEX users_waiting (payment_review=?)",
      "SEARCH users USING INTEGER PRIMARY KEY (rowid<?)",
    ]);
  });

  test("with five thousand users is fast on any page", async () => {
    for (let part = 0; part < 5; part += 1)
      await db
        .insertInto("users")
        .values(
          Array.from({ length: 1000 }, (_, index) => ({
            email: `q${part}-${index}@example.test`,
            name: "P",
            phone: "",
            password_hash: "$argon2id$x",
            role: "user",
            status: "Active" as const,
            created_at: "2026-01-01",
          })),
        )
        .execute();
    const started = processorMs();
    for (const input of [{}, { page: "250" }, { q: "q4-9" }, { q: "nobody" }])
      await readUsersManagerPage(superadmin, input);
    expect(processorMs() - started).toBeLessThan(1000);
  });
});

describe("the API's list", () => {
  test("has pages by id, until there are no more", async () => {
    await insertUsers(5);
    const first = await listUsers(superadmin, { limit: "4" });
    const second = await listUsers(superadmin, { limit: "4", before: String(first.next) });
    expect([...first.rows, ...second.rows].map(({ email }) => email)).toEqual(await emails({}));
    expect([first.rows.length, second.rows.length, second.next]).toEqual([4, 2, null]);
  });

  test.each([{ limit: "0" }, { limit: "501" }, { before: "-1" }, { before: "x" }])("refuses %j", (input) =>
    expect(listUsers(superadmin, input)).rejects.toMatchObject({ reason: "invalid" }),
  );
});

describe("a new account", () => {
  test("is active, with its email in lower case and its password only as a hash", async () => {
    const user = await addUser(superadmin, account);
    expect(user).toEqual({
      id: expect.any(Number),
      email: "new.person@example.test",
      name: "Ana Díaz",
      role: "propicksmanager",
      status: "Active",
    });
    const row = await db.selectFrom("users").selectAll().where("id", "=", user.id).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ access_until: null, age_confirmed_at: null, phone: "" });
    expect(await passwordMatches(account.password, row.password_hash)).toBe(true);
  });

  test("is in the trail with its role and status, without the email", async () => {
    const { id } = await addUser(superadmin, account);
    const entry = await db.selectFrom("audit").selectAll().orderBy("id", "desc").executeTakeFirstOrThrow();
    expect(entry).toMatchObject({
      actor_id: superadmin.person.id,
      action: "user.created",
      subject: "user",
      subject_id: id,
      before: null,
      after: '{"role":"propicksmanager","status":"Active"}',
    });
  });

  test("without a name gets the part before the @", async () =>
    expect(await addUser(superadmin, { ...account, name: "" })).toMatchObject({ name: "new.person" }));

  test("never has a taken email, in any case, even with requests at once", async () => {
    await expect(addUser(superadmin, { ...account, email: "ME@example.test" })).rejects.toMatchObject({
      reason: "conflict",
      message: "An account with this email already exists.",
      fields: { email: expect.any(String) },
    });
    const outcomes = await Promise.allSettled([
      addUser(superadmin, account),
      addUser(superadmin, account),
      addUser(superadmin, account),
    ]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await emails({})).toHaveLength(2);
  });

  test.each([
    [{ role: "superadmin" }, "role"],
    [{ role: "" }, "role"],
    [{ role: undefined }, "role"],
    [{ role: "Admin" }, "role"],
    [{ role: ["user"] }, "role"],
    [{ email: "nobody" }, "email"],
    [{ email: "" }, "email"],
    [{ email: "a\u0000@b.co" }, "email"],
    [{ password: "" }, "password"],
    [{ password: "short" }, "password"],
    [{ password: "password1" }, "password"],
    [{ password: 12345678 }, "password"],
    [{ name: "x".repeat(101) }, "name"],
  ])("with %j is refused at that field", async (changes, field) => {
    await expect(addUser(superadmin, { ...account, ...changes })).rejects.toMatchObject({
      reason: "invalid",
      fields: { [field]: expect.any(String) },
    });
    expect(await emails({})).toEqual(["me@example.test"]);
  });

  test("ignores a status, an id and an end of access in the input", async () => {
    const { id } = await addUser(superadmin, {
      ...account,
      status: "Suspended",
      id: 471_147,
      access_until: "2000-01-01",
    });
    expect(await db.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirst()).toMatchObject({
      status: "Active",
      access_until: null,
    });
    expect(id).not.toBe(471_147);
  });
});

test.each([null, 0, "0", "-1", "1e3", "9007199254740993", "x", "4711"])(
  "an account with the id %j is not found",
  (id) => expect(readUserPage(superadmin, { id })).rejects.toMatchObject({ reason: "not-found" }),
);
