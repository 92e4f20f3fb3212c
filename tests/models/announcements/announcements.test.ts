import { beforeEach, expect, it, vi } from "vitest";
import { audienceBox } from "../../../app/models/announcements/announcement.ts";
import type { Access } from "../../../app/models/people/user.ts";
import { actorOf, addDevice, createUser } from "../../support/database/factories.ts";

vi.stubEnv("MAIL_DIR", "nowhere");
const { writePushTexts } = await import("../../../app/alerts/push-texts.server.ts");
const { batchSize, db } = await import("../../../app/db.server.ts");
const { renderMail } = await import("../../../app/mails/letters.server.ts");
const { saveOwnNews } = await import("../../../app/models/alerts/choices.server.ts");
const {
  deleteAnnouncement,
  readAnnouncementPage,
  saveAnnouncement,
  sendAnnouncement,
  stopAnnouncement,
  testAnnouncement,
} = await import("../../../app/models/announcements/announcement-manager.server.ts");
const { queueAnnouncements } = await import("../../../app/models/announcements/queue.server.ts");
const { findDueMail } = await import("../../../app/models/outbox/due-mail.server.ts");
const { takeDueNews } = await import("../../../app/models/outbox/due-news.server.ts");

const superadmin = actorOf("superadmin");
const later = (minutes: number) => new Date(Date.now() + minutes * 60_000);
const body = "We **moved**.\n\n- [Prices](/pricing)\n- [News](https://news.example/a?b=1&c=2)";
const fields = { subject: "Prices from May", body };
const to = (...kinds: Access[]) => Object.fromEntries(kinds.map((kind) => [audienceBox(kind), "1"]));

beforeEach(async () => {
  for (const table of ["outbox", "announcements", "push_devices", "alert_choices"] as const)
    await db.deleteFrom(table).execute();
  await db.deleteFrom("users").where("id", "!=", superadmin.person.id).execute();
  await db.updateTable("users").set({ role: "superadmin" }).execute();
});

async function draftTo(...kinds: Access[]) {
  return saveAnnouncement(superadmin, { id: "new", ...fields, ...to(...kinds), push: "yes" });
}

async function sent(...kinds: Access[]) {
  const { id, version } = await draftTo(...kinds);
  await sendAnnouncement(superadmin, { id, version });
  return id;
}

const queued = () => db.selectFrom("outbox").select(["user_id", "channel", "state", "reason"]).orderBy("id").execute();
const mailed = async () => (await queued()).filter(({ channel }) => channel === "mail").map(({ user_id }) => user_id);

async function memberWith(columns: { access_until: string } | { break_until: string }): Promise<{ id: number }> {
  const user = await createUser(db);
  await db.updateTable("users").set(columns).where("id", "=", user.id).execute();
  return user;
}

async function alertedBy(userId: number): Promise<void> {
  await saveOwnNews(actorOf("user", userId), { wants: { announcements: { push: true } } });
  await addDevice(db, userId);
}

it("reaches members by their access, by the channels that they chose, and says so before", async () => {
  const access_until = later(-1).toISOString();
  const [granted, ended, off, withPhone, resting, suspended] = [
    await createUser(db),
    await memberWith({ access_until }),
    await createUser(db),
    await createUser(db),
    await memberWith({ break_until: later(60).toISOString() }),
    await createUser(db, { status: "Suspended" }),
  ].map(({ id }) => id);
  await saveOwnNews(actorOf("user", off ?? 0), { wants: { announcements: { mail: false } } });
  await alertedBy(withPhone ?? 0);
  const { id, version } = await draftTo("granted", "paid");
  const { reach } = await readAnnouncementPage(superadmin, { id });
  expect(reach).toEqual({ people: 3, mails: 2, alerts: 1 });
  await queueAnnouncements(later(1));
  expect(await queued()).toEqual([]);
  await sendAnnouncement(superadmin, { id, version });
  await queueAnnouncements(later(1));
  expect((await queued()).map(({ user_id, channel }) => [user_id, channel])).toEqual([
    [granted, "mail"],
    [withPhone, "mail"],
    [withPhone, "push"],
  ]);
  expect([resting, suspended]).not.toContain(undefined);
  const { announcement, channels } = await readAnnouncementPage(superadmin, { id });
  expect(announcement).toMatchObject({ state: "sent", mails: 2, alerts: 1 });
  expect(channels.map(({ channel, waiting }) => [channel, waiting])).toEqual([
    ["mail", 2],
    ["push", 1],
  ]);
  const other = await sent("none");
  await queueAnnouncements(later(1));
  expect((await mailed()).slice(2)).toEqual([ended]);
  expect(other).toBeGreaterThan(id);
});

it("goes out at its pace, and never twice, whatever stops it", async () => {
  for (let count = 0; count < batchSize + 1; count += 1) await createUser(db);
  const id = await sent("granted");
  // Two processes look at the same time.
  await Promise.all([queueAnnouncements(later(1)), queueAnnouncements(later(1))]);
  expect(await mailed()).toHaveLength(batchSize);
  await queueAnnouncements(later(1));
  expect(await mailed()).toHaveLength(batchSize);
  await queueAnnouncements(later(2));
  await queueAnnouncements(later(3));
  const everybody = await mailed();
  expect([everybody.length, new Set(everybody).size]).toEqual([batchSize + 1, batchSize + 1]);
  const { version } = (await readAnnouncementPage(superadmin, { id })).announcement ?? {};
  await expect(sendAnnouncement(superadmin, { id, version })).rejects.toMatchObject({ reason: "conflict" });
  // It was queued for them once, even if its progress had been lost.
  await db.updateTable("announcements").set({ state: "sending", queued_to: 0, next_at: "" }).execute();
  await queueAnnouncements(later(4));
  expect(await mailed()).toHaveLength(batchSize + 1);
});

it("is sent as it was read: a change in between is refused, and so is a change after it", async () => {
  const { id, version } = await draftTo("granted");
  await saveAnnouncement(superadmin, { id, ...fields, subject: "Another", ...to("paid"), version });
  await expect(sendAnnouncement(superadmin, { id, version })).rejects.toMatchObject({ reason: "conflict" });
  await expect(saveAnnouncement(superadmin, { id, ...fields, ...to("paid"), version })).rejects.toMatchObject({
    reason: "conflict",
    saved: { version: String(version + 1) },
  });
  await sendAnnouncement(superadmin, { id, version: version + 1 });
  for (const change of [saveAnnouncement, deleteAnnouncement, testAnnouncement])
    await expect(change(superadmin, { id, ...fields, ...to("paid") })).rejects.toMatchObject({ reason: "conflict" });
});

it("asks for a subject, a text and an audience", async () => {
  const save = (input: object) => saveAnnouncement(superadmin, { id: "new", ...input });
  await expect(save(to("paid"))).rejects.toMatchObject({
    fields: { subject: "Enter a subject.", body: "Enter the text." },
  });
  await expect(save(fields)).rejects.toMatchObject({ fields: { audience: "Choose who gets it." } });
});

it("sends the text of the draft to its author alone, as a test", async () => {
  const { id } = await draftTo("granted");
  await createUser(db);
  await testAnnouncement(superadmin, { id });
  const due = await findDueMail(later(1));
  expect(await mailed()).toEqual([superadmin.person.id]);
  const mail = due && (await renderMail(due, later(1)));
  expect(mail?.subject).toBe("Prices from May");
});

it("becomes a mail with whole links, its text, and a link that stops announcements alone", async () => {
  await createUser(db);
  await sent("granted");
  await queueAnnouncements(later(1));
  const due = await findDueMail(later(1));
  const mail = due && (await renderMail(due, later(1)));
  expect(mail?.html).toContain("<p>We <strong>moved</strong>.</p>");
  expect(mail?.html).toMatch(/<a href="https?:\/\/[^/"]+\/pricing">Prices<\/a>/);
  expect(mail?.html).toContain('href="https://news.example/a?b=1&amp;c=2"');
  expect(mail?.text).toContain(body);
  expect(mail?.text).toContain('because "Announcements" is on in your');
  expect(mail?.unsubscribeUrl).toMatch(/\/unsubscribe\/[\w-]+\?kind=announcements$/);
});

it("becomes an alert without the marks of Markdown", async () => {
  const { id: userId } = await createUser(db);
  await alertedBy(userId);
  await sent("granted");
  await queueAnnouncements(later(1));
  const alerts = await takeDueNews("push", later(1), { limit: 10 });
  const [text] = (await writePushTexts(alerts, later(1))).values();
  expect(text).toMatchObject({ text: { title: "Prices from May", body: "We moved.\nPrices\nNews" } });
});

it.each([
  ["it is stopped", async (id: number) => stopAnnouncement(superadmin, { id })],
  [
    "its reader turns announcements off",
    (_id: number, user: number) => saveOwnNews(actorOf("user", user), { wants: { announcements: { mail: false } } }),
  ],
])("is not sent any more after %s", async (_what, act) => {
  const { id: user } = await createUser(db);
  const id = await sent("granted");
  await queueAnnouncements(later(1));
  const before = await findDueMail(later(1));
  await act(id, user);
  expect(before && (await renderMail(before, later(1)))).toBeNull();
});

it("stops with what waits, and what comes after", async () => {
  for (let count = 0; count < batchSize + 1; count += 1) await createUser(db);
  const id = await sent("granted");
  await queueAnnouncements(later(1));
  await stopAnnouncement(superadmin, { id });
  await queueAnnouncements(later(5));
  const rows = await queued();
  expect(rows).toHaveLength(batchSize);
  expect(new Set(rows.map(({ state, reason }) => `${state} ${reason}`))).toEqual(new Set(["expired halted"]));
  await expect(stopAnnouncement(superadmin, { id })).rejects.toMatchObject({ reason: "conflict" });
  const trail = await db.selectFrom("audit").select("action").where("subject", "=", "announcement").execute();
  expect(trail.slice(-3).map(({ action }) => action)).toEqual([
    "announcement.created",
    "announcement.sent",
    "announcement.stopped",
  ]);
});
