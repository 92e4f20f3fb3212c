/** Picks that are published, or settled, at about the same time are one round: its news goes out once. */
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { ExpressionBuilder } from "kysely";
import { type Database, type Db, type PickRow, db, write } from "../../db.server.ts";
import { minuteMs } from "../../time/durations.ts";
import { channelsFor } from "../alerts/channel-rows.server.ts";
import { queueNews } from "../outbox/outbox.server.ts";
import { queueForMembers } from "../alerts/queue-members.server.ts";
import { openPicksOf, readersOfNewPicks, readersOfResults, settledPicksOf } from "./round-readers.server.ts";

/** A round closes after `quietMs` without another pick, and `longestMs` after its first one at the latest. */
export const quietMs = 3 * minuteMs;
export const longestMs = 15 * minuteMs;
/** A round with a start this close closes at once: its mail proves that its picks came before their games. */
export const closeStartMs = 20 * minuteMs;

type RoundKind = "new" | "results";

const waits: Readonly<Record<RoundKind, { quiet: number; longest: number }>> = {
  new: { quiet: quietMs, longest: longestMs },
  results: { quiet: 10 * minuteMs, longest: 60 * minuteMs },
};
const readersOf = { new: readersOfNewPicks, results: readersOfResults } as const;
const newsOf = { new: "new-picks", results: "card-results" } as const;
const postOf = { new: "new-picks", results: "results" } as const;
const picksOf = { new: openPicksOf, results: settledPicksOf } as const;

/** Adds a newly published open pick to the next round of new picks, in the transaction that publishes it. */
export function joinRound(trx: Db, { id, created_at }: Pick<PickRow, "id" | "created_at">): Promise<void> {
  return join(trx, "new", id, created_at);
}

/** Adds a pick to the next round of results, in the transaction that settles it. */
export function joinResults(trx: Db, { id }: Pick<PickRow, "id">, now: Date): Promise<void> {
  return join(trx, "results", id, now.toISOString());
}

async function join(trx: Db, kind: RoundKind, pickId: number, at: string): Promise<void> {
  const open = await trx
    .updateTable("pick_rounds")
    .set({ last_pick_at: at })
    .where("closed_at", "is", null)
    .where("kind", "=", kind)
    .returning("id")
    .executeTakeFirst();
  const round =
    open ??
    (await trx
      .insertInto("pick_rounds")
      .values({ kind, opened_at: at, last_pick_at: at })
      .returning("id")
      .executeTakeFirstOrThrow());
  await trx
    .insertInto("round_picks")
    .values({ round_id: round.id, pick_id: pickId })
    // It was settled, opened again and settled again.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Closes due rounds and queues their news in batches, until done or `shouldContinue` returns false. */
export async function closeDueRound(now: Date, shouldContinue: () => boolean = () => true): Promise<void> {
  for (const kind of ["new", "results"] as const)
    if (await findDueRound(db, kind, now)) await write((trx) => close(trx, kind, now));
  while (shouldContinue() && (await findQueue(db))) {
    await write((trx) => queueSome(trx, now));
    await yieldToEventLoop();
  }
}

async function close(trx: Db, kind: RoundKind, now: Date): Promise<void> {
  const due = await findDueRound(trx, kind, now);
  if (!due) return;
  await trx.updateTable("pick_rounds").set({ closed_at: now.toISOString() }).where("id", "=", due.id).execute();
  const ofStreams = await picksOf[kind](trx, due.id).select("stream").distinct().execute();
  if (ofStreams.length === 0) return;
  await trx.insertInto("round_queues").values({ round_id: due.id, queued_to: 0 }).execute();
  for (const { stream } of ofStreams) {
    const channels = await channelsFor(trx, postOf[kind], stream);
    await queueNews(trx, channels, { kind: newsOf[kind], round: due.id }, `round ${due.id}`, now);
  }
}

/** Queues one batch and stores how far it goes in one transaction, so that each device and address gets the news once. */
async function queueSome(trx: Db, now: Date): Promise<void> {
  const queue = await findQueue(trx);
  if (!queue) return;
  const { round_id: round, kind } = queue;
  const { readers, last } = await readersOf[kind](trx, round, queue.queued_to, now);
  await queueForMembers(trx, readers, { kind: newsOf[kind], round }, `round ${round}`, now, {
    since: new Date(queue.last_pick_at),
  });
  if (last === null) await trx.deleteFrom("round_queues").where("round_id", "=", round).execute();
  else await trx.updateTable("round_queues").set({ queued_to: last }).where("round_id", "=", round).execute();
}

function findQueue(from: Db) {
  return from
    .selectFrom("round_queues")
    .innerJoin("pick_rounds", "pick_rounds.id", "round_queues.round_id")
    .select(["round_id", "kind", "queued_to", "last_pick_at"])
    .limit(1)
    .executeTakeFirst();
}

function findDueRound(from: Db, kind: RoundKind, now: Date) {
  const ago = (ms: number) => new Date(now.getTime() - ms).toISOString();
  const { quiet, longest } = waits[kind];
  // The third condition: the clock was wrong when the pick was published. Without it the mail would wait until then.
  return from
    .selectFrom("pick_rounds")
    .select(["id", "last_pick_at"])
    .where("closed_at", "is", null)
    .where("kind", "=", kind)
    .where((or) =>
      or.or([
        or("last_pick_at", "<=", ago(quiet)),
        or("opened_at", "<=", ago(longest)),
        or("last_pick_at", ">", ago(-longest)),
        ...(kind === "new" ? [startsSoon(or, now)] : []),
      ]),
    )
    .executeTakeFirst();
}

function startsSoon({ exists, selectFrom }: ExpressionBuilder<Database, "pick_rounds">, now: Date) {
  return exists(
    selectFrom("round_picks")
      .innerJoin("picks", "picks.id", "round_picks.pick_id")
      .select("picks.id")
      .whereRef("round_picks.round_id", "=", "pick_rounds.id")
      .where("settled", "=", 0)
      // A game that has started can't be announced in time any more: its mail waits for others and says so.
      .where("starts_at", ">", now.toISOString())
      .where("starts_at", "<=", new Date(now.getTime() + closeStartMs).toISOString()),
  );
}
