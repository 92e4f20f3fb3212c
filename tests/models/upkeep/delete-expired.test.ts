import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { batchSize, db } from "../../../app/db.server.ts";
import { env } from "../../../app/env.server.ts";
import { deleteExpired } from "../../../app/models/upkeep/delete-expired.server.ts";
import { createAffiliate } from "../../support/database/affiliates.ts";
import { createUser } from "../../support/database/factories.ts";
import { plansOf } from "../../support/database/sqlite-plans.ts";
import { statementsOf } from "../../support/database/statements.ts";

const day = 86_400_000;
const now = new Date("2026-11-21T13:05:00.000Z");
const ago = (ms: number) => new Date(now.getTime() - ms).toISOString();
const hash = (text: string) => Buffer.from(text.padStart(32, "0")).toString("hex");

/** Per table: how long a row is kept, how to add one, and the names of the rows. */
const rows: Readonly<
  Record<
    string,
    { usefulMs: number; add: (age: string, name: string) => Promise<unknown>; names: () => Promise<string[]> }
  >
> = {
  sessions: {
    usefulMs: 14 * day,
    add: async (at, name) =>
      db
        .insertInto("sessions")
        .values({ id_hash: hash(name), user_id: (await createUser(db)).id, created_at: at, seen_at: at })
        .execute(),
    names: async () => (await db.selectFrom("sessions").select("id_hash").execute()).map(({ id_hash }) => id_hash),
  },
  api_tokens: {
    usefulMs: 7 * day,
    add: async (at, name) =>
      db
        .insertInto("api_tokens")
        .values({ token_hash: hash(name), user_id: (await createUser(db)).id, created_at: at })
        .execute(),
    names: async () =>
      (await db.selectFrom("api_tokens").select("token_hash").execute()).map(({ token_hash }) => token_hash),
  },
  api_key_days: {
    // Since the beginning of the day, in UTC.
    usefulMs: 60 * day + (now.getTime() % day),
    add: async (at, name) => {
      const { id } = await db
        .insertInto("api_keys")
        .values({ name, key_hash: hash(name), scopes: "[]", created_at: at })
        .returning("id")
        .executeTakeFirstOrThrow();
      await db
        .insertInto("api_key_days")
        .values({ key_id: id, day: at.slice(0, 10), reads: 1, writes: 0 })
        .execute();
    },
    names: async () => {
      const keys = db.selectFrom("api_key_days").innerJoin("api_keys", "api_keys.id", "key_id").select("key_hash");
      return (await keys.execute()).map(({ key_hash }) => key_hash);
    },
  },
  feed_games: {
    usefulMs: 0,
    add: (at, name) =>
      db
        .insertInto("feed_games")
        .values({ game: name, teams: name, scores_asked: 1, prices_asked: 0, prices_known: 0, forget_at: at })
        .execute(),
    names: async () => (await db.selectFrom("feed_games").select("game").execute()).map(({ game }) => game),
  },
  devices: {
    usefulMs: 365 * day,
    add: async (at, name) =>
      db
        .insertInto("devices")
        .values({ device_hash: hash(name), user_id: (await createUser(db)).id, seen_at: at })
        .execute(),
    names: async () =>
      (await db.selectFrom("devices").select("device_hash").execute()).map(({ device_hash }) => device_hash),
  },
  throttles: {
    usefulMs: 2 * day,
    add: (at, name) =>
      db
        .insertInto("throttles")
        .values({ key: hash(name), count: 1, started_at: at, blocked_until: null })
        .execute(),
    names: async () => (await db.selectFrom("throttles").select("key").execute()).map(({ key }) => key),
  },
  reset_codes: {
    usefulMs: 0,
    add: (at, name) =>
      db
        .insertInto("reset_codes")
        .values({ token_hash: hash(name), email: "a@b.co", code_hash: hash(name), bound: 1, expires_at: at })
        .execute(),
    names: async () =>
      (await db.selectFrom("reset_codes").select("token_hash").execute()).map(({ token_hash }) => token_hash),
  },
  email_confirmations: {
    usefulMs: 0,
    add: async (at, name) =>
      db
        .insertInto("email_confirmations")
        .values({ token_hash: hash(name), user_id: (await createUser(db)).id, expires_at: at })
        .execute(),
    names: async () =>
      (await db.selectFrom("email_confirmations").select("token_hash").execute()).map(({ token_hash }) => token_hash),
  },
  two_factor_challenges: {
    usefulMs: 5 * 60_000 - 1,
    add: async (at, name) =>
      db
        .insertInto("two_factor_challenges")
        .values({ id_hash: hash(name), user_id: (await createUser(db)).id, created_at: at })
        .execute(),
    names: async () =>
      (await db.selectFrom("two_factor_challenges").select("id_hash").execute()).map(({ id_hash }) => id_hash),
  },
  affiliate_visitors: {
    usefulMs: day - 1,
    add: async (at, name) =>
      db
        .insertInto("affiliate_visitors")
        .values({ affiliate_id: await createAffiliate(db), visitor_hash: hash(name), counted_at: at })
        .execute(),
    names: async () =>
      (await db.selectFrom("affiliate_visitors").select("visitor_hash").execute()).map(
        ({ visitor_hash }) => visitor_hash,
      ),
  },
  outbox: {
    usefulMs: 30 * day,
    add: async (at, name) =>
      db
        .insertInto("outbox")
        .values({
          message_id: hash(name),
          kind: "reset-code",
          user_id: (await createUser(db)).id,
          params: "{}",
          state: "sent",
          created_at: at,
          next_try_at: at,
          expires_at: at,
          finished_at: at,
        })
        .execute(),
    names: async () =>
      (await db.selectFrom("outbox").select("message_id").execute()).map(({ message_id }) => message_id),
  },
  stripe_events: {
    usefulMs: 60 * day,
    add: (at, name) =>
      db
        .insertInto("stripe_events")
        .values({ id: hash(name), received_at: at })
        .execute(),
    names: async () => (await db.selectFrom("stripe_events").select("id").execute()).map(({ id }) => id),
  },
  idempotency_keys: {
    usefulMs: 30 * day,
    add: (at, name) =>
      db
        .insertInto("idempotency_keys")
        .values({ key_hash: hash(name), result_id: 1, used_at: at })
        .execute(),
    names: async () =>
      (await db.selectFrom("idempotency_keys").select("key_hash").execute()).map(({ key_hash }) => key_hash),
  },
  pick_rounds: {
    usefulMs: 30 * day,
    add: (at) => db.insertInto("pick_rounds").values({ opened_at: at, last_pick_at: at, closed_at: at }).execute(),
    names: async () =>
      (await db.selectFrom("pick_rounds").select("closed_at").execute()).map(({ closed_at }) => closed_at ?? ""),
  },
};

beforeEach(async () => {
  for (const table of Object.keys(rows)) await sql`delete from ${sql.table(table)}`.execute(db);
});

describe("deleteExpired", () => {
  it.each(Object.entries(rows))(
    "deletes only the expired rows of %s",
    async (table, { usefulMs: keptMs, add, names }) => {
      await add(ago(keptMs + 1), `${table} old`);
      await add(ago(keptMs), `${table} fine`);
      await add(ago(0), `${table} new`);
      const expired = hash(`${table} old`);
      const before = await names();
      expect(before).toHaveLength(3);
      expect((await deleteExpired(now))[table]).toBe(1);
      const left = await names();
      expect([
        left.length,
        left.every((name) => before.includes(name)),
        left.includes(table === "pick_rounds" ? ago(keptMs + 1) : expired),
      ]).toEqual([2, true, false]);
      expect((await deleteExpired(now))[table]).toBe(0);
    },
  );

  it("covers every table with an expiry", async () =>
    expect(Object.keys(await deleteExpired(now)).sort()).toEqual(Object.keys(rows).sort()));

  it("keeps the lockout of an attack that has lasted for days", async () => {
    const throttle = { key: hash("attack"), count: 90, started_at: ago(9 * day), blocked_until: ago(-60_000) };
    await db
      .insertInto("throttles")
      .values([
        throttle,
        { ...throttle, key: hash("remembered"), blocked_until: ago(day) },
        { ...throttle, key: hash("over"), blocked_until: ago(day + 1) },
      ])
      .execute();
    expect((await deleteExpired(now)).throttles).toBe(1);
    expect(
      (await db.selectFrom("throttles").select("key").where("count", "=", 90).orderBy("key").execute()).map(
        ({ key }) => key,
      ),
    ).toEqual([hash("attack"), hash("remembered")].sort());
  });

  it("never deletes waiting mail or an open round", async () => {
    const { id } = await createUser(db);
    await db
      .insertInto("outbox")
      .values({
        message_id: "waits",
        kind: "reset-code",
        user_id: id,
        params: "{}",
        created_at: ago(90 * day),
        next_try_at: ago(0),
        expires_at: ago(-day),
      })
      .execute();
    await db
      .insertInto("pick_rounds")
      .values({ opened_at: ago(90 * day), last_pick_at: ago(90 * day) })
      .execute();
    await deleteExpired(now);
    expect(await db.selectFrom("outbox").select("message_id").where("finished_at", "is", null).execute()).toEqual([
      { message_id: "waits" },
    ]);
    expect(await db.selectFrom("pick_rounds").select("id").where("closed_at", "is", null).execute()).toHaveLength(1);
  });
});

it("reads only the rows of its batch, even when many have expired", async () => {
  const deletions = (await statementsOf(() => deleteExpired(now))).filter((statement) =>
    statement.startsWith("delete"),
  );
  expect(deletions).toHaveLength(Object.keys(rows).length);
  // A range in the first step would read all expired rows.
  for (const [first] of plansOf(env.DATABASE, deletions))
    expect(first).toMatch(/^SEARCH \w+ USING .*\((\w+=\?( AND )?)+\)$/);
});

it("deletes in batches, so that others can write between them, and stops when it is told to", async () => {
  const old = Array.from({ length: 2 * batchSize + 1 }, (_, index) => ({
    key: hash(`many ${index}`),
    count: 1,
    started_at: ago(3 * day),
    blocked_until: null,
  }));
  await db.insertInto("throttles").values(old).execute();
  let calls = 0;
  expect(
    (
      await deleteExpired(now, () => {
        calls += 1;
        return calls <= 4;
      })
    ).throttles,
  ).toBe(batchSize);
  const left = async () =>
    (
      await db
        .selectFrom("throttles")
        .select("key")
        .where("started_at", "=", ago(3 * day))
        .execute()
    ).length;
  expect(await left()).toBe(batchSize + 1);
  expect((await deleteExpired(now)).throttles).toBe(batchSize + 1);
  expect(await left()).toBe(0);
});
