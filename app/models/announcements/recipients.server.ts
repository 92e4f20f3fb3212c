/** Whom an announcement reaches: members by why they have access. Nobody who takes a break, and nobody who turned it off. */
import { type Db, db } from "../../db.server.ts";
import { chose, isReachable, wants } from "../alerts/recipients.server.ts";
import { membersWith } from "../people/users-list.server.ts";
import type { Access } from "../people/user.ts";

export interface Reach {
  /** All of the audience, also those who turned announcements off. */
  people: number;
  mails: number;
  /** People, not devices. */
  alerts: number;
}

/** The audience, with `mail` and `push` as 1 for those who get it so. */
export function recipientsOf(audience: readonly Access[], push: boolean, now: Date) {
  return membersWith(audience, now)
    .where(isReachable(now))
    .select("users.id")
    .select((user) => user.case().when(wants("announcements", "mail")).then(1).else(0).end().as("mail"))
    .select((user) => {
      const hasDevice = user.exists(
        user.selectFrom("push_devices").select("push_devices.id").whereRef("push_devices.user_id", "=", "users.id"),
      );
      const alerted = user.and([chose("announcements", "push"), hasDevice]);
      return push ? user.case().when(alerted).then(1).else(0).end().as("push") : user.lit(0).as("push");
    });
}

export async function countReach(audience: readonly Access[], push: boolean, now: Date): Promise<Reach> {
  const counted = await db
    .selectFrom(recipientsOf(audience, push, now).as("people"))
    .select(({ fn }) => [
      fn.countAll<number>().as("people"),
      fn.sum<number | null>("mail").as("mails"),
      fn.sum<number | null>("push").as("alerts"),
    ])
    .executeTakeFirstOrThrow();
  return { people: Number(counted.people), mails: Number(counted.mails), alerts: Number(counted.alerts) };
}

/** False for somebody who turned it off, left or began a break after it was queued. */
export async function stillGets(from: Db, userId: number, channel: "mail" | "push", now: Date): Promise<boolean> {
  const row = await from
    .selectFrom("users")
    .select("users.id")
    .where("users.id", "=", userId)
    .where(isReachable(now))
    .where(wants("announcements", channel))
    .executeTakeFirst();
  return row !== undefined;
}
