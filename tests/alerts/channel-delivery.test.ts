import { Webhook } from "standardwebhooks";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Reply, type Receiver, startReceiver } from "../support/receiver.ts";

// A lookup at each use: the receiver's address is known only in a test.
const telegram = vi.hoisted(() => ({ url: "http://127.0.0.1:1" }));
vi.mock(import("../../app/env.server.ts"), async (original) => {
  const real = await original();
  const env = Object.defineProperty({ ...real.env }, "TELEGRAM_API_BASE", { get: () => telegram.url });
  return { ...real, env };
});

const { db, write } = await import("../../app/db.server.ts");
const { deliverToChannel } = await import("../../app/alerts/channel-delivery.server.ts");
const { addChannel, changeChannel, listChannels, removeChannel, rotateSecret, testChannel } =
  await import("../../app/models/alerts/channel-manager.server.ts");
const { findChannelsWithNews, findFailingChannels } =
  await import("../../app/models/alerts/channel-delivery-rows.server.ts");
const { queueEvent } = await import("../../app/models/alerts/channel-rows.server.ts");
const { queueNews } = await import("../../app/models/outbox/outbox.server.ts");
const { finishInterrupted } = await import("../../app/models/outbox/due-news.server.ts");
const { actorOf, createPick } = await import("../support/database/factories.ts");
const { closeDueRound, joinRound, quietMs } = await import("../../app/models/news/pick-round.server.ts");

const start = new Date("2026-11-21T15:00:00.000Z");
const later = (ms: number) => new Date(start.getTime() + ms);
const minute = 60_000;
const receivers: Receiver[] = [];

beforeEach(async () => {
  vi.useFakeTimers({ now: start, toFake: ["Date"] });
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
  for (const table of ["outbox", "operator_channels", "pick_rounds"] as const) await db.deleteFrom(table).execute();
});
afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  await Promise.all(receivers.splice(0).map(({ stop }) => stop()));
});

async function receive(...replies: (Reply | undefined)[]): Promise<Receiver> {
  const receiver = await startReceiver((_post, count) => replies[count - 1]);
  receivers.push(receiver);
  return receiver;
}

async function admin() {
  const { createUser } = await import("../support/database/factories.ts");
  const { id } = await createUser(db, { role: "superadmin" });
  return { ...actorOf("superadmin"), person: { ...actorOf("superadmin").person, id } };
}

/** Sends all that is due to every channel at this time. */
async function deliver(now = start): Promise<void> {
  vi.setSystemTime(now);
  for (const id of await findChannelsWithNews()) await deliverToChannel(id, () => now);
}

const states = async () =>
  (await db.selectFrom("outbox").select(["state", "reason"]).orderBy("id").execute()).map(({ state, reason }) =>
    [state, reason].filter(Boolean).join(" "),
  );

describe("a webhook", () => {
  it("gets an event that its receiver can verify, once", async () => {
    const receiver = await receive();
    const actor = await admin();
    const { secret = "" } = await addChannel(actor, {
      type: "webhook",
      name: "Model",
      kinds: ["record.head"],
      address: `${receiver.url}/hook`,
    });
    await write((trx) => queueEvent(trx, "record.head", null, { seq: 7 }, { now: start, cause: "head 7" }));
    await write((trx) => queueEvent(trx, "record.head", null, { seq: 7 }, { now: start, cause: "head 7" }));
    await deliver();
    await deliver(later(minute));
    const [post] = receiver.posts;
    if (!post) throw new Error("Nothing arrived.");
    expect([receiver.posts.length, post.path, await states()]).toEqual([1, "/hook", ["sent"]]);
    const headers = Object.fromEntries(Object.entries(post.headers).map(([name, value]) => [name, value ?? ""]));
    vi.setSystemTime(start);
    expect(new Webhook(secret).verify(post.body, headers)).toEqual({
      type: "record.head",
      version: 1,
      timestamp: start.toISOString(),
      data: { seq: 7 },
    });
    const [listed] = await listChannels(actor, {});
    expect(listed).toMatchObject({ accepted_at: later(0).toISOString(), failing_since: null, failure: "" });
    expect(JSON.stringify(listed)).not.toContain("/hook");
  });

  it("gets both signatures for a day after its secret was replaced", async () => {
    const receiver = await receive();
    const actor = await admin();
    const { id, secret: old = "" } = await addChannel(actor, {
      type: "webhook",
      name: "Model",
      kinds: ["record.head"],
      address: receiver.url,
    });
    const { secret = "" } = await rotateSecret(actor, { id });
    const verify = (key: string, at: Date) => {
      vi.setSystemTime(at);
      const post = receiver.posts.at(-1);
      const headers = Object.fromEntries(
        Object.entries(post?.headers ?? {}).map(([name, value]) => [name, value ?? ""]),
      );
      try {
        return new Webhook(key).verify(post?.body ?? "", headers) !== undefined;
      } catch {
        return false;
      }
    };
    const send = async (now: Date) => {
      await write((trx) => queueEvent(trx, "record.head", null, {}, { now }));
      await deliver(now);
    };
    await send(start);
    expect([verify(secret, start), verify(old, start), secret === old]).toEqual([true, true, false]);
    const nextDay = later(24 * 60 * minute);
    await send(nextDay);
    expect([verify(secret, nextDay), verify(old, nextDay)]).toEqual([true, false]);
  });

  it("is tried again with the same id after a failure, a broken connection and a stop of the server", async () => {
    const receiver = await receive({ code: 500 }, "cut", { code: 302, headers: { Location: "/elsewhere" } });
    const actor = await admin();
    await addChannel(actor, { type: "webhook", name: "Model", kinds: ["record.head"], address: receiver.url });
    await write((trx) => queueEvent(trx, "record.head", null, {}, { now: start }));
    await deliver();
    const [failing] = await listChannels(actor, {});
    expect([await states(), failing?.failing_since, failing?.failure]).toEqual([
      ["waiting 500"],
      start.toISOString(),
      "It answered 500.",
    ]);
    await deliver(later(minute));
    await deliver(later(5 * minute));
    expect(await states()).toEqual(["waiting 302"]);
    await db.updateTable("outbox").set({ state: "handed-over" }).execute();
    await finishInterrupted(later(11 * minute));
    await deliver(later(12 * minute));
    expect([await states(), receiver.posts.length]).toEqual([["sent"], 4]);
    expect(new Set(receiver.posts.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    expect(receiver.posts.map(({ path }) => path)).not.toContain("/elsewhere");
    expect((await listChannels(actor, {}))[0]).toMatchObject({ failing_since: null, failure: "" });
  });

  it("that was removed gets nothing any more, and its rows say so", async () => {
    const receiver = await receive();
    const actor = await admin();
    const { id } = await addChannel(actor, {
      type: "webhook",
      name: "Model",
      kinds: ["record.head"],
      address: receiver.url,
    });
    await write((trx) => queueEvent(trx, "record.head", null, {}, { now: start }));
    await removeChannel(actor, { id });
    await deliver();
    expect([receiver.posts, await states()]).toEqual([[], ["expired removed"]]);
  });
});

it("a channel that asks to wait for a week is tried again in an hour, and one without a secret sends nothing", async () => {
  const receiver = await receive({ code: 503, headers: { "Retry-After": "604800" } });
  const actor = await admin();
  await addChannel(actor, { type: "webhook", name: "Model", kinds: ["record.head"], address: receiver.url });
  await write((trx) => queueEvent(trx, "record.head", null, {}, { now: start }));
  await deliver();
  await deliver(later(60 * minute));
  expect([receiver.posts.length, await states()]).toEqual([2, ["sent"]]);
  await db.updateTable("operator_channels").set({ encrypted_secret: "v1.of-another-server" }).execute();
  await write((trx) => queueEvent(trx, "record.head", null, {}, { now: later(60 * minute) }));
  await deliver(later(61 * minute));
  expect([receiver.posts.length, await states()]).toEqual([2, ["sent", "waiting access"]]);
  expect((await listChannels(actor, {}))[0]?.failure).toContain("make a new secret");
});

describe("a Discord channel", () => {
  const channel = (url: string) => ({
    type: "discord",
    name: "Members' room",
    kinds: ["new-picks"],
    streams: ["regular"],
    address: `${url}/api/webhooks/1/secret`,
  });

  it("gets the new picks of its streams in one post, and nobody is mentioned", async () => {
    const receiver = await receive();
    await addChannel(await admin(), channel(receiver.url));
    await write(async (trx) => {
      for (const pick of [
        { pick: "Lakers_* -3.5", stream: "regular" as const },
        { pick: "Celtics ML @everyone", stream: "regular" as const },
        { pick: "Only for pros", stream: "pro" as const },
        { pick: "Started", stream: "regular" as const, starts_at: later(minute).toISOString() },
      ])
        await joinRound(trx, await createPick(trx, { ...pick, created_at: start.toISOString() }));
    });
    await closeDueRound(later(quietMs));
    await deliver(later(quietMs));
    const [post] = receiver.posts;
    const { content, allowed_mentions } = JSON.parse(post?.body ?? "{}");
    expect([receiver.posts.length, allowed_mentions]).toEqual([1, { parse: [] }]);
    expect(content).toMatch(/^2 new picks\n\nLakers\\_\\\* -3\.5\n/);
    expect(content).toContain("Celtics ML");
    expect(content).not.toMatch(/Only for pros|Started/);
    expect(await db.selectFrom("outbox").select("state").where("channel", "=", "discord").execute()).toEqual([
      { state: "sent" },
    ]);
  });

  it("with a new address gets what still waits there, also in the middle of a run", async () => {
    const actor = await admin();
    const next = await receive();
    const first = await startReceiver(async () => {
      const { type: _type, ...kept } = channel(next.url);
      await changeChannel(actor, { id, ...kept });
      return undefined;
    });
    receivers.push(first);
    const { id } = await addChannel(actor, channel(first.url));
    for (const stream of ["regular", "pro"] as const)
      await write((trx) =>
        queueNews(trx, [{ channel: "discord", operatorChannelId: id }], { kind: "test" }, stream, start),
      );
    await deliver();
    expect([first.posts.length, next.posts.length, await states()]).toEqual([1, 1, ["sent", "sent"]]);
  });

  it("is left alone for as long as it asks, then gets the post once", async () => {
    const receiver = await receive({ code: 429, body: '{"message":"slow down","retry_after":65.3,"global":false}' });
    const { id } = await addChannel(await admin(), channel(receiver.url));
    await testChannel(await admin(), { id });
    const [ready] = await findChannelsWithNews();
    if (!ready) throw new Error("Nothing waits.");
    expect(await deliverToChannel(ready, () => start)).toBe(65_300);
    await deliver(later(65_000));
    expect([receiver.posts.length, await states()]).toEqual([1, ["waiting 429"]]);
    await deliver(later(65_300));
    expect([receiver.posts.length, await states()]).toEqual([2, ["sent"]]);
  });

  it("does not get a post again that it may have, because people would see it twice", async () => {
    const receiver = await receive("cut");
    const { id } = await addChannel(await admin(), channel(receiver.url));
    await testChannel(await admin(), { id });
    await deliver();
    await deliver(later(60 * minute));
    expect([receiver.posts.length, await states()]).toEqual([1, ["handed-over cut"]]);
  });

  it("that is unknown to Discord says what to do, and works with a new address", async () => {
    const receiver = await receive({ code: 404 });
    const actor = await admin();
    const { id } = await addChannel(actor, channel(receiver.url));
    await testChannel(actor, { id });
    await deliver();
    const [failing] = await listChannels(actor, {});
    expect([await states(), failing?.failure]).toEqual([
      ["refused 404"],
      "Discord does not know the webhook any more (404): make a new one.",
    ]);
    expect(await findFailingChannels()).toEqual({
      text: "A channel takes no news.",
      advice: `${failing?.name}: ${failing?.failure} See the page Channels.`,
    });
    const { address: _address, type: _type, ...kept } = channel(receiver.url);
    await changeChannel(actor, { id, ...kept, address: `${receiver.url}/api/webhooks/2/new` });
    await testChannel(actor, { id });
    await deliver(later(minute));
    expect(receiver.posts.at(-1)?.path).toBe("/api/webhooks/2/new");
    expect(await findFailingChannels()).toBeNull();
    expect((await listChannels(actor, {}))[0]).toMatchObject({ failing_since: null, failure: "" });
  });
});

describe("a Telegram chat", () => {
  const channel = { type: "telegram", name: "Room", kinds: ["new-picks"], streams: ["regular", "pro"] };
  const access = { token: "123456:ABC-DEF1234ghIkl", chat: "-100123" };

  it.each([
    [200, "sent", ""],
    [400, "refused 400", "Telegram does not know the chat (400)."],
    [403, "refused 403", "The bot may not write to the chat: add it there (403)."],
    [401, "refused 401", "Telegram does not know the bot's token (401)."],
    [502, "waiting 502", "It answered 502."],
  ])("that answers %i: %s", async (code, state, failure) => {
    const receiver = await receive({ code, body: "{}" });
    telegram.url = receiver.url;
    const actor = await admin();
    const { id } = await addChannel(actor, { ...channel, ...access });
    await testChannel(actor, { id });
    await deliver();
    expect([await states(), (await listChannels(actor, {}))[0]?.failure]).toEqual([[state], failure]);
    const [post] = receiver.posts;
    expect(post?.path).toBe(`/bot${access.token}/sendMessage`);
    expect(JSON.parse(post?.body ?? "{}")).toMatchObject({ chat_id: "-100123", text: expect.stringContaining("Room") });
    expect(JSON.stringify(await listChannels(actor, {}))).not.toContain(access.token);
  });

  it("that asks to wait in its own way is waited for", async () => {
    const receiver = await receive({ code: 429, body: '{"ok":false,"parameters":{"retry_after":90}}' });
    telegram.url = receiver.url;
    const actor = await admin();
    const { id } = await addChannel(actor, { ...channel, ...access });
    await testChannel(actor, { id });
    await deliver();
    await deliver(later(89_000));
    expect(receiver.posts).toHaveLength(1);
    await deliver(later(90_000));
    expect([receiver.posts.length, await states()]).toEqual([2, ["sent"]]);
  });
});

it("a server that is down makes its channel wait, and no other", async () => {
  const [down, up] = [await receive(), await receive()];
  await down.stop();
  receivers.splice(receivers.indexOf(down), 1);
  const actor = await admin();
  for (const { url } of [down, up])
    await addChannel(actor, { type: "webhook", name: "One", kinds: ["record.head"], address: url });
  await write((trx) => queueEvent(trx, "record.head", null, {}, { now: start }));
  await deliver();
  expect([await states(), up.posts.length]).toEqual([["waiting unreachable", "sent"], 1]);
});
