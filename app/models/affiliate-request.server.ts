import { z } from "zod";
import { write } from "../db.server.ts";
import { env } from "../env.server.ts";
import { email, personName, phoneNumber, textBlock } from "./fields.ts";
import { operation } from "./operation.server.ts";
import type { Limit } from "./throttle.server.ts";
import { countAttempt } from "./throttle.server.ts";

const hour = 3600;
const request = z.object({
  name: personName,
  email,
  phone: phoneNumber.refine((phone) => phone !== "", "Enter a phone number."),
  remarks: textBlock(2000),
});

/** The request form: the address of the service that collects requests, null where they come to the staff. */
export const openAffiliateRequest = operation("site.read", z.object({}), async () => ({ collector: env.AFFILIATE_FORM_URL ?? null }));

/** Keeps a request for the staff. Of one e-mail only the latest words of an unanswered request. Refuses with "too-many" after five in an hour from one address. */
export const requestAffiliation = operation("affiliation.request", request, async (actor, { email, ...words }): Promise<void> => {
  await countAttempt([limitOf(actor.address)]);
  await write(async (trx) => {
    const again = await trx.updateTable("affiliate_requests").set(words).where("email", "=", email).where("state", "=", "new").returning("id").executeTakeFirst();
    if (again) return;
    await trx.insertInto("affiliate_requests").values({ email, ...words, created_at: new Date().toISOString() }).execute();
  });
});

function limitOf(address: string): Limit {
  return { key: `affiliate-request:${address}`, attempts: 5, windowSeconds: hour, waitSeconds: hour, longestWaitSeconds: hour };
}
