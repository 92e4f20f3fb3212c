import { createHash } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { db } from "../../../app/db.server.ts";
import type { Actor } from "../../../app/models/operation.server.ts";
import { changeOwnPassword } from "../../../app/models/sign-in/own-password.server.ts";
import { beginSession } from "../../../app/models/sign-in/session.server.ts";
import { checkCredentials, checkStaffCredentials } from "../../../app/models/sign-in/sign-in.server.ts";
import { Refusal } from "../../../app/refusal.ts";
import { actorOf, createUser, nextNumber, recognise, testPassword, visitor } from "../../support/database/factories.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-21T12:00:00.000Z") }));
afterEach(() => void vi.useRealTimers());

function newVisitor(device: string | null = null): Actor {
  return { ...visitor, address: `192.0.2.${nextNumber()}`, device };
}

const throttleKey = (key: string) => createHash("sha256").update(key).digest("hex");

const passSeconds = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);

async function attempt(email: string, password: string, actor: Actor = newVisitor()): Promise<string> {
  try {
    await checkCredentials(actor, { email, password });
    return "in";
  } catch (error) {
    if (error instanceof Refusal) return error.reason === "too-many" ? `wait ${error.retryAfter}` : error.reason;
    throw error;
  }
}

async function attempts(count: number, email: string, password: string, actor?: Actor): Promise<string[]> {
  const outcomes: string[] = [];
  for (let index = 0; index < count; index += 1) outcomes.push(await attempt(email, password, actor));
  return outcomes;
}

describe("the right email and password", () => {
  it("return the user without the password hash", async () => {
    const { id, email, name, phone } = await createUser(db);
    const found = await checkCredentials(newVisitor(), { email, password: testPassword });
    expect(found).toMatchObject({
      found: { person: { id, email, name, role: "user" }, phone, displayMode: "system" },
      wants: "nothing",
    });
    expect(JSON.stringify(found)).not.toContain("argon2");
  });

  it("work with any case, width and spaces of the email, but not of the password", async () => {
    const { email } = await createUser(db);
    expect(await attempt(` ${email.toUpperCase()} `, testPassword)).toBe("in");
    // The sign-up normalizes such letters too.
    expect(await attempt(email.replace("p", "ｐ"), testPassword)).toBe("in");
    expect(await attempt(email, ` ${testPassword}`)).toBe("bad-credentials");
    expect(await attempt(email, testPassword.toUpperCase())).toBe("bad-credentials");
  });

  it("of a suspended account are refused as suspended, but wrong ones are not", async () => {
    const { email } = await createUser(db, { status: "Suspended" });
    await expect(checkCredentials(newVisitor(), { email, password: testPassword })).rejects.toMatchObject({
      reason: "forbidden",
      message: "Your account is suspended.",
    });
    await expect(checkCredentials(newVisitor(), { email, password: "wrong" })).rejects.toMatchObject({
      reason: "bad-credentials",
      message: "Invalid credentials.",
    });
  });
});

it("an unknown email gets the same answers as a wrong password, including the lockouts", async () => {
  const { email } = await createUser(db);
  const answersTo = async (address: string) => {
    const [answers, here]: [unknown[], Actor] = [[], newVisitor()];
    for (let index = 0; index < 7; index += 1) {
      const answer = await checkCredentials(here, { email: address, password: "wrong" }).catch(
        (error: unknown) => error,
      );
      answers.push(answer instanceof Refusal ? { ...answer, message: answer.message } : answer);
    }
    return answers;
  };
  expect(await answersTo("nobody@example.test")).toEqual(await answersTo(email));
});

it.each([{}, { email: "a@b.co" }, { email: "a@b.co", password: "" }, { email: "a@b.co", password: 12345678 }])(
  "%j is refused without a check",
  async (input) => {
    await expect(checkCredentials(newVisitor(), input)).rejects.toMatchObject({
      reason: "invalid",
      fields: { password: expect.any(String) },
    });
  },
);

describe("wrong passwords", () => {
  it("cause a lockout after five, which doubles from a minute to an hour", async () => {
    const [{ email }, here] = [await createUser(db), newVisitor()];
    expect(await attempts(6, email, "wrong", here)).toEqual([...Array<string>(5).fill("bad-credentials"), "wait 60"]);
    for (const seconds of [60, 120, 240, 480, 960, 1920, 3600, 3600]) {
      expect(await attempt(email, testPassword, here)).toBe(`wait ${seconds}`);
      passSeconds(seconds);
      expect(await attempt(email, "wrong", here)).toBe("bad-credentials");
    }
  });

  it("count for any spelling of the email", async () => {
    const [{ email }, here] = [await createUser(db), newVisitor()];
    for (const spelling of [email, email.toUpperCase(), ` ${email}`, `\u200e${email}`, email])
      expect(await attempt(spelling, "wrong", here)).toBe("bad-credentials");
    expect(await attempt(email, "wrong", here)).toBe("wait 60");
  });

  it("from a few addresses don't lock out a new browser", async () => {
    const { email } = await createUser(db);
    for (let index = 0; index < 5; index += 1) {
      const otherVisitor = newVisitor();
      expect(await attempts(6, email, "wrong", otherVisitor)).toEqual([
        ...Array<string>(5).fill("bad-credentials"),
        "wait 60",
      ]);
    }
    expect(await attempt(email, testPassword)).toBe("in");
  });

  it("from all addresses together are limited to fifty an hour, also for an unknown email", async () => {
    for (const email of [(await createUser(db)).email, "nobody-at-all@example.test"]) {
      expect(new Set(await attempts(50, email, "wrong"))).toEqual(new Set(["bad-credentials"]));
      expect(await attempt(email, testPassword)).toBe("wait 3600");
    }
  });

  it("from one IPv6 line have lower limits, even from many networks", async () => {
    for (const [network, few] of [
      [(index: number) => `2001:db8:5:${(0x700 + index).toString(16)}`, 10],
      [(index: number) => `2001:db8:6:${(index * 0x100).toString(16)}`, 15],
    ] as const) {
      const { email } = await createUser(db);
      for (let index = 0; index < few; index += 1)
        expect(await attempt(email, "wrong", { ...visitor, address: network(index) })).toBe("bad-credentials");
      expect(await attempt(email, testPassword, { ...visitor, address: network(few) })).toBe("wait 60");
      expect(await attempt(email, testPassword)).toBe("in");
    }
  });

  it("from one IPv6 line are limited to 120 per /56 and 480 per /48, for any emails", async () => {
    for (const [network, most] of [
      [(index: number) => `2001:db8:8:${(0x700 + (index % 200)).toString(16)}`, 120],
      [(index: number) => `2001:db8:9:${((index % 200) * 0x100).toString(16)}`, 480],
    ] as const) {
      await db
        .insertInto("throttles")
        .values([
          {
            key: throttleKey(`sign-in-from:${most === 120 ? "2001:db8:8:700/56" : "2001:db8:9/48"}`),
            count: most - 1,
            started_at: new Date().toISOString(),
            blocked_until: null,
          },
        ])
        .execute();
      expect(await attempt("somebody@example.test", "wrong", { ...visitor, address: network(1) })).toBe(
        "bad-credentials",
      );
      expect(await attempt("somebody-else@example.test", "wrong", { ...visitor, address: network(2) })).toBe(
        "wait 600",
      );
    }
  });

  it("count for a day after the first", async () => {
    for (const [later, outcomes] of [
      [86_399, ["bad-credentials", "wait 60"]],
      [86_400, ["bad-credentials", "bad-credentials"]],
    ] as const) {
      const [{ email }, here] = [await createUser(db), newVisitor()];
      await attempts(4, email, "wrong", here);
      passSeconds(later);
      expect(await attempts(2, email, "wrong", here)).toEqual(outcomes);
    }
  });

  it("are reset by the right password", async () => {
    const [{ email }, here] = [await createUser(db), newVisitor()];
    for (let round = 0; round < 3; round += 1) {
      expect(await attempts(4, email, "wrong", here)).toEqual(Array(4).fill("bad-credentials"));
      expect(await attempt(email, testPassword, here)).toBe("in");
    }
  });

  it("gain nothing when sent at once", async () => {
    const [{ email }, here] = [await createUser(db), newVisitor()];
    const outcomes = await Promise.all(Array.from({ length: 25 }, () => attempt(email, "wrong", here)));
    expect(outcomes.filter((outcome) => outcome === "bad-credentials")).toHaveLength(5);
    expect(outcomes.filter((outcome) => outcome === "wait 60")).toHaveLength(20);
    const everywhere = await Promise.all(Array.from({ length: 60 }, () => attempt(email, "wrong")));
    expect(everywhere.filter((outcome) => outcome === "bad-credentials")).toHaveLength(45);
  });

  it("of other visitors don't lock out a known browser", async () => {
    const user = await createUser(db, { name: "Own" });
    await beginSession(
      await recognise(db, {
        id: user.id,
        name: user.name,
        email: user.email,
        role: "user",
        lapsed: false,
        twoFactorDue: false,
        odds: "american",
        epoch: 0,
      }),
      "own device",
    );
    await attempts(50, user.email, "wrong");
    expect(await attempt(user.email, testPassword)).toBe("wait 3600");
    expect(await attempt(user.email, testPassword, newVisitor("own device"))).toBe("in");
    expect(await attempt(user.email, testPassword, newVisitor("another device"))).toBe("wait 3600");
  });

  it("of a known browser have their own limit", async () => {
    const user = await createUser(db);
    await beginSession(
      await recognise(db, {
        id: user.id,
        name: user.name,
        email: user.email,
        role: "user",
        lapsed: false,
        twoFactorDue: false,
        odds: "american",
        epoch: 0,
      }),
      "known",
    );
    expect(await attempts(6, user.email, "wrong", newVisitor("known"))).toEqual([
      ...Array<string>(5).fill("bad-credentials"),
      "wait 60",
    ]);
    expect(await attempt(user.email, testPassword)).toBe("in");
  });

  it("of other visitors at the same address don't lock out a known browser or a signed-in user", async () => {
    const user = await createUser(db);
    await beginSession(await recognise(db, actorOf("user", user.id).person), "own browser");
    const shared = { ...newVisitor("own browser"), address: "198.51.100.77" };
    for (let guess = 0; guess < 31; guess += 1)
      await attempt(`nobody${guess}@example.test`, "wrong", { ...shared, device: null });
    expect(await attempt(user.email, testPassword, { ...shared, device: null })).toMatch(/^wait /);
    expect(await attempt(user.email, testPassword, shared)).toBe("in");
    const actor = { ...actorOf("user", user.id), address: shared.address };
    await expect(
      changeOwnPassword(actor, { current_password: "wrong", password: "another-horse-9" }),
    ).rejects.toMatchObject({ reason: "invalid" });
  });

  it("from one IP address are limited to thirty in ten minutes, for any emails", async () => {
    const { email } = await createUser(db);
    const here = newVisitor();
    for (let index = 0; index < 30; index += 1)
      expect(await attempt(`guess${index}@example.test`, "wrong", here)).toBe("bad-credentials");
    expect(await attempt(email, testPassword, here)).toBe("wait 600");
    expect(await attempt(email, testPassword)).toBe("in");
    passSeconds(600);
    expect(await attempt(email, testPassword, here)).toBe("in");
  });

  it("count for the IP address, but right ones don't", async () => {
    const { email } = await createUser(db);
    const sharedAddress = newVisitor();
    expect(new Set(await attempts(35, email, testPassword, sharedAddress))).toEqual(new Set(["in"]));
  });

  it("leave a trail entry without the email or the password", async () => {
    // Refusals without an account are recorded only ten times an hour.
    passSeconds(3600);
    const { id } = await createUser(db, { email: "trail@example.test" });
    await attempt("trail@example.test", "my wrong password");
    await attempt("nobody-of-us@example.test", "my wrong password");
    const rows = await db
      .selectFrom("audit")
      .selectAll()
      .where("action", "=", "session.refused")
      .orderBy("id", "desc")
      .limit(2)
      .execute();
    expect(rows.map(({ actor_id, subject_id }) => [actor_id, subject_id])).toEqual([
      [null, null],
      [null, id],
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/trail@|nobody-of-us|my wrong password/);
  });

  it("during a lockout are in the trail with the account", async () => {
    const { id, email } = await createUser(db);
    expect(await attempts(7, email, "wrong", newVisitor())).toEqual([
      ...Array(5).fill("bad-credentials"),
      "wait 60",
      "wait 60",
    ]);
    const rows = await db.selectFrom("audit").select("action").where("subject_id", "=", id).orderBy("id").execute();
    expect(rows.map(({ action }) => action)).toEqual([
      ...Array(5).fill("session.refused"),
      "session.throttled",
      "session.throttled",
    ]);
  });
});

describe("the staff sign-in", () => {
  it.each(["propicksmanager", "admin", "superadmin"] as const)("accepts a %s", async (role) => {
    const { email } = await createUser(db, { role });
    expect(await checkStaffCredentials(newVisitor(), { email, password: testPassword })).toMatchObject({
      found: { person: { role } },
    });
  });

  it.each([
    ["a wrong password", { role: "admin", status: "Active" }, "wrong", "bad-credentials", "Invalid credentials."],
    [
      "a suspended account",
      { role: "admin", status: "Suspended" },
      testPassword,
      "forbidden",
      "You are not authorized.",
    ],
    [
      "a member",
      { role: "user", status: "Active" },
      testPassword,
      "forbidden",
      "Only admin/superadmin can access this panel.",
    ],
    [
      "a suspended account with a wrong password",
      { role: "admin", status: "Suspended" },
      "wrong",
      "bad-credentials",
      "Invalid credentials.",
    ],
    [
      "a member with a wrong password",
      { role: "user", status: "Active" },
      "wrong",
      "bad-credentials",
      "Invalid credentials.",
    ],
  ] as const)("refuses %s", async (_who, changes, password, reason, message) => {
    const { email } = await createUser(db, changes);
    await expect(checkStaffCredentials(newVisitor(), { email, password })).rejects.toMatchObject({ reason, message });
  });

  it("shares the count of wrong passwords with the members' sign-in", async () => {
    const { email } = await createUser(db, { role: "admin" });
    const here = newVisitor();
    await attempts(5, email, "wrong", here);
    await expect(checkStaffCredentials(here, { email, password: testPassword })).rejects.toMatchObject({
      reason: "too-many",
      retryAfter: 60,
    });
  });
});
