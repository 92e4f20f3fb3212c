import { beforeEach, expect, it } from "vitest";
import { db, write } from "../../../app/db.server.ts";
import {
  type Outcome,
  finishInterrupted,
  finishNews,
  takeDueNews,
} from "../../../app/models/outbox/due-news.server.ts";
import { type Recipient, expireItems, queueNews } from "../../../app/models/outbox/outbox.server.ts";
import { env } from "../../../app/env.server.ts";
import { whileLocked } from "../../support/database/write-lock.ts";
import { createUser } from "../../support/database/factories.ts";

const start = new Date("2026-11-21T15:00:00.000Z");
const later = (ms: number) => new Date(start.getTime() + ms);
const minute = 60_000;
const test = { kind: "test" } as const;

beforeEach(async () => {
  await db.deleteFrom("outbox").execute();
});

const queue = (recipients: Recipient[], cause = "", expiresAt?: string) =>
  write((trx) => queueNews(trx, recipients, test, cause, start, expiresAt === undefined ? {} : { expiresAt }));
const toChannel = (operatorChannelId: number): Recipient => ({ channel: "webhook", operatorChannelId });
const rows = () =>
  db.selectFrom("outbox").select(["state", "reason", "tries", "next_try_at", "finished_at"]).orderBy("id").execute();
const take = (now = start, limit = 10) => takeDueNews("webhook", now, { limit });

it("the same news is queued once for a device, an address and a channel, by each way", async () => {
  const { id: userId } = await createUser(db);
  const recipients: Recipient[] = [
    { channel: "mail", userId },
    { channel: "push", userId, deviceId: 1 },
    { channel: "push", userId, deviceId: 2 },
    toChannel(1),
    { channel: "discord", operatorChannelId: 1 },
  ];
  for (const cause of ["round 1", "round 1", "round 2", "", ""]) await queue(recipients, cause);
  const count = await db
    .selectFrom("outbox")
    .select((row) => ["cause", row.fn.countAll<number>().as("rows")])
    .groupBy("cause")
    .orderBy("cause")
    .execute();
  expect(count).toEqual([
    { cause: "", rows: 10 },
    { cause: "round 1", rows: 5 },
    { cause: "round 2", rows: 5 },
  ]);
});

it("what is due is taken by one of two deliveries, soonest to expire first, and only of its channel", async () => {
  await queue([toChannel(1)], "a");
  await queue([toChannel(2)], "b", later(minute).toISOString());
  await queue([{ channel: "discord", operatorChannelId: 3 }], "c");
  const [one, other] = await Promise.all([take(), take()]);
  expect([...one, ...other].map(({ operatorChannelId }) => operatorChannelId)).toEqual([2, 1]);
  expect(await take()).toEqual([]);
  expect(await takeDueNews("discord", start, { limit: 10, operatorChannelId: 1 })).toEqual([]);
  expect(await takeDueNews("discord", start, { limit: 10, operatorChannelId: 3 })).toHaveLength(1);
});

it("a batch is finished in one go: sent, refused, tried again later, held", async () => {
  await queue([1, 2, 3, 4].map(toChannel), "a");
  const outcomes: Outcome[] = [
    { what: "sent", reason: "" },
    { what: "refused", reason: "410" },
    { what: "later", reason: "429", retryMs: 3 * minute },
    { what: "held", reason: "held", until: later(10 * minute) },
  ];
  const taken = await take();
  await finishNews(
    taken.map((news, index) => ({ news, outcome: outcomes[index] ?? { what: "sent", reason: "" } })),
    start,
  );
  const end = start.toISOString();
  expect(await rows()).toEqual([
    { state: "sent", reason: "", tries: 0, next_try_at: end, finished_at: end },
    { state: "refused", reason: "410", tries: 0, next_try_at: end, finished_at: end },
    { state: "waiting", reason: "429", tries: 1, next_try_at: later(3 * minute).toISOString(), finished_at: null },
    { state: "waiting", reason: "held", tries: 0, next_try_at: later(10 * minute).toISOString(), finished_at: null },
  ]);
  expect((await take(later(3 * minute))).map(({ operatorChannelId, tries }) => [operatorChannelId, tries])).toEqual([
    [3, 1],
  ]);
});

it("outcomes that can't be written are kept, and written before anything else is taken", async () => {
  await queue([toChannel(1)], "a");
  const [news] = await take();
  if (!news) throw new Error("Nothing was taken.");
  const sent: Outcome = { what: "sent", reason: "" };
  await expect(whileLocked(env.DATABASE, () => finishNews([{ news, outcome: sent }], start))).rejects.toThrow();
  expect(await rows()).toMatchObject([{ state: "handed-over", finished_at: null }]);
  expect(await take()).toEqual([]);
  expect(await rows()).toMatchObject([{ state: "sent", finished_at: start.toISOString() }]);
});

it("what was taken when the server stopped goes again where repeats are dropped, and ends elsewhere", async () => {
  await queue([toChannel(1), { channel: "discord", operatorChannelId: 2 }], "a");
  const [webhook] = await take();
  await takeDueNews("discord", start, { limit: 1 });
  expect(await finishInterrupted(later(minute))).toBe(1);
  expect(await rows()).toMatchObject([
    { state: "waiting", reason: "stopped", finished_at: null },
    { state: "handed-over", reason: "stopped", finished_at: later(minute).toISOString() },
  ]);
  const [again] = await take(later(minute));
  expect(again?.messageId).toBe(webhook?.messageId);
  expect(await finishInterrupted(later(minute))).toBe(0);
});

it("what expires is not sent, and says why", async () => {
  await queue([toChannel(1)], "a", later(minute).toISOString());
  expect(await take(later(minute))).toEqual([]);
  await expireItems(later(minute));
  const [row] = await rows();
  expect([row?.state, row?.reason]).toEqual(["expired", "late"]);
});
