import { expect, test, vi } from "vitest";
import { db } from "../../../app/db.server.ts";
import { resubmitWindowMs } from "../../../app/time/durations.ts";
import { changeOwnPassword } from "../../../app/models/sign-in/own-password.server.ts";
import { passwordMatches } from "../../../app/models/sign-in/password.server.ts";
import { beginSession, findSession } from "../../../app/models/sign-in/session.server.ts";
import { findBearer, issueApiToken } from "../../../app/models/sign-in/api-token.server.ts";
import { actorOf, createUser, recognise, testPassword } from "../../support/database/factories.ts";

const fresh = "line-shopping-2026";
const form = { current_password: testPassword, password: fresh, confirm_password: fresh };

async function newUser() {
  const me = await createUser(db);
  return { me, actor: { ...actorOf("user", me.id), address: `198.51.100.${me.id}` } };
}

const hashOf = (id: number) =>
  db
    .selectFrom("users")
    .select("password_hash")
    .where("id", "=", id)
    .executeTakeFirstOrThrow()
    .then((row) => row.password_hash);

const trailOf = async (id: number) =>
  (await db.selectFrom("audit").select("action").where("subject_id", "=", id).orderBy("id").execute()).map(
    ({ action }) => action,
  );

test("the new password is valid in any Unicode form, for this user only", async () => {
  const [{ me, actor }, other] = [await newUser(), await newUser()];
  await changeOwnPassword(actor, { current_password: testPassword, password: " ﬁnd the line " });
  expect(await passwordMatches(" find the line ", await hashOf(me.id))).toBe(true);
  expect(await passwordMatches("find the line", await hashOf(me.id))).toBe(false);
  expect(await passwordMatches(testPassword, await hashOf(me.id))).toBe(false);
  expect(await passwordMatches(testPassword, await hashOf(other.me.id))).toBe(true);
});

test("the other sessions and all API tokens end, but not this session or other users' sessions", async () => {
  const { me, actor } = await newUser();
  const other = await createUser(db);
  const [ownSession, otherOwnSession, otherUsersSession] = [
    await beginSession(await recognise(db, actor.person), null),
    await beginSession(await recognise(db, actor.person), null),
    await beginSession(await recognise(db, { ...actor.person, id: other.id }), null),
  ];
  const tokens = [
    await issueApiToken(await recognise(db, actor.person)),
    await issueApiToken(await recognise(db, { ...actor.person, id: other.id })),
  ];
  const current = await findSession(ownSession);
  await changeOwnPassword({ ...actor, session: current?.sessionId ?? null }, form);
  expect((await findSession(ownSession))?.person.id).toBe(me.id);
  expect(await findSession(otherOwnSession)).toBeNull();
  expect((await findSession(otherUsersSession))?.person.id).toBe(other.id);
  expect((await Promise.all(tokens.map((token) => findBearer(token)))).map((found) => found?.person.id)).toEqual([
    undefined,
    other.id,
  ]);
});

test("a change by API token ends every session", async () => {
  const { actor } = await newUser();
  const session = await beginSession(await recognise(db, actor.person), null);
  await changeOwnPassword(actor, form);
  expect(await findSession(session)).toBeNull();
});

test.each([
  [{ confirm_password: "line-shopping-2027" }, { confirm_password: "Passwords do not match" }],
  [{ confirm_password: "" }, { confirm_password: "Passwords do not match" }],
  [{ current_password: "wrong-horse-9" }, { current_password: "Current password is incorrect." }],
  [{ current_password: "" }, { current_password: "Enter your password." }],
  [
    { password: "short", confirm_password: "other" },
    { password: "Use at least 8 characters.", confirm_password: "Passwords do not match" },
  ],
])("%j changes nothing", async (changes, fields) => {
  const { me, actor } = await newUser();
  await expect(changeOwnPassword(actor, { ...form, ...changes })).rejects.toMatchObject({ reason: "invalid", fields });
  expect(await passwordMatches(testPassword, await hashOf(me.id))).toBe(true);
});

test("after five wrong passwords even the right one is locked out, for this user only", async () => {
  const { actor } = await newUser();
  for (let guess = 0; guess < 5; guess += 1) {
    await expect(changeOwnPassword(actor, { ...form, current_password: `guess-${guess}` })).rejects.toMatchObject({
      reason: "invalid",
    });
  }
  await expect(changeOwnPassword(actor, form)).rejects.toMatchObject({ reason: "too-many", retryAfter: 60 });
  await changeOwnPassword((await newUser()).actor, form);
});

test("one of two changes at once wins, and the other is refused", async () => {
  const { actor } = await newUser();
  const results = await Promise.allSettled(
    ["first-choice-1", "other-choice-2"].map((password) =>
      changeOwnPassword(actor, { current_password: testPassword, password }),
    ),
  );
  expect(results.map((result) => result.status).sort()).toEqual(["fulfilled", "rejected"]);
});

test.each([
  ["at once", 0],
  ["one after the other", 59],
])("a form that is sent twice, %s, changes the password once and succeeds both times", async (_how, seconds) => {
  vi.useFakeTimers({ toFake: ["Date"] });
  try {
    const { me, actor } = await newUser();
    const first = changeOwnPassword(actor, form);
    if (seconds > 0) await first;
    vi.setSystemTime(Date.now() + seconds * 1000);
    await Promise.all([first, changeOwnPassword(actor, form)]);
    expect(await passwordMatches(fresh, await hashOf(me.id))).toBe(true);
    expect(await trailOf(me.id)).toEqual(["password.changed"]);
    await expect(
      changeOwnPassword(actor, { ...form, password: "another-horse-9", confirm_password: "another-horse-9" }),
    ).rejects.toMatchObject({ reason: "invalid" });
    vi.setSystemTime(Date.now() + resubmitWindowMs + 1000);
    await expect(changeOwnPassword(actor, form)).rejects.toMatchObject({
      reason: "invalid",
      fields: { current_password: "Current password is incorrect." },
    });
  } finally {
    vi.useRealTimers();
  }
});

test("guesses that look like a repeated form are rate limited too", async () => {
  const { actor } = await newUser();
  await changeOwnPassword(actor, form);
  const guesses: string[] = [];
  for (let guess = 0; guess < 6; guess += 1)
    await changeOwnPassword(actor, { current_password: "wrong-horse-9", password: `guess-at-it-${guess}` }).catch(
      ({ reason }: { reason: string }) => guesses.push(reason),
    );
  expect(guesses.slice(-2)).toEqual(["too-many", "too-many"]);
});

test("the trail has the user and the action, but no password", async () => {
  const { me, actor } = await newUser();
  await expect(changeOwnPassword(actor, { ...form, current_password: "wrong-horse-9" })).rejects.toThrow();
  await changeOwnPassword(actor, form);
  const trail = await db
    .selectFrom("audit")
    .select(["actor_id", "action", "subject", "before", "after"])
    .where("subject_id", "=", me.id)
    .orderBy("id")
    .execute();
  const entry = { actor_id: me.id, subject: "user", before: null, after: null };
  expect(trail).toEqual([
    { ...entry, action: "password.refused" },
    { ...entry, action: "password.changed" },
  ]);
});
