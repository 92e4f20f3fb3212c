import type { Db } from "../../db.server.ts";
import { env } from "../../env.server.ts";
import type { QuietHours } from "./quiet-hours.ts";

/** By person; who keeps none is not in it. */
export async function quietHoursOf(from: Db, userIds: readonly number[]): Promise<Map<number, QuietHours>> {
  const rows =
    userIds.length === 0
      ? []
      : await from
          .selectFrom("alert_settings")
          .select(["user_id", "quiet_from as from", "quiet_until as until", "quiet_late as late", "zone"])
          .where("user_id", "in", [...new Set(userIds)])
          .where("quiet_from", "<>", "")
          .execute();
  return new Map(rows.map(({ user_id, zone, ...hours }) => [user_id, { ...hours, zone: zone || env.SITE_TIMEZONE }]));
}
