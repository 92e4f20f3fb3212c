import { expect, test } from "vitest";
import fc from "fast-check";
import { db } from "../../../app/db.server.ts";
import type { Actor } from "../../../app/models/operation.server.ts";
import { passwordMatches } from "../../../app/models/sign-in/password.server.ts";
import { beginSession, findSession } from "../../../app/models/sign-in/session.server.ts";
import { findBearer, issueApiToken } from "../../../app/models/sign-in/api-token.server.ts";
import {
  deleteUser,
  giveAnotherRole,
  giveRole,
  resetUserPassword,
  switchStatus,
} from "../../../app/models/people/user-account.server.ts";
import { actorOf, createPick, createUser, putOnCard, recognise } from "../../support/database/factories.ts";

const fresh = "line-shopping-2026";
const actions = [
  ["suspended", (actor: Actor, id: number) => switchStatus(actor, { id })],
  ["deleted", (actor: Actor, id: number) => deleteUser(actor, { id })],
  ["given another role", (actor: Actor, id: number) => giveRole(actor, { id, role: "admin" })],
  ["given a password", (actor: Actor, id: number) => resetUserPassword(actor, { id, password: fresh })],
] as const;

async function createSuperadmin() {
  const { id } = await createUser(db, { role: "superadmin" });
  return actorOf("superadmin", id);
}

const rowOf = (id: number) => db.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirst();
const lastEntry = () => db.selectFrom("audit").selectAll().orderBy("id", "desc").executeTakeFirstOrThrow();

test.each(actions)("a user who is %s is signed out everywhere at once, and others are not", async (_what, act) => {
  const [superadmin, user, other] = [await createSuperadmin(), await createUser(db), await createUser(db)];
  const [person, otherPerson] = [actorOf("user", user.id).person, actorOf("user", other.id).person];
  const [session, token, otherSession] = [
    await beginSession(await recognise(db, person), "device"),
    await issueApiToken(await recognise(db, person)),
    await beginSession(await recognise(db, otherPerson), null),
  ];
  await act(superadmin, user.id);
  expect([await findSession(session), await findBearer(token)]).toEqual([null, null]);
  expect((await findSession(otherSession))?.person.id).toBe(other.id);
  expect(await db.selectFrom("sessions").select("id").where("user_id", "=", user.id).execute()).toEqual([]);
});

test.each(actions)("a superadmin can't be %s by themselves", async (_what, act) => {
  const [superadmin] = [await createSuperadmin(), await createSuperadmin()];
  const before = await rowOf(superadmin.person.id);
  await expect(act(superadmin, superadmin.person.id)).rejects.toMatchObject({
    reason: "conflict",
    message: expect.stringMatching(/own/),
  });
  expect(await rowOf(superadmin.person.id)).toEqual(before);
});

test.each(actions)("other roles can't have a user %s", async (_what, act) => {
  const user = await createUser(db);
  for (const role of ["user", "propicksmanager", "admin"] as const)
    await expect(act(actorOf(role, 0), user.id)).rejects.toMatchObject({ reason: "forbidden" });
  expect(await rowOf(user.id)).toEqual(user);
});

test.each(actions)("an unknown account can't be %s", async (_what, act) =>
  expect(act(await createSuperadmin(), 999_999)).rejects.toMatchObject({ reason: "not-found" }),
);

test("the status is switched and switched back, each with a trail entry", async () => {
  const [superadmin, user] = [await createSuperadmin(), await createUser(db)];
  expect(await switchStatus(superadmin, { id: user.id })).toEqual({
    id: user.id,
    name: user.name,
    email: user.email,
    role: "user",
    status: "Suspended",
  });
  expect(await lastEntry()).toMatchObject({
    actor_id: superadmin.person.id,
    action: "user.suspended",
    subject_id: user.id,
    before: '{"role":"user","status":"Active"}',
    after: '{"role":"user","status":"Suspended"}',
  });
  expect(await switchStatus(superadmin, { id: user.id })).toMatchObject({ status: "Active" });
  expect(await lastEntry()).toMatchObject({ action: "user.activated" });
});

test("switching to a given status is idempotent", async () => {
  const [superadmin, user] = [await createSuperadmin(), await createUser(db)];
  for (let time = 0; time < 3; time += 1)
    expect(await switchStatus(superadmin, { id: user.id, status: "Suspended" })).toMatchObject({ status: "Suspended" });
  const entries = await db.selectFrom("audit").select("action").where("subject_id", "=", user.id).execute();
  expect(entries).toEqual([{ action: "user.suspended" }]);
  await expect(switchStatus(superadmin, { id: user.id, status: "Deleted" })).rejects.toMatchObject({
    reason: "invalid",
  });
});

test("a new role is set; the same role changes nothing and keeps the sessions", async () => {
  const [superadmin, user] = [await createSuperadmin(), await createUser(db)];
  const session = await beginSession(await recognise(db, actorOf("user", user.id).person), null);
  expect(await giveRole(superadmin, { id: user.id, role: "user" })).toMatchObject({ role: "user" });
  expect(await findSession(session)).not.toBeNull();
  expect(await giveRole(superadmin, { id: user.id, role: "propicksmanager" })).toMatchObject({
    role: "propicksmanager",
  });
  expect(await lastEntry()).toMatchObject({
    action: "role.changed",
    before: '{"role":"user","status":"Active"}',
    after: '{"role":"propicksmanager","status":"Active"}',
  });
});

test("giving the same role by the form is refused", async () => {
  const [superadmin, user] = [await createSuperadmin(), await createUser(db)];
  await expect(giveAnotherRole(superadmin, { id: user.id, role: "user" })).rejects.toMatchObject({
    reason: "invalid",
    fields: { role: "This person already has this role." },
  });
  expect(await giveAnotherRole(superadmin, { id: user.id, role: "admin" })).toMatchObject({ role: "admin" });
  await expect(giveAnotherRole(superadmin, { id: superadmin.person.id, role: "admin" })).rejects.toMatchObject({
    reason: "conflict",
  });
});

test.each(["superadmin", "", "owner", null, ["admin"]])("the role %j can't be given", async (role) => {
  const user = await createUser(db);
  await expect(giveRole(await createSuperadmin(), { id: user.id, role })).rejects.toMatchObject({
    reason: "invalid",
    fields: { role: "Choose a role." },
  });
});

test("a superadmin sets a password without the old one, and the trail does not contain it", async () => {
  const [superadmin, user, other] = [await createSuperadmin(), await createUser(db), await createUser(db)];
  await resetUserPassword(superadmin, { id: user.id, password: fresh });
  expect(await passwordMatches(fresh, (await rowOf(user.id))?.password_hash)).toBe(true);
  expect((await rowOf(other.id))?.password_hash).toBe(other.password_hash);
  expect(await lastEntry()).toMatchObject({
    action: "password.reset",
    actor_id: superadmin.person.id,
    subject_id: user.id,
    before: null,
    after: null,
  });
});

test.each([
  ["", "Please enter a new password."],
  [undefined, "Please enter a new password."],
  ["short", "Use at least 8 characters."],
  ["password1", "This password is too common. Choose one that others would not guess."],
])("the password %j is refused: %s", async (password, text) => {
  const user = await createUser(db);
  await expect(resetUserPassword(await createSuperadmin(), { id: user.id, password })).rejects.toMatchObject({
    reason: "invalid",
    fields: { password: text },
  });
  expect(await rowOf(user.id)).toEqual(user);
});

test("deleting a user deletes their own rows but keeps the trail", async () => {
  const [superadmin, user] = [await createSuperadmin(), await createUser(db)];
  await beginSession(await recognise(db, actorOf("user", user.id).person), "device");
  await putOnCard(db, user.id, [await createPick(db)]);
  await deleteUser(superadmin, { id: user.id });
  for (const table of ["sessions", "api_tokens", "devices", "saved_picks", "outbox"] as const)
    expect(await db.selectFrom(table).selectAll().where("user_id", "=", user.id).execute()).toEqual([]);
  const entries = await db
    .selectFrom("audit")
    .select(["action", "before"])
    .where("subject_id", "=", user.id)
    .where("subject", "=", "user")
    .execute();
  expect(entries.at(-1)).toEqual({ action: "user.deleted", before: '{"role":"user","status":"Active"}' });
  expect(entries[0]).toMatchObject({ action: "session.begun" });
});

test("a superadmin can change another superadmin", async () => {
  const [superadmin, other] = [await createSuperadmin(), await createSuperadmin()];
  expect(await giveRole(superadmin, { id: other.person.id, role: "admin" })).toMatchObject({ role: "admin" });
});

test.each(actions.slice(0, 3))("when superadmins have each other %s at once, one stays active", async (_what, act) => {
  await db.deleteFrom("users").execute();
  const superadmins = [await createSuperadmin(), await createSuperadmin(), await createSuperadmin()];
  const pairs = superadmins.flatMap((actor) =>
    superadmins.filter((other) => other !== actor).map((other) => [actor, other.person.id] as const),
  );
  const outcomes = await Promise.allSettled(pairs.map(([actor, id]) => act(actor, id)));
  expect(
    await db.selectFrom("users").select("id").where("role", "=", "superadmin").where("status", "=", "Active").execute(),
  ).not.toEqual([]);
  expect(outcomes.some(({ status }) => status === "rejected")).toBe(true);
});

test("after any actions of superadmins on each other, one stays active", async () => {
  const step = fc.record({ by: fc.nat(2), to: fc.nat(2), use: fc.constantFrom(...actions.map(([, act]) => act)) });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      await db.deleteFrom("users").execute();
      const superadmins = [await createSuperadmin(), await createSuperadmin(), await createSuperadmin()];
      await Promise.allSettled(
        steps
          .filter(({ use: act }) => act !== actions[3][1])
          .map(({ by, to, use: act }) =>
            act(superadmins[by] ?? superadmins[0] ?? actorOf("superadmin"), superadmins[to]?.person.id ?? 0),
          ),
      );
      expect(
        await db
          .selectFrom("users")
          .select("id")
          .where("role", "=", "superadmin")
          .where("status", "=", "Active")
          .execute(),
      ).not.toEqual([]);
    }),
    { numRuns: 40 },
  );
});
