import { beforeEach, describe, expect, it } from "vitest";
import { writePushTexts } from "../../app/alerts/push-texts.server.ts";
import { db, write } from "../../app/db.server.ts";
import { closeDueRound, joinRound, quietMs } from "../../app/models/news/pick-round.server.ts";
import { finishNews, takeDueNews } from "../../app/models/outbox/due-news.server.ts";
import { queueNews } from "../../app/models/outbox/outbox.server.ts";
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

describe("an alert that is late and falls into quiet hours", () => {
  const end = later(6 * hour);
  const asleep = async (changes: object = {}) => {
    const member = await memberWithDevice();
    return db
      .insertInto("alert_settings")
      .values({ user_id: member, quiet_from: "16:00", quiet_until: "21:00", zone: "UTC", ...changes })
      .execute();
  };

  it("waits for their end, and is sent then though it would have expired", async () => {
    await asleep();
    await publishRound({ starts_at: null, game_date: "" });
    await db
      .updateTable("outbox")
      .set({ expires_at: later(5 * hour).toISOString() })
      .execute();
    const batch = await takeDueNews("push", later(2 * hour), { limit: 10 });
    const texts = await writePushTexts(batch, later(2 * hour));
    const [news] = batch;
    const written = texts.get(news?.id ?? 0);
    if (news === undefined || written === undefined || !("outcome" in written)) throw new Error("It is not held.");
    expect(written.outcome).toMatchObject({ what: "held", reason: "held", until: end });
    await finishNews([{ news, outcome: written.outcome }], later(2 * hour));
    expect(await textsAt(new Date(end.getTime() - 1))).toEqual([]);
    expect(await textsAt(end)).toMatchObject([{ text: { title: "Lakers -3.5" } }]);
  });

  it("comes at once when its game starts before their end", async () => {
    await asleep();
    await publishRound({ starts_at: end.toISOString() });
    expect(await textsAt(later(2 * hour))).toMatchObject([{ text: { title: "Lakers -3.5" } }]);
  });

  it("ends for those who want none of such a game, and says why", async () => {
    await asleep({ quiet_late: "never" });
    await publishRound({ starts_at: end.toISOString() });
    expect(await textsAt(later(2 * hour))).toEqual([{ outcome: { what: "expired", reason: "quiet" } }]);
  });

  it("is sent when it is no news: a test of the device", async () => {
    await asleep();
    const device = await db.selectFrom("push_devices").select(["id", "user_id"]).executeTakeFirstOrThrow();
    const to = { channel: "push", userId: device.user_id, deviceId: device.id } as const;
    await write((trx) => queueNews(trx, [to], { kind: "test" }, "", later(2 * hour)));
    expect(await textsAt(later(2 * hour))).toMatchObject([{ text: { tag: "test" } }]);
  });
});
