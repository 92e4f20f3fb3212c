import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { db, write } from "../../app/db.server.ts";
import { type WritePushTexts, deliverPushes } from "../../app/alerts/push-delivery.server.ts";
import { findPushKeys } from "../../app/models/alerts/push-keys.server.ts";
import { finishInterrupted } from "../../app/models/outbox/due-news.server.ts";
import { type OutboxItem, queueNews } from "../../app/models/outbox/outbox.server.ts";
import { createUser } from "../support/database/factories.ts";
import { type PushService, startPushService } from "../support/push-service.ts";

let service: PushService;
const start = new Date();
const later = (ms: number) => new Date(start.getTime() + ms);
const texts: WritePushTexts = async (batch) =>
  new Map(batch.map(({ id }) => [id, { text: { title: "New pick", body: "Knicks", url: "/dashboard", tag: "a" } }]));
const news: OutboxItem = { kind: "new-picks", round: 1 };
const test: OutboxItem = { kind: "test" };
const deliver = (now = start, write = texts, more?: () => boolean) => deliverPushes(write, () => now, more);

beforeEach(async () => {
  for (const table of ["outbox", "push_devices"] as const) await db.deleteFrom(table).execute();
  service = await startPushService();
});
afterEach(() => service.close());

interface Device {
  id: number;
  name: string;
}

/** Each is another member's, and has an alert. */
async function addDevices(count: number, item: OutboxItem = news): Promise<Device[]> {
  const { publicKey } = await findPushKeys();
  return write(async (trx) => {
    const devices: Device[] = [];
    for (let each = 0; each < count; each += 1) {
      const { id: userId } = await createUser(trx);
      const { endpoint, keys } = service.subscribe(publicKey);
      const { id } = await trx
        .insertInto("push_devices")
        .values({ user_id: userId, endpoint, ...keys, name: "Chrome on Android", created_at: start.toISOString() })
        .returning("id")
        .executeTakeFirstOrThrow();
      await queueNews(trx, [{ channel: "push", userId, deviceId: id }], item, "round 1", start);
      devices.push({ id, name: endpoint.slice(endpoint.lastIndexOf("/") + 1) });
    }
    return devices;
  });
}

const rows = () => db.selectFrom("outbox").select(["state", "reason", "tries", "next_try_at"]).orderBy("id").execute();
const countOf = async (wanted: string) => (await rows()).filter(({ state }) => state === wanted).length;
const idsIn = (received: PushService["received"]) => received.map(({ text }): string => JSON.parse(text).id).toSorted();

it("300 alerts arrive, each once, with its own id", async () => {
  await addDevices(300);
  expect(await deliver()).toEqual({ sent: 300, refused: [], unreachable: null });
  expect([new Set(idsIn(service.received)).size, service.requests, await countOf("sent")]).toEqual([300, 300, 300]);
  expect(JSON.parse(service.received[0]?.text ?? "")).toMatchObject({ title: "New pick", url: "/dashboard" });
});

it("a push service keeps an alert until its row expires, or until what it says is over", async () => {
  await addDevices(2, test);
  const ends = [60_000, 3_600_000].map((ms) => later(ms).toISOString());
  const until: WritePushTexts = async (batch, now) =>
    new Map([...(await texts(batch, now))].map(([id, text], index) => [id, { ...text, until: ends[index] ?? null }]));
  await deliver(start, until);
  // A test's alert expires after ten minutes.
  expect(service.received.map(({ headers }) => Number(headers.ttl)).toSorted((one, two) => one - two)).toEqual([
    60, 600,
  ]);
});

it("two processes at once send nothing twice", async () => {
  await addDevices(200);
  const [one, two] = await Promise.all([deliver(), deliver()]);
  expect([one.sent + two.sent, service.requests]).toEqual([200, 200]);
});

it("a process that is killed in the middle leaves alerts that are sent again, with the ids that devices know", async () => {
  await addDevices(300);
  // The first process never hears of thirty of them, so it can't finish their batches: as if it ended there.
  service.answers = () => (service.requests > 100 && service.requests <= 130 ? new Promise(() => undefined) : null);
  let dead = false;
  const killed = deliver(start, texts, () => !dead);
  await expect.poll(() => service.received.length).toBeGreaterThanOrEqual(130);
  dead = true;
  const seen = idsIn(service.received);
  expect((await rows()).filter(({ state }) => state === "handed-over").length).toBeGreaterThanOrEqual(30);
  service.answers = () => null;
  await finishInterrupted(start);
  await deliver();
  service.close();
  await killed;
  const all = idsIn(service.received);
  expect([new Set(all).size, await countOf("sent")]).toEqual([300, 300]);
  expect(service.requests).toBeGreaterThan(300);
  expect(seen.every((id) => all.includes(id))).toBe(true);
});

it("a device that is gone is removed, and its alert says so", async () => {
  const [gone, stays] = await addDevices(2);
  service.answers = (name) => (name === gone?.name ? { status: 410 } : null);
  await deliver();
  expect(await db.selectFrom("push_devices").select("id").execute()).toEqual([{ id: stays?.id }]);
  expect(await rows()).toMatchObject([{ state: "refused", reason: "gone" }, { state: "sent" }]);
});

it("a busy service gets it later, not before the time that it asks for", async () => {
  const [limited, failing] = await addDevices(2);
  service.answers = (name) => (name === limited?.name ? { status: 429, retryAfter: "120" } : { status: 503 });
  expect(failing).toBeDefined();
  await deliver();
  expect(await rows()).toEqual([
    { state: "waiting", reason: "429", tries: 1, next_try_at: later(120_000).toISOString() },
    { state: "waiting", reason: "503", tries: 1, next_try_at: later(10_000).toISOString() },
  ]);
  service.answers = () => null;
  expect((await deliver(later(10_000))).sent).toBe(1);
  expect((await deliver(later(119_999))).sent).toBe(0);
  expect((await deliver(later(120_000))).sent).toBe(1);
});

it("what a service refuses is not tried again", async () => {
  const [device] = await addDevices(1);
  service.answers = () => ({ status: 413 });
  expect((await deliver()).refused).toMatchObject([{ reason: "413" }]);
  expect(await rows()).toMatchObject([{ state: "refused", reason: "413" }]);
  expect(await db.selectFrom("push_devices").select("id").execute()).toEqual([{ id: device?.id }]);
});

it("an outage stops the run and counts no tries; one unreachable device does not", async () => {
  await addDevices(1);
  service.close();
  expect((await deliver()).unreachable).toBeNull();
  expect(await rows()).toMatchObject([{ state: "waiting", reason: "unreachable", tries: 1 }]);
  service = await startPushService();
  await addDevices(200);
  service.close();
  expect((await deliver()).unreachable).toBe("ECONNREFUSED");
  const waiting = (await rows()).slice(1);
  expect([waiting.every(({ state, tries }) => state === "waiting" && tries === 0), waiting.length]).toEqual([
    true,
    200,
  ]);
  expect(waiting.filter(({ reason }) => reason === "unreachable").length).toBeLessThan(200);
});

it("devices that members try out, or that were not reached while others were, are no outage", async () => {
  await addDevices(2, test);
  service.close();
  expect((await deliver()).unreachable).toBeNull();
  await db.deleteFrom("outbox").execute();
  await addDevices(2);
  await db.updateTable("outbox").set({ tries: 1 }).execute();
  expect((await deliver()).unreachable).toBeNull();
  expect(await rows()).toMatchObject([{ tries: 2 }, { tries: 2 }]);
});

it("a removed device, a changed owner and an alert without a text are not sent", async () => {
  const [removed, moved, silent, late] = await addDevices(4);
  await db
    .deleteFrom("push_devices")
    .where("id", "=", removed?.id ?? 0)
    .execute();
  const { id: user_id } = await createUser(db);
  await db
    .updateTable("push_devices")
    .set({ user_id })
    .where("id", "=", moved?.id ?? 0)
    .execute();
  const some: WritePushTexts = async (batch) =>
    new Map(
      batch.flatMap(({ id, deviceId }) =>
        deviceId === late?.id ? [[id, { outcome: { what: "expired", reason: "started" } }] as const] : [],
      ),
    );
  expect(silent).toBeDefined();
  await deliver(start, some);
  expect((await rows()).map(({ state, reason }) => [state, reason])).toEqual([
    ["expired", "removed"],
    ["expired", "removed"],
    ["expired", "nothing"],
    ["expired", "started"],
  ]);
  expect(service.requests).toBe(0);
});

it("a batch whose texts fail is tried again", async () => {
  await addDevices(2);
  const logged = vi.spyOn(console, "error").mockReturnValue();
  await deliver(start, () => Promise.reject(new Error("No texts")));
  expect(logged).toHaveBeenCalled();
  expect(await rows()).toMatchObject([
    { state: "waiting", tries: 1 },
    { state: "waiting", tries: 1 },
  ]);
  expect((await deliver(later(10_000))).sent).toBe(2);
});

it("a stop ends the run after the batches that are on their way", async () => {
  await addDevices(200);
  let asked = 0;
  await deliver(start, texts, () => (asked += 1) <= 4);
  expect(await countOf("sent")).toBe(160);
  expect(await countOf("waiting")).toBe(40);
});
