import { z } from "zod";
import type { Db } from "../../db.server.ts";
import { Refusal } from "../../refusal.ts";
import { recordAudit } from "../trail/audit.server.ts";
import { id, isVisible, textLine } from "../fields.ts";
import { operation } from "../operation.server.ts";
import { writeAs } from "../sign-in/access.server.ts";

const takeBackInput = z.object({ id, referral: id, reason: textLine(200).refine(isVisible, "Enter a reason.") });

/**
 * Takes back the rest of a referral's commission, for example after a lost dispute, with a negative commission entry
 * like a refund: if it was paid out, the next payout is lower. Returns the cents taken, 0 when nothing was left.
 * Refuses with "not-found" for a referral of another affiliate.
 */
export const takeBack = operation("affiliates.manage", takeBackInput, (actor, input) =>
  writeAs(actor, async (trx) => {
    const referral = await findReferral(trx, input);
    const taken_cents = await bookTakeBack(trx, referral.id, input.reason, new Date());
    if (taken_cents > 0)
      await recordAudit(trx, {
        actorId: actor.person.id,
        action: "commission.taken_back",
        subject: "affiliate",
        subjectId: referral.affiliate_id,
        after: { referral: referral.id, amount_cents: -taken_cents, reason: input.reason },
      });
    return { affiliateId: referral.affiliate_id, taken_cents };
  }),
);

async function findReferral(
  trx: Db,
  { id: affiliateId, referral }: { id: number | null; referral: number | null },
): Promise<{ id: number; affiliate_id: number }> {
  const row =
    affiliateId === null || referral === null
      ? undefined
      : await trx
          .selectFrom("referrals")
          .select(["id", "affiliate_id"])
          .where("id", "=", referral)
          .where("affiliate_id", "=", affiliateId)
          .executeTakeFirst();
  if (row) return row;
  throw new Refusal("not-found", "There is no such referral.");
}

/** Idempotent; later refunds then change nothing. */
async function bookTakeBack(trx: Db, referralId: number, reason: string, now: Date): Promise<number> {
  const entries = await trx.selectFrom("commissions").selectAll().where("referral_id", "=", referralId).execute();
  const purchase = entries.find(({ kind }) => kind === "purchase");
  const left = entries.reduce((sum, entry) => sum + entry.amount_cents, 0);
  if (!purchase || left <= 0) return 0;
  const { affiliate_id, referral_id, price_cents, rate_percent } = purchase;
  await trx
    .insertInto("commissions")
    .values({
      affiliate_id,
      referral_id,
      kind: "refund",
      amount_cents: -left,
      price_cents,
      rate_percent,
      reason,
      created_at: now.toISOString(),
    })
    .execute();
  return left;
}
