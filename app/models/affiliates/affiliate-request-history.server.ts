import type { Db } from "../../db.server.ts";
import { Refusal } from "../../refusal.ts";
import { changeText } from "../trail/trail.ts";

const shownPerRequest = 10;
const fields = ["name", "phone", "remarks"] as const;
const textLength = 60;

export type RequestWords = Record<(typeof fields)[number], string>;

export interface Submission extends RequestWords {
  id: number;
  sent_at: string;
}

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

/** Adds how often each request was sent, and its latest ten submissions, newest first. */
export async function withSubmissions<Row extends { id: number }>(
  source: Db,
  requests: readonly Row[],
): Promise<(Row & { sent: number; sendings: Submission[] })[]> {
  if (requests.length === 0) return [];
  const numbered = source
    .selectFrom("affiliate_request_submissions")
    .select((sending) => [
      "request_id",
      "id",
      "name",
      "phone",
      "remarks",
      "sent_at",
      sending.fn
        .countAll<number>()
        .over((all) => all.partitionBy("request_id"))
        .as("sent"),
      sending.fn
        .agg<number>("row_number")
        .over((own) => own.partitionBy("request_id").orderBy("id", "desc"))
        .as("place"),
    ])
    .where(
      "request_id",
      "in",
      requests.map(({ id }) => id),
    );
  const rows = await source
    .selectFrom(numbered.as("numbered"))
    .selectAll()
    .where("place", "<=", shownPerRequest)
    .orderBy("id", "desc")
    .execute();
  return requests.map((request) => {
    const own = rows.filter(({ request_id }) => request_id === request.id);
    return {
      ...request,
      sent: Number(own[0]?.sent ?? 0),
      sendings: own.map(({ id, name, phone, remarks, sent_at }) => ({ id, name, phone, remarks, sent_at })),
    };
  });
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
