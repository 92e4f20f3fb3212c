import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { db } from "../../../app/db.server.ts";
import { pressedAgainMs } from "../../../app/durations.ts";
import { hashPassword, passwordMatches } from "../../../app/models/sign-in/password.server.ts";
import { decryptCode, openReset, resetPassword } from "../../../app/models/sign-in/reset-code.server.ts";
import { requestResetCode, requestResetCodeByCall } from "../../../app/models/sign-in/reset-request.server.ts";
import { hashSecret } from "../../../app/models/secret.server.ts";
import type { Actor } from "../../../app/models/operation.server.ts";
import { beginSession, findBearer, findSession, issueApiToken } from "../../../app/models/sign-in/session.server.ts";
import { checkCredentials } from "../../../app/models/sign-in/sign-in.server.ts";
import { Refusal } from "../../../app/refusal.ts";
import { actorOf, createUser, nextNumber, recognise, testPassword, visitor } from "../../support/database/factories.ts";

vi.mock("../../../app/models/sign-in/password.server.ts", { spy: true });

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

interface Asker {
  email: string;
  reset_token?: string;
}

const request = (email: string, actor: Actor = stranger(), reset_token?: string) => outcomeOf(requestResetCode(actor, { email, reset_token }));
/** In the browser that asked, else by the specification's call. */
const reset = ({ email, reset_token }: Asker, otp: string, actor = stranger(), new_password = fresh) => outcomeOf(resetPassword(actor, { email, otp, new_password, reset_token }));
const codesOf = (email: string) => db.selectFrom("reset_codes").select(["token_hash", "tries"]).where("email", "=", email).execute();

/** The code of the newest mail to a person. */
async function mailed(userId: number): Promise<string> {
  const { params } = await db.selectFrom("outbox").select("params").where("user_id", "=", userId).orderBy("id", "desc").executeTakeFirstOrThrow();
  return decryptCode(JSON.parse(params).sealed, userId) ?? "";
}

/** A code that is not that one. */
const otherThan = (code: string, step = 1) => String((Number(code) + step) % 100_000_000).padStart(8, "0");

// By a mail: a reset has nothing to confirm.
const confirmedLater = "2026-01-02T03:05:00.000Z";

/** Somebody who asked in a browser. */
async function personWithCode() {
  const person = await createUser(db, { email_confirmed_at: confirmedLater });
  return { ...person, ...(await another(person)) };
}

/** Another code for a person, in another browser or the same. */
async function another({ id, email }: { id: number; email: string }, reset_token?: string) {
  const asked = await requestResetCode(stranger(), { email, reset_token });
  return { ...asked, code: await mailed(id) };
}

/** Somebody who asked by a call, which may leave the token out. */
async function callerWithCode() {
  const person = await createUser(db, { email_confirmed_at: confirmedLater });
  const { reset_token } = await requestResetCodeByCall(stranger(), { email: person.email });
  return { id: person.id, email: person.email, token: reset_token, code: await mailed(person.id) };
}

describe("a code", () => {
  it("has eight digits, is mailed to the account, and is stored as a keyed hash, and sealed while its mail waits", async () => {
    const { id, email, code, reset_token } = await personWithCode();
    expect(code).toMatch(/^\d{8}$/);
    const row = await db.selectFrom("reset_codes").selectAll().where("email", "=", email).executeTakeFirstOrThrow();
    expect(row).toEqual({ token_hash: hashSecret(reset_token), email, bound: 1, code_hash: expect.stringMatching(/^[0-9a-f]{64}$/), expires_at: "2026-11-21T12:10:00.000Z", tries: 0 });
    expect(await db.selectFrom("outbox").select(["kind", "user_id"]).where("user_id", "=", id).execute()).toEqual([{ kind: "reset-code", user_id: id }]);
    expect(JSON.stringify(await db.selectFrom("outbox").select("params").where("user_id", "=", id).execute())).not.toContain(code);
  });

  it("sets the new password, once", async () => {
    const person = await personWithCode();
    expect(await reset({ ...person, email: ` ${person.email.toUpperCase()} ` }, person.code)).toBe("done");
    expect(await passwordMatches(fresh, await hashOf(person.id))).toBe(true);
    expect(await passwordMatches(testPassword, await hashOf(person.id))).toBe(false);
    expect(await reset(person, person.code, stranger(), "another-horse-9")).toBe(wrongWords);
    wait(pressedAgainMs / 1000 + 1);
    expect(await reset(person, person.code)).toBe(wrongWords);
  });

  it.each([["at once", 0], ["one after the other", pressedAgainMs / 1000 - 1]])("that is sent twice, %s, is right both times, and sets the password once", async (_how, seconds) => {
    const [person, caller] = [await personWithCode(), await callerWithCode()];
    for (const asker of [person, caller]) {
      const first = reset(asker, asker.code);
      if (seconds > 0) await first;
      wait(seconds);
      expect(await Promise.all([first, reset(asker, asker.code)])).toEqual(["done", "done"]);
      expect((await db.selectFrom("audit").select("action").where("subject_id", "=", asker.id).execute()).map(({ action }) => action)).toEqual(["password.reset"]);
      expect(await passwordMatches(fresh, await hashOf(asker.id))).toBe(true);
    }
  });

  it("that was used is no way to guess at the password that it set", async () => {
    const { code, ...person } = await personWithCode();
    expect(await reset(person, code)).toBe("done");
    const guess = (new_password: string) => reset({ email: person.email }, otherThan(code), stranger(), new_password);
    const words: string[] = [];
    for (let step = 0; step < 6; step += 1) words.push(await guess(`guess-at-it-${step}`));
    expect(words).toEqual([wrongWords, wrongWords, wrongWords, wrongWords, wrongWords, "wait 60"]);
    expect(await guess(fresh)).toBe("wait 60");
  });

  it.each([
    (code: string) => ` ${code} `, (code: string) => `${code.slice(0, 4)} ${code.slice(4)}`, (code: string) => `${code.slice(0, 4)}-${code.slice(4)}`, (code: string) => [...code].join("\u00a0"),
  ])("is taken as people type it", async (typed) => {
    const person = await personWithCode();
    expect(await reset(person, typed(person.code))).toBe("done");
  });

  it("ends after ten minutes", async () => {
    const [person, caller] = [await personWithCode(), await callerWithCode()];
    wait(599);
    for (const asker of [person, caller]) expect(await reset(asker, otherThan(asker.code))).toBe(wrongWords);
    wait(1);
    for (const asker of [person, caller]) expect(await reset(asker, asker.code)).toBe(wrongWords);
  });

  it("works no more once the same browser asked for a newer one", async () => {
    const person = await personWithCode();
    wait(30);
    const newer = await another(person, person.reset_token);
    expect(await codesOf(person.email)).toHaveLength(1);
    if (newer.code !== person.code) expect(await reset(person, person.code)).toBe(wrongWords);
    expect(await reset(person, newer.code)).toBe("done");
  });

  it("goes on working while others ask for the same account, and theirs works for nobody but them", async () => {
    const person = await personWithCode();
    const others = [await another(person), await another(person)];
    for (const other of others) {
      expect(await reset(person, other.code)).toBe(wrongWords);
      expect(await reset(other, person.code)).toBe(wrongWords);
    }
    expect(await reset(person, person.code)).toBe("done");
  });

  it("ends with the reset, whoever asked for it", async () => {
    const person = await personWithCode();
    const other = await another(person);
    expect(await reset(person, person.code)).toBe("done");
    wait(pressedAgainMs / 1000 + 1);
    expect([await codesOf(person.email), await reset(other, other.code)]).toEqual([[], wrongWords]);
  });

  it("that a browser asked for works without its token nowhere, and one with a wrong token neither", async () => {
    const person = await personWithCode();
    expect(await reset({ email: person.email }, person.code)).toBe(wrongWords);
    expect(await reset({ email: person.email, reset_token: "another-token" }, person.code)).toBe(wrongWords);
    expect(await reset(person, person.code)).toBe("done");
  });

  it("that a call asked for works without its token, as the specification has it, and with it", async () => {
    const [one, other] = [await callerWithCode(), await callerWithCode()];
    expect(await reset({ email: one.email }, one.code)).toBe("done");
    expect(await reset({ email: other.email, reset_token: other.token }, other.code)).toBe("done");
  });

  it("of one person works for nobody else", async () => {
    const [one, other] = [await personWithCode(), await personWithCode()];
    for (const email of [other.email, "nobody@example.test"]) {
      expect(await reset({ email, reset_token: one.reset_token }, one.code)).toBe(wrongWords);
      expect(await reset({ email }, one.code)).toBe(wrongWords);
    }
    expect(await passwordMatches(testPassword, await hashOf(other.id))).toBe(true);
  });
});

describe("five tries", () => {
  it("are all, the right code included", async () => {
    const person = await personWithCode();
    for (let step = 1; step <= 5; step += 1) expect(await reset(person, otherThan(person.code, step))).toBe(wrongWords);
    expect(await reset(person, person.code)).toBe(wrongWords);
    expect(await passwordMatches(testPassword, await hashOf(person.id))).toBe(true);
  });

  it("the fifth may be the right one", async () => {
    const person = await personWithCode();
    for (let step = 1; step <= 4; step += 1) await reset(person, otherThan(person.code, step));
    expect(await reset(person, person.code)).toBe("done");
  });

  it("are counted before they are checked, so that guesses at once gain nothing", async () => {
    const { code, ...person } = await personWithCode();
    await Promise.all(Array.from({ length: 20 }, (_, index) => reset(person, otherThan(code, index + 1))));
    expect((await codesOf(person.email)).map(({ tries }) => tries)).toEqual([5]);
    expect(await reset(person, code)).toBe(wrongWords);
    expect(await passwordMatches(testPassword, await hashOf(person.id))).toBe(true);
  });

  it("begin anew with a new code", async () => {
    const person = await personWithCode();
    for (let step = 1; step <= 5; step += 1) await reset(person, otherThan(person.code, step));
    wait(30);
    expect(await reset(person, (await another(person, person.reset_token)).code)).toBe("done");
  });

  it("are not spent on what can't be a code or a password", async () => {
    const { email, code, reset_token } = await personWithCode();
    for (const input of [{ otp: "1234567" }, { otp: "123456" }, { otp: "abcdefgh" }, { otp: 12_345_678 }, { otp: "" }, { new_password: "short" }, { new_password: "password1" }, { reset_token: 7 }, { reset_token: "x".repeat(101) }]) {
      await expect(resetPassword(stranger(), { email, otp: code, new_password: fresh, reset_token, ...input })).rejects.toMatchObject({ reason: "invalid" });
    }
    expect((await codesOf(email)).map(({ tries }) => tries)).toEqual([0]);
  });

  it("are the browser's own: nobody elsewhere spends them, with a token of their own, a false one or none", async () => {
    const person = await personWithCode();
    const other = await another(person);
    for (let step = 1; step <= 10; step += 1) {
      for (const asker of [{ email: person.email }, { email: person.email, reset_token: `false-${step}` }, other]) await reset(asker, otherThan(person.code, step));
    }
    expect(await reset({ email: person.email }, person.code)).toMatch(/^wait /);
    expect(await reset(person, person.code)).toBe("done");
  });

  it("are not spent where no core was free to hash the password", async () => {
    const [person, caller] = [await personWithCode(), await callerWithCode()];
    for (const { email, reset_token, code } of [person, { ...caller, reset_token: undefined }]) {
      for (let step = 1; step <= 12; step += 1) {
        vi.mocked(hashPassword).mockRejectedValueOnce(new Refusal("busy", "Too many people."));
        expect(await reset({ email, reset_token }, code)).toBe("Too many people.");
      }
      expect((await codesOf(email)).map(({ tries }) => tries)).toEqual([0]);
      expect(await reset({ email, reset_token }, code)).toBe("done");
    }
  });
});

describe("without a token", () => {
  it("there are ten wrong tries a day for an account, from wherever, and right ones are none", async () => {
    const caller = await callerWithCode();
    for (let step = 1; step <= 9; step += 1) expect(await reset({ email: caller.email }, otherThan(caller.code, step))).toBe(wrongWords);
    expect(await reset({ email: caller.email }, caller.code)).toBe("done");
    wait(pressedAgainMs / 1000 + 1);
    expect(await reset({ email: caller.email }, caller.code)).toBe(wrongWords);
    expect(await reset({ email: caller.email }, caller.code)).toBe(`wait ${24 * 3600}`);
    wait(24 * 3600);
    expect(await reset({ email: caller.email }, caller.code)).toBe(wrongWords);
  });

  it("each code works that a call asked for, not only the newest", async () => {
    const caller = await callerWithCode();
    await requestResetCodeByCall(stranger(), { email: caller.email });
    expect(await reset({ email: caller.email }, caller.code)).toBe("done");
  });

  it("guesses at once gain nothing", async () => {
    const { email, code } = await callerWithCode();
    const outcomes = await Promise.all(Array.from({ length: 30 }, (_, index) => reset({ email }, otherThan(code, index + 1))));
    expect(outcomes.filter((outcome) => outcome === wrongWords)).toHaveLength(10);
  });

  it("no code works whose five tries are over", async () => {
    const { email, token, code } = await callerWithCode();
    for (let step = 1; step <= 5; step += 1) await reset({ email, reset_token: token }, otherThan(code, step));
    expect(await reset({ email }, code)).toBe(wrongWords);
  });
});

it("of two that send the right code at once one sets the password", async () => {
  const { id, ...person } = await personWithCode();
  const outcomes = await Promise.all(["first-choice-1", "other-choice-2"].map((new_password) => reset(person, person.code, stranger(), new_password)));
  expect([...outcomes].sort()).toEqual([wrongWords, "done"]);
  expect(await passwordMatches(outcomes[0] === "done" ? "first-choice-1" : "other-choice-2", await hashOf(id))).toBe(true);
});

it("of two that send the right code at once, one with its token and one without, one sets the password", async () => {
  const { id, email, token, code } = await callerWithCode();
  const outcomes = await Promise.all([reset({ email, reset_token: token }, code, stranger(), "first-choice-1"), reset({ email }, code, stranger(), "other-choice-2")]);
  expect([...outcomes].sort()).toEqual([wrongWords, "done"]);
  expect(await passwordMatches(outcomes[0] === "done" ? "first-choice-1" : "other-choice-2", await hashOf(id))).toBe(true);
});

it("a reset ends every session and token of the person, and no one else's", async () => {
  const [me, other] = [await personWithCode(), await createUser(db)];
  const [mine, theirs] = [{ ...actorOf("user", me.id).person, email: me.email }, { ...actorOf("user", other.id).person, email: other.email }];
  const sessions = [await beginSession(await recognise(db, mine), null), await beginSession(await recognise(db, mine), null), await beginSession(await recognise(db, theirs), null)];
  const tokens = [await issueApiToken(await recognise(db, mine)), await issueApiToken(await recognise(db, theirs))];
  expect(await reset(me, me.code)).toBe("done");
  expect(await Promise.all(sessions.map((id) => findSession(id).then((found) => found?.person.id ?? null)))).toEqual([null, null, other.id]);
  expect(await Promise.all(tokens.map((token) => findBearer(token).then((found) => found?.person.id ?? null)))).toEqual([null, other.id]);
});

it("a reset lets its owner in, however often strangers guessed before", async () => {
  const { code, ...person } = await personWithCode();
  const { id, email } = person;
  const signIn = (password: string) => outcomeOf(checkCredentials(stranger(), { email, password }));
  for (let guess = 0; guess < 50; guess += 1) await signIn("a wrong guess");
  expect(await signIn(testPassword)).toBe("wait 3600");
  expect([id > 0, await reset(person, code), await signIn(fresh)]).toEqual([true, "done", "done"]);
});

it("a reset lets its owner in from the browser in which they guessed too often themselves", async () => {
  const { code, ...person } = await personWithCode();
  const { id, email } = person;
  await beginSession(await recognise(db, { ...actorOf("user", id).person, email }), "own browser");
  const signIn = (password: string) => outcomeOf(checkCredentials({ ...stranger(), device: "own browser" }, { email, password }));
  for (let guess = 0; guess < 5; guess += 1) await signIn("a wrong guess");
  expect(await signIn(testPassword)).toBe("wait 60");
  expect([await reset(person, code), await signIn(fresh)]).toEqual(["done", "done"]);
});

it("a wrong code leaves a trail, without the code", async () => {
  const { id, ...person } = await personWithCode();
  await reset(person, otherThan(person.code));
  const trail = await db.selectFrom("audit").select(["actor_id", "action", "before", "after"]).where("subject", "=", "user").where("subject_id", "=", id).execute();
  expect(trail).toEqual([{ actor_id: null, action: "password.reset_refused", before: null, after: null }]);
});

it("a reset leaves a trail without the e-mail, the code or the password", async () => {
  const { id, ...person } = await personWithCode();
  await reset(person, person.code);
  const trail = await db.selectFrom("audit").select(["actor_id", "action", "before", "after"]).where("subject", "=", "user").where("subject_id", "=", id).execute();
  expect(trail).toEqual([{ actor_id: null, action: "password.reset", before: null, after: null }]);
});

it.each([["nobody confirmed", null], ["counts as confirmed from before anybody was asked", undefined]])("a reset confirms an address that %s, and both are on record", async (_how, email_confirmed_at) => {
  const person = await createUser(db, email_confirmed_at === undefined ? {} : { email_confirmed_at });
  const asked = await another(person);
  await reset(asked, asked.code);
  expect(await db.selectFrom("users").select("email_confirmed_at").where("id", "=", person.id).execute()).toEqual([{ email_confirmed_at: "2026-11-21T12:00:00.000Z" }]);
  const trail = await db.selectFrom("audit").select(["actor_id", "action"]).where("subject", "=", "user").where("subject_id", "=", person.id).orderBy("id").execute();
  expect(trail).toEqual([{ actor_id: null, action: "email.confirmed" }, { actor_id: null, action: "password.reset" }]);
});

it("a reset proves whose e-mail what was paid for has, and nobody else's", async () => {
  const [person, other] = [await personWithCode(), await createUser(db)];
  const paid = { customer_id: "cus_x", by_email: 1, status: "active", period_end: null, cancels_at: null, ended_at: null, created_at: new Date().toISOString(), updated_at: new Date().toISOString() } as const;
  for (const { id, email } of [person, other]) await db.insertInto("subscriptions").values({ ...paid, id: `sub_${id}`, user_id: id, email }).execute();
  await reset(person, person.code);
  const rows = await db.selectFrom("subscriptions").select(["user_id", "by_email", "email_proven"]).where("user_id", "in", [person.id, other.id]).orderBy("user_id").execute();
  expect(rows).toEqual([{ user_id: person.id, by_email: 1, email_proven: 1 }, { user_id: other.id, by_email: 1, email_proven: 0 }]);
});

it("a suspended person gets a code and a new password, and stays suspended", async () => {
  const { id, email } = await createUser(db, { status: "Suspended" });
  const asked = await another({ id, email });
  expect(await reset(asked, asked.code)).toBe("done");
  expect(await db.selectFrom("users").select("status").where("id", "=", id).executeTakeFirst()).toEqual({ status: "Suspended" });
});

describe("an address without an account", () => {
  it("gets the same answers, the same row and no mail", async () => {
    const { email } = await createUser(db);
    const unknown = `unknown${nextNumber()}@example.test`;
    const before = await db.selectFrom("outbox").select("id").execute();
    expect(await requestResetCode(stranger(), { email: unknown })).toEqual({ email: unknown, reset_token: expect.stringMatching(/^[\w-]{43}$/) });
    expect(await db.selectFrom("outbox").select("id").execute()).toEqual(before);
    await request(email);
    expect(await db.selectFrom("reset_codes").select(["expires_at", "tries"]).where("email", "in", [email, unknown]).execute()).toEqual(Array(2).fill({ expires_at: "2026-11-21T12:10:00.000Z", tries: 0 }));
    const answersTo = async (address: string) => {
      const [here, { reset_token }] = [stranger(), await requestResetCodeByCall(stranger(), { email: address })];
      const tries = [await reset({ email: address, reset_token }, "x"), await reset({ email: address }, "00000000")];
      for (let step = 0; step < 7; step += 1) tries.push(await reset({ email: address, reset_token }, "00000000"));
      for (let step = 0; step < 12; step += 1) tries.push(await reset({ email: address }, "00000000"));
      for (let step = 0; step < 22; step += 1) tries.push(await request(address), await request(address, here), await request(address, here, reset_token));
      return tries;
    };
    expect(await answersTo(unknown)).toEqual(await answersTo(email));
  });
});

describe("requests", () => {
  it("are taken once in thirty seconds in a browser, in any spelling of the e-mail", async () => {
    const person = await personWithCode();
    expect(await request(person.email.toUpperCase(), stranger(), person.reset_token)).toBe("wait 30");
    wait(29);
    expect(await request("another@example.test", stranger(), person.reset_token)).toBe("wait 1");
    wait(1);
    expect(await request(person.email, stranger(), person.reset_token)).toBe("done");
  });

  it("that say of no browser are taken once in thirty seconds for an account from an address", async () => {
    const [{ email }, here] = [await createUser(db), stranger()];
    expect([await request(email, here), await request(email, here), await request(email)]).toEqual(["done", "wait 30", "done"]);
  });

  it("are not delayed by requests from elsewhere, and delay none", async () => {
    const person = await personWithCode();
    wait(30);
    for (let index = 0; index < 10; index += 1) expect(await request(person.email)).toBe("done");
    expect(await request(person.email, stranger(), person.reset_token)).toBe("done");
  });

  it("are taken five times an hour for an account from an address", async () => {
    const [{ email }, here] = [await createUser(db), stranger()];
    for (let index = 0; index < 5; index += 1) {
      expect(await request(email, here)).toBe("done");
      wait(60);
    }
    expect([await request(email, here), await request(email)]).toEqual(["wait 3540", "done"]);
    wait(3540);
    expect(await request(email, here)).toBe("done");
  });

  it("are taken twenty times an hour for an account, from all addresses together, so that no more codes live at once", async () => {
    const { id, email } = await createUser(db);
    const outcomes = await Promise.all(Array.from({ length: 25 }, () => request(email)));
    expect(outcomes.filter((outcome) => outcome === "done")).toHaveLength(20);
    expect(outcomes.filter((outcome) => outcome === "wait 3600")).toHaveLength(5);
    expect(await codesOf(email)).toHaveLength(20);
    expect(await db.selectFrom("outbox").select("id").where("user_id", "=", id).execute()).toHaveLength(20);
  });

  it("of a browser that signed in before are its own: five an hour, whatever strangers or others at its address did", async () => {
    const { id, email } = await createUser(db);
    const [other, mine] = [await createUser(db), { ...stranger(), device: "own browser" }];
    await beginSession(await recognise(db, { ...actorOf("user", id).person, email }), mine.device);
    for (let index = 0; index < 31; index += 1) await request(`many${index}@example.test`, { ...mine, device: null });
    for (let index = 0; index < 21; index += 1) await request(email);
    expect([await request(email), await request(other.email, mine)]).toEqual(["wait 3600", "wait 600"]);
    expect([await request(email, mine), await request(email, mine)]).toEqual(["done", "wait 30"]);
    for (let index = 0; index < 4; index += 1) {
      wait(30);
      expect(await request(email, mine)).toBe("done");
    }
    wait(30);
    expect(await request(email, mine)).toMatch(/^wait 3\d{3}$/);
  });

  it("at once in a browser mail one code", async () => {
    const person = await personWithCode();
    wait(30);
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => request(person.email, stranger(), person.reset_token)));
    expect(outcomes.filter((outcome) => outcome === "done")).toHaveLength(1);
    expect(await db.selectFrom("outbox").select("id").where("user_id", "=", person.id).execute()).toHaveLength(2);
  });

  it("are taken thirty times in ten minutes from one address, whatever the e-mails", async () => {
    const here = stranger();
    for (let index = 0; index < 30; index += 1) expect(await request(`many${index}@example.test`, here)).toBe("done");
    expect(await request("one-more@example.test", here)).toBe("wait 600");
    expect(await request("one-more@example.test")).toBe("done");
  });
});

it("guesses from one address stop after thirty in ten minutes, whatever the e-mails, but for whoever has a code of their own", async () => {
  const here = stranger();
  for (let index = 0; index < 30; index += 1) expect(await reset({ email: `many${index}@example.test`, ...(index % 2 === 0 && { reset_token: `guessed-${index}` }) }, "12345678", here)).toBe(wrongWords);
  const [person, caller] = [await personWithCode(), await callerWithCode()];
  expect(await reset({ email: caller.email }, caller.code, here)).toBe("wait 600");
  expect(await reset(person, person.code, here)).toBe("done");
  expect(await reset({ email: caller.email }, caller.code)).toBe("done");
});

it("the page for the code knows an e-mail only when it was told one", async () => {
  expect(await openReset(visitor, { email: "a@b.co" })).toEqual({ email: "a@b.co" });
  for (const email of [undefined, null, "", "nonsense", 7, {}]) expect(await openReset(visitor, { email })).toEqual({ email: null });
});

it("takes no junk: it is refused in words, and no password changes", async () => {
  const { id, email, reset_token } = await personWithCode();
  const junk = fc.oneof(fc.string({ unit: "binary", maxLength: 40 }), fc.jsonValue({ maxDepth: 2 }), fc.constantFrom("\u0000", "\ud800", "٣٣٣٣٣٣٣٣", "１２３４５６７８", "1e7", "-1234567", "00000000 "));
  await fc.assert(fc.asyncProperty(fc.record({ otp: junk, new_password: fc.oneof(junk, fc.constant(fresh)), email: fc.oneof(junk, fc.constant(email)), reset_token: fc.oneof(junk, fc.constant(reset_token)) }, { requiredKeys: [] }), async (input) => {
    const outcome = await outcomeOf(resetPassword(stranger(), input));
    expect(outcome === "Please check the marked fields." || outcome === wrongWords || outcome.startsWith("wait ")).toBe(true);
  }), { numRuns: 200 });
  expect(await passwordMatches(testPassword, await hashOf(id))).toBe(true);
});
