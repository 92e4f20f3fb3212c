/** What waits to be sent. Each statement reads an index: the outbox can have a million rows. */
import { db } from "../../db.server.ts";
import { hourMs } from "../../time/durations.ts";
import { channelNames } from "../deliveries/deliveries.ts";

export interface QueueView {
  label: string;
  waiting: number;
  /** Of those that wait, what should be gone by now. */
  due: number;
  /** When the one that has been due for longest was to be sent. */
  dueSince: string | null;
  /** Handed to a receiver that has not answered yet. */
  sending: number;
  /** In the last hour. */
  refused: number;
}

export interface Queues {
  channels: QueueView[];
  /** Rounds of picks or results that no mail has announced yet. */
  rounds: { kind: "new" | "results"; openedAt: string }[];
}

export async function readQueues(now: Date): Promise<Queues> {
  const unfinished = await readUnfinished(now);
  const refused = await countRefused(new Date(now.getTime() - hourMs));
  const channels = Object.entries(channelNames).map(([channel, label]) => {
    const own = unfinished.filter((row) => row.channel === channel);
    const waiting = own.find(({ state }) => state === "waiting");
    const due = Number(waiting?.due ?? 0);
    return {
      label,
      waiting: Number(waiting?.count ?? 0),
      due,
      dueSince: due === 0 ? null : (waiting?.earliest ?? null),
      sending: Number(own.find(({ state }) => state === "handed-over")?.count ?? 0),
      refused: Number(refused.find((row) => row.channel === channel)?.count ?? 0),
    };
  });
  const rounds = await db
    .selectFrom("pick_rounds")
    .select(["kind", "opened_at as openedAt"])
    .where("closed_at", "is", null)
    .execute();
  return { channels, rounds };
}

/** Reads the index of what is not finished, without the rows. */
function readUnfinished(now: Date) {
  return db
    .selectFrom("outbox")
    .select(({ fn, eb }) => [
      "state",
      "channel",
      fn.countAll<number>().as("count"),
      fn.sum<number>(eb.case().when("next_try_at", "<=", now.toISOString()).then(1).else(0).end()).as("due"),
      fn.min("next_try_at").as("earliest"),
    ])
    .where("finished_at", "is", null)
    .groupBy(["state", "channel"])
    .execute();
}

function countRefused(since: Date) {
  return db
    .selectFrom("outbox")
    .select(({ fn }) => ["channel", fn.countAll<number>().as("count")])
    .where("finished_at", ">=", since.toISOString())
    .where("state", "=", "refused")
    .groupBy("channel")
    .execute();
}
