import { beforeEach, describe, expect, it } from "vitest";
import { batchSize, db } from "../../../app/db.server.ts";
import { saveOwnNews } from "../../../app/models/alerts/choices.server.ts";
import { aheadMs, queueStarts } from "../../../app/models/news/start-news.server.ts";
import { actorOf, addDevice, createPick, createUser, putOnCard } from "../../support/database/factories.ts";
import { statementsOf } from "../../support/database/statements.ts";

const now = new Date("2026-11-21T15:00:00.000Z");
const later = (ms: number) => new Date(now.getTime() + ms).toISOString();
let holder: number;
beforeEach(async () => {
  for (const table of ["outbox", "picks", "users"] as const) await db.deleteFrom(table).execute();
  holder = (await createUser(db)).id;
  await addDevice(db, holder);
});

async function onCard(changes: Parameters<typeof createPick>[1] = {}) {
  const pick = await createPick(db, { starts_at: later(aheadMs), ...changes });
  await putOnCard(db, holder, [pick]);
  return pick;
}

const causes = async () =>
  (await db.selectFrom("outbox").select(["cause", "channel"]).orderBy("id").execute()).map(
    ({ channel, cause }) => `${channel} ${cause}`,
  );

it("tells that a pick starts in 30 minutes, once", async () => {
  const { id } = await onCard();
  const told = new Set<string>();
  await queueStarts(new Date(now.getTime() - 1), told);
  expect(await causes()).toEqual([]);
  for (let time = 0; time < 2; time += 1) await queueStarts(now, told);
  await queueStarts(now, new Set());
  expect(await causes()).toEqual([`push start ${id} ${later(aheadMs)}`]);
  expect(await db.selectFrom("outbox").select(["params", "expires_at"]).executeTakeFirst()).toEqual({
    params: JSON.stringify({ pick: id, starts_at: later(aheadMs) }),
    expires_at: later(aheadMs),
  });
});

it("tells a start that moved again", async () => {
  const { id } = await onCard();
  const told = new Set<string>();
  await queueStarts(now, told);
  await db
    .updateTable("picks")
    .set({ starts_at: later(aheadMs - 1) })
    .where("id", "=", id)
    .execute();
  await queueStarts(now, told);
  expect(await causes()).toHaveLength(2);
});

describe("tells nothing of", () => {
  it.each([
    ["a pick that starts later", { starts_at: later(aheadMs + 1) }],
    ["a pick that has started", { starts_at: now.toISOString() }],
    ["a pick without a start", { starts_at: null }],
    ["a draft", { published_at: null }],
    ["a settled pick", { verdict: "✅" }],
  ] as const)("%s", async (_what, changes) => {
    await onCard(changes);
    await queueStarts(now, new Set());
    expect(await causes()).toEqual([]);
  });
});

it("respects choices: mail is off at first, and alerts can be", async () => {
  await saveOwnNews(actorOf("user", holder), { wants: { "pick-starts": { mail: true, push: false } } });
  const { id } = await onCard();
  await queueStarts(now, new Set());
  expect(await causes()).toEqual([`mail start ${id} ${later(aheadMs)}`]);
});

it("reaches more people than one batch, and reads once a pick that it is done with", async () => {
  const pick = await onCard();
  for (let count = 0; count < batchSize; count += 1) {
    const { id } = await createUser(db);
    await addDevice(db, id);
    await putOnCard(db, id, [pick]);
  }
  const told = new Set<string>();
  await queueStarts(now, told);
  expect(await causes()).toHaveLength(batchSize + 1);
  expect(await statementsOf(() => queueStarts(now, told))).toHaveLength(1);
});
