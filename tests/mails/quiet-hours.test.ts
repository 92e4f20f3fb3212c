/** Mails of news whose delivery is late and falls into their reader's quiet hours. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { db, write } from "../../app/db.server.ts";
import { deliverDue } from "../../app/mails/delivery.server.ts";
import { smtpTransport } from "../../app/mails/mail.server.ts";
import { saveOwnNews } from "../../app/models/alerts/choices.server.ts";
import { type OutboxItem, queueMail } from "../../app/models/outbox/outbox.server.ts";
import { actorOf, createPick, createUser, putOnCard } from "../support/database/factories.ts";
import { type MailServer, startMailServer } from "../support/mail-server.ts";

const start = new Date("2026-11-21T15:00:00.000Z");
const hour = 3_600_000;
const later = (hours: number) => new Date(start.getTime() + hours * hour);
const night = { quiet_from: "16:00", quiet_until: "04:30", zone: "UTC" } as const;
const end = later(13.5);
let server: MailServer;
let reader: number;

beforeEach(async () => {
  for (const table of ["outbox", "picks", "users"] as const) await db.deleteFrom(table).execute();
  server = await startMailServer();
  reader = (await createUser(db)).id;
  await saveOwnNews(actorOf("user", reader), { ...night, wants: { "pick-starts": { mail: true } } });
});
afterEach(() => server.stop());

const queue = (item: OutboxItem) => write((trx) => queueMail(trx, reader, item, start));
const deliver = (now: Date) => deliverDue(smtpTransport(server.url), () => now);
const rows = () => db.selectFrom("outbox").select(["state", "reason", "tries", "next_try_at"]).execute();

it("wait for their end, and are sent then though they would have expired", async () => {
  await queue({ kind: "daily-summary", day: "2026-11-20" });
  await saveOwnNews(actorOf("user", reader), { wants: { "daily-summary": { mail: true } } });
  await deliver(later(2));
  expect(await rows()).toEqual([{ state: "waiting", reason: "held", tries: 0, next_try_at: end.toISOString() }]);
  expect(await deliver(new Date(end.getTime() - 1))).toMatchObject({ taken: 0 });
  expect(await deliver(end)).toMatchObject({ taken: 1 });
});

it.each([
  ["at-once", "sent", ""],
  ["never", "expired", "quiet"],
] as const)("about a game before their end: %s", async (quiet_late, state, reason) => {
  await saveOwnNews(actorOf("user", reader), { quiet_late });
  const starts_at = later(2).toISOString();
  const pick = await createPick(db, { starts_at });
  await putOnCard(db, reader, [pick]);
  await db.deleteFrom("outbox").execute();
  await write((trx) =>
    queueMail(trx, reader, { kind: "pick-starts", pick: pick.id, starts_at }, new Date(later(1.6).getTime())),
  );
  await deliver(later(1.7));
  expect(await rows()).toMatchObject([{ state, reason }]);
});

it("that are no news are sent at any time", async () => {
  await queue({ kind: "membership-active" });
  expect(await deliver(later(2))).toMatchObject({ taken: 1 });
});
