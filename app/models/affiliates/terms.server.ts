/** What an affiliate was promised. A changed setting is for new affiliates alone. */
import type { Db } from "../../db.server.ts";
import { env } from "../../env.server.ts";
import { Refusal } from "../../refusal.ts";
import { type Terms, dueAfterDays } from "./affiliate.ts";
import { recordAudit } from "../trail/audit.server.ts";
import { isVisible } from "../fields.ts";

/** The terms for a member who signs up at `at`. */
export async function findTerms(source: Db, affiliateId: number, at: string): Promise<Terms> {
  const kept = await source
    .selectFrom("affiliate_terms")
    .select(["since", "rate_percent", "due_after_days"])
    .where("affiliate_id", "=", affiliateId)
    .where("since", "<=", at)
    .orderBy("since", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return kept ?? { since: null, rate_percent: env.AFFILIATE_COMMISSION_PERCENT, due_after_days: dueAfterDays };
}

/** Gives an affiliate terms, by default those of the site's current setting. Earlier sign-ups keep theirs. */
export async function giveTerms(
  trx: Db,
  affiliateId: number,
  since: string,
  rate_percent: number = env.AFFILIATE_COMMISSION_PERCENT,
): Promise<void> {
  await trx
    .insertInto("affiliate_terms")
    .values({ affiliate_id: affiliateId, since, rate_percent, due_after_days: dueAfterDays })
    .execute();
}

interface NewTerms {
  terms: Terms;
  rate: number | null;
  reason: string;
}

/** For sign-ups from now on, with its reason in the trail. Refuses with "invalid" without a rate or a reason. */
export async function changeRate(
  trx: Db,
  actorId: number,
  affiliateId: number,
  { terms, rate, reason }: NewTerms,
): Promise<void> {
  if (rate === null) throw Refusal.at("rate_percent", "invalid", "Enter a percentage.");
  if (!isVisible(reason)) throw Refusal.at("reason", "invalid", "Enter a reason for the new terms.");
  await giveTerms(trx, affiliateId, new Date().toISOString(), rate);
  await recordAudit(trx, {
    actorId,
    action: "affiliate.terms-changed",
    subject: "affiliate",
    subjectId: affiliateId,
    before: { rate_percent: terms.rate_percent },
    after: { rate_percent: rate, reason },
  });
}
