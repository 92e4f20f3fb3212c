import { beforeEach, expect, it } from "vitest";
import { writePushTexts } from "../../app/alerts/push-texts.server.ts";
import { db, write } from "../../app/db.server.ts";
import { closeDueRound, joinRound, quietMs } from "../../app/models/news/pick-round.server.ts";
import { takeDueNews } from "../../app/models/outbox/due-news.server.ts";
import { createPick, createUser } from "../support/database/factories.ts";

const start = new Date("2026-11-21T15:00:00.000Z");
const later = (ms: number) => new Date(start.getTime() + ms);
const hour = 3_600_000;

beforeEach(async () => {
  for (const table of ["outbox", "pick_rounds", "picks", "users"] as const) await db.deleteFrom(table).execute();
});

async function memberWithDevice(): Promise<number> {
  const { id } = await createUser(db);
  await db
    .insertInto("push_devices")
    .values({
      user_id: id,
      endpoint: `https://push.example/${id}`,
      p256dh: "",
      auth: "",
      name: "Chrome",
      created_at: start.toISOString(),
    })
    .execute();
  return id;
}

/** What the member's device would show at this time. */
async function textsAt(now: Date) {
  const batch = await takeDueNews("push", now, { limit: 10 });
  const texts = await writePushTexts(batch, now);
  return batch.map(({ id }) => texts.get(id) ?? null);
}

async function publishRound(changes: Parameters<typeof createPick>[1] = {}): Promise<number> {
  const pick = await write(async (trx) => {
    const row = await createPick(trx, {
      pick: "Lakers -3.5",
      created_at: start.toISOString(),
      starts_at: later(2 * hour).toISOString(),
      ...changes,
    });
    await joinRound(trx, row);
    return row;
  });
  await closeDueRound(later(quietMs));
  return pick.id;
}

it("says what the member chose to see", async () => {
  const [whole, count] = [await memberWithDevice(), await memberWithDevice()];
  await db.insertInto("alert_settings").values({ user_id: count, push_text: "count" }).execute();
  await publishRound();
  expect(await textsAt(later(quietMs))).toMatchObject([
    { text: { title: "Lakers -3.5" } },
    { text: { title: "1 new pick", body: "" } },
  ]);
  expect(whole).toBeLessThan(count);
});

it("says nothing of a game that has started, of a settled pick, and to whom who wants none any more", async () => {
  const member = await memberWithDevice();
  const pick = await publishRound();
  const waiting = () => db.updateTable("outbox").set({ state: "waiting" }).execute();
  const startAt = (starts_at: string) => db.updateTable("picks").set({ starts_at }).where("id", "=", pick).execute();
  await startAt(later(hour).toISOString());
  expect(await textsAt(later(hour))).toEqual([{ outcome: { what: "expired", reason: "started" } }]);
  await startAt(later(2 * hour).toISOString());
  await waiting();
  await db
    .insertInto("alert_choices")
    .values({ user_id: member, kind: "new-picks", channel: "push", wanted: 0 })
    .execute();
  expect(await textsAt(later(hour))).toEqual([null]);
  await db.deleteFrom("alert_choices").execute();
  await db
    .updateTable("users")
    .set({ break_until: later(24 * hour).toISOString() })
    .execute();
  await waiting();
  expect(await textsAt(later(hour))).toEqual([null]);
  await db.updateTable("users").set({ break_until: null }).execute();
  await db.updateTable("picks").set({ verdict: "✅" }).where("id", "=", pick).execute();
  await waiting();
  expect(await textsAt(later(hour))).toEqual([null]);
});

it("is shown until the last of its games starts, at the time of now", async () => {
  await memberWithDevice();
  const pick = await publishRound();
  expect(await textsAt(later(hour))).toMatchObject([{ until: later(2 * hour).toISOString() }]);
  await db.updateTable("outbox").set({ state: "waiting" }).execute();
  const moved = later(1.5 * hour).toISOString();
  await db.updateTable("picks").set({ starts_at: moved }).where("id", "=", pick).execute();
  expect(await textsAt(later(hour))).toMatchObject([{ until: moved }]);
});

it("says nothing of a pick without a start whose game's day is over", async () => {
  await memberWithDevice();
  await publishRound({ starts_at: null, game_date: "2026-11-20" });
  expect(await textsAt(later(hour))).toEqual([{ outcome: { what: "expired", reason: "started" } }]);
});
