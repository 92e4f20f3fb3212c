import type { Expression, ExpressionBuilder, SqlBool } from "kysely";
import type { Database } from "../../db.server.ts";
import { hourMs, minuteMs, secondMs } from "../../time/durations.ts";

/** The waits after the first, second, ... failure; the last one repeats. */
export const retryDelaysMs = [10 * secondMs, minuteMs, 5 * minuteMs, 15 * minuteMs, hourMs] as const;

const longestWaitMs = Math.max(...retryDelaysMs);

/** When the next try is, after `tries` earlier failures. `leastMs` = what the receiver asked for; an hour at most. */
export function retryAt(tries: number, now: Date, leastMs = 0): string {
  const wait = retryDelaysMs[Math.min(tries, retryDelaysMs.length - 1)] ?? hourMs;
  return new Date(now.getTime() + Math.min(Math.max(wait, leastMs), longestWaitMs)).toISOString();
}

/** No retry waits longer than an hour: a later time was stored while the clock was wrong. Quiet hours hold for longer. */
export function isDue(now: Date) {
  const latest = new Date(now.getTime() + longestWaitMs).toISOString();
  return (or: ExpressionBuilder<Database, "outbox">): Expression<SqlBool> =>
    or.or([
      or("outbox.next_try_at", "<=", now.toISOString()),
      or.and([or("outbox.next_try_at", ">", latest), or("outbox.reason", "<>", "held")]),
    ]);
}
