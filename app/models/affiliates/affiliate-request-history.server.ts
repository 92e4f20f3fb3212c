import type { Db } from "../../db.server.ts";
import { Refusal } from "../../refusal.ts";
import { changeText } from "../trail/trail.ts";

const fields = ["name", "phone", "remarks"] as const;
const textLength = 60;

export type RequestWords = Record<(typeof fields)[number], string>;

/** Keeps each submission, so that approval can tell what changed. */
export async function storeSubmission(
  trx: Db,
  requestId: number,
  { name, phone, remarks }: RequestWords,
  sentAt: string,
): Promise<void> {
  await trx
    .insertInto("affiliate_request_submissions")
    .values({ request_id: requestId, name, phone, remarks, sent_at: sentAt })
    .execute();
}

/**
 * Refuses with "conflict", naming the changes, when a later submission differs from `seenId` (undefined = the first).
 */
export async function refuseUnseen(trx: Db, requestId: number, seenId: number | null | undefined): Promise<void> {
  const sendings = trx
    .selectFrom("affiliate_request_submissions")
    .select([...fields, "id"])
    .where("request_id", "=", requestId);
  const latest = await sendings.orderBy("id", "desc").limit(1).executeTakeFirst();
  if (!latest) return;
  const seen = await (
    seenId === undefined ? sendings.orderBy("id").limit(1) : sendings.where("id", "=", seenId)
  ).executeTakeFirst();
  const changed = fields
    .filter((field) => seen?.[field] !== latest[field])
    .map(
      (field) => `${field} (${changeText({ field, before: seen?.[field] ?? "", after: latest[field] }, textLength)})`,
    );
  if (changed.length > 0)
    throw new Refusal(
      "conflict",
      `This request was sent again in the meantime. Changed: ${changed.join(", ")}. Check it, then approve or dismiss it.`,
    );
}
