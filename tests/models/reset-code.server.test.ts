import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { db } from "../../app/db.server.ts";
import { pressedAgainMs } from "../../app/durations.ts";
import { passwordMatches } from "../../app/models/password.server.ts";
import { openCode, openReset, requestResetCode, resetPassword } from "../../app/models/reset-code.server.ts";
import { beginSession, findBearer, findSession, issueApiToken } from "../../app/models/session.server.ts";
import { checkCredentials } from "../../app/models/sign-in.server.ts";
import { Refusal } from "../../app/refusal.ts";
import { actorOf, createUser, nextNumber, recognise, testPassword, visitor } from "../support/factories.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-21T12:00:00.000Z") }));
afterEach(() => void vi.useRealTimers());

const fresh = "line-shopping-2026";
const wrongWords = "The code is wrong or has expired.";
const stranger = () => ({ ...visitor, address: `192.0.2.${nextNumber()}` });
const wait = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);
const hashOf = (id: number) => db.selectFrom("users").select("password_hash").where("id", "=", id).executeTakeFirstOrThrow().then((row) => row.password_hash);

async function outcomeOf(asked: Promise<unknown>): Promise<string> {
  try {
    await asked;
    return "done";
  } catch (error) {
    if (error instanceof Refusal) return error.reason === "too-many" ? `wait ${error.retryAfter}` : error.message;
    throw error;
  }
}

const request = (email: string, actor = stranger()) => outcomeOf(requestResetCode(actor, { email }));
const reset = (email: string, otp: string, actor = stranger()) => outcomeOf(resetPassword(actor, { email, otp, new_password: fresh }));

/** The code of the newest mail to a person. */
async function mailed(userId: number): Promise<string> {
  const { params } = await db.selectFrom("outbox").select("params").where("user_id", "=", userId).orderBy("id", "desc").executeTakeFirstOrThrow();
  return openCode(JSON.parse(params).sealed, userId) ?? "";
}

/** A code that is not that one. */
const otherThan = (code: string, step = 1) => String((Number(code) + step) % 1_000_000).padStart(6, "0");

async function personWithCode() {
  const person = await createUser(db);
  expect(await request(person.email)).toBe("done");
  return { ...person, code: await mailed(person.id) };
}

describe("a code", () => {
  it("has six digits, is mailed to the account, and is stored as a keyed hash, and sealed while its mail waits", async () => {
    const { id, email, code } = await personWithCode();
    expect(code).toMatch(/^\d{6}$/);
    const row = await db.selectFrom("reset_codes").selectAll().where("email", "=", email).executeTakeFirstOrThrow();
    expect(row).toEqual({ email, code_hash: expect.stringMatching(/^[0-9a-f]{64}$/), expires_at: "2026-11-21T12:10:00.000Z", tries: 0 });
    expect(await db.selectFrom("outbox").select(["kind", "user_id"]).where("user_id", "=", id).execute()).toEqual([{ kind: "reset-code", user_id: id }]);
    expect(JSON.stringify(await db.selectFrom("outbox").select("params").where("user_id", "=", id).execute())).not.toContain(code);
  });

  it("sets the new password, once", async () => {
    const { id, email, code } = await personWithCode();
    expect(await reset(` ${email.toUpperCase()} `, code)).toBe("done");
    expect(await passwordMatches(fresh, await hashOf(id))).toBe(true);
    expect(await passwordMatches(testPassword, await hashOf(id))).toBe(false);
    expect(await outcomeOf(resetPassword(stranger(), { email, otp: code, new_password: "another-horse-9" }))).toBe(wrongWords);
    wait(pressedAgainMs / 1000 + 1);
    expect(await reset(email, code)).toBe(wrongWords);
  });

  it.each([["at once", 0], ["one after the other", pressedAgainMs / 1000 - 1]])("that is sent twice, %s, is right both times, and sets the password once", async (_how, seconds) => {
    const { id, email, code } = await personWithCode();
    const first = reset(email, code);
    if (seconds > 0) await first;
    wait(seconds);
    expect(await Promise.all([first, reset(email, code)])).toEqual(["done", "done"]);
    expect((await db.selectFrom("audit").select("action").where("subject_id", "=", id).execute()).map(({ action }) => action)).toEqual(["password.reset"]);
    expect(await passwordMatches(fresh, await hashOf(id))).toBe(true);
  });

  it("that was used is no way to guess at the password that it set", async () => {
    const { email, code } = await personWithCode();
    expect(await reset(email, code)).toBe("done");
    const guess = (new_password: string) => outcomeOf(resetPassword(stranger(), { email, otp: otherThan(code), new_password }));
    const words: string[] = [];
    for (let step = 0; step < 6; step += 1) words.push(await guess(`guess-at-it-${step}`));
    expect(words).toEqual([wrongWords, wrongWords, wrongWords, wrongWords, wrongWords, "wait 60"]);
    expect(await guess(fresh)).toBe("wait 60");
  });

  it.each([(code: string) => ` ${code} `, (code: string) => `${code.slice(0, 3)} ${code.slice(3)}`, (code: string) => `${code.slice(0, 3)}-${code.slice(3)}`])("is taken as people type it", async (typed) => {
    const { email, code } = await personWithCode();
    expect(await reset(email, typed(code))).toBe("done");
  });

  it("ends after ten minutes", async () => {
    const { email, code } = await personWithCode();
    wait(599);
    expect(await reset(email, otherThan(code))).toBe(wrongWords);
    wait(1);
    expect(await reset(email, code)).toBe(wrongWords);
  });

  it("works no more once there is a newer one", async () => {
    const { id, email, code } = await personWithCode();
    wait(30);
    expect(await request(email)).toBe("done");
    const newer = await mailed(id);
    if (newer !== code) expect(await reset(email, code)).toBe(wrongWords);
    expect(await reset(email, newer)).toBe("done");
  });

  it("of one person works for nobody else", async () => {
    const [one, other] = [await personWithCode(), await personWithCode()];
    if (one.code !== other.code) expect(await reset(other.email, one.code)).toBe(wrongWords);
    expect(await reset("nobody@example.test", one.code)).toBe(wrongWords);
    expect(await passwordMatches(testPassword, await hashOf(other.id))).toBe(true);
  });
});

describe("five tries", () => {
  it("are all, the right code included", async () => {
    const { id, email, code } = await personWithCode();
    for (let step = 1; step <= 5; step += 1) expect(await reset(email, otherThan(code, step))).toBe(wrongWords);
    expect(await reset(email, code)).toBe(wrongWords);
    expect(await passwordMatches(testPassword, await hashOf(id))).toBe(true);
  });

  it("the fifth may be the right one", async () => {
    const { email, code } = await personWithCode();
    for (let step = 1; step <= 4; step += 1) await reset(email, otherThan(code, step));
    expect(await reset(email, code)).toBe("done");
  });

  it("are counted before they are checked, so that guesses at once gain nothing", async () => {
    const { id, email, code } = await personWithCode();
    await Promise.all(Array.from({ length: 20 }, (_, index) => reset(email, otherThan(code, index + 1))));
    expect(await db.selectFrom("reset_codes").select("tries").where("email", "=", email).executeTakeFirst()).toEqual({ tries: 5 });
    expect(await reset(email, code)).toBe(wrongWords);
    expect(await passwordMatches(testPassword, await hashOf(id))).toBe(true);
  });

  it("begin anew with a new code", async () => {
    const { id, email, code } = await personWithCode();
    for (let step = 1; step <= 5; step += 1) await reset(email, otherThan(code, step));
    wait(30);
    await request(email);
    expect(await reset(email, await mailed(id))).toBe("done");
  });

  it("are not spent on what can't be a code or a password", async () => {
    const { email, code } = await personWithCode();
    for (const input of [{ otp: "12345" }, { otp: "abcdef" }, { otp: 123_456 }, { otp: "" }, { new_password: "short" }, { new_password: "password1" }]) {
      await expect(resetPassword(stranger(), { email, otp: code, new_password: fresh, ...input })).rejects.toMatchObject({ reason: "invalid" });
    }
    expect(await db.selectFrom("reset_codes").select("tries").where("email", "=", email).executeTakeFirst()).toEqual({ tries: 0 });
  });
});

it("of two that send the right code at once one sets the password", async () => {
  const { id, email, code } = await personWithCode();
  const sent = ["first-choice-1", "other-choice-2"].map((new_password) => outcomeOf(resetPassword(stranger(), { email, otp: code, new_password })));
  const outcomes = await Promise.all(sent);
  expect([...outcomes].sort()).toEqual([wrongWords, "done"]);
  expect(await passwordMatches(outcomes[0] === "done" ? "first-choice-1" : "other-choice-2", await hashOf(id))).toBe(true);
});

it("a reset ends every session and token of the person, and no one else's", async () => {
  const [me, other] = [await personWithCode(), await createUser(db)];
  const [mine, theirs] = [{ ...actorOf("user", me.id).person, email: me.email }, { ...actorOf("user", other.id).person, email: other.email }];
  const sessions = [await beginSession(await recognise(db, mine), null), await beginSession(await recognise(db, mine), null), await beginSession(await recognise(db, theirs), null)];
  const tokens = [await issueApiToken(await recognise(db, mine)), await issueApiToken(await recognise(db, theirs))];
  expect(await reset(me.email, me.code)).toBe("done");
  expect(await Promise.all(sessions.map((id) => findSession(id).then((found) => found?.person.id ?? null)))).toEqual([null, null, other.id]);
  expect(await Promise.all(tokens.map((token) => findBearer(token).then((found) => found?.person.id ?? null)))).toEqual([null, other.id]);
});

it("a reset lets its owner in, however often strangers guessed before", async () => {
  const { id, email, code } = await personWithCode();
  const signIn = (password: string) => outcomeOf(checkCredentials(stranger(), { email, password }));
  for (let guess = 0; guess < 50; guess += 1) await signIn("a wrong guess");
  expect(await signIn(testPassword)).toBe("wait 3600");
  expect([id > 0, await reset(email, code), await signIn(fresh)]).toEqual([true, "done", "done"]);
});

it("a reset lets its owner in from the browser in which they guessed too often themselves", async () => {
  const { id, email, code } = await personWithCode();
  await beginSession(await recognise(db, { ...actorOf("user", id).person, email }), "own browser");
  const signIn = (password: string) => outcomeOf(checkCredentials({ ...stranger(), device: "own browser" }, { email, password }));
  for (let guess = 0; guess < 5; guess += 1) await signIn("a wrong guess");
  expect(await signIn(testPassword)).toBe("wait 60");
  expect([await reset(email, code), await signIn(fresh)]).toEqual(["done", "done"]);
});

it("a wrong code leaves a trail, without the code", async () => {
  const { id, email, code } = await personWithCode();
  await reset(email, otherThan(code));
  const trail = await db.selectFrom("audit").select(["actor_id", "action", "before", "after"]).where("subject", "=", "user").where("subject_id", "=", id).execute();
  expect(trail).toEqual([{ actor_id: null, action: "password.reset_refused", before: null, after: null }]);
});

it("a reset leaves a trail without the e-mail, the code or the password", async () => {
  const { id, email, code } = await personWithCode();
  await reset(email, code);
  const trail = await db.selectFrom("audit").select(["actor_id", "action", "before", "after"]).where("subject", "=", "user").where("subject_id", "=", id).execute();
  expect(trail).toEqual([{ actor_id: null, action: "password.reset", before: null, after: null }]);
});

it("a reset proves whose e-mail what was paid for has, and nobody else's", async () => {
  const [person, other] = [await personWithCode(), await createUser(db)];
  const paid = { customer_id: "cus_x", by_email: 1, status: "active", period_end: null, cancels_at: null, ended_at: null, created_at: new Date().toISOString(), updated_at: new Date().toISOString() } as const;
  for (const { id, email } of [person, other]) await db.insertInto("subscriptions").values({ ...paid, id: `sub_${id}`, user_id: id, email }).execute();
  await reset(person.email, person.code);
  const rows = await db.selectFrom("subscriptions").select(["user_id", "by_email"]).where("user_id", "in", [person.id, other.id]).orderBy("user_id").execute();
  expect(rows).toEqual([{ user_id: person.id, by_email: 0 }, { user_id: other.id, by_email: 1 }]);
});

it("a suspended person gets a code and a new password, and stays suspended", async () => {
  const { id, email } = await createUser(db, { status: "Suspended" });
  await request(email);
  expect(await reset(email, await mailed(id))).toBe("done");
  expect(await db.selectFrom("users").select("status").where("id", "=", id).executeTakeFirst()).toEqual({ status: "Suspended" });
});

describe("an address without an account", () => {
  it("gets the same answers, the same row and no mail", async () => {
    const { email } = await createUser(db);
    const unknown = `unknown${nextNumber()}@example.test`;
    const before = await db.selectFrom("outbox").select("id").execute();
    expect(await requestResetCode(stranger(), { email: unknown })).toEqual({ email: unknown });
    expect(await db.selectFrom("outbox").select("id").execute()).toEqual(before);
    await request(email);
    expect(await db.selectFrom("reset_codes").select(["expires_at", "tries"]).where("email", "in", [email, unknown]).execute()).toEqual(Array(2).fill({ expires_at: "2026-11-21T12:10:00.000Z", tries: 0 }));
    const answersTo = async (address: string) => [await request(address), await reset(address, "000000"), await reset(address, "x")];
    expect(await answersTo(unknown)).toEqual(await answersTo(email));
  });
});

describe("requests", () => {
  it("are taken once in thirty seconds for an e-mail, from wherever and in any spelling", async () => {
    const { email } = await createUser(db);
    expect(await request(email)).toBe("done");
    expect(await request(email.toUpperCase())).toBe("wait 30");
    wait(29);
    expect(await request(email)).toBe("wait 1");
    wait(1);
    expect(await request(email)).toBe("done");
  });

  it("are taken five times an hour for an e-mail", async () => {
    const { email } = await createUser(db);
    for (let index = 0; index < 5; index += 1) {
      expect(await request(email)).toBe("done");
      wait(60);
    }
    expect(await request(email)).toBe("wait 3540");
    wait(3540);
    expect(await request(email)).toBe("done");
  });

  it("at once mail one code", async () => {
    const { id, email } = await createUser(db);
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => request(email)));
    expect(outcomes.filter((outcome) => outcome === "done")).toHaveLength(1);
    expect(await db.selectFrom("outbox").select("id").where("user_id", "=", id).execute()).toHaveLength(1);
  });

  it("are taken thirty times in ten minutes from one address, whatever the e-mails", async () => {
    const here = stranger();
    for (let index = 0; index < 30; index += 1) expect(await request(`many${index}@example.test`, here)).toBe("done");
    expect(await request("one-more@example.test", here)).toBe("wait 600");
    expect(await request("one-more@example.test")).toBe("done");
  });
});

it("guesses from one address stop after thirty in ten minutes, whatever the e-mails", async () => {
  const here = stranger();
  for (let index = 0; index < 30; index += 1) expect(await reset(`many${index}@example.test`, "123456", here)).toBe(wrongWords);
  const { email, code } = await personWithCode();
  expect(await reset(email, code, here)).toBe("wait 600");
  expect(await reset(email, code)).toBe("done");
});

it("the page for the code knows an e-mail only when it was told one", async () => {
  expect(await openReset(visitor, { email: "a@b.co" })).toEqual({ email: "a@b.co" });
  for (const email of [undefined, null, "", "nonsense", 7, {}]) expect(await openReset(visitor, { email })).toEqual({ email: null });
});

it("takes no junk: it is refused in words, and no password changes", async () => {
  const { id, email } = await personWithCode();
  const junk = fc.oneof(fc.string({ unit: "binary", maxLength: 40 }), fc.jsonValue({ maxDepth: 2 }), fc.constantFrom("\u0000", "\ud800", "٣٣٣٣٣٣", "１２３４５６", "1e5", "-12345", "000000 "));
  await fc.assert(fc.asyncProperty(fc.record({ otp: junk, new_password: fc.oneof(junk, fc.constant(fresh)), email: fc.oneof(junk, fc.constant(email)) }, { requiredKeys: [] }), async (input) => {
    const outcome = await outcomeOf(resetPassword(stranger(), input));
    expect(outcome === "Please check the marked fields." || outcome === wrongWords).toBe(true);
  }), { numRuns: 200 });
  expect(await passwordMatches(testPassword, await hashOf(id))).toBe(true);
});
