import { createHmac } from "node:crypto";
import { isbot } from "isbot";
import { z } from "zod";
import { type Db, db, writeInTurn } from "../../db.server.ts";
import { dayMs } from "../../time/durations.ts";
import { env } from "../../env.server.ts";
import { type VisitOutcome, canonicalCode } from "./affiliate.ts";
import { dateIn } from "../../time/zone-time.ts";
import { type Actor, operation } from "../operation.server.ts";

const visit = z.object({
  code: z.string(),
  agent: z.string(),
  ahead: z.boolean(),
  visitor: z.string(),
});
type Visit = z.output<typeof visit>;

/** Returns the code to store, null when unknown. Counts once per affiliate, browser and address in 24 hours. */
export const recordVisit = operation("visit.record", visit, async (actor, input): Promise<string | null> => {
  const affiliate = await findByCode(db, input.code);
  if (!affiliate) return null;
  const now = new Date();
  await writeInTurn("affiliate_visits", async (trx) => {
    const outcome = await visitOutcome(trx, affiliate.id, actor, input, now);
    await trx
      .insertInto("affiliate_visits")
      .values({ affiliate_id: affiliate.id, day: dateIn(env.SITE_TIMEZONE, now), outcome, visits: 1 })
      .onConflict((conflict) =>
        conflict
          .columns(["affiliate_id", "day", "outcome"])
          .doUpdateSet((column) => ({ visits: column("affiliate_visits.visits", "+", 1) })),
      )
      .execute();
  });
  return affiliate.ref_code;
});

export async function findByCode(
  source: Db,
  text: string,
): Promise<{ id: number; email: string; ref_code: string } | undefined> {
  const code = canonicalCode(text);
  if (code === null) return undefined;
  return source
    .selectFrom("affiliates")
    .select(["id", "email", "ref_code"])
    .where("ref_code", "=", code)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
}

/** Finds the first code that belongs to an affiliate; '' for none. */
export async function firstKnownCode(codes: readonly string[]): Promise<string> {
  for (const code of codes) if (await findByCode(db, code)) return code;
  return "";
}

async function visitOutcome(
  trx: Db,
  affiliateId: number,
  actor: Actor,
  { agent, ahead, visitor }: Visit,
  now: Date,
): Promise<VisitOutcome> {
  if (actor.person !== null) return "signed-in";
  if (ahead) return "prefetch";
  if (agent === "" || isbot(agent)) return "bot";
  const keys = { browser: visitorHash(`browser:${visitor}`), address: visitorHash(`address:${actor.address}`) };
  const seen = await trx
    .selectFrom("affiliate_visitors")
    .select("visitor_hash")
    .where("affiliate_id", "=", affiliateId)
    .where("visitor_hash", "in", [keys.address, keys.browser])
    .where("counted_at", ">", new Date(now.getTime() - dayMs).toISOString())
    .execute();
  if (seen.some(({ visitor_hash }) => visitor_hash === keys.browser)) return "repeated";
  if (seen.length > 0) return "same-address";
  const counted_at = now.toISOString();
  await trx
    .insertInto("affiliate_visitors")
    .values(
      [keys.address, keys.browser].map((visitor_hash) => ({ affiliate_id: affiliateId, visitor_hash, counted_at })),
    )
    .onConflict((conflict) => conflict.columns(["affiliate_id", "visitor_hash"]).doUpdateSet({ counted_at }))
    .execute();
  return "counted";
}

// Uses a keyed hash: with a plain hash, somebody could hash all IP addresses and compare.
function visitorHash(text: string): string {
  return createHmac("sha256", env.SESSION_SECRET[0] ?? "")
    .update(text)
    .digest("hex");
}
