import { type Db, db, write } from "../../db.server.ts";
import { minuteMs } from "../../time/durations.ts";
import { queueForMembers } from "../alerts/queue-members.server.ts";
import { streams } from "../bets/stream.ts";
import { holdersOf } from "./holders.server.ts";

/** So long before the start of a pick those with it on their card are told. */
export const aheadMs = 30 * minuteMs;

/**
 * Tells those with a pick on their card that it starts soon. `told` remembers the picks that this process is done with; after a
 * restart the outbox drops what it has already.
 */
export async function queueStarts(
  now: Date,
  told: Set<string>,
  shouldContinue: () => boolean = () => true,
): Promise<void> {
  const soon = await startingSoon(now);
  const causes = new Set(soon.map(causeOf));
  for (const cause of told) if (!causes.has(cause)) told.delete(cause);
  for (const pick of soon) {
    if (told.has(causeOf(pick))) continue;
    for (let last: number | null = 0; last !== null;) {
      if (!shouldContinue()) return;
      const after: number = last;
      last = await write((trx) => queueSome(trx, pick, after, now));
    }
    told.add(causeOf(pick));
  }
}

interface Starting {
  id: number;
  starts_at: string;
}

async function startingSoon(now: Date): Promise<Starting[]> {
  const rows = await db
    .selectFrom("picks")
    .select(["id", "starts_at"])
    .where("stream", "in", streams)
    .where("settled", "=", 0)
    .where("published_at", "is not", null)
    .where("starts_at", ">", now.toISOString())
    .where("starts_at", "<=", new Date(now.getTime() + aheadMs).toISOString())
    .execute();
  return rows.map(({ id, starts_at }) => ({ id, starts_at: starts_at ?? "" }));
}

async function queueSome(trx: Db, { id, starts_at }: Starting, after: number, now: Date): Promise<number | null> {
  const { readers, last } = await holdersOf(trx, { id, start: starts_at }, "pick-starts", after, now);
  await queueForMembers(trx, readers, { kind: "pick-starts", pick: id, starts_at }, causeOf({ id, starts_at }), now, {
    expiresAt: starts_at,
  });
  return last;
}

/** A start that moved is told again. */
function causeOf({ id, starts_at }: Starting): string {
  return `start ${id} ${starts_at}`;
}
