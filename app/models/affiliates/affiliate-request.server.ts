import { z } from "zod";
import { type Db, db, write } from "../../db.server.ts";
import { hourSeconds } from "../../time/durations.ts";
import { env } from "../../env.server.ts";
import { Refusal } from "../../refusal.ts";
import { type Affiliate, insertAffiliate } from "./affiliate.server.ts";
import { type RequestWords, storeSubmission, refuseUnseen } from "./affiliate-request-history.server.ts";
import { recordAudit } from "../trail/audit.server.ts";
import { email, id, personName, phoneNumber, textBlock } from "../fields.ts";
import { operation } from "../operation.server.ts";
import { queueMail } from "../outbox/outbox.server.ts";
import { writeAs } from "../sign-in/access.server.ts";
import { atMost, countAttempt, perAddress } from "../throttle.server.ts";

const shownAtOnce = 10;

export interface OpenRequest extends RequestWords {
  id: number;
  email: string;
  created_at: string;
  /** The id of the latest submission: staff approve the one that they saw. */
  sending: number | null;
}

const request = z.object({
  name: personName,
  email,
  phone: phoneNumber.refine((phone) => phone !== "", "Enter a phone number."),
  remarks: textBlock(2000),
});

export const readAffiliateRequestPage = operation("site.read", z.object({}), async () => ({
  collector: env.AFFILIATE_FORM_URL ?? null,
}));

/** Keeps at most one unanswered request per e-mail. Refuses with "too-many" after five in an hour from one address. */
export const requestAffiliation = operation(
  "affiliation.request",
  request,
  async (actor, { email, ...words }): Promise<void> => {
    await countAttempt(perAddress("affiliate-request", actor.address, atMost(5, hourSeconds)));
    const now = new Date().toISOString();
    await write(async (trx) => {
      const again = await trx
        .updateTable("affiliate_requests")
        .set(words)
        .where("email", "=", email)
        .where("state", "=", "new")
        .returning("id")
        .executeTakeFirst();
      const { id: requestId } =
        again ??
        (await trx
          .insertInto("affiliate_requests")
          .values({ email, ...words, created_at: now })
          .returning("id")
          .executeTakeFirstOrThrow());
      await storeSubmission(trx, requestId, words, now);
    });
  },
);

/**
 * Creates the affiliate, closes the request and mails the links. Refuses with "conflict" when the e-mail is taken, or
 * when the request was sent again with changes after the submission `sending` (default: the first); with "not-found"
 * when it was answered before.
 */
export const approveAffiliation = operation(
  "affiliates.manage",
  z.object({ id, sending: id.optional() }),
  (actor, input): Promise<Affiliate> =>
    writeAs(actor, async (trx) => {
      const { id: requestId, name, email: address } = await findRequest(trx, input.id);
      await refuseUnseen(trx, requestId, input.sending);
      const existing = await trx
        .selectFrom("affiliates")
        .select("name")
        .where("email", "=", address)
        .where("deleted_at", "is", null)
        .executeTakeFirst();
      if (existing)
        throw new Refusal(
          "conflict",
          `${existing.name} is already an affiliate with this email. Nothing was added; you can dismiss the request.`,
        );
      const affiliate = await insertAffiliate(trx, actor.person.id, { name, email: address });
      await answer(trx, actor.person.id, requestId, "approved");
      await queueMail(trx, actor.person.id, { kind: "affiliate-approved", affiliate: affiliate.id }, new Date());
      return affiliate;
    }),
);

/** Refuses with "not-found" when the request was answered before. */
export const dismissAffiliation = operation(
  "affiliates.manage",
  z.object({ id }),
  (actor, input): Promise<OpenRequest> =>
    writeAs(actor, async (trx) => {
      const request = await findRequest(trx, input.id);
      await answer(trx, actor.person.id, request.id, "dismissed");
      return request;
    }),
);

export async function findRequest(source: Db, requestId: number | null): Promise<OpenRequest> {
  return openRequests(source)
    .where("id", "=", requestId ?? 0)
    .executeTakeFirstOrThrow(() => new Refusal("not-found", "This request has already been answered."));
}

export async function readRequests(): Promise<{ requests: OpenRequest[]; waiting: number }> {
  const requests = await openRequests(db).orderBy("id").limit(shownAtOnce).execute();
  const { waiting } = await db
    .selectFrom("affiliate_requests")
    .select((row) => row.fn.countAll<number>().as("waiting"))
    .where("state", "=", "new")
    .executeTakeFirstOrThrow();
  return { requests, waiting: Number(waiting) };
}

function openRequests(source: Db) {
  return source
    .selectFrom("affiliate_requests")
    .select((query) => [
      "id",
      "name",
      "email",
      "phone",
      "remarks",
      "created_at",
      query
        .selectFrom("affiliate_request_submissions")
        .whereRef("request_id", "=", "affiliate_requests.id")
        .select((submissions) => submissions.fn.max("affiliate_request_submissions.id").as("latest"))
        .as("sending"),
    ])
    .where("state", "=", "new");
}

async function answer(trx: Db, actorId: number, requestId: number, state: "approved" | "dismissed"): Promise<void> {
  await trx.updateTable("affiliate_requests").set({ state }).where("id", "=", requestId).execute();
  await recordAudit(trx, {
    actorId,
    action: `affiliate-request.${state}`,
    subject: "affiliate-request",
    subjectId: requestId,
  });
}
