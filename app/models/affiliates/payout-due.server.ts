import { sql } from "kysely";
import type { Db } from "../../db.server.ts";
import { dayMs } from "../../durations.ts";
import { Refusal } from "../../refusal.ts";
import { dueAfterDays } from "./affiliate.ts";
import { hashSecret } from "../secret.server.ts";

const dueChanged = "What is due has changed since this page was loaded. Check it again, then pay.";
const payeeChanged = "The name or email of an affiliate has changed since the list was made. If you paid by that list, change it back, mark it as paid, then change it again. If not, load this page again.";

/** One affiliate's part of a batch. */
export interface PayoutLine {
  name: string;
  email: string;
  ref_code: string;
  commissions: number;
  amount_cents: number;
}

/** What an affiliate is to be paid, in cents. Never 0 or less: what refunds took beyond it waits for later commissions. */
export interface DuePayout extends PayoutLine {
  affiliate_id: number;
  /** Stands for the name and the email: with others it is another. */
  payee: string;
}

/** A moment of the ledger: what was due then, of the entries up to one. */
export interface Moment {
  at: Date;
  lastEntry: number;
}

/** A ticked box. */
export interface Tick {
  affiliateId: number;
  cents: number | null;
  /** Null where none is named, as by a program. */
  payee: string | null;
}

/** The moment that a form names; null for none. */
export function momentOf(text: string): Moment | null {
  const [, lastEntry, at] = /^(\d{1,15})-(\d{1,15})$/.exec(text) ?? [];
  return at === undefined ? null : { lastEntry: Number(lastEntry), at: new Date(Number(at)) };
}

/** That moment, if it has come, else the present one. */
export async function momentOr(source: Db, given: Moment | null, now: Date = new Date()): Promise<Moment> {
  if (given && given.at <= now) return given;
  const { last } = await source.selectFrom("commissions").select((entry) => entry.fn.max("id").as("last")).executeTakeFirstOrThrow();
  return { at: now, lastEntry: last ?? 0 };
}

/** What is due to the ticked ones, as they were ticked, or a refusal with "conflict". */
export function linesFor(ticks: readonly Tick[], due: readonly DuePayout[]): DuePayout[] {
  const isFor = (tick: Tick, line: DuePayout) => line.affiliate_id === tick.affiliateId && line.amount_cents === tick.cents;
  if (!ticks.every((tick) => due.some((line) => isFor(tick, line)))) throw new Refusal("conflict", dueChanged);
  const lines = due.filter((line) => ticks.some((tick) => isFor(tick, line)));
  if (ticks.some((tick) => tick.payee !== null && !lines.some((line) => isFor(tick, line) && line.payee === tick.payee))) throw new Refusal("conflict", payeeChanged);
  return lines;
}

/**
 * The ledger entries that can be paid: not paid yet, and either of a purchase that is old enough or a refund of one that was paid.
 * A refund of a purchase that is too young waits with it.
 */
export function dueEntries(source: Db, { at, lastEntry }: Moment) {
  const before = new Date(at.getTime() - dueAfterDays * dayMs).toISOString();
  return source.selectFrom("commissions")
    .innerJoin("commissions as purchase", (join) => join.onRef("purchase.referral_id", "=", "commissions.referral_id").on("purchase.kind", "=", sql.lit("purchase")))
    .leftJoin("payout_items as paid", "paid.commission_id", "commissions.id")
    .where("paid.commission_id", "is", null)
    .where("commissions.id", "<=", lastEntry)
    .where("purchase.created_at", "<=", before);
}

/** What was due to whom at that moment, but for what is paid by now. By name. */
export async function readDue(source: Db, moment: Moment): Promise<DuePayout[]> {
  const rows = await dueEntries(source, moment)
    .innerJoin("affiliates", "affiliates.id", "commissions.affiliate_id")
    .select((entry) => ["affiliates.id as affiliate_id", "affiliates.name", "affiliates.email", "affiliates.ref_code", entry.fn.countAll<number>().as("commissions"), entry.fn.sum<number>("commissions.amount_cents").as("amount_cents")])
    .groupBy("affiliates.id").having((entry) => entry.fn.sum("commissions.amount_cents"), ">", 0).orderBy("affiliates.name").orderBy("affiliates.id").execute();
  return rows.map((row) => ({ ...row, payee: hashSecret(`${row.name}\n${row.email}`).slice(0, 8), commissions: Number(row.commissions), amount_cents: Number(row.amount_cents) }));
}
