import { randomBytes } from "node:crypto";
import { codeAlphabet, codeLength } from "../../../app/models/affiliates/affiliate.ts";
import type { Db } from "../../../db/database.ts";
import { nextNumber } from "./factories.ts";

const dayMs = 24 * 3600_000;
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString();

interface AffiliateOptions {
  name?: string;
  clicks?: number;
  purchases?: readonly number[];
}

/** Inserts an affiliate with counted clicks and $9.80 commission per purchase. Returns the id. */
export async function createAffiliate(
  db: Db,
  { name, clicks = 0, purchases = [] }: AffiliateOptions = {},
): Promise<number> {
  const number = nextNumber();
  const row = {
    name: name ?? `Sample Partner ${number}`,
    email: `partner${number}@example.test`,
    ref_code: codeOf(number),
    page_token: randomBytes(32).toString("base64url"),
    created_at: daysAgo(90),
  };
  const { id } = await db.insertInto("affiliates").values(row).returning("id").executeTakeFirstOrThrow();
  if (clicks > 0)
    await db
      .insertInto("affiliate_visits")
      .values({ affiliate_id: id, day: daysAgo(50).slice(0, 10), outcome: "counted", visits: clicks })
      .execute();
  for (const days of purchases) {
    const referral = await db
      .insertInto("referrals")
      .values({ affiliate_id: id, user_id: null, outcome: "counted", created_at: daysAgo(days) })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db
      .insertInto("commissions")
      .values({
        affiliate_id: id,
        referral_id: referral.id,
        kind: "purchase",
        amount_cents: 980,
        price_cents: 4900,
        rate_percent: 20,
        created_at: daysAgo(days),
      })
      .execute();
  }
  return id;
}

export function createDueAffiliate(db: Db, name?: string): Promise<number> {
  return createAffiliate(db, { name, clicks: 4, purchases: [31] });
}

export async function createAffiliateRequest(
  db: Db,
  changes: { name?: string; email?: string; remarks?: string } = {},
): Promise<number> {
  const row = {
    name: "Dana Sample",
    email: `asks${nextNumber()}@example.test`,
    remarks: "A podcast.\nTwice a week.",
    phone: "555-0100",
    created_at: daysAgo(1),
    ...changes,
  };
  const { id } = await db.insertInto("affiliate_requests").values(row).returning("id").executeTakeFirstOrThrow();
  await db
    .insertInto("affiliate_request_submissions")
    .values({ request_id: id, name: row.name, phone: row.phone, remarks: row.remarks, sent_at: row.created_at })
    .execute();
  return id;
}

function codeOf(number: number): string {
  const letters = Array.from(
    { length: codeLength },
    (_, place) => codeAlphabet[Math.floor(number / codeAlphabet.length ** place) % codeAlphabet.length],
  );
  return letters.join("");
}
