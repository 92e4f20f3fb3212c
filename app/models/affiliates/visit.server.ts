import { createHmac } from "node:crypto";
import { isbot } from "isbot";
import { z } from "zod";
import type { Db } from "../../db.server.ts";
import { db, write } from "../../db.server.ts";
import { dayMs } from "../../durations.ts";
import { env } from "../../env.server.ts";
import type { VisitOutcome } from "./affiliate.ts";
import { canonicalCode } from "./affiliate.ts";
import { dateIn } from "../calendar-date.ts";
import type { Actor } from "../operation.server.ts";
import { operation } from "../operation.server.ts";

const visit = z.object({
  code: z.string(),
  /** What the browser says it is. */
  agent: z.string(),
  /** True when nobody looks at the page yet. */
  ahead: z.boolean(),
  /** The random id that the browser has, or is given now. */
  visitor: z.string(),
});
type Visit = z.output<typeof visit>;

/**
 * Records that somebody came with an affiliate's code, and gives the code to remember; null for one that is unknown or deleted.
 * Counted once per affiliate, browser and address in 24 hours; what is not counted keeps its reason.
 */
export const recordVisit = operation("visit.record", visit, async (actor, input): Promise<string | null> => {
  const affiliate = await findByCode(db, input.code);
  if (!affiliate) return null;
  const now = new Date();
  await write(async (trx) => {
    const outcome = await visitOutcome(trx, affiliate.id, actor, input, now);
    await trx.insertInto("affiliate_visits").values({ affiliate_id: affiliate.id, day: dateIn(env.SITE_TIMEZONE, now), outcome, visits: 1 })
      .onConflict((conflict) => conflict.columns(["affiliate_id", "day", "outcome"]).doUpdateSet((column) => ({ visits: column("affiliate_visits.visits", "+", 1) }))).execute();
  });
  return affiliate.ref_code;
});

/** The affiliate of a code as somebody typed it; undefined for an unknown or deleted one. */
export async function findByCode(source: Db, text: string): Promise<{ id: number; email: string; ref_code: string } | undefined> {
  const code = canonicalCode(text);
  if (code === null) return undefined;
  return source.selectFrom("affiliates").select(["id", "email", "ref_code"]).where("ref_code", "=", code).where("deleted_at", "is", null).executeTakeFirst();
}

/** The first of these that is an affiliate's code; '' for none. */
export async function firstKnownCode(codes: readonly string[]): Promise<string> {
  for (const code of codes) if (await findByCode(db, code)) return code;
  return "";
}

async function visitOutcome(trx: Db, affiliateId: number, actor: Actor, { agent, ahead, visitor }: Visit, now: Date): Promise<VisitOutcome> {
  if (actor.person !== null) return "signed-in";
  if (ahead) return "prefetch";
  if (agent === "" || isbot(agent)) return "bot";
  const keys = { browser: keyOf(`browser:${visitor}`), address: keyOf(`address:${actor.address}`) };
  const seen = await trx.selectFrom("affiliate_visitors").select("visitor_hash").where("affiliate_id", "=", affiliateId)
    .where("visitor_hash", "in", [keys.address, keys.browser]).where("counted_at", ">", ago(now)).execute();
  if (seen.some(({ visitor_hash }) => visitor_hash === keys.browser)) return "repeated";
  if (seen.length > 0) return "same-address";
  await remember(trx, affiliateId, [keys.address, keys.browser], now);
  return "counted";
}

async function remember(trx: Db, affiliateId: number, keys: readonly string[], now: Date): Promise<void> {
  const rows = keys.map((visitor_hash) => ({ affiliate_id: affiliateId, visitor_hash, counted_at: now.toISOString() }));
  await trx.insertInto("affiliate_visitors").values(rows)
    .onConflict((conflict) => conflict.columns(["affiliate_id", "visitor_hash"]).doUpdateSet({ counted_at: now.toISOString() })).execute();
}

// Keyed: the addresses of the world can be tried out.
function keyOf(text: string): string {
  return createHmac("sha256", env.SESSION_SECRET[0] ?? "").update(text).digest("hex");
}

function ago(now: Date): string {
  return new Date(now.getTime() - dayMs).toISOString();
}
