import { sql } from "kysely";
import { z } from "zod";
import { db } from "../../db.server.ts";
import { Refusal } from "../../refusal.ts";
import { recordAudit } from "../trail/audit.server.ts";
import { id, wholeNumber } from "../fields.ts";
import { operation } from "../operation.server.ts";
import type { DuePayout, Moment, PayoutLine, Tick } from "./payout-due.server.ts";
import { dueEntries, linesFor, momentOf, momentOr, readDue } from "./payout-due.server.ts";
import { writeAs } from "../sign-in/session.server.ts";

// A form may have 100 fields.
const mostAtOnce = 80;
const noneTicked = "Select whom to pay.";

/** What a list said was due, and what is due by now. */
export interface AskedPayout extends DuePayout {
  now_cents: number;
}

export interface PaidBatch {
  id: number;
  paid_at: string;
  affiliates: number;
  amount_cents: number;
}

/**
 * A form's ticked boxes, `pay_7` for affiliate 7, each with the cents that the page said are due, and whom to: nobody pays another sum than the one they
 * saw. `list` is the moment at which the page was made.
 */
const ticked = z.record(z.string(), z.unknown()).transform((input) => ({
  ticks: Object.entries(input).flatMap(([name, value]): Tick[] => {
    const affiliateId = wholeNumber(/^pay_(\d+)$/.exec(name)?.[1]);
    const [, cents, payee = null] = /^(\d+)(?:-([0-9a-f]{8}))?$/.exec(textOf(value)) ?? [];
    return affiliateId === null ? [] : [{ affiliateId, cents: wholeNumber(cents), payee }];
  }),
  moment: momentOf(textOf(input.list)),
}));
const chosen = ticked.refine(({ ticks }) => ticks.length > 0, { path: ["form"], message: noneTicked });

/** Whom to pay how much, and what was paid before. */
export const openPayouts = operation("affiliates.manage", z.object({}), readPayouts);

/** What the ticked boxes say, to pay by. Refuses with "invalid" when none is ticked, and with "conflict" when that is not due any more. */
export const listTicked = operation("affiliates.manage", ticked, async (_actor, { ticks, moment }): Promise<{ lines: DuePayout[] }> => {
  if (ticks.length === 0) throw new Refusal("invalid", noneTicked);
  return { lines: linesFor(ticks, await readDue(db, await momentOr(db, moment))) };
});

/**
 * The same as the page around the question whether to mark the ticked ones as paid: what the list said, and what is due by now. Asks about nobody, and
 * says why, when none is ticked or the list holds no more.
 */
export const askToPay = operation("affiliates.manage", ticked, async (_actor, { ticks, moment }) => {
  const payouts = await readPayouts();
  const { asked, problem } = await askedOf(ticks, moment);
  return { ...payouts, asked, problem };
});

/**
 * Marks what the list said was due to the chosen affiliates as paid, in one batch: the very entries of that moment. What came since is due next time. Refuses
 * with "conflict" when the list holds no more: somebody else was faster, or the sum is not what the page showed, or whom to is not.
 */
export const payDue = operation("affiliates.manage", chosen, async (actor, { ticks, moment }): Promise<{ id: number }> => {
  const now = new Date();
  return writeAs(actor, async (trx) => {
    const then = await momentOr(trx, moment, now);
    const paid = linesFor(ticks, await readDue(trx, then));
    const batch = await trx.insertInto("payouts").values({ paid_by: actor.person.id, paid_at: now.toISOString() }).returning("id").executeTakeFirstOrThrow();
    const items = dueEntries(trx, then).where("commissions.affiliate_id", "in", paid.map((line) => line.affiliate_id)).select(["commissions.id", sql.val(batch.id).as("payout_id")]);
    await trx.insertInto("payout_items").columns(["commission_id", "payout_id"]).expression(items).execute();
    await trx.insertInto("payout_lines").values(paid.map(({ payee: _payee, ...line }) => ({ payout_id: batch.id, ...line }))).execute();
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

async function readPayouts(): Promise<{ due: DuePayout[]; dueInAll: number; list: string; batches: PaidBatch[] }> {
  const moment = await momentOr(db, null);
  const due = await readDue(db, moment);
  return { due: due.slice(0, mostAtOnce), dueInAll: due.length, list: `${moment.lastEntry}-${moment.at.getTime()}`, batches: await readBatches() };
}

async function askedOf(ticks: readonly Tick[], moment: Moment | null): Promise<{ asked: AskedPayout[]; problem: string | null }> {
  if (ticks.length === 0) return { asked: [], problem: noneTicked };
  const now = new Map((await readDue(db, await momentOr(db, null))).map((line) => [line.affiliate_id, line.amount_cents]));
  try {
    const lines = linesFor(ticks, await readDue(db, await momentOr(db, moment)));
    return { asked: lines.map((line) => ({ ...line, now_cents: now.get(line.affiliate_id) ?? 0 })), problem: null };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { asked: [], problem: error.message };
  }
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

/** JSON can send an object that can't be made a text. */
function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}
