import { sql } from "kysely";
import { z } from "zod";
import type { Db } from "../db.server.ts";
import { db } from "../db.server.ts";
import { dayMs } from "../durations.ts";
import { Refusal } from "../refusal.ts";
import { dueAfterDays } from "./affiliate.ts";
import { recordAudit } from "./audit.server.ts";
import { id, wholeNumber } from "./fields.ts";
import { operation } from "./operation.server.ts";
import { writeAs } from "./session.server.ts";

// A form may have 100 fields.
const mostAtOnce = 80;
const noneTicked = "Select whom to pay.";
const dueChanged = "What is due has changed since this page was loaded. Check it again, then pay.";

/** What an affiliate is to be paid now, in cents. Never 0 or less: what refunds took beyond it waits for later commissions. */
export interface DuePayout extends PayoutLine {
  affiliate_id: number;
}

export interface PaidBatch {
  id: number;
  paid_at: string;
  affiliates: number;
  amount_cents: number;
}

/** One affiliate's part of a batch. */
export interface PayoutLine {
  name: string;
  email: string;
  ref_code: string;
  commissions: number;
  amount_cents: number;
}

/** A form's ticked boxes, `pay_7` for affiliate 7, each with the cents that the page said are due: nobody pays another sum than the one they saw. */
const ticked = z.record(z.string(), z.unknown()).transform((input) =>
  Object.entries(input).flatMap(([name, cents]) => {
    const affiliateId = wholeNumber(/^pay_(\d+)$/.exec(name)?.[1]);
    return affiliateId === null ? [] : [{ affiliateId, cents: wholeNumber(cents) }];
  }),
);
const chosen = ticked.refine((lines) => lines.length > 0, { path: ["form"], message: noneTicked });

/** Whom to pay how much, and what was paid before. */
export const openPayouts = operation("affiliates.manage", z.object({}), readPayouts);

/** The same around the question whether to pay the ticked ones. Asks about nobody, and says why, when none is ticked or another sum is due by now. */
export const askToPay = operation("affiliates.manage", ticked, async (_actor, lines) => {
  const payouts = await readPayouts();
  const asked = payouts.due.filter((line) => lines.some(isFor(line)));
  if (lines.length === 0) return { ...payouts, asked, problem: noneTicked };
  return asked.length === lines.length ? { ...payouts, asked, problem: null } : { ...payouts, asked: [], problem: dueChanged };
});

/**
 * Marks what is due to the chosen affiliates as paid, in one batch. Refuses with "conflict" when another sum is due
 * to one of them than was shown: somebody else was faster, or a refund came.
 */
export const payDue = operation("affiliates.manage", chosen, async (actor, lines): Promise<{ id: number }> => {
  const now = new Date();
  return writeAs(actor, async (trx) => {
    const due = await readDue(trx, now);
    if (!lines.every((line) => due.some((payout) => isFor(payout)(line)))) throw new Refusal("conflict", dueChanged);
    const paid = due.filter((payout) => lines.some(isFor(payout)));
    const batch = await trx.insertInto("payouts").values({ paid_by: actor.person.id, paid_at: now.toISOString() }).returning("id").executeTakeFirstOrThrow();
    const items = dueEntries(trx, now).where("commissions.affiliate_id", "in", paid.map((line) => line.affiliate_id)).select(["commissions.id", sql.val(batch.id).as("payout_id")]);
    await trx.insertInto("payout_items").columns(["commission_id", "payout_id"]).expression(items).execute();
    await trx.insertInto("payout_lines").values(paid.map((line) => ({ payout_id: batch.id, ...line }))).execute();
    const amount_cents = paid.reduce((sum, line) => sum + line.amount_cents, 0);
    await recordAudit(trx, { actorId: actor.person.id, action: "payout.made", subject: "payout", subjectId: batch.id, after: { amount_cents, affiliates: paid.length } });
    return batch;
  });
});

/** The lines of a batch. Refuses with "not-found". */
export const findPayout = operation("affiliates.manage", z.object({ id }), async (_actor, input): Promise<{ id: number; paid_at: string; lines: PayoutLine[] }> => {
  const batch = input.id === null ? undefined : await db.selectFrom("payouts").selectAll().where("id", "=", input.id).executeTakeFirst();
  if (!batch) throw new Refusal("not-found", "There is no such payout.");
  return { id: batch.id, paid_at: batch.paid_at, lines: await linesOf(batch.id) };
});

async function readPayouts(): Promise<{ due: DuePayout[]; dueInAll: number; batches: PaidBatch[] }> {
  const due = await readDue(db, new Date());
  return { due: due.slice(0, mostAtOnce), dueInAll: due.length, batches: await readBatches() };
}

/** Whether a ticked box is for this payout, with the sum that is due. */
function isFor(payout: DuePayout) {
  return ({ affiliateId, cents }: { affiliateId: number; cents: number | null }) => payout.affiliate_id === affiliateId && payout.amount_cents === cents;
}

/**
 * The ledger entries that can be paid: not paid yet, and either of a purchase that is old enough or a refund of one that was paid.
 * A refund of a purchase that is too young waits with it.
 */
function dueEntries(source: Db, now: Date) {
  const before = new Date(now.getTime() - dueAfterDays * dayMs).toISOString();
  return source.selectFrom("commissions")
    .innerJoin("commissions as purchase", (join) => join.onRef("purchase.referral_id", "=", "commissions.referral_id").on("purchase.kind", "=", sql.lit("purchase")))
    .leftJoin("payout_items as paid", "paid.commission_id", "commissions.id")
    .where("paid.commission_id", "is", null)
    .where("purchase.created_at", "<=", before);
}

async function readDue(source: Db, now: Date): Promise<DuePayout[]> {
  const rows = await dueEntries(source, now)
    .innerJoin("affiliates", "affiliates.id", "commissions.affiliate_id")
    .select((entry) => ["affiliates.id as affiliate_id", "affiliates.name", "affiliates.email", "affiliates.ref_code", entry.fn.countAll<number>().as("commissions"), entry.fn.sum<number>("commissions.amount_cents").as("amount_cents")])
    .groupBy("affiliates.id").having((entry) => entry.fn.sum("commissions.amount_cents"), ">", 0).orderBy("affiliates.name").orderBy("affiliates.id").execute();
  return rows.map((row) => ({ ...row, commissions: Number(row.commissions), amount_cents: Number(row.amount_cents) }));
}

async function readBatches(): Promise<PaidBatch[]> {
  // The batches first: all lines of all years would be added up before the limit.
  const latest = db.selectFrom("payouts").select(["id", "paid_at"]).orderBy("id", "desc").limit(50);
  const rows = await db.selectFrom(latest.as("payouts")).innerJoin("payout_lines", "payout_lines.payout_id", "payouts.id")
    .select((line) => ["payouts.id", "payouts.paid_at", line.fn.countAll<number>().as("affiliates"), line.fn.sum<number>("payout_lines.amount_cents").as("amount_cents")])
    .groupBy("payouts.id").orderBy("payouts.id", "desc").execute();
  return rows.map((row) => ({ ...row, affiliates: Number(row.affiliates), amount_cents: Number(row.amount_cents) }));
}

/** As it was paid, whatever the affiliates are called today. */
function linesOf(payoutId: number): Promise<PayoutLine[]> {
  return db.selectFrom("payout_lines").select(["name", "email", "ref_code", "commissions", "amount_cents"]).where("payout_id", "=", payoutId).orderBy("name").orderBy("affiliate_id").execute();
}
