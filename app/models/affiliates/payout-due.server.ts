import { sql } from "kysely";
import type { Db } from "../../db.server.ts";
import { dayMs } from "../../time/durations.ts";
import { Refusal } from "../../refusal.ts";
import { dueAfterDays } from "./affiliate.ts";
import { hashSecret } from "../secret.server.ts";

const dueChanged = "What is due has changed since this page was loaded. Check the list again, then pay.";
const payeeChanged =
  "The name or email of an affiliate has changed since the list was made. If you paid by that list, change it back, mark it as paid, then change it again. If not, load this page again.";

export interface PayoutLine {
  name: string;
  email: string;
  ref_code: string;
  commissions: number;
  amount_cents: number;
}

/** The amount due to an affiliate; always above 0. Refunds beyond it reduce later payouts. */
export interface DuePayout extends PayoutLine {
  affiliate_id: number;
  /** A hash of name and email, to detect that they changed. */
  payee: string;
}

export interface Unpaid {
  /** Below 0 when more was taken back after a payout than came since. */
  due_cents: number;
  /** What is not due yet, and from when it is. */
  later: { at: Date; cents: number }[];
}

/** A point in the list of commissions: a time and the last entry until then. */
export interface Moment {
  at: Date;
  lastEntry: number;
}

export interface Tick {
  affiliateId: number;
  cents: number | null;
  /** Null when the client sent none, for example over the API. */
  payee: string | null;
}

export function momentOf(text: string): Moment | null {
  const [, lastEntry, at] = /^(\d{1,15})-(\d{1,15})$/.exec(text) ?? [];
  return at === undefined ? null : { lastEntry: Number(lastEntry), at: new Date(Number(at)) };
}

/** Gives the current moment when no moment is given, or when it lies in the future. */
export async function momentOrNow(source: Db, given: Moment | null, now: Date = new Date()): Promise<Moment> {
  if (given && given.at <= now) return given;
  const { last } = await source
    .selectFrom("commissions")
    .select((entry) => entry.fn.max("id").as("last"))
    .executeTakeFirstOrThrow();
  return { at: now, lastEntry: last ?? 0 };
}

/** The due payouts of the ticked affiliates. Refuses with "conflict" when amount, name or email changed. */
export function linesFor(ticks: readonly Tick[], due: readonly DuePayout[]): DuePayout[] {
  const isFor = (tick: Tick, line: DuePayout) =>
    line.affiliate_id === tick.affiliateId && line.amount_cents === tick.cents;
  if (!ticks.every((tick) => due.some((line) => isFor(tick, line)))) throw new Refusal("conflict", dueChanged);
  const lines = due.filter((line) => ticks.some((tick) => isFor(tick, line)));
  if (
    ticks.some((tick) => tick.payee !== null && !lines.some((line) => isFor(tick, line) && line.payee === tick.payee))
  )
    throw new Refusal("conflict", payeeChanged);
  return lines;
}

/**
 * Selects the unpaid entries of purchases that are old enough to be due, with their refunds. Younger refunds wait with
 * the purchase.
 */
export function dueEntries(source: Db, { at, lastEntry }: Moment) {
  return unpaidEntries(source)
    .where("commissions.id", "<=", lastEntry)
    .where("purchase.created_at", "<=", lastDuePurchase(at));
}

/** Sums what no batch has paid to an affiliate, by the time of the purchase, oldest first. */
export async function readUnpaid(source: Db, affiliateId: number, now: Date): Promise<Unpaid> {
  const unpaid = unpaidEntries(source).where("commissions.affiliate_id", "=", affiliateId);
  const last = lastDuePurchase(now);
  const { cents } = await unpaid
    .where("purchase.created_at", "<=", last)
    .select((entry) => entry.fn.sum<number | null>("commissions.amount_cents").as("cents"))
    .executeTakeFirstOrThrow();
  const later = await unpaid
    .where("purchase.created_at", ">", last)
    .select((entry) => [
      "purchase.created_at as purchased_at",
      entry.fn.sum<number>("commissions.amount_cents").as("cents"),
    ])
    .groupBy("purchase.created_at")
    .orderBy("purchase.created_at")
    .execute();
  return {
    due_cents: Number(cents),
    later: later.map((row) => ({ at: dueAt(row.purchased_at), cents: Number(row.cents) })),
  };
}

function unpaidEntries(source: Db) {
  return source
    .selectFrom("commissions")
    .innerJoin("commissions as purchase", (join) =>
      join.onRef("purchase.referral_id", "=", "commissions.referral_id").on("purchase.kind", "=", sql.lit("purchase")),
    )
    .leftJoin("payout_items as paid", "paid.commission_id", "commissions.id")
    .where("paid.commission_id", "is", null);
}

function lastDuePurchase(now: Date): string {
  return new Date(now.getTime() - dueAfterDays * dayMs).toISOString();
}

function dueAt(purchasedAt: string): Date {
  return new Date(Date.parse(purchasedAt) + dueAfterDays * dayMs);
}

export async function readDue(source: Db, moment: Moment): Promise<DuePayout[]> {
  const rows = await dueEntries(source, moment)
    .innerJoin("affiliates", "affiliates.id", "commissions.affiliate_id")
    .select((entry) => [
      "affiliates.id as affiliate_id",
      "affiliates.name",
      "affiliates.email",
      "affiliates.ref_code",
      entry.fn.countAll<number>().as("commissions"),
      entry.fn.sum<number>("commissions.amount_cents").as("amount_cents"),
    ])
    .groupBy("affiliates.id")
    .having((entry) => entry.fn.sum("commissions.amount_cents"), ">", 0)
    .orderBy("affiliates.name")
    .orderBy("affiliates.id")
    .execute();
  return rows.map((row) => ({
    ...row,
    payee: hashSecret(`${row.name}\n${row.email}`).slice(0, 8),
    commissions: Number(row.commissions),
    amount_cents: Number(row.amount_cents),
  }));
}
