import { type Database, db } from "../../db.server.ts";
import type { Selectable } from "kysely";

/** What an alert shows on a locked screen: the whole news, or only how much there is. */
export type PushDetail = Selectable<Database["alert_settings"]>["push_text"];

/** By person; who chose nothing is not in it. */
export async function findLooks(userIds: readonly number[]): Promise<Map<number, PushDetail>> {
  const rows = await db
    .selectFrom("alert_settings")
    .select(["user_id", "push_text"])
    .where("user_id", "in", [...new Set(userIds)])
    .execute();
  return new Map(rows.map(({ user_id, push_text }) => [user_id, push_text]));
}
