import { z } from "zod";
import { db } from "../../db.server.ts";
import { findRequest, readRequests } from "./affiliate-request.server.ts";
import { affiliatesWithTotals, findAffiliate, paidCents } from "./affiliate.server.ts";
import { readProgrammeFigures } from "./programme-figures.server.ts";
import { findTerms } from "./terms.server.ts";
import { id, pageNumber } from "../fields.ts";
import { clampPage } from "../list-page.ts";
import { operation } from "../operation.server.ts";

// Links don't compress well: a longer page would not arrive in one round trip.
const pageSize = 10;

export type ManagedAffiliate = Awaited<ReturnType<typeof findAffiliate>>;

export type AffiliateManager = Awaited<ReturnType<typeof readManager>>;

/** Lists affiliates, newest first. Refuses with "not-found" when the chosen affiliate was deleted. */
export const readAffiliateManagerPage = operation(
  "affiliates.manage",
  z.object({ id: id.optional(), page: pageNumber }),
  async (_actor, input) => ({
    ...(await readManager(input.page)),
    chosen: input.id === undefined ? null : await readChosen(input.id),
  }),
);

/** Refuses with "not-found" when the request was answered before. */
export const askAboutRequest = operation(
  "affiliates.manage",
  z.object({ id, page: pageNumber }),
  async (_actor, input) => ({
    ...(await readManager(input.page)),
    asked: await findRequest(db, input.id),
  }),
);

async function readChosen(affiliateId: number | null) {
  const affiliate = await findAffiliate(db, affiliateId);
  const terms = await findTerms(db, affiliate.id, new Date().toISOString());
  return { ...affiliate, terms, unpaid_cents: affiliate.commission_cents - (await paidCents(affiliate.id)) };
}

async function readManager(requestedPage: number) {
  const { total } = await db
    .selectFrom("affiliates")
    .select((row) => row.fn.countAll<number>().as("total"))
    .where("deleted_at", "is", null)
    .executeTakeFirstOrThrow();
  const { page, pages } = clampPage(Number(total), requestedPage, pageSize);
  const affiliates = await affiliatesWithTotals(db)
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  return { affiliates, page, pages, figures: await readProgrammeFigures(new Date()), ...(await readRequests()) };
}
