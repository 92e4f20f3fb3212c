/** Queues news for members: by mail, and for each of their devices, after their quiet hours. */
import type { Db } from "../../db.server.ts";
import { type OutboxItem, type Recipient, mostRecipients, queueNews } from "../outbox/outbox.server.ts";
import { shownUntil, timingOf } from "./quiet-hours.ts";
import { quietHoursOf } from "./quiet-hours.server.ts";

/** Somebody who gets the news, and by which channels. */
export interface Reader {
  userId: number;
  mail: boolean;
  push: boolean;
  /** The starts of the picks that it is about for them; null = unknown. */
  starts: readonly (string | null)[];
}

interface Times {
  since?: Date;
  expiresAt?: string;
}

type Group = { recipients: Recipient[]; times: Times & { heldUntil?: Date; ended?: string } };

/**
 * Call it in the transaction that causes the news, with at most a few hundred readers. Each device and address gets a cause once:
 * see queueNews.
 */
export async function queueForMembers(
  trx: Db,
  readers: readonly Reader[],
  item: OutboxItem,
  cause: string,
  now: Date,
  times: Times = {},
): Promise<void> {
  const devices = await devicesOf(trx, readers);
  const quiet = await quietHoursOf(
    trx,
    readers.map(({ userId }) => userId),
  );
  const groups = new Map<string, Group>();
  for (const reader of readers) {
    const timing = timingOf(quiet.get(reader.userId), now, reader.starts);
    for (const recipient of recipientsOf(reader, devices)) {
      const own = {
        ...times,
        ...(timing.what === "hold" && { heldUntil: timing.until }),
        ...(timing.what === "drop" && { ended: "quiet" }),
        ...(times.expiresAt === undefined && recipient.channel === "push" && endOf(reader, now)),
      };
      const key = JSON.stringify(own);
      const group = groups.get(key) ?? { recipients: [], times: own };
      groups.set(key, group);
      group.recipients.push(recipient);
    }
  }
  for (const group of groups.values())
    for (let start = 0; start < group.recipients.length; start += mostRecipients)
      await queueNews(trx, group.recipients.slice(start, start + mostRecipients), item, cause, now, group.times);
}

/** A late mail says that its games have started; an alert can't. */
function endOf({ starts }: Reader, now: Date): { expiresAt?: string } {
  const expiresAt = shownUntil(starts, now);
  return expiresAt === null ? {} : { expiresAt };
}

function recipientsOf({ userId, mail, push }: Reader, devices: ReadonlyMap<number, number[]>): Recipient[] {
  const own = push ? (devices.get(userId) ?? []) : [];
  return [
    ...(mail ? [{ channel: "mail" as const, userId }] : []),
    ...own.map((deviceId) => ({ channel: "push" as const, userId, deviceId })),
  ];
}

/** The ids of their devices, by person. */
async function devicesOf(from: Db, readers: readonly Reader[]): Promise<Map<number, number[]>> {
  const ids = readers.filter(({ push }) => push).map(({ userId }) => userId);
  const rows =
    ids.length === 0
      ? []
      : await from
          .selectFrom("push_devices")
          .select(["id", "user_id"])
          .where("user_id", "in", ids)
          .orderBy("id")
          .execute();
  const devices = new Map<number, number[]>();
  for (const { id, user_id } of rows) devices.set(user_id, [...(devices.get(user_id) ?? []), id]);
  return devices;
}
