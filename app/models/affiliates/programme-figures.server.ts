/** What staff see of all affiliates at a glance, deleted ones included. */
import { type Db, db } from "../../db.server.ts";
import { env } from "../../env.server.ts";
import { dateIn, instantIn } from "../../time/zone-time.ts";
import type { FunnelCounts } from "./affiliate.ts";
import { momentOrNow, readDue } from "./payout-due.server.ts";

export interface ProgrammeFigures {
  /** The current month in the site's zone, and all time. Commission in cents, less refunds. */
  month: FunnelCounts & { commission_cents: number };
  all: FunnelCounts;
  due: { cents: number; payees: number };
}

export async function readProgrammeFigures(now: Date): Promise<ProgrammeFigures> {
  const firstDay = `${dateIn(env.SITE_TIMEZONE, now).slice(0, 7)}-01`;
  const start = instantIn(env.SITE_TIMEZONE, firstDay, 0).toISOString();
  const [clicks, signups, booked] = await Promise.all([
    countClicks(db, firstDay),
    countSignups(db, start),
    sumCommissions(db, start),
  ]);
  const due = await readDue(db, await momentOrNow(db, null, now));
  return {
    month: {
      clicks: Number(clicks.month),
      signups: Number(signups.month),
      purchases: Number(booked.month),
      commission_cents: Number(booked.month_cents),
    },
    all: { clicks: Number(clicks.all), signups: Number(signups.all), purchases: Number(booked.all) },
    due: { cents: due.reduce((sum, { amount_cents }) => sum + amount_cents, 0), payees: due.length },
  };
}

function countClicks(source: Db, firstDay: string) {
  return source
    .selectFrom("affiliate_visits")
    .select(({ fn }) => [
      fn.sum<number | null>("visits").as("all"),
      fn.sum<number | null>("visits").filterWhere("day", ">=", firstDay).as("month"),
    ])
    .where("outcome", "=", "counted")
    .executeTakeFirstOrThrow();
}

function countSignups(source: Db, start: string) {
  return source
    .selectFrom("referrals")
    .select(({ fn }) => [
      fn.countAll<number>().as("all"),
      fn.countAll<number>().filterWhere("created_at", ">=", start).as("month"),
    ])
    .where("outcome", "=", "counted")
    .executeTakeFirstOrThrow();
}

function sumCommissions(source: Db, start: string) {
  return source
    .selectFrom("commissions")
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere("kind", "=", "purchase").as("all"),
      fn.countAll<number>().filterWhere("kind", "=", "purchase").filterWhere("created_at", ">=", start).as("month"),
      fn.sum<number | null>("amount_cents").filterWhere("created_at", ">=", start).as("month_cents"),
    ])
    .executeTakeFirstOrThrow();
}
