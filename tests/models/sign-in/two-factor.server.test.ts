import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { db, write } from "../../../app/db.server.ts";
import { finishSignIn, beginChallenge, openChallenge } from "../../../app/models/sign-in/two-factor-challenge.server.ts";
import type { SignedInActor } from "../../../app/models/operation.server.ts";
import { resetTwoFactorOf } from "../../../app/models/people/superadmin.server.ts";
import { decrypt, encrypt } from "../../../app/models/encryption.server.ts";
import { presentedCode } from "../../../app/models/sign-in/second-factor.server.ts";
import { beginSession, endAccess, findBearer, findSession, issueApiToken } from "../../../app/models/sign-in/session.server.ts";
import { checkCredentials, expectNoCode } from "../../../app/models/sign-in/sign-in.server.ts";
import { changeTwoFactor, openTwoFactor } from "../../../app/models/sign-in/two-factor.server.ts";
import { resetTwoFactor, resetUserPassword } from "../../../app/models/people/user-account.server.ts";
import type { Role } from "../../../app/policy.ts";
import { Refusal } from "../../../app/refusal.ts";
import { actorOf, createUser, nextNumber, recognise, testPassword, visitor } from "../../support/database/factories.ts";
import { codeOf, wrongCode } from "../../support/two-factor.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-21T12:00:00.000Z") }));
afterEach(() => void vi.useRealTimers());

const wait = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);
const stranger = () => ({ ...visitor, address: `192.0.2.${nextNumber()}` });
const current_password = testPassword;
const actionsOf = (id: number) => db.selectFrom("audit").select(["action", "actor_id"]).where("subject_id", "=", id).orderBy("id").execute();

async function outcomeOf(asked: Promise<unknown>): Promise<string> {
  try {
    await asked;
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

/** As the next request finds them: turning it on ends the access that there was. */
async function asFound(me: SignedInActor): Promise<SignedInActor> {
  return { ...me, person: await recognise(db, me.person) };
}

async function begun() {
  const staff = await newStaff();
  await changeTwoFactor(staff.me, { step: "begin" });
  const secret = (await openTwoFactor(staff.me, {})).setUp?.key.replaceAll(" ", "") ?? "";
  return { ...staff, secret };
}

async function turnedOn() {
  const staff = await begun();
  const { recoveryCodes } = await changeTwoFactor(staff.me, { step: "on", current_password, code: codeOf(staff.secret) });
  // The code of the set-up is used up.
  wait(60);
  return { ...staff, me: await asFound(staff.me), recoveryCodes };
}

type Staff = Awaited<ReturnType<typeof turnedOn>>;

const signIn = ({ email }: Pick<Staff, "email">, code?: string) => outcomeOf(checkCredentials(stranger(), { email, password: testPassword, code }).then(expectNoCode));

describe("setting it up", () => {
  it("shows a key, and the same one until it begins anew", async () => {
    const { me, secret } = await begun();
    const again = (await openTwoFactor(me, {})).setUp;
    expect([again?.key.replaceAll(" ", ""), again?.link.includes(secret)]).toEqual([secret, true]);
    await changeTwoFactor(me, { step: "begin" });
    expect((await openTwoFactor(me, {})).setUp?.key.replaceAll(" ", "")).not.toBe(secret);
  });

  it("needs the password and a code, and asks for none before it is done", async () => {
    const { me, email, secret, id } = await begun();
    const on = (changes: object) => outcomeOf(changeTwoFactor(me, { step: "on", current_password, code: codeOf(secret), ...changes }));
    expect(await on({ current_password: "wrong-horse-9" })).toBe("Current password is incorrect.");
    expect(await on({ code: wrongCode(secret) })).toBe("The code is wrong. Check your phone's clock.");
    expect(await on({ code: "" })).toBe("Please check the marked fields.");
    expect(await signIn({ email })).toBe("in");
    expect(await on({})).toBe("in");
    expect((await openTwoFactor(me, {})).setUp).toBeNull();
    wait(61);
    expect(await on({})).toBe("Two-factor sign-in is already on.");
    expect(await outcomeOf(changeTwoFactor(await asFound(me), { step: "begin" }))).toBe("Two-factor sign-in is already on.");
    expect((await actionsOf(id)).map(({ action }) => action)).toContain("two-factor.on");
  });

  it.each([["at once", 0], ["one after the other", 25]])("shows the same recovery codes to whoever presses the button twice, %s", async (_how, seconds) => {
    const { me, id, email, secret } = await begun();
    const own = { ...me, session: (await findSession(await beginSession(await recognise(db, me.person), null)))?.sessionId ?? null };
    const press = () => changeTwoFactor(own, { step: "on", current_password, code });
    const code = codeOf(secret);
    const first = press();
    if (seconds > 0) await first;
    wait(seconds);
    const [unseen, shown] = await Promise.all([first, press()]);
    expect([shown.done, new Set(shown.recoveryCodes).size, shown]).toEqual(["on", 10, unseen]);
    expect(await signIn({ email }, shown.recoveryCodes[0])).toBe("in");
    expect((await actionsOf(id)).map(({ action }) => action).filter((action) => /^two-factor\.(on|codes)/.test(action))).toEqual(["two-factor.on"]);
    expect(await db.selectFrom("recovery_codes").select("code_hash").where("user_id", "=", id).execute()).toHaveLength(9);
  });

  it("has other recovery codes with every key", async () => {
    const [one, two] = [await turnedOn(), await turnedOn()];
    expect(one.recoveryCodes.filter((code) => two.recoveryCodes.includes(code))).toEqual([]);
  });

  it("shows them to nobody else: not with another code, a wrong password, another session, a bearer, or once the code was used to sign in", async () => {
    const { me, email, secret } = await begun();
    const [own, other] = await Promise.all([0, 0].map(async () => ({ ...me, session: (await findSession(await beginSession(await recognise(db, me.person), null)))?.sessionId ?? null })));
    const code = codeOf(secret);
    const on = (actor: SignedInActor | undefined, changes: object = {}) => outcomeOf(changeTwoFactor(actor ?? me, { step: "on", current_password, code, ...changes }));
    expect(await on(own)).toBe("in");
    expect(await on(own, { code: wrongCode(secret) })).toBe("Two-factor sign-in is already on.");
    expect(await on(own, { current_password: "wrong-horse-9" })).toBe("Current password is incorrect.");
    expect([await on(other), await on(me)]).toEqual(["Please login first!", "Please login first!"]);
    wait(30);
    expect(await signIn({ email }, codeOf(secret))).toBe("in");
    expect(await on(own)).toBe("Two-factor sign-in is already on.");
  });

  it("is given up after an hour", async () => {
    const { me, secret } = await begun();
    wait(3601);
    expect((await openTwoFactor(me, {})).setUp).toBeNull();
    expect(await outcomeOf(changeTwoFactor(me, { step: "on", current_password, code: codeOf(secret) }))).toBe("The setup took too long. Please start again.");
  });

  it("ends the other sessions and the API tokens, which no code was asked for", async () => {
    const { me, secret } = await begun();
    const [own, other, token] = [await beginSession(await recognise(db, me.person), null), await beginSession(await recognise(db, me.person), null), await issueApiToken(await recognise(db, me.person))];
    const session = (await findSession(own))?.sessionId ?? null;
    await changeTwoFactor({ ...me, session }, { step: "on", current_password, code: codeOf(secret) });
    expect([(await findSession(own))?.person.id, await findSession(other), await findBearer(token)]).toEqual([me.person.id, null, null]);
  });

  it("is for staff alone", async () => {
    const { id } = await createUser(db);
    await expect(openTwoFactor(actorOf("user", id), {})).rejects.toMatchObject({ reason: "forbidden" });
    await expect(changeTwoFactor(actorOf("user", id), { step: "begin" })).rejects.toMatchObject({ reason: "forbidden" });
  });

  it("stores neither the secret nor a recovery code as it is", async () => {
    const { secret, recoveryCodes, id } = await turnedOn();
    const [row, codes, audit] = await Promise.all([
      db.selectFrom("two_factors").selectAll().where("user_id", "=", id).executeTakeFirstOrThrow(),
      db.selectFrom("recovery_codes").selectAll().where("user_id", "=", id).execute(),
      db.selectFrom("audit").selectAll().execute(),
    ]);
    expect([recoveryCodes.length, new Set(recoveryCodes).size, codes.length]).toEqual([10, 10, 10]);
    expect(recoveryCodes.every((code) => /^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/.test(code))).toBe(true);
    const stored = JSON.stringify([row, codes, audit]);
    expect([secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll("-", ""))].filter((text) => stored.includes(text))).toEqual([]);
  });
});

describe("a code at the sign-in", () => {
  it("is asked for after the right password alone", async () => {
    const staff = await turnedOn();
    expect(await signIn(staff)).toBe("Send the code of your authenticator app, or a recovery code, as code.");
    expect(await checkCredentials(stranger(), { email: staff.email, password: testPassword })).toMatchObject({ wants: "code" });
    expect(await outcomeOf(checkCredentials(stranger(), { email: staff.email, password: "wrong-horse-9", code: codeOf(staff.secret) }))).toBe("Invalid credentials.");
    expect(await signIn(staff, wrongCode(staff.secret))).toBe("The code is wrong. Check your phone's clock.");
    expect(await signIn(staff, codeOf(staff.secret))).toBe("in");
  });

  it("lets in once, even when two give it at the same time", async () => {
    const staff = await turnedOn();
    const code = codeOf(staff.secret);
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => signIn(staff, code)));
    expect(outcomes.filter((outcome) => outcome === "in")).toEqual(["in"]);
    expect(await signIn(staff, code)).toBe("This code has already been used. Wait for the next one.");
    wait(30);
    expect(await signIn(staff, codeOf(staff.secret))).toBe("in");
  });

  it("of a step before the last accepted one is not taken any more", async () => {
    const staff = await turnedOn();
    const [earlier, ahead] = [codeOf(staff.secret), codeOf(staff.secret, Date.now() + 30_000)];
    expect([await signIn(staff, ahead), await signIn(staff, earlier)]).toEqual(["in", "This code has already been used. Wait for the next one."]);
  });

  it("that turned it on does not also sign in", async () => {
    const { email, me, secret } = await begun();
    const code = codeOf(secret);
    await changeTwoFactor(me, { step: "on", current_password, code });
    expect(await signIn({ email }, code)).toBe("This code has already been used. Wait for the next one.");
  });

  it("is typed with blanks and dashes as people do", async () => {
    const staff = await turnedOn();
    const code = codeOf(staff.secret);
    expect(await signIn(staff, ` ${code.slice(0, 3)}-${code.slice(3)} `)).toBe("in");
  });

  it("is not asked of somebody who is no longer staff", async () => {
    const staff = await turnedOn();
    await db.updateTable("users").set({ role: "user" }).where("id", "=", staff.id).execute();
    expect(await signIn(staff)).toBe("in");
  });

  it("is still asked for after the password was reset", async () => {
    const staff = await turnedOn();
    const owner = await newStaff("superadmin");
    await resetUserPassword(owner.me, { id: staff.id, password: "another-horse-9" });
    expect(await checkCredentials(stranger(), { email: staff.email, password: "another-horse-9" })).toMatchObject({ wants: "code" });
  });
});

describe("wrong codes", () => {
  it("are throttled: five, then waits that double, whatever the address", async () => {
    const staff = await turnedOn();
    const outcomes: string[] = [];
    for (let tries = 0; tries < 6; tries += 1) outcomes.push(await signIn(staff, wrongCode(staff.secret)));
    expect(outcomes).toEqual([...Array<string>(5).fill("The code is wrong. Check your phone's clock."), "wait 60"]);
    expect(await signIn(staff, codeOf(staff.secret))).toBe("wait 60");
    wait(61);
    expect(await signIn(staff, wrongCode(staff.secret))).toMatch(/wrong/);
    expect(await signIn(staff, codeOf(staff.secret))).toBe("wait 120");
    wait(121);
    expect(await signIn(staff, codeOf(staff.secret))).toBe("in");
  });

  it("gain nothing by being many at once", async () => {
    const staff = await turnedOn();
    // Past the password, whose own throttle would stop them.
    const challenge = await beginChallenge(await recognise(db, staff.me.person));
    const guess = () => outcomeOf(finishSignIn(stranger(), { challenge, code: wrongCode(staff.secret) }));
    const outcomes = await Promise.all(Array.from({ length: 25 }, guess));
    expect(outcomes.filter((outcome) => outcome.startsWith("The code is wrong"))).toHaveLength(5);
  });

  it("of strangers don't lock out a browser that signed in before", async () => {
    const staff = await turnedOn();
    await beginSession(await recognise(db, staff.me.person), "own device");
    for (let tries = 0; tries < 6; tries += 1) await signIn(staff, wrongCode(staff.secret));
    const known = { ...stranger(), device: "own device" };
    expect(await outcomeOf(checkCredentials(known, { email: staff.email, password: testPassword, code: codeOf(staff.secret) }))).toBe("in");
  });

  it("are on record, without the code", async () => {
    const staff = await turnedOn();
    await signIn(staff, "123456");
    const entry = await db.selectFrom("audit").selectAll().orderBy("id", "desc").executeTakeFirstOrThrow();
    expect(entry).toMatchObject({ action: "two-factor.refused", actor_id: null, subject_id: staff.id, before: null, after: null });
  });

  it.each(["12345", "1234567", "abcdef", "x".repeat(101), "AAAA-BBBB-CCCC-DDD!"])("that can't be one are refused uncounted: %s", async (code) => {
    const staff = await turnedOn();
    for (let tries = 0; tries < 8; tries += 1) expect(await signIn(staff, code)).toBe("Please check the marked fields.");
    expect(await signIn(staff, codeOf(staff.secret))).toBe("in");
  });
});

describe("a recovery code", () => {
  it("signs in once, even when two give it at the same time, and is on record", async () => {
    const staff = await turnedOn();
    const [code = "", spare = ""] = staff.recoveryCodes;
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => signIn(staff, code)));
    expect(outcomes.filter((outcome) => outcome === "in")).toEqual(["in"]);
    expect(await signIn(staff, code)).toBe("The recovery code is wrong or has already been used.");
    expect(await signIn(staff, spare.toLowerCase().replaceAll("-", " ").replaceAll("0", "o").replaceAll("1", "l"))).toBe("in");
    expect((await openTwoFactor(staff.me, {})).recoveryCodesLeft).toBe(8);
    expect((await actionsOf(staff.id)).filter(({ action }) => action === "two-factor.recovery_used")).toHaveLength(2);
  });

  it("is read as people write it down: small letters, blanks, dashes, O for 0, I and L for 1", () => {
    expect(presentedCode.parse("oil0-OIL1 ab\u00a0cd wxyz")).toBe("01100111ABCDWXYZ");
    expect(presentedCode.parse("１２３ ４５６")).toBe("123456");
  });

  it("of somebody else is none", async () => {
    const [mine, theirs] = [await turnedOn(), await turnedOn()];
    expect(await signIn(mine, theirs.recoveryCodes[0])).toBe("The recovery code is wrong or has already been used.");
  });

  it("stops working when new ones are made, for which password and code are needed", async () => {
    const staff = await turnedOn();
    const renew = (changes: object) => changeTwoFactor(staff.me, { step: "renew", current_password, code: codeOf(staff.secret), ...changes });
    expect(await outcomeOf(renew({ current_password: "wrong-horse-9" }))).toBe("Current password is incorrect.");
    await expect(renew({ code: wrongCode(staff.secret) })).rejects.toMatchObject({ reason: "invalid", fields: { code: expect.any(String) } });
    const { recoveryCodes } = await renew({});
    expect(recoveryCodes.filter((code) => staff.recoveryCodes.includes(code))).toEqual([]);
    expect([await signIn(staff, staff.recoveryCodes[3]), await signIn(staff, recoveryCodes[3])]).toEqual(["The recovery code is wrong or has already been used.", "in"]);
  });
});

it("one person's steps are on record, and change nobody else's two-factor sign-in", async () => {
  const [waiting, theirs, mine] = [await begun(), await turnedOn(), await turnedOn()];
  await changeTwoFactor(mine.me, { step: "renew", current_password, code: codeOf(mine.secret) });
  wait(30);
  await changeTwoFactor(mine.me, { step: "off", current_password, code: codeOf(mine.secret) });
  expect((await actionsOf(mine.id)).slice(-2)).toEqual(["two-factor.codes_renewed", "two-factor.off"].map((action) => ({ action, actor_id: mine.id })));
  expect(await openTwoFactor(theirs.me, {})).toMatchObject({ since: expect.any(String), recoveryCodesLeft: 10 });
  expect(await signIn(theirs, codeOf(theirs.secret))).toBe("in");
  const { since, setUp } = await openTwoFactor(waiting.me, {});
  expect([since, setUp?.key.replaceAll(" ", "")]).toEqual([null, waiting.secret]);
});

describe("turning it off", () => {
  it("needs the password, and a code or a recovery code", async () => {
    const staff = await turnedOn();
    const off = (changes: object) => outcomeOf(changeTwoFactor(staff.me, { step: "off", current_password, ...changes }));
    expect(await off({ code: codeOf(staff.secret), current_password: "wrong-horse-9" })).toBe("Current password is incorrect.");
    expect(await off({})).toBe("Please check the marked fields.");
    expect(await off({ code: staff.recoveryCodes[0] })).toBe("in");
    expect(await signIn(staff)).toBe("in");
    expect(await off({ code: staff.recoveryCodes[1] })).toBe("Two-factor sign-in is not on.");
    expect(await db.selectFrom("recovery_codes").select("user_id").where("user_id", "=", staff.id).execute()).toEqual([]);
  });

  it("for a colleague is a superadmin's, never for oneself, and ends that person's sessions", async () => {
    const [staff, owner] = [await turnedOn(), await newStaff("superadmin")];
    const session = await beginSession(await recognise(db, staff.me.person), null);
    for (const role of ["user", "propicksmanager", "admin"] as const) await expect(resetTwoFactor(actorOf(role, 0), { id: staff.id })).rejects.toMatchObject({ reason: "forbidden" });
    await expect(resetTwoFactor(owner.me, { id: owner.id })).rejects.toMatchObject({ reason: "conflict", message: expect.stringMatching(/own/) });
    await resetTwoFactor(owner.me, { id: staff.id });
    expect([await findSession(session), await signIn(staff)]).toEqual([null, "in"]);
    expect(await actionsOf(staff.id)).toContainEqual({ action: "two-factor.reset", actor_id: owner.id });
    // Off already: nothing to end, nothing to record.
    const fresh = await beginSession(await recognise(db, staff.me.person), null);
    await resetTwoFactor(owner.me, { id: staff.id });
    expect((await findSession(fresh))?.person.id).toBe(staff.id);
  });

  it("from the server's own command finds the account by its e-mail, ends its sessions, and is on record", async () => {
    const staff = await turnedOn();
    const session = await beginSession(staff.me.person, null);
    expect(await resetTwoFactorOf(` ${staff.email.toUpperCase()} `)).toBe(staff.email);
    expect([await findSession(session), (await actionsOf(staff.id)).at(-1)]).toEqual([null, { action: "two-factor.reset", actor_id: null }]);
    expect(await signIn(staff)).toBe("in");
    expect(await outcomeOf(resetTwoFactorOf(staff.email))).toBe("Two-factor sign-in is not on.");
    expect(await outcomeOf(resetTwoFactorOf("nobody@example.test"))).toBe("There is no such account.");
  });
});

it.each(["renew", "off"] as const)("%s is not carried out for whoever lost their access meanwhile, and uses up no code", async (step) => {
  const staff = await turnedOn();
  await write((trx) => endAccess(trx, staff.id));
  const [code] = staff.recoveryCodes;
  await expect(changeTwoFactor(staff.me, { step, current_password, code })).rejects.toMatchObject({ reason: "signed-out" });
  expect(await openTwoFactor(await asFound(staff.me), {})).toMatchObject({ since: expect.any(String), recoveryCodesLeft: 10 });
  expect(await signIn(staff, code)).toBe("in");
});

describe("half way through a sign-in", () => {
  const finish = (challenge: string | null, given: object) => outcomeOf(finishSignIn(stranger(), { challenge, ...given }));
  const expired = "This sign-in took too long or is finished already. Please sign in again.";

  it("the code finishes it, once", async () => {
    const staff = await turnedOn();
    const id = await beginChallenge(await recognise(db, staff.me.person));
    expect(await openChallenge(stranger(), { challenge: id })).toEqual({ waiting: true });
    expect(await finish(id, { code: wrongCode(staff.secret) })).toMatch(/wrong/);
    expect(await finishSignIn(stranger(), { challenge: id, code: codeOf(staff.secret) })).toMatchObject({ person: { id: staff.id, role: "admin" } });
    wait(30);
    expect(await finish(id, { code: codeOf(staff.secret) })).toBe(expired);
    expect(await openChallenge(stranger(), { challenge: id })).toEqual({ waiting: false });
  });

  it("goes on for everybody else when one finishes it", async () => {
    const [staff, other] = [await turnedOn(), await turnedOn()];
    const [id, waiting] = [await beginChallenge(await recognise(db, staff.me.person)), await beginChallenge(await recognise(db, other.me.person))];
    expect(await finish(id, { code: codeOf(staff.secret) })).toBe("in");
    expect(await openChallenge(stranger(), { challenge: waiting })).toEqual({ waiting: true });
  });

  it("two different recovery codes at the same time begin one session, and the other is not used up", async () => {
    const staff = await turnedOn();
    const id = await beginChallenge(await recognise(db, staff.me.person));
    const outcomes = await Promise.all(staff.recoveryCodes.slice(0, 3).map((recovery_code) => finish(id, { recovery_code })));
    expect(outcomes.toSorted()).toEqual([expired, expired, "in"].toSorted());
    expect((await openTwoFactor(staff.me, {})).recoveryCodesLeft).toBe(9);
  });

  it("it is over after five minutes, and a stranger's guess at its name finds nothing", async () => {
    const staff = await turnedOn();
    const id = await beginChallenge(await recognise(db, staff.me.person));
    expect([await finish(`${id}x`, { code: codeOf(staff.secret) }), await finish(null, { code: codeOf(staff.secret) }), await finish("", { code: codeOf(staff.secret) })]).toEqual([expired, expired, expired]);
    wait(299);
    expect(await openChallenge(stranger(), { challenge: id })).toEqual({ waiting: true });
    wait(1);
    expect(await finish(id, { code: codeOf(staff.secret) })).toBe(expired);
  });

  it("no code of a set-up that has only begun finishes it", async () => {
    const staff = await turnedOn();
    const id = await beginChallenge(await recognise(db, staff.me.person));
    await changeTwoFactor(staff.me, { step: "off", current_password, code: codeOf(staff.secret) });
    await changeTwoFactor(staff.me, { step: "begin" });
    const secret = (await openTwoFactor(staff.me, {})).setUp?.key.replaceAll(" ", "") ?? "";
    expect(await finish(id, { code: codeOf(secret) })).toBe("Two-factor sign-in is not on.");
  });

  it("a new password ends it, and so does a suspension", async () => {
    const [staff, owner] = [await turnedOn(), await newStaff("superadmin")];
    const id = await beginChallenge(await recognise(db, staff.me.person));
    await resetUserPassword(owner.me, { id: staff.id, password: "another-horse-9" });
    expect(await finish(id, { code: codeOf(staff.secret) })).toBe(expired);
    const later = await beginChallenge(await recognise(db, staff.me.person));
    await db.updateTable("users").set({ status: "Suspended" }).where("id", "=", staff.id).execute();
    expect(await finish(later, { code: codeOf(staff.secret) })).toBe(expired);
  });

  it("wrong codes share the throttle with the API's", async () => {
    const staff = await turnedOn();
    const id = await beginChallenge(await recognise(db, staff.me.person));
    for (let tries = 0; tries < 3; tries += 1) await signIn(staff, wrongCode(staff.secret));
    const rest: string[] = [];
    for (let tries = 0; tries < 3; tries += 1) rest.push(await finish(id, { code: wrongCode(staff.secret) }));
    expect(rest.at(-1)).toBe("wait 60");
  });
});

describe("the secret", () => {
  it("stays as it is when a code is accepted, where the newest of the server's secrets sealed it", async () => {
    const staff = await turnedOn();
    const subject = `two-factor secret of ${staff.id}`;
    const sealedNow = async () => (await db.selectFrom("two_factors").select("encrypted_secret").where("user_id", "=", staff.id).executeTakeFirstOrThrow()).encrypted_secret;
    const before = await sealedNow();
    await signIn(staff, codeOf(staff.secret));
    expect(await sealedNow()).toBe(before);
    expect(decrypt(before, subject)).toEqual({ text: staff.secret, outdated: false });
  });

  it("that can't be read any more leaves the recovery codes", async () => {
    const staff = await turnedOn();
    const lost = encrypt(staff.secret, `two-factor secret of ${staff.id}`, ["another-secret-of-more-than-32-bytes"]);
    await db.updateTable("two_factors").set({ encrypted_secret: lost }).where("user_id", "=", staff.id).execute();
    expect(await signIn(staff, codeOf(staff.secret))).toBe("This server can no longer check codes. Use a recovery code.");
    expect(await signIn(staff, staff.recoveryCodes[0])).toBe("in");
    expect(await outcomeOf(changeTwoFactor(staff.me, { step: "off", current_password, code: staff.recoveryCodes[1] }))).toBe("in");
  });

  it("of one person does not open as another's", async () => {
    const [mine, theirs] = [await turnedOn(), await turnedOn()];
    const { encrypted_secret } = await db.selectFrom("two_factors").select("encrypted_secret").where("user_id", "=", mine.id).executeTakeFirstOrThrow();
    await db.updateTable("two_factors").set({ encrypted_secret }).where("user_id", "=", theirs.id).execute();
    expect(await signIn(theirs, codeOf(mine.secret))).toBe("This server can no longer check codes. Use a recovery code.");
  });
});
