import { z } from "zod";
import type { Db } from "../../db.server.ts";
import { db } from "../../db.server.ts";
import { Refusal } from "../../refusal.ts";
import { affiliatesWithTotals } from "./affiliate-totals.server.ts";
import { codeAlphabet, codeLength } from "./affiliate.ts";
import { recordAudit } from "../trail/audit.server.ts";
import { changedFields } from "../trail/changed-fields.ts";
import { email, id, isVisible, pageOfRows, textLine, versionNumber } from "../fields.ts";
import { firstPage } from "../list-page.ts";
import { operation } from "../operation.server.ts";
import { newCode, newSecret } from "../secret.server.ts";
import { writeAs } from "../sign-in/session.server.ts";

/** An affiliate as staff and the API see one; commission in dollars. */
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

/** All of them, the newest first. */
export const listAffiliates = operation("affiliates.manage", z.object({}), async () => (await affiliatesWithTotals(db).execute()).map(shown));

/** The newest first, at most `limit`; `next` is the id to ask `before` for the next page, null at the end. */
export const listSomeAffiliates = operation("affiliates.manage", pageOfRows, async (_actor, { limit, before }): Promise<{ rows: Affiliate[]; next: number | null }> => {
  const affiliates = before === null ? affiliatesWithTotals(db) : affiliatesWithTotals(db).where("affiliates.id", "<", before);
  return firstPage((await affiliates.limit(limit + 1).execute()).map(shown), limit);
});

/** Makes an affiliate with a code that nobody had before. Refuses with "conflict" for an e-mail that another one has. */
export const addAffiliate = operation("affiliates.manage", fields, (actor, values) => writeAs(actor, (trx) => insertAffiliate(trx, actor.person.id, values)));

/** Changes name or e-mail. The trail gets the names of the fields alone: it holds nobody's e-mail, and outlives the affiliate. Refuses with "conflict" when `version` is not the row's any more. */
export const saveAffiliate = operation("affiliates.manage", fields.partial().extend({ id, version: versionNumber }), (actor, { id: affiliateId, version, ...changes }) =>
  writeAs(actor, async (trx) => {
    const before = await findAffiliate(trx, affiliateId);
    const changed = changedFields(before, changes);
    if (changed.length === 0) return shown(before);
    if (version !== null && version !== before.version) throw staleSave(before);
    await refuseTakenEmail(trx, changes.email, before.id);
    await trx.updateTable("affiliates").set({ ...changes, version: before.version + 1 }).where("id", "=", before.id).execute();
    await recordAudit(trx, { actorId: actor.person.id, action: "affiliate.changed", subject: "affiliate", subjectId: before.id, after: { changed: changed.join(", ") } });
    return shown(await findAffiliate(trx, before.id));
  }),
);

/** Takes the affiliate off the list. The money keeps its history, the code stays taken and counts nothing any more. */
export const deleteAffiliate = operation("affiliates.manage", z.object({ id }), (actor, input) =>
  writeAs(actor, async (trx) => {
    const affiliate = await findAffiliate(trx, input.id);
    await trx.updateTable("affiliates").set({ deleted_at: new Date().toISOString() }).where("id", "=", affiliate.id).execute();
    await recordAudit(trx, { actorId: actor.person.id, action: "affiliate.deleted", subject: "affiliate", subjectId: affiliate.id });
    return shown(affiliate);
  }),
);

/** Gives the affiliate's own page a new secret address; the old one stops at once. */
export const renewPageLink = operation("affiliates.manage", z.object({ id }), (actor, input) =>
  writeAs(actor, async (trx) => {
    const affiliate = await findAffiliate(trx, input.id);
    await trx.updateTable("affiliates").set({ page_token: newSecret() }).where("id", "=", affiliate.id).execute();
    await recordAudit(trx, { actorId: actor.person.id, action: "affiliate.link-renewed", subject: "affiliate", subjectId: affiliate.id });
    return shown(affiliate);
  }),
);

/** An affiliate's name, address and links; undefined for one that was deleted. */
export function findAffiliateWithTotals(affiliateId: number) {
  return db.selectFrom("affiliates").select(["name", "email", "ref_code", "page_token"]).where("id", "=", affiliateId).where("deleted_at", "is", null).executeTakeFirst();
}

/** The affiliate's row with its totals, or a refusal with "not-found". */
export async function findAffiliate(source: Db, affiliateId: number | null) {
  const row = affiliateId === null ? undefined : await affiliatesWithTotals(source).where("affiliates.id", "=", affiliateId).executeTakeFirst();
  if (row) return row;
  throw new Refusal("not-found", "This affiliate no longer exists.");
}

/** A new affiliate, inside a transaction. */
export async function insertAffiliate(trx: Db, actorId: number, values: { name: string; email: string }): Promise<Affiliate> {
  await refuseTakenEmail(trx, values.email, null);
  const row = { ...values, ref_code: await freeCode(trx), page_token: newSecret(), created_at: new Date().toISOString() };
  const { id: added } = await trx.insertInto("affiliates").values(row).returning("id").executeTakeFirstOrThrow();
  await recordAudit(trx, { actorId, action: "affiliate.added", subject: "affiliate", subjectId: added });
  return shown(await findAffiliate(trx, added));
}

type AffiliateRow = Awaited<ReturnType<typeof findAffiliate>>;

function shown({ id, name, email, ref_code, total_clicks, total_signups, total_purchases, commission_cents }: AffiliateRow): Affiliate {
  return { id, name, email, ref_code, total_clicks, total_signups, total_purchases, commission_earned: commission_cents / 100 };
}

async function refuseTakenEmail(trx: Db, address: string | undefined, own: number | null): Promise<void> {
  if (address === undefined) return;
  const other = await trx.selectFrom("affiliates").select("id").where("email", "=", address).where("deleted_at", "is", null).executeTakeFirst();
  if (!other || other.id === own) return;
  throw Refusal.at("email", "conflict", "Another affiliate has this email.");
}

/** Codes of deleted affiliates are taken too. */
async function freeCode(trx: Db): Promise<string> {
  for (;;) {
    const ref_code = newCode(codeAlphabet, codeLength);
    if (!(await trx.selectFrom("affiliates").select("id").where("ref_code", "=", ref_code).executeTakeFirst())) return ref_code;
  }
}

function staleSave({ name, email: address, version }: AffiliateRow): Refusal {
  return new Refusal("conflict", "Somebody else changed this affiliate while you were editing it. Compare, then save again to keep your version.", {
    saved: { name, email: address, version: String(version) },
  });
}
