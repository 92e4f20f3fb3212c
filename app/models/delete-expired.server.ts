import { setImmediate as turn } from "node:timers/promises";
import type { Db } from "../db.server.ts";
import { batchSize, db, write } from "../db.server.ts";
import { dayMs, minuteMs } from "../durations.ts";
import { absoluteMs, apiTokenMs, idleMs } from "./sign-in/session.server.ts";
import { challengeMinutes } from "./sign-in/two-factor.ts";

/** How many rows of a table were deleted. */
type Swept = Readonly<Record<string, number>>;

/**
 * Deletes what has expired and nobody can use any more, in small transactions, until nothing is left or `goOn` says no. How long each is kept
 * stands below, by the times that the models of sessions, tokens and two-factor sign-in name. The trail, what members and affiliates are owed,
 * and what somebody must decide about never expire.
 */
export async function deleteExpired(now: Date, goOn: () => boolean = () => true): Promise<Swept> {
  const swept: Record<string, number> = {};
  for (const [table, deleteSome] of Object.entries(expired(now))) {
    for (let deleted = batchSize; deleted >= batchSize && goOn();) {
      deleted = (await write((trx) => deleteSome(trx))).length;
      swept[table] = (swept[table] ?? 0) + deleted;
      await turn();
    }
  }
  return swept;
}

/** For each table, what deletes the next rows that have expired. All of them find them by an index. */
function expired(now: Date): Readonly<Record<string, (trx: Db) => Promise<unknown[]>>> {
  const ago = (ms: number) => new Date(now.getTime() - ms).toISOString();
  return {
    // Staff sessions end after 12 idle hours, but a session row does not hold the role, so the members' longer limit applies to all.
    sessions: (trx: Db) => trx.deleteFrom("sessions").where("id", "in", db.selectFrom("sessions").select("id").where("seen_at", "<", ago(Math.min(idleMs.member, absoluteMs))).limit(batchSize)).returning("id").execute(),
    api_tokens: (trx: Db) => trx.deleteFrom("api_tokens").where("id", "in", db.selectFrom("api_tokens").select("id").where("created_at", "<", ago(apiTokenMs)).limit(batchSize)).returning("id").execute(),
    devices: (trx: Db) => trx.deleteFrom("devices").where("id", "in", db.selectFrom("devices").select("id").where("seen_at", "<", ago(365 * dayMs)).limit(batchSize)).returning("id").execute(),
    // The longest time that attempts are remembered is a day, from the first or from the end of a wait: a siege goes on for longer, and keeps its wait.
    throttles: (trx: Db) => trx.deleteFrom("throttles").where("key", "in", db.selectFrom("throttles").select("key").where("started_at", "<", ago(2 * dayMs)).where((row) => row.or([row("blocked_until", "is", null), row("blocked_until", "<", ago(dayMs))])).limit(batchSize)).returning("key").execute(),
    reset_codes: (trx: Db) => trx.deleteFrom("reset_codes").where("token_hash", "in", db.selectFrom("reset_codes").select("token_hash").where("expires_at", "<", ago(0)).limit(batchSize)).returning("token_hash").execute(),
    email_confirmations: (trx: Db) => trx.deleteFrom("email_confirmations").where("token_hash", "in", db.selectFrom("email_confirmations").select("token_hash").where("expires_at", "<", ago(0)).limit(batchSize)).returning("token_hash").execute(),
    two_factor_challenges: (trx: Db) => trx.deleteFrom("two_factor_challenges").where("id_hash", "in", db.selectFrom("two_factor_challenges").select("id_hash").where("created_at", "<=", ago(challengeMinutes * minuteMs)).limit(batchSize)).returning("id_hash").execute(),
    // A browser or address counts again after 24 hours.
    affiliate_visitors: (trx: Db) => {
      const some = db.selectFrom("affiliate_visitors").select(["affiliate_id", "visitor_hash"]).where("counted_at", "<=", ago(dayMs)).limit(batchSize);
      return trx.deleteFrom("affiliate_visitors").where((row) => row(row.refTuple("affiliate_id", "visitor_hash"), "in", some.$asTuple("affiliate_id", "visitor_hash"))).returning("visitor_hash").execute();
    },
    outbox: (trx: Db) => trx.deleteFrom("outbox").where("id", "in", db.selectFrom("outbox").select("id").where("finished_at", "<", ago(30 * dayMs)).limit(batchSize)).returning("id").execute(),
    // Stripe sends again for three days.
    stripe_events: (trx: Db) => trx.deleteFrom("stripe_events").where("id", "in", db.selectFrom("stripe_events").select("id").where("received_at", "<", ago(60 * dayMs)).limit(batchSize)).returning("id").execute(),
    idempotency_keys: (trx: Db) => trx.deleteFrom("idempotency_keys").where("key_hash", "in", db.selectFrom("idempotency_keys").select("key_hash").where("used_at", "<", ago(30 * dayMs)).limit(batchSize)).returning("key_hash").execute(),
    pick_rounds: (trx: Db) => trx.deleteFrom("pick_rounds").where("id", "in", db.selectFrom("pick_rounds").select("id").where("closed_at", "<", ago(30 * dayMs)).limit(batchSize)).returning("id").execute(),
  };
}
