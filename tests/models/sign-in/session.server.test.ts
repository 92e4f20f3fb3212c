import { describe, expect, it, vi } from "vitest";
import { db, write } from "../../../app/db.server.ts";
import { env } from "../../../app/env.server.ts";
import { beginChallenge } from "../../../app/models/sign-in/two-factor-challenge.server.ts";
import type { Person } from "../../../app/models/operation.server.ts";
import {
  absoluteMs,
  apiTokenMs,
  beginSession,
  endSession,
  findSession,
  idleMs,
  signedIn,
} from "../../../app/models/sign-in/session.server.ts";
import { endAccess } from "../../../app/models/sign-in/access.server.ts";
import { endApiToken, findBearer, issueApiToken } from "../../../app/models/sign-in/api-token.server.ts";
import { checkCredentials } from "../../../app/models/sign-in/sign-in.server.ts";
import type { Role } from "../../../app/policy.ts";
import { createUser, recognise, testPassword, visitor } from "../../support/database/factories.ts";
import { whileLocked } from "../../support/database/write-lock.ts";

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
const start = Date.parse("2026-03-01T12:00:00.000Z");
const later = (ms: number) => new Date(start + ms);

async function newPerson(role: Role = "user"): Promise<Person> {
  return signedIn({ ...(await createUser(db, { role })), two_factor_since: null }, new Date()).person;
}

async function atStart<R>(work: () => Promise<R>): Promise<R> {
  vi.useFakeTimers({ toFake: ["Date"], now: start });
  try {
    return await work();
  } finally {
    vi.useRealTimers();
  }
}

async function newSession(role: Role = "user") {
  const person = await newPerson(role);
  return { person, id: await atStart(async () => beginSession(await recognise(db, person), null)) };
}

describe("a session", () => {
  it("is found with its user", async () => {
    const { person, id } = await newSession();
    expect(await findSession(id, later(0))).toMatchObject({ person, phone: "555-0100", displayMode: "system" });
  });

  it("has a lapsed member exactly from the end of access", async () => {
    const { person, id } = await newSession();
    await db
      .updateTable("users")
      .set({ access_until: later(hour).toISOString() })
      .where("id", "=", person.id)
      .execute();
    const lapsed = async (ms: number) => (await findSession(id, later(ms)))?.person.lapsed;
    expect([await lapsed(hour - 1), await lapsed(hour)]).toEqual([false, true]);
    await db.updateTable("users").set({ access_until: null }).where("id", "=", person.id).execute();
    expect(await lapsed(hour)).toBe(false);
  });

  it("has a member on a break until exactly its end", async () => {
    const { person, id } = await newSession();
    const until = later(hour).toISOString();
    await db.updateTable("users").set({ break_until: until }).where("id", "=", person.id).execute();
    const seen = async (ms: number) => {
      const found = await findSession(id, later(ms));
      return [found?.person.lapsed, found?.person.breakUntil];
    };
    expect([await seen(hour - 1), await seen(hour)]).toEqual([
      [true, until],
      [false, null],
    ]);
  });

  it("has a secret id that is stored only as a hash", async () => {
    const { id } = await newSession();
    expect(id).toMatch(/^[\w-]{43}$/);
    expect(JSON.stringify(await db.selectFrom("sessions").selectAll().execute())).not.toContain(id);
  });

  it("has a new id at every sign-in", async () => {
    const { person, id } = await newSession();
    expect(await beginSession(await recognise(db, person), null)).not.toBe(id);
  });

  it.each(["", "x", "0", "'; drop table sessions; --"])("is not found by the id %j", async (id) =>
    expect(await findSession(id)).toBeNull(),
  );

  it("is not found by its stored hash", async () => {
    await newSession();
    const { id_hash } = await db.selectFrom("sessions").select("id_hash").executeTakeFirstOrThrow();
    expect(await findSession(id_hash, later(0))).toBeNull();
  });

  it("can't be found after it ended; ending is idempotent", async () => {
    const { id } = await newSession();
    await endSession(id);
    expect(await findSession(id, later(0))).toBeNull();
    await endSession(id);
  });

  it("ends without ending other sessions of the user", async () => {
    const { person, id } = await newSession();
    const other = await atStart(async () => beginSession(await recognise(db, person), null));
    await endSession(id);
    expect(await findSession(other, later(0))).not.toBeNull();
  });

  it.each([
    ["user", 14 * day],
    ["propicksmanager", 12 * hour],
    ["admin", 12 * hour],
    ["superadmin", 12 * hour],
  ] as const)("of a %s lasts %i ms without a request", async (role, idle) => {
    const { id } = await newSession(role);
    expect(idle).toBe(role === "user" ? idleMs.member : idleMs.staff);
    expect(await findSession(id, later(idle))).toBeNull();
    expect(await findSession(id, later(idle - 1))).not.toBeNull();
  });

  it.each([
    ["user", 13 * day],
    ["admin", 11 * hour],
  ] as const)("of a busy %s lasts thirty days at most", async (role, step) => {
    const { id } = await newSession(role);
    for (let time = step; time < 30 * day; time += step) expect(await findSession(id, later(time))).not.toBeNull();
    expect(await findSession(id, later(absoluteMs - 1))).not.toBeNull();
    expect(await findSession(id, later(absoluteMs))).toBeNull();
  });

  it("is updated at most every five minutes", async () => {
    const { id } = await newSession();
    const seen = async () =>
      (await db.selectFrom("sessions").select("seen_at").orderBy("id", "desc").executeTakeFirstOrThrow()).seen_at;
    await findSession(id, later(5 * minute - 1));
    expect(await seen()).toBe(later(0).toISOString());
    await findSession(id, later(5 * minute));
    expect(await seen()).toBe(later(5 * minute).toISOString());
  });

  it("is extended only by its own requests", async () => {
    const [busy, quiet] = [await newSession(), await newSession()];
    await findSession(busy.id, later(13 * day));
    expect([await findSession(busy.id, later(14 * day)), await findSession(quiet.id, later(14 * day))]).toEqual([
      expect.objectContaining({ person: busy.person }),
      null,
    ]);
  });

  it("becomes idle even when its page polls all the time", async () => {
    const { id } = await newSession("admin");
    for (let time = 0; time < idleMs.staff; time += hour)
      expect(await findSession(id, later(time), true)).not.toBeNull();
    expect(await findSession(id, later(idleMs.staff), true)).toBeNull();
  });

  it("is not found while the user is suspended, and has the user's current role", async () => {
    const { person, id } = await newSession();
    await db.updateTable("users").set({ role: "admin" }).where("id", "=", person.id).execute();
    expect(await findSession(id, later(0))).toMatchObject({ person: { role: "admin" } });
    await db.updateTable("users").set({ status: "Suspended" }).where("id", "=", person.id).execute();
    expect(await findSession(id, later(0))).toBeNull();
  });

  it("is deleted with its user", async () => {
    const { person, id } = await newSession();
    await db.deleteFrom("users").where("id", "=", person.id).execute();
    expect(await findSession(id, later(0))).toBeNull();
    expect(await db.selectFrom("sessions").select("id").where("user_id", "=", person.id).execute()).toEqual([]);
  });

  it("remembers the browser once, as a hash", async () => {
    const person = await newPerson();
    await beginSession(await recognise(db, person), "some device");
    await beginSession(await recognise(db, person), "some device");
    const devices = await db.selectFrom("devices").select("device_hash").where("user_id", "=", person.id).execute();
    expect(devices).toEqual([{ device_hash: expect.stringMatching(/^[\da-f]{64}$/) }]);
  });

  it("leaves trail entries for its beginning and its end", async () => {
    const { person, id } = await newSession();
    await endSession(id);
    const trail = await db
      .selectFrom("audit")
      .select(["action", "actor_id"])
      .where("subject_id", "=", person.id)
      .orderBy("id")
      .execute();
    expect(trail).toEqual([
      { action: "session.begun", actor_id: person.id },
      { action: "session.ended", actor_id: person.id },
    ]);
  });
});

describe("a sign-in whose password was checked", () => {
  it.each([
    ["session", (found: Person) => beginSession(found, "a browser")],
    ["API token", (found: Person) => issueApiToken(found)],
    ["two-factor challenge", beginChallenge],
  ])("begins no %s if the access was revoked in between, but a new sign-in does", async (_what, begin) => {
    const person = await newPerson();
    const before = await recognise(db, person);
    await write((trx) => endAccess(trx, person.id));
    await expect(begin(before)).rejects.toMatchObject({ reason: "bad-credentials", message: "Invalid credentials." });
    expect(await begin(await recognise(db, person))).toEqual(expect.any(String));
  });

  it("has an epoch that counts the revocations", async () => {
    const user = await createUser(db);
    const epochOf = async () =>
      (await checkCredentials(visitor, { email: user.email, password: testPassword })).found.person.epoch;
    expect(await epochOf()).toBe(0);
    await write((trx) => endAccess(trx, user.id));
    expect(await epochOf()).toBe(1);
  });
});

describe("an API token", () => {
  const newBearer = async (role: Role = "user", existing?: Person) => {
    const person = existing ?? (await newPerson(role));
    return { person, token: await atStart(async () => issueApiToken(await recognise(db, person))) };
  };

  const newSignIn = async () => {
    const { person, id } = await newSession();
    return { person, id, token: await atStart(async () => issueApiToken(await recognise(db, person), id)) };
  };

  it("contains the email and 256 random bits, and belongs to its user", async () => {
    const { person, token } = await newBearer();
    const [version, email, secret] = token.split(".");
    expect([
      version,
      Buffer.from(email ?? "", "base64url").toString(),
      Buffer.from(secret ?? "", "base64url").length,
    ]).toEqual(["v1", person.email, 32]);
    expect(await findBearer(token, later(0))).toMatchObject({ person });
  });

  it("is stored only as a hash", async () => {
    const { token } = await newBearer();
    expect(JSON.stringify(await db.selectFrom("api_tokens").selectAll().execute())).not.toContain(token);
  });

  it("lasts seven days, used or not", async () => {
    const { token } = await newBearer();
    expect(apiTokenMs).toBe(7 * day);
    expect(await findBearer(token, later(apiTokenMs - 1))).not.toBeNull();
    expect(await findBearer(token, later(apiTokenMs))).toBeNull();
  });

  it.each([
    ["user", 7 * day],
    ["propicksmanager", 12 * hour],
    ["admin", 12 * hour],
    ["superadmin", 12 * hour],
  ] as const)("of a %s lasts %i ms without a call", async (role, idle) => {
    const { token } = await newBearer(role);
    expect(await findBearer(token, later(idle))).toBeNull();
    expect(await findBearer(token, later(idle - 1))).not.toBeNull();
  });

  it("of busy staff lasts seven days at most", async () => {
    const { token } = await newBearer("admin");
    for (let time = 0; time < apiTokenMs; time += 11 * hour)
      expect(await findBearer(token, later(time))).not.toBeNull();
    expect(await findBearer(token, later(apiTokenMs - 1))).not.toBeNull();
    expect(await findBearer(token, later(apiTokenMs))).toBeNull();
  });

  it("ends with the session of its sign-in, and no other token does", async () => {
    const { id, token, person } = await newSignIn();
    const other = await newBearer("user", person);
    await endSession(id);
    expect([await findBearer(token, later(0)), await findBearer(other.token, later(0))]).toMatchObject([
      null,
      { person },
    ]);
  });

  it("ends the session of its sign-in too, with a trail entry", async () => {
    const { id, token, person } = await newSignIn();
    await endApiToken(token);
    expect(await findSession(id, later(0))).toBeNull();
    const trail = await db
      .selectFrom("audit")
      .select(["action", "actor_id"])
      .where("subject_id", "=", person.id)
      .orderBy("id")
      .execute();
    expect(trail).toEqual([
      { action: "session.begun", actor_id: person.id },
      { action: "session.ended", actor_id: person.id },
    ]);
  });

  it("can't be forged from public data", async () => {
    const { person, token } = await newBearer();
    const { token_hash } = await db
      .selectFrom("api_tokens")
      .select("token_hash")
      .orderBy("id", "desc")
      .executeTakeFirstOrThrow();
    const [, email, secret] = token.split(".");
    const otherEmail = Buffer.from((await newPerson("admin")).email).toString("base64url");
    const jwt = `${Buffer.from('{"alg":"none"}').toString("base64url")}.${Buffer.from(JSON.stringify({ email: person.email })).toString("base64url")}.`;
    const forged = [
      person.email,
      email,
      "",
      "v1",
      `v1.${email}`,
      `v1.${email}.`,
      `v1..${secret}`,
      `v1.${email}.${"A".repeat(43)}`,
      `v1.${otherEmail}.${secret}`,
      `v2.${email}.${secret}`,
      `V1.${email}.${secret}`,
      `${token} `,
      ` ${token}`,
      `${token}.x`,
      token.slice(0, -1),
      token_hash,
      jwt,
      "null",
      "undefined",
    ];
    for (const text of forged) expect([text, await findBearer(text ?? "", later(0))]).toEqual([text, null]);
  });

  it("is not found while the user is suspended", async () => {
    const { person, token } = await newBearer();
    await db.updateTable("users").set({ status: "Suspended" }).where("id", "=", person.id).execute();
    expect(await findBearer(token, later(0))).toBeNull();
  });

  it("ends without ending other tokens of the user", async () => {
    const { person, token } = await newBearer();
    const other = await atStart(async () => issueApiToken(await recognise(db, person)));
    await endApiToken(token);
    expect([await findBearer(token, later(0)), await findBearer(other, later(0))]).toMatchObject([null, { person }]);
  });

  it("is not a session id, and a session id is not a token", async () => {
    const [{ token }, { id }] = [await newBearer(), await newSession()];
    expect([await findSession(token, later(0)), await findBearer(id, later(0))]).toEqual([null, null]);
  });
});

describe("while another process holds the write lock", () => {
  const locked = <R>(work: () => Promise<R>) => whileLocked(env.DATABASE, work);

  it("a session is still found, so reading continues", async () => {
    const { person, id } = await newSession();
    expect(await locked(() => findSession(id, later(hour)))).toMatchObject({ person });
  });

  it("beginning and ending sessions is refused as busy within 2.5 seconds", async () => {
    const { person, id } = await newSession();
    const token = await issueApiToken(await recognise(db, person));
    for (const work of [
      async () => beginSession(await recognise(db, person), null),
      () => endSession(id),
      () => endApiToken(token),
    ]) {
      const startedAt = performance.now();
      await expect(locked<unknown>(work)).rejects.toMatchObject({ reason: "busy", retryAfter: expect.any(Number) });
      expect(performance.now() - startedAt).toBeLessThan(2500);
    }
  });
});
