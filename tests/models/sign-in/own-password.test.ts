import { expect, test, vi } from "vitest";
import { db } from "../../../app/db.server.ts";
import { pressedAgainMs } from "../../../app/durations.ts";
import { changeOwnPassword } from "../../../app/models/sign-in/own-password.server.ts";
import { passwordMatches } from "../../../app/models/sign-in/password.server.ts";
import { beginSession, findBearer, findSession, issueApiToken } from "../../../app/models/sign-in/session.server.ts";
import { actorOf, createUser, recognise, testPassword } from "../../support/database/factories.ts";

const fresh = "line-shopping-2026";
const form = { current_password: testPassword, password: fresh, confirm_password: fresh };

async function somebody() {
  const me = await createUser(db);
  return { me, actor: { ...actorOf("user", me.id), address: `198.51.100.${me.id}` } };
}

const hashOf = (id: number) => db.selectFrom("users").select("password_hash").where("id", "=", id).executeTakeFirstOrThrow().then((row) => row.password_hash);

const trailOf = async (id: number) => (await db.selectFrom("audit").select("action").where("subject_id", "=", id).orderBy("id").execute()).map(({ action }) => action);

test("the new password is the one that counts, in any Unicode form, and for nobody else", async () => {
  const [{ me, actor }, other] = [await somebody(), await somebody()];
  await changeOwnPassword(actor, { current_password: testPassword, password: " ﬁnd the line " });
  expect(await passwordMatches(" find the line ", await hashOf(me.id))).toBe(true);
  expect(await passwordMatches("find the line", await hashOf(me.id))).toBe(false);
  expect(await passwordMatches(testPassword, await hashOf(me.id))).toBe(false);
  expect(await passwordMatches(testPassword, await hashOf(other.me.id))).toBe(true);
});

test("the other sessions and all API tokens end, this session and other people's stay", async () => {
  const { me, actor } = await somebody();
  const other = await createUser(db);
  const [mine, elsewhere, theirs] = [await beginSession(await recognise(db, actor.person), null), await beginSession(await recognise(db, actor.person), null), await beginSession(await recognise(db, { ...actor.person, id: other.id }), null)];
  const tokens = [await issueApiToken(await recognise(db, actor.person)), await issueApiToken(await recognise(db, { ...actor.person, id: other.id }))];
  const here = await findSession(mine);
  await changeOwnPassword({ ...actor, session: here?.sessionId ?? null }, form);
  expect((await findSession(mine))?.person.id).toBe(me.id);
  expect(await findSession(elsewhere)).toBeNull();
  expect((await findSession(theirs))?.person.id).toBe(other.id);
  expect((await Promise.all(tokens.map((token) => findBearer(token)))).map((found) => found?.person.id)).toEqual([undefined, other.id]);
});

test("by a bearer every session ends", async () => {
  const { actor } = await somebody();
  const session = await beginSession(await recognise(db, actor.person), null);
  await changeOwnPassword(actor, form);
  expect(await findSession(session)).toBeNull();
});

test.each([
  [{ confirm_password: "line-shopping-2027" }, { confirm_password: "Passwords do not match" }],
  [{ confirm_password: "" }, { confirm_password: "Passwords do not match" }],
  [{ current_password: "wrong-horse-9" }, { current_password: "Current password is incorrect." }],
  [{ current_password: "" }, { current_password: "Enter your password." }],
  [{ password: "short", confirm_password: "other" }, { password: "Use at least 8 characters.", confirm_password: "Passwords do not match" }],
])("%j changes nothing", async (changes, fields) => {
  const { me, actor } = await somebody();
  await expect(changeOwnPassword(actor, { ...form, ...changes })).rejects.toMatchObject({ reason: "invalid", fields });
  expect(await passwordMatches(testPassword, await hashOf(me.id))).toBe(true);
});

test("after five wrong ones even the right one has to wait, and only for this person", async () => {
  const { actor } = await somebody();
  for (let guess = 0; guess < 5; guess += 1) {
    await expect(changeOwnPassword(actor, { ...form, current_password: `guess-${guess}` })).rejects.toMatchObject({ reason: "invalid" });
  }
  await expect(changeOwnPassword(actor, form)).rejects.toMatchObject({ reason: "too-many", retryAfter: 60 });
  await changeOwnPassword((await somebody()).actor, form);
});

test("of two changes at once one wins, and the other is told", async () => {
  const { actor } = await somebody();
  const results = await Promise.allSettled(["first-choice-1", "other-choice-2"].map((password) => changeOwnPassword(actor, { current_password: testPassword, password })));
  expect(results.map((result) => result.status).sort()).toEqual(["fulfilled", "rejected"]);
});

test.each([["at once", 0], ["one after the other", 59]])("a form that is sent twice, %s, changes it once and is right both times", async (_how, seconds) => {
  vi.useFakeTimers({ toFake: ["Date"] });
  try {
    const { me, actor } = await somebody();
    const first = changeOwnPassword(actor, form);
    if (seconds > 0) await first;
    vi.setSystemTime(Date.now() + seconds * 1000);
    await Promise.all([first, changeOwnPassword(actor, form)]);
    expect(await passwordMatches(fresh, await hashOf(me.id))).toBe(true);
    expect(await trailOf(me.id)).toEqual(["password.changed"]);
    await expect(changeOwnPassword(actor, { ...form, password: "another-horse-9", confirm_password: "another-horse-9" })).rejects.toMatchObject({ reason: "invalid" });
    vi.setSystemTime(Date.now() + pressedAgainMs + 1000);
    await expect(changeOwnPassword(actor, form)).rejects.toMatchObject({ reason: "invalid", fields: { current_password: "Current password is incorrect." } });
  } finally {
    vi.useRealTimers();
  }
});

test("guesses that look like a second press are throttled as all are", async () => {
  const { actor } = await somebody();
  await changeOwnPassword(actor, form);
  const guesses: string[] = [];
  for (let guess = 0; guess < 6; guess += 1) await changeOwnPassword(actor, { current_password: "wrong-horse-9", password: `guess-at-it-${guess}` }).catch(({ reason }: { reason: string }) => guesses.push(reason));
  expect(guesses.slice(-2)).toEqual(["too-many", "too-many"]);
});

test("the trail says who and what, and holds no password", async () => {
  const { me, actor } = await somebody();
  await expect(changeOwnPassword(actor, { ...form, current_password: "wrong-horse-9" })).rejects.toThrow();
  await changeOwnPassword(actor, form);
  const trail = await db.selectFrom("audit").select(["actor_id", "action", "subject", "before", "after"]).where("subject_id", "=", me.id).orderBy("id").execute();
  const entry = { actor_id: me.id, subject: "user", before: null, after: null };
  expect(trail).toEqual([{ ...entry, action: "password.refused" }, { ...entry, action: "password.changed" }]);
});
