/** Where alerts are sent: for the delivery, which sends for everybody. */
import { db, write } from "../../db.server.ts";

export interface DeviceAddress {
  userId: number;
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** By the devices' ids. One that was removed is missing. */
export async function findDevices(ids: readonly number[]): Promise<ReadonlyMap<number, DeviceAddress>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("push_devices")
    .select(["id", "user_id as userId", "endpoint", "p256dh", "auth"])
    .where("id", "in", ids)
    .execute();
  return new Map(rows.map(({ id, ...address }) => [id, address]));
}

/** Their push services said that they don't exist any more. */
export async function removeGoneDevices(ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await write((trx) => trx.deleteFrom("push_devices").where("id", "in", ids).execute());
}
