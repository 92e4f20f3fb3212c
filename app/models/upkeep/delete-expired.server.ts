import { setImmediate as nextTurn } from "node:timers/promises";
import { type Database, type Db, batchSize, db, write } from "../../db.server.ts";
import { dateIn } from "../../time/zone-time.ts";
import { dayMs, minuteMs } from "../../time/durations.ts";
import { absoluteMs, apiTokenMs, idleMs } from "../sign-in/session.server.ts";
import { challengeMinutes } from "../sign-in/two-factor.ts";

/** Deletes at most `batchSize` rows and gives one item for each. */
type DeleteBatch = (trx: Db) => Promise<unknown[]>;

/**
 * Deletes expired rows in small transactions until none is left or `goOn` returns false. Gives the number of deleted
 * rows by table. The audit trail, money that is owed and open requests never expire.
 */
export async function deleteExpired(
  now: Date,
  goOn: () => boolean = () => true,
): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {};
  for (const [table, deleteBatch] of Object.entries(expiredRows(now))) {
    for (let deleted = batchSize; deleted >= batchSize && goOn();) {
      deleted = (await write((trx) => deleteBatch(trx))).length;
      counts[table] = (counts[table] ?? 0) + deleted;
      await nextTurn();
    }
  }
  return counts;
}

function expiredRows(now: Date): Readonly<Record<string, DeleteBatch>> {
  const ago = (ms: number) => new Date(now.getTime() - ms).toISOString();
  return {
    // Staff sessions end after 12 idle hours, but the row has no role, so the members' longer limit applies to all.
    sessions: oldSessions(ago(Math.min(idleMs.member, absoluteMs))),
    api_tokens: olderThan("api_tokens", "id", "created_at", ago(apiTokenMs)),
    devices: olderThan("devices", "id", "seen_at", ago(365 * dayMs)),
    throttles: oldThrottles(ago(2 * dayMs), ago(dayMs)),
    reset_codes: olderThan("reset_codes", "token_hash", "expires_at", ago(0)),
    email_confirmations: olderThan("email_confirmations", "token_hash", "expires_at", ago(0)),
    two_factor_challenges: olderThan(
      "two_factor_challenges",
      "id_hash",
      "created_at",
      ago(challengeMinutes * minuteMs - 1),
    ),
    affiliate_visitors: oldVisitors(ago(dayMs)),
    outbox: olderThan("outbox", "id", "finished_at", ago(30 * dayMs)),
    // Stripe retries for three days.
    stripe_events: olderThan("stripe_events", "id", "received_at", ago(60 * dayMs)),
    idempotency_keys: olderThan("idempotency_keys", "key_hash", "used_at", ago(30 * dayMs)),
    // Many keys may have a row of the same day: they go together.
    api_key_days: olderThan("api_key_days", "day", "day", dateIn("UTC", new Date(ago(60 * dayMs)))),
    feed_games: olderThan("feed_games", "game", "forget_at", ago(0)),
    pick_rounds: olderThan("pick_rounds", "id", "closed_at", ago(30 * dayMs)),
  };
}

/** Deletes rows whose `column` is before `instant`; a row with null there stays. Each column has an index. */
function olderThan<T extends keyof Database>(
  table: T,
  key: keyof Database[T] & string,
  column: keyof Database[T] & string,
  instant: string,
): DeleteBatch {
  const { ref, table: named } = db.dynamic;
  return (trx) => {
    const batch = trx
      .selectFrom(named(table).as("row"))
      .select(ref(key))
      .where(ref(column), "<", instant)
      .limit(batchSize);
    return trx.deleteFrom(named(table).as("row")).where(ref(key), "in", batch).returning(ref(key)).execute();
  };
}

/** Alerts go on after a session that nobody ended. */
function oldSessions(seen: string): DeleteBatch {
  const batch = db
    .selectFrom("sessions")
    .select("id")
    .where("seen_at", "<", seen)
    // The same sessions for both statements.
    .orderBy("seen_at")
    .orderBy("id")
    .limit(batchSize);
  return async (trx) => {
    await trx.updateTable("push_devices").set({ session_id: null }).where("session_id", "in", batch).execute();
    return trx.deleteFrom("sessions").where("id", "in", batch).returning("id").execute();
  };
}

/** Attempts count for a day, from the first one or from the end of a lockout. A long attack keeps its lockout. */
function oldThrottles(started: string, unblocked: string): DeleteBatch {
  const batch = db
    .selectFrom("throttles")
    .select("key")
    .where("started_at", "<", started)
    .where((row) => row.or([row("blocked_until", "is", null), row("blocked_until", "<", unblocked)]))
    .limit(batchSize);
  return (trx) => trx.deleteFrom("throttles").where("key", "in", batch).returning("key").execute();
}

/** After this time, a browser or address counts again. The key has two columns, so `olderThan` does not fit. */
function oldVisitors(counted: string): DeleteBatch {
  const batch = db
    .selectFrom("affiliate_visitors")
    .select(["affiliate_id", "visitor_hash"])
    .where("counted_at", "<=", counted)
    .limit(batchSize);
  return (trx) =>
    trx
      .deleteFrom("affiliate_visitors")
      .where((row) =>
        row(row.refTuple("affiliate_id", "visitor_hash"), "in", batch.$asTuple("affiliate_id", "visitor_hash")),
      )
      .returning("visitor_hash")
      .execute();
}
