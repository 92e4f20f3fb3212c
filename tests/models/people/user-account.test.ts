import { expect, test } from "vitest";
import fc from "fast-check";
import { db } from "../../../app/db.server.ts";
import type { Actor } from "../../../app/models/operation.server.ts";
import { passwordMatches } from "../../../app/models/sign-in/password.server.ts";
import { beginSession, findBearer, findSession, issueApiToken } from "../../../app/models/sign-in/session.server.ts";
import { deleteUser, giveAnotherRole, giveRole, resetUserPassword, switchStatus } from "../../../app/models/people/user-account.server.ts";
import { actorOf, createPick, createUser, putOnCard, recognise } from "../../support/database/factories.ts";

const fresh = "line-shopping-2026";
const uses = [
  ["suspended", (actor: Actor, id: number) => switchStatus(actor, { id })],
  ["deleted", (actor: Actor, id: number) => deleteUser(actor, { id })],
  ["given another role", (actor: Actor, id: number) => giveRole(actor, { id, role: "admin" })],
  ["given a password", (actor: Actor, id: number) => resetUserPassword(actor, { id, password: fresh })],
] as const;

async function owner() {
  const { id } = await createUser(db, { role: "superadmin" });
  return actorOf("superadmin", id);
}

const rowOf = (id: number) => db.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirst();
const lastEntry = () => db.selectFrom("audit").selectAll().orderBy("id", "desc").executeTakeFirstOrThrow();

test.each(uses)("whoever is %s is signed out everywhere at once, and nobody else", async (_what, use) => {
  const [me, user, other] = [await owner(), await createUser(db), await createUser(db)];
  const [person, someone] = [actorOf("user", user.id).person, actorOf("user", other.id).person];
  const [session, token, theirs] = [await beginSession(await recognise(db, person), "device"), await issueApiToken(await recognise(db, person)), await beginSession(await recognise(db, someone), null)];
  await use(me, user.id);
  expect([await findSession(session), await findBearer(token)]).toEqual([null, null]);
  expect((await findSession(theirs))?.person.id).toBe(other.id);
  expect(await db.selectFrom("sessions").select("id").where("user_id", "=", user.id).execute()).toEqual([]);
});

test.each(uses)("nobody is %s by themselves", async (_what, use) => {
  const [me] = [await owner(), await owner()];
  const before = await rowOf(me.person.id);
  await expect(use(me, me.person.id)).rejects.toMatchObject({ reason: "conflict", message: expect.stringMatching(/own/) });
  expect(await rowOf(me.person.id)).toEqual(before);
});

test.each(uses)("who has no right to it, has nobody %s", async (_what, use) => {
  const user = await createUser(db);
  for (const role of ["user", "propicksmanager", "admin"] as const) await expect(use(actorOf(role, 0), user.id)).rejects.toMatchObject({ reason: "forbidden" });
  expect(await rowOf(user.id)).toEqual(user);
});

test.each(uses)("an account that is not there can't be %s", async (_what, use) => expect(use(await owner(), 999_999)).rejects.toMatchObject({ reason: "not-found" }));

test("the status goes to the other one and back, and each step is on record", async () => {
  const [me, user] = [await owner(), await createUser(db)];
  expect(await switchStatus(me, { id: user.id })).toEqual({ id: user.id, name: user.name, email: user.email, role: "user", status: "Suspended" });
  expect(await lastEntry()).toMatchObject({ actor_id: me.person.id, action: "user.suspended", subject_id: user.id, before: '{"role":"user","status":"Active"}', after: '{"role":"user","status":"Suspended"}' });
  expect(await switchStatus(me, { id: user.id })).toMatchObject({ status: "Active" });
  expect(await lastEntry()).toMatchObject({ action: "user.activated" });
});

test("a form that says what it wants does it once, however often it is sent", async () => {
  const [me, user] = [await owner(), await createUser(db)];
  for (let press = 0; press < 3; press += 1) expect(await switchStatus(me, { id: user.id, status: "Suspended" })).toMatchObject({ status: "Suspended" });
  const entries = await db.selectFrom("audit").select("action").where("subject_id", "=", user.id).execute();
  expect(entries).toEqual([{ action: "user.suspended" }]);
  await expect(switchStatus(me, { id: user.id, status: "Deleted" })).rejects.toMatchObject({ reason: "invalid" });
});

test("the role becomes what was given; the one they have already changes nothing and signs nobody out", async () => {
  const [me, user] = [await owner(), await createUser(db)];
  const session = await beginSession(await recognise(db, actorOf("user", user.id).person), null);
  expect(await giveRole(me, { id: user.id, role: "user" })).toMatchObject({ role: "user" });
  expect(await findSession(session)).not.toBeNull();
  expect(await giveRole(me, { id: user.id, role: "propicksmanager" })).toMatchObject({ role: "propicksmanager" });
  expect(await lastEntry()).toMatchObject({ action: "role.changed", before: '{"role":"user","status":"Active"}', after: '{"role":"propicksmanager","status":"Active"}' });
});

test("somebody who gives the role that they have already is told so", async () => {
  const [me, user] = [await owner(), await createUser(db)];
  await expect(giveAnotherRole(me, { id: user.id, role: "user" })).rejects.toMatchObject({ reason: "invalid", fields: { role: "They already have this role." } });
  expect(await giveAnotherRole(me, { id: user.id, role: "admin" })).toMatchObject({ role: "admin" });
  await expect(giveAnotherRole(me, { id: me.person.id, role: "admin" })).rejects.toMatchObject({ reason: "conflict" });
});

test.each(["superadmin", "", "owner", null, ["admin"]])("the role %j can't be given", async (role) => {
  const user = await createUser(db);
  await expect(giveRole(await owner(), { id: user.id, role })).rejects.toMatchObject({ reason: "invalid", fields: { role: "Choose a role." } });
});

test("a password is set without the old one, for nobody else, and the trail says only that", async () => {
  const [me, user, other] = [await owner(), await createUser(db), await createUser(db)];
  await resetUserPassword(me, { id: user.id, password: fresh });
  expect(await passwordMatches(fresh, (await rowOf(user.id))?.password_hash)).toBe(true);
  expect((await rowOf(other.id))?.password_hash).toBe(other.password_hash);
  expect(await lastEntry()).toMatchObject({ action: "password.reset", actor_id: me.person.id, subject_id: user.id, before: null, after: null });
});

test.each([["", "Please enter a new password."], [undefined, "Please enter a new password."], ["short", "Use at least 8 characters."], ["password1", "This password is too common. Choose one that others would not guess."]])("the password %j is refused: %s", async (password, text) => {
  const user = await createUser(db);
  await expect(resetUserPassword(await owner(), { id: user.id, password })).rejects.toMatchObject({ reason: "invalid", fields: { password: text } });
  expect(await rowOf(user.id)).toEqual(user);
});

test("deleting takes what is the person's own with it; the trail stays", async () => {
  const [me, user] = [await owner(), await createUser(db)];
  await beginSession(await recognise(db, actorOf("user", user.id).person), "device");
  await putOnCard(db, user.id, [await createPick(db)]);
  await deleteUser(me, { id: user.id });
  for (const table of ["sessions", "api_tokens", "devices", "saved_picks", "outbox"] as const) expect(await db.selectFrom(table).selectAll().where("user_id", "=", user.id).execute()).toEqual([]);
  const entries = await db.selectFrom("audit").select(["action", "before"]).where("subject_id", "=", user.id).where("subject", "=", "user").execute();
  expect(entries.at(-1)).toEqual({ action: "user.deleted", before: '{"role":"user","status":"Active"}' });
  expect(entries[0]).toMatchObject({ action: "session.begun" });
});

test("another superadmin can be changed while one stays", async () => {
  const [me, other] = [await owner(), await owner()];
  expect(await giveRole(me, { id: other.person.id, role: "admin" })).toMatchObject({ role: "admin" });
});

test.each(uses.slice(0, 3))("of superadmins who have each other %s at once, one stays", async (_what, use) => {
  await db.deleteFrom("users").execute();
  const owners = [await owner(), await owner(), await owner()];
  const pairs = owners.flatMap((actor) => owners.filter((other) => other !== actor).map((other) => [actor, other.person.id] as const));
  const outcomes = await Promise.allSettled(pairs.map(([actor, id]) => use(actor, id)));
  expect(await db.selectFrom("users").select("id").where("role", "=", "superadmin").where("status", "=", "Active").execute()).not.toEqual([]);
  expect(outcomes.some(({ status }) => status === "rejected")).toBe(true);
});

test("whatever superadmins do to each other in any order, one who is active stays", async () => {
  const step = fc.record({ by: fc.nat(2), to: fc.nat(2), use: fc.constantFrom(...uses.map(([, use]) => use)) });
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
    await db.deleteFrom("users").execute();
    const owners = [await owner(), await owner(), await owner()];
    // Every actor was authorised before the first write, as requests in flight are.
    await Promise.allSettled(steps.filter(({ use }) => use !== uses[3][1]).map(({ by, to, use }) => use(owners[by] ?? owners[0] ?? actorOf("superadmin"), owners[to]?.person.id ?? 0)));
    expect(await db.selectFrom("users").select("id").where("role", "=", "superadmin").where("status", "=", "Active").execute()).not.toEqual([]);
  }), { numRuns: 40 });
});
