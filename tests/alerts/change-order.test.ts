/** Changes of a pick whose delivery is late: what arrives last is what is true. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { deliverToChannel } from "../../app/alerts/channel-delivery.server.ts";
import { deliverPushes } from "../../app/alerts/push-delivery.server.ts";
import { writePushTexts } from "../../app/alerts/push-texts.server.ts";
import { type OutboxChannel, db, write } from "../../app/db.server.ts";
import { deliverDue } from "../../app/mails/delivery.server.ts";
import { smtpTransport } from "../../app/mails/mail.server.ts";
import { addChannel } from "../../app/models/alerts/channel-manager.server.ts";
import { findPushKeys } from "../../app/models/alerts/push-keys.server.ts";
import { queueNews } from "../../app/models/outbox/outbox.server.ts";
import { regularPicks } from "../../app/models/picks/pick.server.ts";
import { actorOf, createUser, pickFields, putOnCard, reason } from "../support/database/factories.ts";
import { type MailServer, startMailServer } from "../support/mail-server.ts";
import { type PushService, startPushService } from "../support/push-service.ts";

const admin = actorOf("admin");
const soon = () => new Date(Date.now() + 60_000);
let service: PushService;
let mails: MailServer;
let pick: number;

beforeEach(async () => {
  for (const table of ["outbox", "picks"] as const) await db.deleteFrom(table).execute();
  service = await startPushService();
  mails = await startMailServer();
  const { id } = await createUser(db);
  const { endpoint, keys } = service.subscribe((await findPushKeys()).publicKey);
  await db
    .insertInto("push_devices")
    .values({ user_id: id, endpoint, ...keys, name: "Chrome", created_at: new Date().toISOString() })
    .execute();
  const starts_at = new Date(Date.now() + 3 * 3_600_000).toISOString();
  const published = await regularPicks.addPick(admin, pickFields({ pick: "Knicks +3.5", odds: "-110", starts_at }));
  pick = published.id;
  await putOnCard(db, id, [published]);
});
afterEach(async () => {
  service.close();
  await mails.stop();
});

const change = (changes: object) => regularPicks.savePick(admin, { id: pick, ...changes, reason });
const withdraw = () => regularPicks.deletePick(admin, { id: pick, reason });
const push = (now = new Date()) => deliverPushes(writePushTexts, () => now);
const mail = (now = new Date()) => deliverDue(smtpTransport(mails.url), () => now);
const shown = () =>
  service.received.map(({ text }): string => [JSON.parse(text).title, JSON.parse(text).body].join(" | "));
const rows = async (channel: OutboxChannel) =>
  (
    await db
      .selectFrom("outbox")
      .select(["state", "reason"])
      .where("channel", "=", channel)
      .where("kind", "=", "pick-changed")
      .orderBy("id")
      .execute()
  ).map(({ state, reason: why }) => [state, why]);

it("an alert of an older change that failed is not sent after a newer one, which tells both", async () => {
  await change({ odds: "-120" });
  service.answers = () => ({ status: 503 });
  await push();
  service.answers = () => null;
  await change({ unit_size: 2 });
  await push();
  await push(soon());
  expect(shown()).toEqual(["Changed: Knicks +3.5 | Price: -110 → -120.\nUnit size: 1.5 → 2."]);
  expect(await rows("push")).toEqual([
    ["expired", "newer"],
    ["sent", ""],
  ]);
});

it("nor a change after the withdrawal, by alert, by mail or in a chat", async () => {
  await change({ odds: "-120" });
  const item = await db
    .selectFrom("outbox")
    .select("params")
    .where("kind", "=", "pick-changed")
    .executeTakeFirstOrThrow();
  const post = { kind: "pick-changed" as const, ...JSON.parse(item.params) };
  const channel = await addChannel(actorOf("superadmin", (await createUser(db, { role: "superadmin" })).id), {
    type: "discord",
    name: "Picks",
    kinds: ["new-picks"],
    streams: ["regular"],
    address: "https://discord.example/hook",
  });
  const recipient = { channel: "discord", operatorChannelId: channel.id } as const;
  await write((trx) => queueNews(trx, [recipient], post, "change", new Date()));
  await withdraw();
  await push();
  await mail();
  await deliverToChannel(channel.id, () => new Date());
  expect(shown()).toEqual(["Withdrawn: Knicks +3.5 | It is off your card."]);
  expect(mails.taken.map(({ mail: { subject } }) => subject)).toEqual(["Withdrawn: Knicks +3.5"]);
  const both = [
    ["expired", "withdrawn"],
    ["sent", ""],
  ];
  expect([await rows("push"), await rows("mail"), await rows("discord")]).toEqual([
    both,
    both,
    [["expired", "withdrawn"]],
  ]);
});

it("a later edit of something else does not end it", async () => {
  await change({ odds: "-120" });
  await change({ why: "A longer text." });
  await push();
  expect(await rows("push")).toEqual([["sent", ""]]);
});

it("a change of a pick that is settled, or has started, is not sent any more", async () => {
  await change({ odds: "-120" });
  const { start } = JSON.parse((await db.selectFrom("outbox").select("params").executeTakeFirstOrThrow()).params);
  // As when it waited for the end of quiet hours: that can be later than the start.
  await db.updateTable("outbox").set({ expires_at: "9999-01-01T00:00:00.000Z" }).execute();
  await push(new Date(start));
  await change({ verdict: "✅" });
  await mail();
  expect([await rows("push"), await rows("mail")]).toEqual([[["expired", "started"]], [["expired", "nothing"]]]);
});
