import { z } from "zod";
import { checkout } from "../checkout.server.ts";
import type { Db } from "../db.server.ts";
import { operation } from "./operation.server.ts";

/** What somebody who signs up has paid with; null where payments can't be checked. */
export type PaidCheckout = null;

/** The pricing page: where "Get Started" leads, null where it is a form. */
export const openPricing = operation("site.read", z.object({}), async () => ({ link: checkout.link }));

/** What was paid in the checkout that a visitor comes back from, named by its session id ('' = none was given). Refuses with "invalid" when it may not open an account. */
export async function findPaidCheckout(_sessionId: string): Promise<PaidCheckout> {
  return null;
}

/** Gives a new account the membership that was paid for. Called in the transaction that makes the account. */
export async function bindPaidCheckout(_trx: Db, _paid: PaidCheckout, _userId: number): Promise<void> {}
