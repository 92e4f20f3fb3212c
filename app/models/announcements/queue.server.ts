/** Queues announcements for their members, so many each minute. */
import { type AnnouncementRow, batchSize, db, write } from "../../db.server.ts";
import { minuteMs } from "../../time/durations.ts";
import { queueForMembers } from "../alerts/queue-members.server.ts";
import { peoplePerMinute } from "./announcement.ts";
import { announcementOf, causeOf } from "./announcement.server.ts";
import { recipientsOf } from "./recipients.server.ts";

const pauseMs = (batchSize * minuteMs) / peoplePerMinute;

/** Queues the next people of each announcement that is being sent and due. */
export async function queueAnnouncements(now: Date, shouldContinue: () => boolean = () => true): Promise<void> {
  const due = await db
    .selectFrom("announcements")
    .selectAll()
    .where("state", "=", "sending")
    .where("next_at", "<=", now.toISOString())
    .orderBy("id")
    .execute();
  for (const row of due) if (shouldContinue()) await queueSome(row, now);
}

/** How far it is, is stored in the same transaction: nobody gets it twice, wherever the server stops. */
async function queueSome(row: AnnouncementRow, now: Date): Promise<void> {
  const { audience, push } = announcementOf(row);
  const people = await recipientsOf(audience, push, now)
    .where("users.id", ">", row.queued_to)
    .orderBy("users.id")
    .limit(batchSize)
    .execute();
  const readers = people.map(({ id, mail, push: alert }) => ({
    userId: id,
    mail: mail === 1,
    push: alert === 1,
    starts: [],
  }));
  const isLast = readers.length < batchSize;
  const progress = {
    queued_to: readers.at(-1)?.userId ?? row.queued_to,
    mails: row.mails + readers.filter(({ mail }) => mail).length,
    alerts: row.alerts + readers.filter((reader) => reader.push).length,
    ...(isLast
      ? { state: "sent" as const, next_at: null }
      : { next_at: new Date(now.getTime() + pauseMs).toISOString() }),
  };
  await write(async (trx) => {
    const mine = await trx
      .updateTable("announcements")
      .set(progress)
      .where("id", "=", row.id)
      .where("state", "=", "sending")
      .where("queued_to", "=", row.queued_to)
      .returning("id")
      .executeTakeFirst();
    // Stopped, or queued by another process meanwhile.
    if (mine === undefined) return;
    await queueForMembers(
      trx,
      readers,
      { kind: "announcement", announcement: row.id, test: false },
      causeOf(row.id),
      now,
    );
  });
}
