import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { db } from "../../../app/db.server.ts";
import { renderMail } from "../../../app/mails/letters.server.ts";
import { findDueMail, finishMail } from "../../../app/models/outbox/due-mail.server.ts";
import { noteProblem } from "../../../app/models/upkeep/health.server.ts";
import { queueTroubleMails } from "../../../app/models/upkeep/trouble-mail.server.ts";
import { createUser } from "../../support/database/factories.ts";

const failing = { text: "Backups are failing.", advice: "Make room." };
// 10:00 AM in the site's zone.
const start = new Date("2026-11-21T15:00:00.000Z");
const later = (minutes: number) => new Date(start.getTime() + minutes * 60_000);

beforeEach(async () => {
  vi.useFakeTimers({ now: start, toFake: ["Date"] });
  for (const table of ["outbox", "job_problems"] as const) await db.deleteFrom(table).execute();
  await db.updateTable("users").set({ role: "user" }).execute();
});
afterEach(() => void vi.useRealTimers());

/** Delivers all that is due, and returns who got what. */
async function arrived(now: Date): Promise<string[]> {
  const letters = [];
  for (let due = await findDueMail(now); due !== null; due = await findDueMail(now)) {
    const letter = await renderMail(due, now);
    if (letter) letters.push(`${letter.to.address}: ${letter.subject}`);
    await finishMail(due.id, letter ? "sent" : "expired", "", now);
  }
  return letters;
}

async function mailsAt(now: Date): Promise<string[]> {
  await queueTroubleMails(now);
  return arrived(now);
}

it("each superadmin who gets mail is told once a day, from 8 in the morning, until it works again", async () => {
  const confirmed = { role: "superadmin", email_confirmed_at: start.toISOString() } as const;
  const { email } = await createUser(db, confirmed);
  const { id: silent } = await createUser(db, confirmed);
  await db.updateTable("users").set({ email_notifications: 0 }).where("id", "=", silent).execute();
  await createUser(db, { ...confirmed, status: "Suspended" });
  await createUser(db, { ...confirmed, role: "admin" });
  const told = `${email}: Simline: Backups are failing.`;
  await noteProblem("backups", failing);
  expect(await mailsAt(later(9))).toEqual([]);
  expect(await mailsAt(later(10))).toEqual([told]);
  await noteProblem("record", { text: "The record does not check.", advice: "Keep the file." });
  expect(await mailsAt(later(60))).toEqual([]);
  // 7:59 AM and 8:00 AM of the next day.
  expect(await mailsAt(later(22 * 60 - 1))).toEqual([]);
  expect(await mailsAt(later(22 * 60))).toEqual([`${email}: Simline: 2 things need you`]);
  await noteProblem("record", null);
  await noteProblem("backups", null);
  expect(await mailsAt(later(46 * 60))).toEqual([]);
});

it("says what fails, since when and what to do", async () => {
  await createUser(db, { role: "superadmin", email_confirmed_at: start.toISOString() });
  await noteProblem("channels", { text: "A channel takes no news.", advice: "Room: its server can't be reached." });
  await queueTroubleMails(later(10));
  const due = await findDueMail(later(10));
  const letter = due && (await renderMail(due, later(10)));
  expect(letter?.text).toContain(
    "A channel takes no news.\nSince November 21, 2026, 10:00 AM EST. Room: its server can't be reached.",
  );
  expect(letter?.unsubscribeUrl).toBeNull();
});

it("what works again before the mail leaves is not mailed", async () => {
  await createUser(db, { role: "superadmin", email_confirmed_at: start.toISOString() });
  await noteProblem("backups", failing);
  await queueTroubleMails(later(10));
  await noteProblem("backups", null);
  expect(await arrived(later(11))).toEqual([]);
});

it("no mail is about mail", async () => {
  await createUser(db, { role: "superadmin", email_confirmed_at: start.toISOString() });
  await noteProblem("mail", { text: "No email could be sent.", advice: "Wait." });
  expect(await mailsAt(later(600))).toEqual([]);
});

it.each([
  ["is no superadmin any more", { role: "admin" }],
  ["was suspended", { status: "Suspended" }],
  ["turned mail off", { email_notifications: 0 }],
] as const)("a mail that waits does not go to somebody who %s", async (_what, change) => {
  const { id } = await createUser(db, { role: "superadmin", email_confirmed_at: start.toISOString() });
  await noteProblem("backups", failing);
  await queueTroubleMails(later(10));
  await db.updateTable("users").set(change).where("id", "=", id).execute();
  expect(await arrived(later(10))).toEqual([]);
});
