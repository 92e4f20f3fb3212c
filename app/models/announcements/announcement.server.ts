/** Announcements as rows, and one as it is sent. */
import { type AnnouncementRow, type Db, db } from "../../db.server.ts";
import { Refusal } from "../../refusal.ts";
import { accessKinds } from "../people/user.ts";
import type { Announcement } from "./announcement.ts";
import { stillGets } from "./recipients.server.ts";

export async function findAnnouncement(from: Db, id: number | null): Promise<Announcement> {
  const row = await from.selectFrom("announcements").selectAll().where("id", "=", id).executeTakeFirst();
  if (row === undefined) throw new Refusal("not-found", "This announcement does not exist.");
  return announcementOf(row);
}

export function announcementOf({ audience, push, ...row }: AnnouncementRow): Announcement {
  const { id, subject, body, state, version, sent_at, mails, alerts } = row;
  const stored: unknown = JSON.parse(audience);
  return {
    id,
    subject,
    body,
    audience: accessKinds.filter((kind) => Array.isArray(stored) && stored.includes(kind)),
    push: push === 1,
    state,
    version,
    sent_at,
    mails,
    alerts,
  };
}

/** What the outbox names as its cause: a recipient gets it once by a channel. */
export function causeOf(id: number): string {
  return `announcement ${id}`;
}

/** Its text when it is sent; null when it was stopped, or this person doesn't get it any more. A test goes out as it is. */
export async function announcementFor(
  { announcement, test }: { announcement: number; test: boolean },
  { userId, channel, now }: { userId: number; channel: "mail" | "push"; now: Date },
): Promise<Pick<Announcement, "subject" | "body"> | null> {
  const row = await db
    .selectFrom("announcements")
    .select(["subject", "body", "state"])
    .where("id", "=", announcement)
    .executeTakeFirst();
  if (row === undefined) return null;
  if (test) return row;
  return row.state !== "stopped" && (await stillGets(db, userId, channel, now)) ? row : null;
}
