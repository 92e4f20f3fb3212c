import { sql } from "kysely";
import { z } from "zod";
import { type Db, db } from "../../db.server.ts";
import { Refusal } from "../../refusal.ts";
import { type Terms, codeAlphabet, codeLength, keptRate } from "./affiliate.ts";
import { recordAudit } from "../trail/audit.server.ts";
import { changedFields } from "../trail/changed-fields.ts";
import { decimal, email, id, isVisible, pageOfRows, textLine, versionNumber } from "../fields.ts";
import { firstPage } from "../list-page.ts";
import { operation } from "../operation.server.ts";
import { newCode, newSecret } from "../secret.server.ts";
import { changeRate, findTerms, giveTerms } from "./terms.server.ts";
import { writeAs } from "../sign-in/access.server.ts";

export interface Affiliate {
  id: number;
  name: string;
  email: string;
  ref_code: string;
  total_clicks: number;
  total_signups: number;
  total_purchases: number;
  commission_earned: number;
}

const fields = z.object({ name: textLine(100).refine(isVisible, "Enter a name."), email });

export const listAffiliates = operation("affiliates.manage", z.object({}), async () =>
  (await affiliatesWithTotals(db).execute()).map(shown),
);

/** Lists affiliates, newest first. `next` is the `before` of the next page, null at the end. */
export const listSomeAffiliates = operation(
  "affiliates.manage",
  pageOfRows,
  async (_actor, { limit, before }): Promise<{ rows: Affiliate[]; next: number | null }> => {
    const affiliates =
      before === null ? affiliatesWithTotals(db) : affiliatesWithTotals(db).where("affiliates.id", "<", before);
    return firstPage((await affiliates.limit(limit + 1).execute()).map(shown), limit);
  },
);

/** Refuses with "conflict" for an e-mail that another affiliate has. */
export const addAffiliate = operation("affiliates.manage", fields, (actor, values) =>
  writeAs(actor, (trx) => insertAffiliate(trx, actor.person.id, values)),
);

/**
 * A new rate needs a reason and counts for sign-ups from then on. The audit trail gets the names of other fields only, no
 * e-mail. Refuses with "conflict" when `version` is out of date.
 */
export const saveAffiliate = operation(
  "affiliates.manage",
  fields
    .extend({ rate_percent: decimal({ min: 0, max: 99, decimals: 0 }) })
    .partial()
    .extend({ id, version: versionNumber, reason: textLine(200) }),
  (actor, { id: affiliateId, version, rate_percent, reason, ...changes }) =>
    writeAs(actor, async (trx) => {
      const before = await findAffiliate(trx, affiliateId);
      const terms = await findTerms(trx, before.id, new Date().toISOString());
      const changed = changedFields(before, changes);
      const rate = rate_percent === keptRate(terms) ? undefined : rate_percent;
      if (changed.length === 0 && rate === undefined) return shown(before);
      if (version !== null && version !== before.version) throw staleSave(before, terms);
      if (rate !== undefined) await changeRate(trx, actor.person.id, before.id, { terms, rate, reason });
      await refuseTakenEmail(trx, changes.email, before.id);
      await trx
        .updateTable("affiliates")
        .set({ ...changes, version: before.version + 1 })
        .where("id", "=", before.id)
        .execute();
      if (changed.length > 0)
        await recordAudit(trx, {
          actorId: actor.person.id,
          action: "affiliate.changed",
          subject: "affiliate",
          subjectId: before.id,
          after: { changed: changed.join(", ") },
        });
      return shown(await findAffiliate(trx, before.id));
    }),
);

/** Soft-deletes the affiliate: the commissions stay, and the code stays taken but counts nothing. */
export const deleteAffiliate = changeOf("affiliate.deleted", () => ({ deleted_at: new Date().toISOString() }));

export const renewPageLink = changeOf("affiliate.link-renewed", () => ({ page_token: newSecret() }));

function changeOf(action: string, newValues: () => { deleted_at: string } | { page_token: string }) {
  return operation("affiliates.manage", z.object({ id }), (actor, input) =>
    writeAs(actor, async (trx) => {
      const affiliate = await findAffiliate(trx, input.id);
      await trx.updateTable("affiliates").set(newValues()).where("id", "=", affiliate.id).execute();
      await recordAudit(trx, {
        actorId: actor.person.id,
        action,
        subject: "affiliate",
        subjectId: affiliate.id,
      });
      return shown(affiliate);
    }),
  );
}

/** With the terms that they have at `now`. */
export async function findAffiliateLinks(affiliateId: number, now: Date) {
  const affiliate = await db
    .selectFrom("affiliates")
    .select(["name", "email", "ref_code", "page_token"])
    .where("id", "=", affiliateId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return affiliate && { ...affiliate, ...(await findTerms(db, affiliateId, now.toISOString())) };
}

/**
 * Selects affiliates with their totals, newest first, without deleted ones; money in cents. With subqueries, SQLite
 * sums each affiliate by an index.
 */
export function affiliatesWithTotals(source: Db) {
  return source
    .selectFrom("affiliates")
    .where("affiliates.deleted_at", "is", null)
    .select((query) => [
      "affiliates.id",
      "affiliates.name",
      "affiliates.email",
      "affiliates.ref_code",
      "affiliates.page_token",
      "affiliates.version",
      "affiliates.created_at",
      query
        .selectFrom("affiliate_visits")
        .whereRef("affiliate_id", "=", "affiliates.id")
        .where("outcome", "=", "counted")
        .select((visits) => visits.fn.coalesce(visits.fn.sum<number>("visits"), sql.lit(0)).as("n"))
        .$asScalar()
        .$notNull()
        .as("total_clicks"),
      query
        .selectFrom("referrals")
        .whereRef("affiliate_id", "=", "affiliates.id")
        .where("outcome", "=", "counted")
        .select((rows) => rows.fn.countAll<number>().as("n"))
        .$asScalar()
        .$notNull()
        .as("total_signups"),
      query
        .selectFrom("commissions")
        .whereRef("affiliate_id", "=", "affiliates.id")
        .where("kind", "=", "purchase")
        .select((rows) => rows.fn.countAll<number>().as("n"))
        .$asScalar()
        .$notNull()
        .as("total_purchases"),
      query
        .selectFrom("commissions")
        .whereRef("affiliate_id", "=", "affiliates.id")
        .select((rows) => rows.fn.coalesce(rows.fn.sum<number>("amount_cents"), sql.lit(0)).as("n"))
        .$asScalar()
        .$notNull()
        .as("commission_cents"),
    ])
    .orderBy("affiliates.id", "desc");
}

export function affiliateGone(): Refusal {
  return new Refusal("not-found", "This affiliate no longer exists.");
}

export async function findAffiliate(source: Db, affiliateId: number | null) {
  return affiliatesWithTotals(source)
    .where("affiliates.id", "=", affiliateId ?? 0)
    .executeTakeFirstOrThrow(affiliateGone);
}

export async function insertAffiliate(
  trx: Db,
  actorId: number,
  values: { name: string; email: string },
): Promise<Affiliate> {
  await refuseTakenEmail(trx, values.email, null);
  const row = {
    ...values,
    ref_code: await freeCode(trx),
    page_token: newSecret(),
    created_at: new Date().toISOString(),
  };
  const { id: added } = await trx.insertInto("affiliates").values(row).returning("id").executeTakeFirstOrThrow();
  await giveTerms(trx, added, row.created_at);
  await recordAudit(trx, { actorId, action: "affiliate.added", subject: "affiliate", subjectId: added });
  return shown(await findAffiliate(trx, added));
}

type AffiliateRow = Awaited<ReturnType<typeof findAffiliate>>;

function shown({
  id,
  name,
  email,
  ref_code,
  total_clicks,
  total_signups,
  total_purchases,
  commission_cents,
}: AffiliateRow): Affiliate {
  return {
    id,
    name,
    email,
    ref_code,
    total_clicks,
    total_signups,
    total_purchases,
    commission_earned: commission_cents / 100,
  };
}

async function refuseTakenEmail(trx: Db, address: string | undefined, ownId: number | null): Promise<void> {
  if (address === undefined) return;
  const other = await trx
    .selectFrom("affiliates")
    .select("id")
    .where("email", "=", address)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (!other || other.id === ownId) return;
  throw Refusal.at("email", "conflict", "Another affiliate has this email.");
}

/** Sums what payouts contain; the rest of the commission is unpaid, due or not. */
export async function paidCents(affiliateId: number): Promise<number> {
  const { cents } = await db
    .selectFrom("commissions")
    .innerJoin("payout_items", "payout_items.commission_id", "commissions.id")
    .select((entry) => entry.fn.sum<number | null>("amount_cents").as("cents"))
    .where("affiliate_id", "=", affiliateId)
    .executeTakeFirstOrThrow();
  return Number(cents);
}

async function freeCode(trx: Db): Promise<string> {
  for (;;) {
    const ref_code = newCode(codeAlphabet, codeLength);
    if (!(await trx.selectFrom("affiliates").select("id").where("ref_code", "=", ref_code).executeTakeFirst()))
      return ref_code;
  }
}

function staleSave({ name, email: address, version }: AffiliateRow, terms: Terms): Refusal {
  return new Refusal(
    "conflict",
    "Somebody else changed this affiliate while you were editing it. Compare, then save again to keep your version.",
    {
      saved: {
        name,
        email: address,
        rate_percent: String(keptRate(terms) ?? ""),
        version: String(version),
      },
    },
  );
}
