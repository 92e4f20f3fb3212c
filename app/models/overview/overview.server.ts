/** What a superadmin sees of the business at a glance. Figures come from our tables alone. */
import { sql } from "kysely";
import { z } from "zod";
import { db, freeBytes } from "../../db.server.ts";
import { env } from "../../env.server.ts";
import { memberRole } from "../../policy.ts";
import { momentOrNow, readDue } from "../affiliates/payout-due.server.ts";
import { type OpenDispute, listOpenDisputes } from "../billing/dispute.server.ts";
import { listStarted } from "../grading/waiting.server.ts";
import { streams } from "../bets/stream.ts";
import { readFeed } from "../feed/feed-calls.server.ts";
import { operation } from "../operation.server.ts";
import { type LastCheck, findLastCheck } from "../record/last-check.server.ts";
import { newestBackup } from "../upkeep/backup-files.server.ts";
import { leastFreeBytes } from "../upkeep/health.server.ts";
import { type Days, lastDays, sumByDay } from "./days.ts";
import { type DeliveryFigures, readDeliveryFigures } from "./deliveries.server.ts";
import { type MemberFigures, readMemberFigures } from "./members.server.ts";

export interface Overview {
  /** When the figures were read (ISO, UTC). */
  now: string;
  /** The first of the days, YYYY-MM-DD. */
  first: string;
  members: MemberFigures;
  disputes: OpenDispute[];
  /** Sign-ups whose payment nobody has confirmed. */
  waiting: number;
  /** In cents. */
  commissions: { days: number[]; due: number; payees: number };
  deliveries: DeliveryFigures;
  picks: { days: number[]; toGrade: number };
  /** Null = never checked. */
  check: LastCheck | null;
  /** Null = there is no feed. */
  feed: { spent: number; monthly: number; problem: string } | null;
  /** Null = the database is on a server of its own. */
  disk: { free: number; isLow: boolean } | null;
  /** `isOn` = the program makes backups. */
  backup: { isOn: boolean; at: string | null };
}

export const readOverviewPage = operation("overview.read", z.object({}), async (): Promise<Overview> => {
  const now = new Date();
  const days = lastDays(now, env.SITE_TIMEZONE);
  const free = await freeBytes();
  return {
    now: now.toISOString(),
    first: days.first,
    members: await readMemberFigures(days, now),
    disputes: await listOpenDisputes(db),
    waiting: await countWaiting(),
    commissions: await readCommissions(days, now),
    deliveries: await readDeliveryFigures(days, now),
    picks: { days: await countPublished(days), toGrade: (await listStarted(now)).length },
    check: await findLastCheck(),
    feed: env.ODDS_API_KEY === undefined ? null : await readCredits(now),
    disk: free === null ? null : { free, isLow: free < leastFreeBytes },
    backup: { isOn: env.BACKUP_DIR !== undefined, at: newestBackup(env.BACKUP_DIR, now) },
  };
});

async function countWaiting(): Promise<number> {
  const { count } = await db
    .selectFrom("users")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    // A literal: only that matches the partial index.
    .where("payment_review", "=", sql.lit("waiting" as const))
    .where("role", "=", memberRole)
    .executeTakeFirstOrThrow();
  return Number(count);
}

async function readCommissions(days: Days, now: Date): Promise<Overview["commissions"]> {
  const booked = await db
    .selectFrom("commissions")
    .select(["created_at as at", "amount_cents as amount"])
    .where("created_at", ">=", days.start)
    .execute();
  const due = await readDue(db, await momentOrNow(db, null, now));
  return {
    days: sumByDay(days, booked),
    due: due.reduce((sum, { amount_cents }) => sum + amount_cents, 0),
    payees: due.length,
  };
}

/** A published pick has the time of its publication. */
async function countPublished(days: Days): Promise<number[]> {
  const published = await db
    .selectFrom("picks")
    .select("created_at as at")
    .where("stream", "in", streams)
    .where("settled", "in", [0, 1])
    .where("created_at", ">=", days.start)
    .execute();
  return sumByDay(
    days,
    published.map(({ at }) => ({ at, amount: 1 })),
  );
}

async function readCredits(now: Date): Promise<Overview["feed"]> {
  const { month, spent, problem } = await readFeed(db);
  return { spent: month === now.toISOString().slice(0, 7) ? spent : 0, monthly: env.ODDS_API_MONTHLY, problem };
}
