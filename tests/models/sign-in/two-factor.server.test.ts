import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { db, write } from "../../../app/db.server.ts";
import {
  finishSignIn,
  beginChallenge,
  readChallengePage,
} from "../../../app/models/sign-in/two-factor-challenge.server.ts";
import type { SignedInActor } from "../../../app/models/operation.server.ts";
import { resetTwoFactorOf } from "../../../app/models/people/superadmin.server.ts";
import { decrypt, encrypt } from "../../../app/models/encryption.server.ts";
import { presentedCode } from "../../../app/models/sign-in/second-factor.server.ts";
import { beginSession, findSession } from "../../../app/models/sign-in/session.server.ts";
import { endAccess } from "../../../app/models/sign-in/access.server.ts";
import { findBearer, issueApiToken } from "../../../app/models/sign-in/api-token.server.ts";
import { checkCredentials, expectNoCode } from "../../../app/models/sign-in/sign-in.server.ts";
import { changeTwoFactor, readTwoFactorPage } from "../../../app/models/sign-in/two-factor.server.ts";
import { resetTwoFactor, resetUserPassword } from "../../../app/models/people/user-account.server.ts";
import type { Role } from "../../../app/policy.ts";
import { Refusal } from "../../../app/refusal.ts";
import { actorOf, createUser, nextNumber, recognise, testPassword, visitor } from "../../support/database/factories.ts";
import { totpCodeOf, wrongCode } from "../../support/two-factor.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-21T12:00:00.000Z") }));
afterEach(() => void vi.useRealTimers());

const passSeconds = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);
const newVisitor = () => ({ ...visitor, address: `192.0.2.${nextNumber()}` });
const current_password = testPassword;
const actionsOf = (id: number) =>
  db.selectFrom("audit").select(["action", "actor_id"]).where("subject_id", "=", id).orderBy("id").execute();

async function outcomeOf(result: Promise<unknown>): Promise<string> {
  try {
    await result;
    return "in";
  } catch (error) {
    if (error instanceof Refusal) return error.reason === "too-many" ? `wait ${error.retryAfter}` : error.message;
    throw error;
  }
}

async function newStaff(role: Role = "admin") {
  const user = await createUser(db, { role });
  const me: SignedInActor = { ...actorOf(role, user.id), address: `198.51.100.${nextNumber()}` };
  return { me: { ...me, person: { ...me.person, email: user.email } }, id: user.id, email: user.email };
}

/** The actor as the next request loads it, since turning it on revokes earlier access. */
async function reloaded(me: SignedInActor): Promise<SignedInActor> {
  return { ...me, person: await recognise(db, me.person) };
}

async function staffWithSetup() {
  const staff = await newStaff();
  await changeTwoFactor(staff.me, { step: "begin" });
  const secret = (await readTwoFactorPage(staff.me, {})).setUp?.key.replaceAll(" ", "") ?? "";
  return { ...staff, secret };
}

async function staffWithTwoFactor() {
  const staff = await staffWithSetup();
  const { recoveryCodes } = await changeTwoFactor(staff.me, {
    step: "on",
    current_password,
    code: totpCodeOf(staff.secret),
  });
  // The code of the setup is used up.
  passSeconds(60);
  return { ...staff, me: await reloaded(staff.me), recoveryCodes };
}

type Staff = Awaited<ReturnType<typeof staffWithTwoFactor>>;

const signIn = ({ email }: Pick<Staff, "email">, code?: string) =>
  outcomeOf(checkCredentials(newVisitor(), { email, password: testPassword, code }).then(expectNoCode));

describe("the two-factor setup", () => {
  it("shows the same key until it is started again", async () => {
    const { me, secret } = await staffWithSetup();
    const again = (await readTwoFactorPage(me, {})).setUp;
    expect([again?.key.replaceAll(" ", ""), again?.link.includes(secret)]).toEqual([secret, true]);
    await changeTwoFactor(me, { step: "begin" });
    expect((await readTwoFactorPage(me, {})).setUp?.key.replaceAll(" ", "")).not.toBe(secret);
  });

  it("needs the password and a code, and sign-in asks for no code before it is done", async () => {
    const { me, email, secret, id } = await staffWithSetup();
    const on = (changes: object) =>
      outcomeOf(changeTwoFactor(me, { step: "on", current_password, code: totpCodeOf(secret), ...changes }));
    expect(await on({ current_password: "wrong-horse-9" })).toBe("Current password is incorrect.");
    expect(await on({ code: wrongCode(secret) })).toBe("The code is wrong. Check your phone's clock.");
    expect(await on({ code: "" })).toBe("Please check the marked fields.");
    expect(await signIn({ email })).toBe("in");
    expect(await on({})).toBe("in");
    expect((await readTwoFactorPage(me, {})).setUp).toBeNull();
    passSeconds(61);
    expect(await on({})).toBe("Two-factor sign-in is already on.");
    expect(await outcomeOf(changeTwoFactor(await reloaded(me), { step: "begin" }))).toBe(
      "Two-factor sign-in is already on.",
    );
    expect((await actionsOf(id)).map(({ action }) => action)).toContain("two-factor.on");
  });

  it.each([
    ["at once", 0],
    ["one after the other", 25],
  ])("shows the same recovery codes when the form is sent twice, %s", async (_how, seconds) => {
    const { me, id, email, secret } = await staffWithSetup();
    const own = {
      ...me,
      session: (await findSession(await beginSession(await recognise(db, me.person), null)))?.sessionId ?? null,
    };
    const sendForm = () => changeTwoFactor(own, { step: "on", current_password, code });
    const code = totpCodeOf(secret);
    const first = sendForm();
    if (seconds > 0) await first;
    passSeconds(seconds);
    const [unseen, shown] = await Promise.all([first, sendForm()]);
    expect([shown.done, new Set(shown.recoveryCodes).size, shown]).toEqual(["on", 10, unseen]);
    expect(await signIn({ email }, shown.recoveryCodes[0])).toBe("in");
    expect(
      (await actionsOf(id)).map(({ action }) => action).filter((action) => /^two-factor\.(on|codes)/.test(action)),
    ).toEqual(["two-factor.on"]);
    expect(await db.selectFrom("recovery_codes").select("code_hash").where("user_id", "=", id).execute()).toHaveLength(
      9,
    );
  });

  it("has different recovery codes for every key", async () => {
    const [one, two] = [await staffWithTwoFactor(), await staffWithTwoFactor()];
    expect(one.recoveryCodes.filter((code) => two.recoveryCodes.includes(code))).toEqual([]);
  });

  it("does not show them again with another code, password or session, with an API token, or after a sign-in with the code", async () => {
    const { me, email, secret } = await staffWithSetup();
    const [own, other] = await Promise.all(
      [0, 0].map(async () => ({
        ...me,
        session: (await findSession(await beginSession(await recognise(db, me.person), null)))?.sessionId ?? null,
      })),
    );
    const code = totpCodeOf(secret);
    const on = (actor: SignedInActor | undefined, changes: object = {}) =>
      outcomeOf(changeTwoFactor(actor ?? me, { step: "on", current_password, code, ...changes }));
    expect(await on(own)).toBe("in");
    expect(await on(own, { code: wrongCode(secret) })).toBe("Two-factor sign-in is already on.");
    expect(await on(own, { current_password: "wrong-horse-9" })).toBe("Current password is incorrect.");
    expect([await on(other), await on(me)]).toEqual(["Please login first!", "Please login first!"]);
    passSeconds(30);
    expect(await signIn({ email }, totpCodeOf(secret))).toBe("in");
    expect(await on(own)).toBe("Two-factor sign-in is already on.");
  });

  it("expires after an hour", async () => {
    const { me, secret } = await staffWithSetup();
    passSeconds(3601);
    expect((await readTwoFactorPage(me, {})).setUp).toBeNull();
    expect(await outcomeOf(changeTwoFactor(me, { step: "on", current_password, code: totpCodeOf(secret) }))).toBe(
      "The setup took too long. Please start again.",
    );
  });

  it("ends the other sessions and the API tokens, which began without a code", async () => {
    const { me, secret } = await staffWithSetup();
    const [own, other, token] = [
      await beginSession(await recognise(db, me.person), null),
      await beginSession(await recognise(db, me.person), null),
      await issueApiToken(await recognise(db, me.person)),
    ];
    const session = (await findSession(own))?.sessionId ?? null;
    await changeTwoFactor({ ...me, session }, { step: "on", current_password, code: totpCodeOf(secret) });
    expect([(await findSession(own))?.person.id, await findSession(other), await findBearer(token)]).toEqual([
      me.person.id,
      null,
      null,
    ]);
  });

  it("is for members too, and not for visitors", async () => {
    const { me } = await newStaff("user");
    expect((await changeTwoFactor(me, { step: "begin" })).done).toBe("begun");
    expect((await readTwoFactorPage(me, {})).setUp).not.toBeNull();
    await expect(readTwoFactorPage(visitor, {})).rejects.toMatchObject({ reason: "signed-out" });
  });

  it("stores neither the secret nor a recovery code in plain text", async () => {
    const { secret, recoveryCodes, id } = await staffWithTwoFactor();
    const [row, codes, audit] = await Promise.all([
      db.selectFrom("two_factors").selectAll().where("user_id", "=", id).executeTakeFirstOrThrow(),
      db.selectFrom("recovery_codes").selectAll().where("user_id", "=", id).execute(),
      db.selectFrom("audit").selectAll().execute(),
    ]);
    expect([recoveryCodes.length, new Set(recoveryCodes).size, codes.length]).toEqual([10, 10, 10]);
    expect(recoveryCodes.every((code) => /^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/.test(code))).toBe(true);
    const stored = JSON.stringify([row, codes, audit]);
    expect(
      [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll("-", ""))].filter((text) =>
        stored.includes(text),
      ),
    ).toEqual([]);
  });
});

describe("a code at sign-in", () => {
  it("is asked for only after the right password", async () => {
    const staff = await staffWithTwoFactor();
    expect(await signIn(staff)).toBe("Send a code from your authenticator app, or a recovery code, in the field code.");
    expect(await checkCredentials(newVisitor(), { email: staff.email, password: testPassword })).toMatchObject({
      wants: "code",
    });
    expect(
      await outcomeOf(
        checkCredentials(newVisitor(), {
          email: staff.email,
          password: "wrong-horse-9",
          code: totpCodeOf(staff.secret),
        }),
      ),
    ).toBe("Invalid credentials.");
    expect(await signIn(staff, wrongCode(staff.secret))).toBe("The code is wrong. Check your phone's clock.");
    expect(await signIn(staff, totpCodeOf(staff.secret))).toBe("in");
  });

  it("works once, even when it is sent several times at once", async () => {
    const staff = await staffWithTwoFactor();
    const code = totpCodeOf(staff.secret);
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => signIn(staff, code)));
    expect(outcomes.filter((outcome) => outcome === "in")).toEqual(["in"]);
    expect(await signIn(staff, code)).toBe("This code has already been used. Wait for the next one.");
    passSeconds(30);
    expect(await signIn(staff, totpCodeOf(staff.secret))).toBe("in");
  });

  it("of a step before the last accepted one is refused", async () => {
    const staff = await staffWithTwoFactor();
    const [earlier, ahead] = [totpCodeOf(staff.secret), totpCodeOf(staff.secret, Date.now() + 30_000)];
    expect([await signIn(staff, ahead), await signIn(staff, earlier)]).toEqual([
      "in",
      "This code has already been used. Wait for the next one.",
    ]);
  });

  it("that turned it on can't be used to sign in", async () => {
    const { email, me, secret } = await staffWithSetup();
    const code = totpCodeOf(secret);
    await changeTwoFactor(me, { step: "on", current_password, code });
    expect(await signIn({ email }, code)).toBe("This code has already been used. Wait for the next one.");
  });

  it("can have spaces and dashes", async () => {
    const staff = await staffWithTwoFactor();
    const code = totpCodeOf(staff.secret);
    expect(await signIn(staff, ` ${code.slice(0, 3)}-${code.slice(3)} `)).toBe("in");
  });

  it("is still asked for when the user is no longer staff", async () => {
    const staff = await staffWithTwoFactor();
    await db.updateTable("users").set({ role: "user" }).where("id", "=", staff.id).execute();
    expect(await checkCredentials(newVisitor(), { email: staff.email, password: testPassword })).toMatchObject({
      wants: "code",
    });
    expect(await signIn(staff, totpCodeOf(staff.secret))).toBe("in");
  });

  it("is still asked for after a password reset", async () => {
    const staff = await staffWithTwoFactor();
    const superadmin = await newStaff("superadmin");
    await resetUserPassword(superadmin.me, { id: staff.id, password: "another-horse-9" });
    expect(await checkCredentials(newVisitor(), { email: staff.email, password: "another-horse-9" })).toMatchObject({
      wants: "code",
    });
  });
});

describe("wrong codes", () => {
  it("cause a lockout after five, which doubles, for any IP address", async () => {
    const staff = await staffWithTwoFactor();
    const outcomes: string[] = [];
    for (let tries = 0; tries < 6; tries += 1) outcomes.push(await signIn(staff, wrongCode(staff.secret)));
    expect(outcomes).toEqual([...Array<string>(5).fill("The code is wrong. Check your phone's clock."), "wait 60"]);
    expect(await signIn(staff, totpCodeOf(staff.secret))).toBe("wait 60");
    passSeconds(61);
    expect(await signIn(staff, wrongCode(staff.secret))).toMatch(/wrong/);
    expect(await signIn(staff, totpCodeOf(staff.secret))).toBe("wait 120");
    passSeconds(121);
    expect(await signIn(staff, totpCodeOf(staff.secret))).toBe("in");
  });

  it("gain nothing when sent at once", async () => {
    const staff = await staffWithTwoFactor();
    // The tries come after the password, whose rate limit would stop them.
    const challenge = await beginChallenge(await recognise(db, staff.me.person));
    const guess = () => outcomeOf(finishSignIn(newVisitor(), { challenge, code: wrongCode(staff.secret) }));
    const outcomes = await Promise.all(Array.from({ length: 25 }, guess));
    expect(outcomes.filter((outcome) => outcome.startsWith("The code is wrong"))).toHaveLength(5);
  });

  it("of other visitors don't lock out a known browser", async () => {
    const staff = await staffWithTwoFactor();
    await beginSession(await recognise(db, staff.me.person), "own device");
    for (let tries = 0; tries < 6; tries += 1) await signIn(staff, wrongCode(staff.secret));
    const knownBrowser = { ...newVisitor(), device: "own device" };
    expect(
      await outcomeOf(
        checkCredentials(knownBrowser, { email: staff.email, password: testPassword, code: totpCodeOf(staff.secret) }),
      ),
    ).toBe("in");
  });

  it("are in the trail, without the code", async () => {
    const staff = await staffWithTwoFactor();
    await signIn(staff, "123456");
    const entry = await db.selectFrom("audit").selectAll().orderBy("id", "desc").executeTakeFirstOrThrow();
    expect(entry).toMatchObject({
      action: "two-factor.refused",
      actor_id: null,
      subject_id: staff.id,
      before: null,
      after: null,
    });
  });

  it.each(["12345", "1234567", "abcdef", "x".repeat(101), "AAAA-BBBB-CCCC-DDD!"])(
    "that are malformed are refused without being counted: %s",
    async (code) => {
      const staff = await staffWithTwoFactor();
      for (let tries = 0; tries < 8; tries += 1)
        expect(await signIn(staff, code)).toBe("Please check the marked fields.");
      expect(await signIn(staff, totpCodeOf(staff.secret))).toBe("in");
    },
  );
});

describe("a recovery code", () => {
  it("works once, even when it is sent several times at once, and its use is in the trail", async () => {
    const staff = await staffWithTwoFactor();
    const [code = "", spare = ""] = staff.recoveryCodes;
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => signIn(staff, code)));
    expect(outcomes.filter((outcome) => outcome === "in")).toEqual(["in"]);
    expect(await signIn(staff, code)).toBe("The recovery code is wrong or has already been used.");
    expect(
      await signIn(staff, spare.toLowerCase().replaceAll("-", " ").replaceAll("0", "o").replaceAll("1", "l")),
    ).toBe("in");
    expect((await readTwoFactorPage(staff.me, {})).recoveryCodesLeft).toBe(8);
    expect((await actionsOf(staff.id)).filter(({ action }) => action === "two-factor.recovery_used")).toHaveLength(2);
  });

  it("is read without case, spaces and dashes, with O as 0, and I and L as 1", () => {
    expect(presentedCode.parse("oil0-OIL1 ab\u00a0cd wxyz")).toBe("01100111ABCDWXYZ");
    expect(presentedCode.parse("１２３ ４５６")).toBe("123456");
  });

  it("of another user is refused", async () => {
    const [oneStaff, otherStaff] = [await staffWithTwoFactor(), await staffWithTwoFactor()];
    expect(await signIn(oneStaff, otherStaff.recoveryCodes[0])).toBe(
      "The recovery code is wrong or has already been used.",
    );
  });

  it("stops working when new ones are created, which needs password and code", async () => {
    const staff = await staffWithTwoFactor();
    const renew = (changes: object) =>
      changeTwoFactor(staff.me, { step: "renew", current_password, code: totpCodeOf(staff.secret), ...changes });
    expect(await outcomeOf(renew({ current_password: "wrong-horse-9" }))).toBe("Current password is incorrect.");
    await expect(renew({ code: wrongCode(staff.secret) })).rejects.toMatchObject({
      reason: "invalid",
      fields: { code: expect.any(String) },
    });
    const { recoveryCodes } = await renew({});
    expect(recoveryCodes.filter((code) => staff.recoveryCodes.includes(code))).toEqual([]);
    expect([await signIn(staff, staff.recoveryCodes[3]), await signIn(staff, recoveryCodes[3])]).toEqual([
      "The recovery code is wrong or has already been used.",
      "in",
    ]);
  });
});

it("each step is in the trail, and does not change another user's two-factor sign-in", async () => {
  const [waiting, otherStaff, oneStaff] = [
    await staffWithSetup(),
    await staffWithTwoFactor(),
    await staffWithTwoFactor(),
  ];
  await changeTwoFactor(oneStaff.me, { step: "renew", current_password, code: totpCodeOf(oneStaff.secret) });
  passSeconds(30);
  await changeTwoFactor(oneStaff.me, { step: "off", current_password, code: totpCodeOf(oneStaff.secret) });
  expect((await actionsOf(oneStaff.id)).slice(-2)).toEqual(
    ["two-factor.codes_renewed", "two-factor.off"].map((action) => ({ action, actor_id: oneStaff.id })),
  );
  expect(await readTwoFactorPage(otherStaff.me, {})).toMatchObject({
    since: expect.any(String),
    recoveryCodesLeft: 10,
  });
  expect(await signIn(otherStaff, totpCodeOf(otherStaff.secret))).toBe("in");
  const { since, setUp } = await readTwoFactorPage(waiting.me, {});
  expect([since, setUp?.key.replaceAll(" ", "")]).toEqual([null, waiting.secret]);
});

describe("turning two-factor sign-in off", () => {
  it("needs the password, and a code or a recovery code", async () => {
    const staff = await staffWithTwoFactor();
    const off = (changes: object) =>
      outcomeOf(changeTwoFactor(staff.me, { step: "off", current_password, ...changes }));
    expect(await off({ code: totpCodeOf(staff.secret), current_password: "wrong-horse-9" })).toBe(
      "Current password is incorrect.",
    );
    expect(await off({})).toBe("Please check the marked fields.");
    expect(await off({ code: staff.recoveryCodes[0] })).toBe("in");
    expect(await signIn(staff)).toBe("in");
    expect(await off({ code: staff.recoveryCodes[1] })).toBe("Two-factor sign-in is not on.");
    expect(await db.selectFrom("recovery_codes").select("user_id").where("user_id", "=", staff.id).execute()).toEqual(
      [],
    );
  });

  it("for another user is only for superadmins, never for themselves, and ends that user's sessions", async () => {
    const [staff, superadmin] = [await staffWithTwoFactor(), await newStaff("superadmin")];
    const session = await beginSession(await recognise(db, staff.me.person), null);
    for (const role of ["user", "propicksmanager", "admin"] as const)
      await expect(resetTwoFactor(actorOf(role, 0), { id: staff.id })).rejects.toMatchObject({ reason: "forbidden" });
    await expect(resetTwoFactor(superadmin.me, { id: superadmin.id })).rejects.toMatchObject({
      reason: "conflict",
      message: expect.stringMatching(/own/),
    });
    await resetTwoFactor(superadmin.me, { id: staff.id });
    expect([await findSession(session), await signIn(staff)]).toEqual([null, "in"]);
    expect(await actionsOf(staff.id)).toContainEqual({ action: "two-factor.reset", actor_id: superadmin.id });
    const fresh = await beginSession(await recognise(db, staff.me.person), null);
    await resetTwoFactor(superadmin.me, { id: staff.id });
    expect((await findSession(fresh))?.person.id).toBe(staff.id);
  });

  it("by the server's command finds the account by its email, ends its sessions, and is in the trail", async () => {
    const staff = await staffWithTwoFactor();
    const session = await beginSession(staff.me.person, null);
    expect(await resetTwoFactorOf(` ${staff.email.toUpperCase()} `)).toBe(staff.email);
    expect([await findSession(session), (await actionsOf(staff.id)).at(-1)]).toEqual([
      null,
      { action: "two-factor.reset", actor_id: null },
    ]);
    expect(await signIn(staff)).toBe("in");
    expect(await outcomeOf(resetTwoFactorOf(staff.email))).toBe("Two-factor sign-in is not on.");
    expect(await outcomeOf(resetTwoFactorOf("nobody@example.test"))).toBe("There is no such account.");
  });
});

it.each(["renew", "off"] as const)(
  "%s is refused when the access was revoked in between, and uses up no code",
  async (step) => {
    const staff = await staffWithTwoFactor();
    await write((trx) => endAccess(trx, staff.id));
    const [code] = staff.recoveryCodes;
    await expect(changeTwoFactor(staff.me, { step, current_password, code })).rejects.toMatchObject({
      reason: "signed-out",
    });
    expect(await readTwoFactorPage(await reloaded(staff.me), {})).toMatchObject({
      since: expect.any(String),
      recoveryCodesLeft: 10,
    });
    expect(await signIn(staff, code)).toBe("in");
  },
);

describe("a two-factor challenge", () => {
  const finish = (challenge: string | null, given: object) =>
    outcomeOf(finishSignIn(newVisitor(), { challenge, ...given }));
  const expired = "This sign-in has expired or is already complete. Please sign in again.";

  it("is finished by the code, once", async () => {
    const staff = await staffWithTwoFactor();
    const id = await beginChallenge(await recognise(db, staff.me.person));
    expect(await readChallengePage(newVisitor(), { challenge: id })).toMatchObject({ waiting: true });
    expect(await finish(id, { code: wrongCode(staff.secret) })).toMatch(/wrong/);
    expect(await finishSignIn(newVisitor(), { challenge: id, code: totpCodeOf(staff.secret) })).toMatchObject({
      person: { id: staff.id, role: "admin" },
    });
    passSeconds(30);
    expect(await finish(id, { code: totpCodeOf(staff.secret) })).toBe(expired);
    expect(await readChallengePage(newVisitor(), { challenge: id })).toMatchObject({ waiting: false });
  });

  it("does not end other users' challenges", async () => {
    const [staff, other] = [await staffWithTwoFactor(), await staffWithTwoFactor()];
    const [id, waiting] = [
      await beginChallenge(await recognise(db, staff.me.person)),
      await beginChallenge(await recognise(db, other.me.person)),
    ];
    expect(await finish(id, { code: totpCodeOf(staff.secret) })).toBe("in");
    expect(await readChallengePage(newVisitor(), { challenge: waiting })).toMatchObject({ waiting: true });
  });

  it("is finished once by several recovery codes at once, and only one of them is used up", async () => {
    const staff = await staffWithTwoFactor();
    const id = await beginChallenge(await recognise(db, staff.me.person));
    const outcomes = await Promise.all(
      staff.recoveryCodes.slice(0, 3).map((recovery_code) => finish(id, { recovery_code })),
    );
    expect(outcomes.toSorted()).toEqual([expired, expired, "in"].toSorted());
    expect((await readTwoFactorPage(staff.me, {})).recoveryCodesLeft).toBe(9);
  });

  it("expires after five minutes, and is not found by a guessed id", async () => {
    const staff = await staffWithTwoFactor();
    const id = await beginChallenge(await recognise(db, staff.me.person));
    expect([
      await finish(`${id}x`, { code: totpCodeOf(staff.secret) }),
      await finish(null, { code: totpCodeOf(staff.secret) }),
      await finish("", { code: totpCodeOf(staff.secret) }),
    ]).toEqual([expired, expired, expired]);
    passSeconds(299);
    expect(await readChallengePage(newVisitor(), { challenge: id })).toMatchObject({ waiting: true });
    passSeconds(1);
    expect(await finish(id, { code: totpCodeOf(staff.secret) })).toBe(expired);
  });

  it("is not finished by a code of an unfinished setup", async () => {
    const staff = await staffWithTwoFactor();
    const id = await beginChallenge(await recognise(db, staff.me.person));
    await changeTwoFactor(staff.me, { step: "off", current_password, code: totpCodeOf(staff.secret) });
    await changeTwoFactor(staff.me, { step: "begin" });
    const secret = (await readTwoFactorPage(staff.me, {})).setUp?.key.replaceAll(" ", "") ?? "";
    expect(await finish(id, { code: totpCodeOf(secret) })).toBe("Two-factor sign-in is not on.");
  });

  it("ends with a new password or a suspension", async () => {
    const [staff, superadmin] = [await staffWithTwoFactor(), await newStaff("superadmin")];
    const id = await beginChallenge(await recognise(db, staff.me.person));
    await resetUserPassword(superadmin.me, { id: staff.id, password: "another-horse-9" });
    expect(await finish(id, { code: totpCodeOf(staff.secret) })).toBe(expired);
    const later = await beginChallenge(await recognise(db, staff.me.person));
    await db.updateTable("users").set({ status: "Suspended" }).where("id", "=", staff.id).execute();
    expect(await finish(later, { code: totpCodeOf(staff.secret) })).toBe(expired);
  });

  it("shares the rate limit of wrong codes with the API", async () => {
    const staff = await staffWithTwoFactor();
    const id = await beginChallenge(await recognise(db, staff.me.person));
    for (let tries = 0; tries < 3; tries += 1) await signIn(staff, wrongCode(staff.secret));
    const rest: string[] = [];
    for (let tries = 0; tries < 3; tries += 1) rest.push(await finish(id, { code: wrongCode(staff.secret) }));
    expect(rest.at(-1)).toBe("wait 60");
  });
});

describe("the stored secret", () => {
  it("is not encrypted again while the server's newest secret encrypted it", async () => {
    const staff = await staffWithTwoFactor();
    const subject = `two-factor secret of ${staff.id}`;
    const sealedNow = async () =>
      (
        await db
          .selectFrom("two_factors")
          .select("encrypted_secret")
          .where("user_id", "=", staff.id)
          .executeTakeFirstOrThrow()
      ).encrypted_secret;
    const before = await sealedNow();
    await signIn(staff, totpCodeOf(staff.secret));
    expect(await sealedNow()).toBe(before);
    expect(decrypt(before, subject)).toEqual({ text: staff.secret, outdated: false });
  });

  it("that can't be decrypted still leaves the recovery codes", async () => {
    const staff = await staffWithTwoFactor();
    const lost = encrypt(staff.secret, `two-factor secret of ${staff.id}`, ["another-secret-of-more-than-32-bytes"]);
    await db.updateTable("two_factors").set({ encrypted_secret: lost }).where("user_id", "=", staff.id).execute();
    expect(await signIn(staff, totpCodeOf(staff.secret))).toBe(
      "This server can no longer check codes. Use a recovery code.",
    );
    expect(await signIn(staff, staff.recoveryCodes[0])).toBe("in");
    expect(
      await outcomeOf(changeTwoFactor(staff.me, { step: "off", current_password, code: staff.recoveryCodes[1] })),
    ).toBe("in");
  });

  it("of one user can't be decrypted for another", async () => {
    const [oneStaff, otherStaff] = [await staffWithTwoFactor(), await staffWithTwoFactor()];
    const { encrypted_secret } = await db
      .selectFrom("two_factors")
      .select("encrypted_secret")
      .where("user_id", "=", oneStaff.id)
      .executeTakeFirstOrThrow();
    await db.updateTable("two_factors").set({ encrypted_secret }).where("user_id", "=", otherStaff.id).execute();
    expect(await signIn(otherStaff, totpCodeOf(oneStaff.secret))).toBe(
      "This server can no longer check codes. Use a recovery code.",
    );
  });
});
