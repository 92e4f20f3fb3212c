import { expressionBuilder } from "kysely";
import { type Database, db, write } from "../../db.server.ts";
import { env } from "../../env.server.ts";
import { superadminRole } from "../../policy.ts";
import { hourMs, minuteMs } from "../../time/durations.ts";
import { dateIn } from "../../time/zone-time.ts";
import { getsMail } from "../alerts/recipients.server.ts";
import { queueNews } from "../outbox/outbox.server.ts";
import type { Problem } from "../problem.ts";
import { findFailures } from "./health.server.ts";

/** What lasts less long solves itself mostly, such as a receiver that restarts. */
const patienceMs = 10 * minuteMs;
/** What lasts for days is told anew at this hour in the site's zone, not at midnight. */
const dayStartsMs = 8 * hourMs;

/** What does not work and has lasted a while. */
export async function findTrouble(now: Date): Promise<Problem[]> {
  const longAgo = new Date(now.getTime() - patienceMs).toISOString();
  return (await findFailures()).filter(({ since }) => since === null || since <= longAgo);
}

/** Ask again when a mail is about to be sent: it may have waited. */
export async function isStillTold(userId: number): Promise<boolean> {
  const user = db.selectFrom("users").select("users.id").where("users.id", "=", userId).where(isTold());
  return (await user.executeTakeFirst()) !== undefined;
}

function isTold() {
  const { eb, and } = expressionBuilder<Database, "users">();
  return and([
    eb("users.role", "=", superadminRole),
    eb("users.status", "=", "Active"),
    eb("users.closes_at", "is", null),
    getsMail(),
  ]);
}

/** While there is trouble, queues one mail a day to each superadmin. Its text is written when it is sent. */
export async function queueTroubleMails(now: Date): Promise<void> {
  if ((await findTrouble(now)).length === 0) return;
  const cause = `trouble ${dateIn(env.SITE_TIMEZONE, new Date(now.getTime() - dayStartsMs))}`;
  const untold = await db
    .selectFrom("users")
    .select("users.id")
    .where(isTold())
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("outbox")
            .select("outbox.id")
            .whereRef("outbox.user_id", "=", "users.id")
            .where("outbox.channel", "=", "mail")
            .where("outbox.cause", "=", cause),
        ),
      ),
    )
    .execute();
  if (untold.length === 0) return;
  const recipients = untold.map(({ id }) => ({ channel: "mail" as const, userId: id }));
  await write((trx) => queueNews(trx, recipients, { kind: "server-trouble" }, cause, now));
}
