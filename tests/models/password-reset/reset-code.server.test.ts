import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { db } from "../../../app/db.server.ts";
import { resubmitWindowMs } from "../../../app/time/durations.ts";
import { hashPassword, passwordMatches } from "../../../app/models/sign-in/password.server.ts";
import { decryptCode, resetPassword } from "../../../app/models/password-reset/reset-code.server.ts";
import {
  readResetPage,
  requestResetCode,
  requestResetCodeByCall,
} from "../../../app/models/password-reset/reset-request.server.ts";
import { hashSecret } from "../../../app/models/secret.server.ts";
import type { Actor } from "../../../app/models/operation.server.ts";
import { beginSession, findSession } from "../../../app/models/sign-in/session.server.ts";
import { findBearer, issueApiToken } from "../../../app/models/sign-in/api-token.server.ts";
import { checkCredentials } from "../../../app/models/sign-in/sign-in.server.ts";
import { Refusal } from "../../../app/refusal.ts";
import { actorOf, createUser, nextNumber, recognise, testPassword, visitor } from "../../support/database/factories.ts";

vi.mock("../../../app/models/sign-in/password.server.ts", { spy: true });

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-21T12:00:00.000Z") }));
afterEach(() => void vi.useRealTimers());

const newPassword = "line-shopping-2026";
const wrongCodeText = "The code is wrong or has expired.";
const newVisitor = () => ({ ...visitor, address: `192.0.2.${nextNumber()}` });
const passSeconds = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);
const hashOf = (id: number) =>
  db
    .selectFrom("users")
    .select("password_hash")
    .where("id", "=", id)
    .executeTakeFirstOrThrow()
    .then((row) => row.password_hash);

async function outcomeOf(requested: Promise<unknown>): Promise<string> {
  try {
    await requested;
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

const request = (email: string, actor: Actor = newVisitor(), reset_token?: string) =>
  outcomeOf(requestResetCode(actor, { email, reset_token }));
/** Resets with the browser's token, or without one by the specification's call. */
const reset = ({ email, reset_token }: Asker, otp: string, actor = newVisitor(), new_password = newPassword) =>
  outcomeOf(resetPassword(actor, { email, otp, new_password, reset_token }));
const codesOf = (email: string) =>
  db.selectFrom("reset_codes").select(["token_hash", "tries"]).where("email", "=", email).execute();

async function mailed(userId: number): Promise<string> {
  const { params } = await db
    .selectFrom("outbox")
    .select("params")
    .where("user_id", "=", userId)
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  return decryptCode(JSON.parse(params).encrypted, userId) ?? "";
}

const wrongCode = (code: string, step = 1) => String((Number(code) + step) % 100_000_000).padStart(8, "0");

// Confirmed by mail, so a reset confirms nothing.
const confirmedLater = "2026-01-02T03:05:00.000Z";

async function userWithCode() {
  const person = await createUser(db, { email_confirmed_at: confirmedLater });
  return { ...person, ...(await requestAnother(person)) };
}

async function requestAnother({ id, email }: { id: number; email: string }, reset_token?: string) {
  const requested = await requestResetCode(newVisitor(), { email, reset_token });
  return { ...requested, code: await mailed(id) };
}

/** A user who requested a code by the API, where the token is optional. */
async function callerWithCode() {
  const person = await createUser(db, { email_confirmed_at: confirmedLater });
  const { reset_token } = await requestResetCodeByCall(newVisitor(), { email: person.email });
  return { id: person.id, email: person.email, token: reset_token, code: await mailed(person.id) };
}

describe("a code", () => {
  it("has eight digits, is mailed to the account, and is stored as a keyed hash and encrypted in the outbox", async () => {
    const { id, email, code, reset_token } = await userWithCode();
    expect(code).toMatch(/^\d{8}$/);
    const row = await db.selectFrom("reset_codes").selectAll().where("email", "=", email).executeTakeFirstOrThrow();
    expect(row).toEqual({
      token_hash: hashSecret(reset_token),
      email,
      bound: 1,
      code_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      expires_at: "2026-11-21T12:10:00.000Z",
      tries: 0,
    });
    expect(await db.selectFrom("outbox").select(["kind", "user_id"]).where("user_id", "=", id).execute()).toEqual([
      { kind: "reset-code", user_id: id },
    ]);
    expect(
      JSON.stringify(await db.selectFrom("outbox").select("params").where("user_id", "=", id).execute()),
    ).not.toContain(code);
  });

  it("sets the new password, once", async () => {
    const person = await userWithCode();
    expect(await reset({ ...person, email: ` ${person.email.toUpperCase()} ` }, person.code)).toBe("done");
    expect(await passwordMatches(newPassword, await hashOf(person.id))).toBe(true);
    expect(await passwordMatches(testPassword, await hashOf(person.id))).toBe(false);
    expect(await reset(person, person.code, newVisitor(), "another-horse-9")).toBe(wrongCodeText);
    passSeconds(resubmitWindowMs / 1000 + 1);
    expect(await reset(person, person.code)).toBe(wrongCodeText);
  });

  it.each([
    ["at once", 0],
    ["one after the other", resubmitWindowMs / 1000 - 1],
  ])("that is sent twice, %s, succeeds both times and sets the password once", async (_how, seconds) => {
    const [person, caller] = [await userWithCode(), await callerWithCode()];
    for (const asker of [person, caller]) {
      const first = reset(asker, asker.code);
      if (seconds > 0) await first;
      passSeconds(seconds);
      expect(await Promise.all([first, reset(asker, asker.code)])).toEqual(["done", "done"]);
      expect(
        (await db.selectFrom("audit").select("action").where("subject_id", "=", asker.id).execute()).map(
          ({ action }) => action,
        ),
      ).toEqual(["password.reset"]);
      expect(await passwordMatches(newPassword, await hashOf(asker.id))).toBe(true);
    }
  });

  it("that was used does not allow guesses of the password that it set", async () => {
    const { code, ...person } = await userWithCode();
    expect(await reset(person, code)).toBe("done");
    const guess = (new_password: string) => reset({ email: person.email }, wrongCode(code), newVisitor(), new_password);
    const words: string[] = [];
    for (let step = 0; step < 6; step += 1) words.push(await guess(`guess-at-it-${step}`));
    expect(words).toEqual([wrongCodeText, wrongCodeText, wrongCodeText, wrongCodeText, wrongCodeText, "wait 60"]);
    expect(await guess(newPassword)).toBe("wait 60");
  });

  it.each([
    (code: string) => ` ${code} `,
    (code: string) => `${code.slice(0, 4)} ${code.slice(4)}`,
    (code: string) => `${code.slice(0, 4)}-${code.slice(4)}`,
    (code: string) => [...code].join("\u00a0"),
  ])("is accepted with spaces, dashes and full-width digits", async (typed) => {
    const person = await userWithCode();
    expect(await reset(person, typed(person.code))).toBe("done");
  });

  it("expires after ten minutes", async () => {
    const [person, caller] = [await userWithCode(), await callerWithCode()];
    passSeconds(599);
    for (const asker of [person, caller]) expect(await reset(asker, wrongCode(asker.code))).toBe(wrongCodeText);
    passSeconds(1);
    for (const asker of [person, caller]) expect(await reset(asker, asker.code)).toBe(wrongCodeText);
  });

  it("is replaced when the same browser requests a newer one", async () => {
    const person = await userWithCode();
    passSeconds(30);
    const newer = await requestAnother(person, person.reset_token);
    expect(await codesOf(person.email)).toHaveLength(1);
    if (newer.code !== person.code) expect(await reset(person, person.code)).toBe(wrongCodeText);
    expect(await reset(person, newer.code)).toBe("done");
  });

  it("stays valid while other browsers request codes for the same account, and each code works only in its browser", async () => {
    const person = await userWithCode();
    const others = [await requestAnother(person), await requestAnother(person)];
    for (const other of others) {
      expect(await reset(person, other.code)).toBe(wrongCodeText);
      expect(await reset(other, person.code)).toBe(wrongCodeText);
    }
    expect(await reset(person, person.code)).toBe("done");
  });

  it("is deleted by a reset with any code of the account", async () => {
    const person = await userWithCode();
    const other = await requestAnother(person);
    expect(await reset(person, person.code)).toBe("done");
    passSeconds(resubmitWindowMs / 1000 + 1);
    expect([await codesOf(person.email), await reset(other, other.code)]).toEqual([[], wrongCodeText]);
  });

  it("requested in a browser does not work without its token or with a wrong one", async () => {
    const person = await userWithCode();
    expect(await reset({ email: person.email }, person.code)).toBe(wrongCodeText);
    expect(await reset({ email: person.email, reset_token: "another-token" }, person.code)).toBe(wrongCodeText);
    expect(await reset(person, person.code)).toBe("done");
  });

  it("requested by the API works with or without its token, as specified", async () => {
    const [one, other] = [await callerWithCode(), await callerWithCode()];
    expect(await reset({ email: one.email }, one.code)).toBe("done");
    expect(await reset({ email: other.email, reset_token: other.token }, other.code)).toBe("done");
  });

  it("works only for its own account", async () => {
    const [one, other] = [await userWithCode(), await userWithCode()];
    for (const email of [other.email, "nobody@example.test"]) {
      expect(await reset({ email, reset_token: one.reset_token }, one.code)).toBe(wrongCodeText);
      expect(await reset({ email }, one.code)).toBe(wrongCodeText);
    }
    expect(await passwordMatches(testPassword, await hashOf(other.id))).toBe(true);
  });
});

describe("five attempts per code", () => {
  it("are the limit, even for the right code", async () => {
    const person = await userWithCode();
    for (let step = 1; step <= 5; step += 1)
      expect(await reset(person, wrongCode(person.code, step))).toBe(wrongCodeText);
    expect(await reset(person, person.code)).toBe(wrongCodeText);
    expect(await passwordMatches(testPassword, await hashOf(person.id))).toBe(true);
  });

  it("include a fifth that can succeed", async () => {
    const person = await userWithCode();
    for (let step = 1; step <= 4; step += 1) await reset(person, wrongCode(person.code, step));
    expect(await reset(person, person.code)).toBe("done");
  });

  it("are counted before the check, so that concurrent guesses gain nothing", async () => {
    const { code, ...person } = await userWithCode();
    await Promise.all(Array.from({ length: 20 }, (_, index) => reset(person, wrongCode(code, index + 1))));
    expect((await codesOf(person.email)).map(({ tries }) => tries)).toEqual([5]);
    expect(await reset(person, code)).toBe(wrongCodeText);
    expect(await passwordMatches(testPassword, await hashOf(person.id))).toBe(true);
  });

  it("start again with a new code", async () => {
    const person = await userWithCode();
    for (let step = 1; step <= 5; step += 1) await reset(person, wrongCode(person.code, step));
    passSeconds(30);
    expect(await reset(person, (await requestAnother(person, person.reset_token)).code)).toBe("done");
  });

  it("are not used up by malformed codes or passwords", async () => {
    const { email, code, reset_token } = await userWithCode();
    for (const input of [
      { otp: "1234567" },
      { otp: "123456" },
      { otp: "abcdefgh" },
      { otp: 12_345_678 },
      { otp: "" },
      { new_password: "short" },
      { new_password: "password1" },
      { reset_token: 7 },
      { reset_token: "x".repeat(101) },
    ]) {
      await expect(
        resetPassword(newVisitor(), { email, otp: code, new_password: newPassword, reset_token, ...input }),
      ).rejects.toMatchObject({ reason: "invalid" });
    }
    expect((await codesOf(email)).map(({ tries }) => tries)).toEqual([0]);
  });

  it("belong to the browser: others can't use them up, with another token, a wrong one or none", async () => {
    const person = await userWithCode();
    const other = await requestAnother(person);
    for (let step = 1; step <= 10; step += 1) {
      for (const asker of [{ email: person.email }, { email: person.email, reset_token: `false-${step}` }, other])
        await reset(asker, wrongCode(person.code, step));
    }
    expect(await reset({ email: person.email }, person.code)).toMatch(/^wait /);
    expect(await reset(person, person.code)).toBe("done");
  });

  it("are not used up when hashing the password is refused as busy", async () => {
    const [person, caller] = [await userWithCode(), await callerWithCode()];
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
  it("an account has ten wrong attempts a day, from all addresses together", async () => {
    const caller = await callerWithCode();
    for (let step = 1; step <= 9; step += 1)
      expect(await reset({ email: caller.email }, wrongCode(caller.code, step))).toBe(wrongCodeText);
    expect(await reset({ email: caller.email }, caller.code)).toBe("done");
    passSeconds(resubmitWindowMs / 1000 + 1);
    expect(await reset({ email: caller.email }, caller.code)).toBe(wrongCodeText);
    expect(await reset({ email: caller.email }, caller.code)).toBe(`wait ${24 * 3600}`);
    passSeconds(24 * 3600);
    expect(await reset({ email: caller.email }, caller.code)).toBe(wrongCodeText);
  });

  it("every code requested by the API works, not only the newest", async () => {
    const caller = await callerWithCode();
    await requestResetCodeByCall(newVisitor(), { email: caller.email });
    expect(await reset({ email: caller.email }, caller.code)).toBe("done");
  });

  it("concurrent guesses gain nothing", async () => {
    const { email, code } = await callerWithCode();
    const outcomes = await Promise.all(
      Array.from({ length: 30 }, (_, index) => reset({ email }, wrongCode(code, index + 1))),
    );
    expect(outcomes.filter((outcome) => outcome === wrongCodeText)).toHaveLength(10);
  });

  it("a code with five used attempts does not work", async () => {
    const { email, token, code } = await callerWithCode();
    for (let step = 1; step <= 5; step += 1) await reset({ email, reset_token: token }, wrongCode(code, step));
    expect(await reset({ email }, code)).toBe(wrongCodeText);
  });
});

it("one of two concurrent requests with the right code sets the password", async () => {
  const { id, ...person } = await userWithCode();
  const outcomes = await Promise.all(
    ["first-choice-1", "other-choice-2"].map((new_password) => reset(person, person.code, newVisitor(), new_password)),
  );
  expect([...outcomes].sort()).toEqual([wrongCodeText, "done"]);
  expect(await passwordMatches(outcomes[0] === "done" ? "first-choice-1" : "other-choice-2", await hashOf(id))).toBe(
    true,
  );
});

it("one of two concurrent requests with the right code, with and without its token, sets the password", async () => {
  const { id, email, token, code } = await callerWithCode();
  const outcomes = await Promise.all([
    reset({ email, reset_token: token }, code, newVisitor(), "first-choice-1"),
    reset({ email }, code, newVisitor(), "other-choice-2"),
  ]);
  expect([...outcomes].sort()).toEqual([wrongCodeText, "done"]);
  expect(await passwordMatches(outcomes[0] === "done" ? "first-choice-1" : "other-choice-2", await hashOf(id))).toBe(
    true,
  );
});

it("a reset ends every session and token of its user only", async () => {
  const [me, other] = [await userWithCode(), await createUser(db)];
  const [knownBrowser, otherPerson] = [
    { ...actorOf("user", me.id).person, email: me.email },
    { ...actorOf("user", other.id).person, email: other.email },
  ];
  const sessions = [
    await beginSession(await recognise(db, knownBrowser), null),
    await beginSession(await recognise(db, knownBrowser), null),
    await beginSession(await recognise(db, otherPerson), null),
  ];
  const tokens = [
    await issueApiToken(await recognise(db, knownBrowser)),
    await issueApiToken(await recognise(db, otherPerson)),
  ];
  expect(await reset(me, me.code)).toBe("done");
  expect(await Promise.all(sessions.map((id) => findSession(id).then((found) => found?.person.id ?? null)))).toEqual([
    null,
    null,
    other.id,
  ]);
  expect(await Promise.all(tokens.map((token) => findBearer(token).then((found) => found?.person.id ?? null)))).toEqual(
    [null, other.id],
  );
});

it("a reset clears the lockout caused by other visitors' guesses", async () => {
  const { code, ...person } = await userWithCode();
  const { id, email } = person;
  const signIn = (password: string) => outcomeOf(checkCredentials(newVisitor(), { email, password }));
  for (let guess = 0; guess < 50; guess += 1) await signIn("a wrong guess");
  expect(await signIn(testPassword)).toBe("wait 3600");
  expect([id > 0, await reset(person, code), await signIn(newPassword)]).toEqual([true, "done", "done"]);
});

it("a reset clears the lockout of the user's own browser", async () => {
  const { code, ...person } = await userWithCode();
  const { id, email } = person;
  await beginSession(await recognise(db, { ...actorOf("user", id).person, email }), "own browser");
  const signIn = (password: string) =>
    outcomeOf(checkCredentials({ ...newVisitor(), device: "own browser" }, { email, password }));
  for (let guess = 0; guess < 5; guess += 1) await signIn("a wrong guess");
  expect(await signIn(testPassword)).toBe("wait 60");
  expect([await reset(person, code), await signIn(newPassword)]).toEqual(["done", "done"]);
});

it("a wrong code leaves a trail entry without the code", async () => {
  const { id, ...person } = await userWithCode();
  await reset(person, wrongCode(person.code));
  const trail = await db
    .selectFrom("audit")
    .select(["actor_id", "action", "before", "after"])
    .where("subject", "=", "user")
    .where("subject_id", "=", id)
    .execute();
  expect(trail).toEqual([{ actor_id: null, action: "password.reset_refused", before: null, after: null }]);
});

it("a reset leaves a trail entry without the email, the code or the password", async () => {
  const { id, ...person } = await userWithCode();
  await reset(person, person.code);
  const trail = await db
    .selectFrom("audit")
    .select(["actor_id", "action", "before", "after"])
    .where("subject", "=", "user")
    .where("subject_id", "=", id)
    .execute();
  expect(trail).toEqual([{ actor_id: null, action: "password.reset", before: null, after: null }]);
});

it.each([
  ["is not confirmed", null],
  ["only counts as confirmed since it is older than confirmations", undefined],
])("a reset confirms an email that %s, and both are in the trail", async (_how, email_confirmed_at) => {
  const person = await createUser(db, email_confirmed_at === undefined ? {} : { email_confirmed_at });
  const requested = await requestAnother(person);
  await reset(requested, requested.code);
  expect(await db.selectFrom("users").select("email_confirmed_at").where("id", "=", person.id).execute()).toEqual([
    { email_confirmed_at: "2026-11-21T12:00:00.000Z" },
  ]);
  const trail = await db
    .selectFrom("audit")
    .select(["actor_id", "action"])
    .where("subject", "=", "user")
    .where("subject_id", "=", person.id)
    .orderBy("id")
    .execute();
  expect(trail).toEqual([
    { actor_id: null, action: "email.confirmed" },
    { actor_id: null, action: "password.reset" },
  ]);
});

it("a reset proves the email of the user's own subscriptions only", async () => {
  const [person, other] = [await userWithCode(), await createUser(db)];
  const paid = {
    customer_id: "cus_x",
    by_email: 1,
    status: "active",
    period_end: null,
    cancels_at: null,
    ended_at: null,
    created_at: new Date().toISOString(),
    updated_at: new Date().toISOString(),
  } as const;
  for (const { id, email } of [person, other])
    await db
      .insertInto("subscriptions")
      .values({ ...paid, id: `sub_${id}`, user_id: id, email })
      .execute();
  await reset(person, person.code);
  const rows = await db
    .selectFrom("subscriptions")
    .select(["user_id", "by_email", "email_proven"])
    .where("user_id", "in", [person.id, other.id])
    .orderBy("user_id")
    .execute();
  expect(rows).toEqual([
    { user_id: person.id, by_email: 1, email_proven: 1 },
    { user_id: other.id, by_email: 1, email_proven: 0 },
  ]);
});

it("a suspended user can reset the password, but stays suspended", async () => {
  const { id, email } = await createUser(db, { status: "Suspended" });
  const requested = await requestAnother({ id, email });
  expect(await reset(requested, requested.code)).toBe("done");
  expect(await db.selectFrom("users").select("status").where("id", "=", id).executeTakeFirst()).toEqual({
    status: "Suspended",
  });
});

describe("an email without an account", () => {
  it("gets the same answers and the same row, but no mail", async () => {
    const { email } = await createUser(db);
    const unknown = `unknown${nextNumber()}@example.test`;
    const before = await db.selectFrom("outbox").select("id").execute();
    expect(await requestResetCode(newVisitor(), { email: unknown })).toEqual({
      email: unknown,
      reset_token: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(await db.selectFrom("outbox").select("id").execute()).toEqual(before);
    await request(email);
    expect(
      await db
        .selectFrom("reset_codes")
        .select(["expires_at", "tries"])
        .where("email", "in", [email, unknown])
        .execute(),
    ).toEqual(Array(2).fill({ expires_at: "2026-11-21T12:10:00.000Z", tries: 0 }));
    const answersTo = async (address: string) => {
      const [here, { reset_token }] = [newVisitor(), await requestResetCodeByCall(newVisitor(), { email: address })];
      const tries = [await reset({ email: address, reset_token }, "x"), await reset({ email: address }, "00000000")];
      for (let step = 0; step < 7; step += 1) tries.push(await reset({ email: address, reset_token }, "00000000"));
      for (let step = 0; step < 12; step += 1) tries.push(await reset({ email: address }, "00000000"));
      for (let step = 0; step < 22; step += 1)
        tries.push(await request(address), await request(address, here), await request(address, here, reset_token));
      return tries;
    };
    expect(await answersTo(unknown)).toEqual(await answersTo(email));
  });
});

describe("code requests", () => {
  it("are limited to one in thirty seconds per browser, for any spelling of the email", async () => {
    const person = await userWithCode();
    expect(await request(person.email.toUpperCase(), newVisitor(), person.reset_token)).toBe("wait 30");
    passSeconds(29);
    expect(await request("another@example.test", newVisitor(), person.reset_token)).toBe("wait 1");
    passSeconds(1);
    expect(await request(person.email, newVisitor(), person.reset_token)).toBe("done");
  });

  it("without a token are limited to one in thirty seconds per account and IP address", async () => {
    const [{ email }, here] = [await createUser(db), newVisitor()];
    expect([await request(email, here), await request(email, here), await request(email)]).toEqual([
      "done",
      "wait 30",
      "done",
    ]);
  });

  it("are not delayed by requests from other addresses", async () => {
    const person = await userWithCode();
    passSeconds(30);
    for (let index = 0; index < 10; index += 1) expect(await request(person.email)).toBe("done");
    expect(await request(person.email, newVisitor(), person.reset_token)).toBe("done");
  });

  it("are limited to five an hour per account and IP address", async () => {
    const [{ email }, here] = [await createUser(db), newVisitor()];
    for (let index = 0; index < 5; index += 1) {
      expect(await request(email, here)).toBe("done");
      passSeconds(60);
    }
    expect([await request(email, here), await request(email)]).toEqual(["wait 3540", "done"]);
    passSeconds(3540);
    expect(await request(email, here)).toBe("done");
  });

  it("are limited to twenty an hour per account, which also limits the number of valid codes", async () => {
    const { id, email } = await createUser(db);
    const outcomes = await Promise.all(Array.from({ length: 25 }, () => request(email)));
    expect(outcomes.filter((outcome) => outcome === "done")).toHaveLength(20);
    expect(outcomes.filter((outcome) => outcome === "wait 3600")).toHaveLength(5);
    expect(await codesOf(email)).toHaveLength(20);
    expect(await db.selectFrom("outbox").select("id").where("user_id", "=", id).execute()).toHaveLength(20);
  });

  it("of a known browser have their own limit of five an hour, even when other limits are used up", async () => {
    const { id, email } = await createUser(db);
    const [other, knownBrowser] = [await createUser(db), { ...newVisitor(), device: "own browser" }];
    await beginSession(await recognise(db, { ...actorOf("user", id).person, email }), knownBrowser.device);
    for (let index = 0; index < 31; index += 1)
      await request(`many${index}@example.test`, { ...knownBrowser, device: null });
    for (let index = 0; index < 21; index += 1) await request(email);
    expect([await request(email), await request(other.email, knownBrowser)]).toEqual(["wait 3600", "wait 600"]);
    expect([await request(email, knownBrowser), await request(email, knownBrowser)]).toEqual(["done", "wait 30"]);
    for (let index = 0; index < 4; index += 1) {
      passSeconds(30);
      expect(await request(email, knownBrowser)).toBe("done");
    }
    passSeconds(30);
    expect(await request(email, knownBrowser)).toMatch(/^wait 3\d{3}$/);
  });

  it("sent at once by one browser mail one code", async () => {
    const person = await userWithCode();
    passSeconds(30);
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () => request(person.email, newVisitor(), person.reset_token)),
    );
    expect(outcomes.filter((outcome) => outcome === "done")).toHaveLength(1);
    expect(await db.selectFrom("outbox").select("id").where("user_id", "=", person.id).execute()).toHaveLength(2);
  });

  it("are limited to thirty in ten minutes per IP address, for any emails", async () => {
    const here = newVisitor();
    for (let index = 0; index < 30; index += 1) expect(await request(`many${index}@example.test`, here)).toBe("done");
    expect(await request("one-more@example.test", here)).toBe("wait 600");
    expect(await request("one-more@example.test")).toBe("done");
  });
});

it("guesses are limited to thirty in ten minutes per IP address, except for a browser with its own code", async () => {
  const here = newVisitor();
  for (let index = 0; index < 30; index += 1)
    expect(
      await reset(
        { email: `many${index}@example.test`, ...(index % 2 === 0 && { reset_token: `guessed-${index}` }) },
        "12345678",
        here,
      ),
    ).toBe(wrongCodeText);
  const [person, caller] = [await userWithCode(), await callerWithCode()];
  expect(await reset({ email: caller.email }, caller.code, here)).toBe("wait 600");
  expect(await reset(person, person.code, here)).toBe("done");
  expect(await reset({ email: caller.email }, caller.code)).toBe("done");
});

it("the page for the code has an email only when a valid one is given", async () => {
  expect(await readResetPage(visitor, { email: "a@b.co" })).toEqual({ email: "a@b.co", waitSeconds: 0, done: false });
  for (const email of [undefined, null, "", "nonsense", 7, {}])
    expect(await readResetPage(visitor, { email })).toEqual({ email: null, waitSeconds: 0, done: false });
});

it("the page for the code says how long another one has to wait, and that the password is set", async () => {
  const actor = newVisitor();
  const started = await requestResetCode(actor, { email: (await createUser(db)).email });
  const waitAt = async () => (await readResetPage(actor, started)).waitSeconds;
  expect(await waitAt()).toBe(30);
  passSeconds(12);
  expect(await waitAt()).toBe(18);
  passSeconds(18);
  expect(await waitAt()).toBe(0);
  expect(await readResetPage(actor, { ...started, done: true })).toMatchObject({ waitSeconds: 0, done: true });
});

it("any invalid input is refused with a message, and no password changes", async () => {
  const { id, email, reset_token } = await userWithCode();
  const junk = fc.oneof(
    fc.string({ unit: "binary", maxLength: 40 }),
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom("\u0000", "\ud800", "٣٣٣٣٣٣٣٣", "１２３４５６７８", "1e7", "-1234567", "00000000 "),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.record(
        {
          otp: junk,
          new_password: fc.oneof(junk, fc.constant(newPassword)),
          email: fc.oneof(junk, fc.constant(email)),
          reset_token: fc.oneof(junk, fc.constant(reset_token)),
        },
        { requiredKeys: [] },
      ),
      async (input) => {
        const outcome = await outcomeOf(resetPassword(newVisitor(), input));
        expect(
          outcome === "Please check the marked fields." || outcome === wrongCodeText || outcome.startsWith("wait "),
        ).toBe(true);
      },
    ),
    { numRuns: 200 },
  );
  expect(await passwordMatches(testPassword, await hashOf(id))).toBe(true);
});
