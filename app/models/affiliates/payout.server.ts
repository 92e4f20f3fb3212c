import { sql } from "kysely";
import { z } from "zod";
import { db } from "../../db.server.ts";
import { Refusal } from "../../refusal.ts";
import { recordAudit } from "../trail/audit.server.ts";
import { id, wholeNumber } from "../fields.ts";
import { operation } from "../operation.server.ts";
import {
  type DuePayout,
  type PayoutLine,
  type Tick,
  dueEntries,
  linesFor,
  momentOf,
  momentOrNow,
  readDue,
} from "./payout-due.server.ts";
import { writeAs } from "../sign-in/access.server.ts";

// The server accepts at most 100 fields in a form.
const maxAtOnce = 80;
const noneTicked = "Select at least one affiliate to pay.";

export interface AskedPayout extends DuePayout {
  now_cents: number;
}

export interface PaidBatch {
  id: number;
  paid_at: string;
  affiliates: number;
  amount_cents: number;
}

export interface Payouts {
  due: DuePayout[];
  dueInAll: number;
  list: string;
  batches: PaidBatch[];
}

/**
 * The ticked boxes of a form: `pay_7` for affiliate 7, with the cents and the payee that the page showed, so that a
 * changed amount is refused. `list` is the moment when the page was made.
 */
const ticked = z.record(z.string(), z.unknown()).transform((input) => ({
  ticks: Object.entries(input).flatMap(([name, value]): Tick[] => {
    const affiliateId = wholeNumber(/^pay_(\d+)$/.exec(name)?.[1]);
    const [, cents, payee = null] = /^(\d+)(?:-([0-9a-f]{8}))?$/.exec(textOf(value)) ?? [];
    return affiliateId === null ? [] : [{ affiliateId, cents: wholeNumber(cents), payee }];
  }),
  moment: momentOf(textOf(input.list)),
}));
const atLeastOneTicked = ticked.refine(({ ticks }) => ticks.length > 0, { path: ["form"], message: noneTicked });

export const readPayoutsPage = operation("affiliates.manage", z.object({}), readPayouts);

/**
 * Refuses with "invalid" when no affiliate is ticked, and with "conflict" when a ticked amount or payee has changed or
 * is no longer due.
 */
export const listTicked = operation(
  "affiliates.manage",
  ticked,
  async (_actor, list): Promise<{ lines: DuePayout[] }> => {
    if (list.ticks.length === 0) throw new Refusal("invalid", noneTicked);
    return { lines: await readTicked(list) };
  },
);

/** `problem` says why there is nothing to confirm: none ticked, or the list is out of date. */
export const askToPay = operation(
  "affiliates.manage",
  ticked,
  async (_actor, list): Promise<Payouts & { asked: AskedPayout[]; problem: string | null }> => {
    const [payouts, now] = [await readPayouts(), await readDue(db, await momentOrNow(db, null))];
    const nothing = (problem: string) => ({ ...payouts, asked: [], problem });
    if (list.ticks.length === 0) return nothing(noneTicked);
    try {
      const asked = (await readTicked(list)).map((line) => ({
        ...line,
        now_cents: now.find(({ affiliate_id }) => affiliate_id === line.affiliate_id)?.amount_cents ?? 0,
      }));
      return { ...payouts, asked, problem: null };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return nothing(error.message);
    }
  },
);

/**
 * Marks exactly the listed entries as paid; later ones are due next time. Refuses with "conflict" when the list is out
 * of date.
 */
export const payDue = operation(
  "affiliates.manage",
  atLeastOneTicked,
  async (actor, { ticks, moment }): Promise<{ id: number }> => {
    const now = new Date();
    return writeAs(actor, async (trx) => {
      const then = await momentOrNow(trx, moment, now);
      const paid = linesFor(ticks, await readDue(trx, then));
      const batch = await trx
        .insertInto("payouts")
        .values({ paid_by: actor.person.id, paid_at: now.toISOString() })
        .returning("id")
        .executeTakeFirstOrThrow();
      const items = dueEntries(trx, then)
        .where(
          "commissions.affiliate_id",
          "in",
          paid.map((line) => line.affiliate_id),
        )
        .select(["commissions.id", sql.val(batch.id).as("payout_id")]);
      await trx.insertInto("payout_items").columns(["commission_id", "payout_id"]).expression(items).execute();
      await trx
        .insertInto("payout_lines")
        .values(paid.map(({ payee: _payee, ...line }) => ({ payout_id: batch.id, ...line })))
        .execute();
      const amount_cents = paid.reduce((sum, line) => sum + line.amount_cents, 0);
      await recordAudit(trx, {
        actorId: actor.person.id,
        action: "payout.made",
        subject: "payout",
        subjectId: batch.id,
        after: { amount_cents, affiliates: paid.length },
      });
      return batch;
    });
  },
);

export const findPayout = operation(
  "affiliates.manage",
  z.object({ id }),
  async (_actor, input): Promise<{ id: number; paid_at: string; lines: PayoutLine[] }> => {
    const batch = await db
      .selectFrom("payouts")
      .select(["id", "paid_at"])
      .where("id", "=", input.id ?? 0)
      .executeTakeFirstOrThrow(() => new Refusal("not-found", "There is no such payout."));
    const lines = await db
      .selectFrom("payout_lines")
      .select(["name", "email", "ref_code", "commissions", "amount_cents"])
      .where("payout_id", "=", batch.id)
      .orderBy("name")
      .orderBy("affiliate_id")
      .execute();
    return { ...batch, lines };
  },
);

async function readPayouts(): Promise<Payouts> {
  const moment = await momentOrNow(db, null);
  const due = await readDue(db, moment);
  return {
    due: due.slice(0, maxAtOnce),
    dueInAll: due.length,
    list: `${moment.lastEntry}-${moment.at.getTime()}`,
    batches: await readBatches(),
  };
}

async function readTicked({ ticks, moment }: z.output<typeof ticked>): Promise<DuePayout[]> {
  return linesFor(ticks, await readDue(db, await momentOrNow(db, moment)));
}

async function readBatches(): Promise<PaidBatch[]> {
  // Limits the batches first; otherwise SQLite would sum the lines of all years before the limit.
  const latest = db.selectFrom("payouts").select(["id", "paid_at"]).orderBy("id", "desc").limit(50);
  const rows = await db
    .selectFrom(latest.as("payouts"))
    .innerJoin("payout_lines", "payout_lines.payout_id", "payouts.id")
    .select((line) => [
      "payouts.id",
      "payouts.paid_at",
      line.fn.countAll<number>().as("affiliates"),
      line.fn.sum<number>("payout_lines.amount_cents").as("amount_cents"),
    ])
    .groupBy(["payouts.id", "payouts.paid_at"])
    .orderBy("payouts.id", "desc")
    .execute();
  return rows.map((row) => ({ ...row, affiliates: Number(row.affiliates), amount_cents: Number(row.amount_cents) }));
}

/** JSON may contain an object here. */
function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}
