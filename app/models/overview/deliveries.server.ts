/** What became of mails and alerts. */
import { type OutboxChannel, db } from "../../db.server.ts";
import { dayMs } from "../../time/durations.ts";
import { deliveryChannels } from "../deliveries/deliveries.ts";
import type { Days } from "./days.ts";

export interface DeliveryFigures {
  /** `accepted`, `refused` and `expired` in the last 24 hours, `waiting` now. */
  channels: { channel: OutboxChannel; accepted: number; refused: number; expired: number; waiting: number }[];
  /** Finished on each day, whatever became of them. */
  days: number[];
}

export async function readDeliveryFigures(days: Days, now: Date): Promise<DeliveryFigures> {
  const dayAgo = new Date(now.getTime() - dayMs).toISOString();
  const finished = await counts().where("finished_at", ">=", dayAgo).execute();
  const unfinished = await counts().where("finished_at", "is", null).execute();
  const channels = deliveryChannels.map((channel) => {
    const sumOf = (rows: typeof finished, state: (typeof finished)[number]["state"] | null) =>
      rows
        .filter((row) => row.channel === channel && (state === null || row.state === state))
        .reduce((sum, { count }) => sum + Number(count), 0);
    return {
      channel,
      accepted: sumOf(finished, "sent"),
      refused: sumOf(finished, "refused"),
      expired: sumOf(finished, "expired"),
      waiting: sumOf(unfinished, null),
    };
  });
  return {
    channels: channels.filter(({ accepted, refused, expired, waiting }) => accepted + refused + expired + waiting > 0),
    days: await countByDay(days),
  };
}

function counts() {
  return db
    .selectFrom("outbox")
    .select((row) => ["state", "channel", row.fn.countAll<number>().as("count")])
    .groupBy(["state", "channel"]);
}

/** One statement: each day is counted in the index by time alone. */
async function countByDay({ start, ends }: Days): Promise<number[]> {
  const row = await db
    .selectNoFrom(({ selectFrom }) =>
      ends.map((end, index) =>
        selectFrom("outbox")
          .select(({ fn }) => fn.countAll<number>().as("count"))
          .where("finished_at", ">", ends[index - 1] ?? start)
          .where("finished_at", "<=", end)
          .as(`day_${index}`),
      ),
    )
    .executeTakeFirstOrThrow();
  return Object.values(row).map(Number);
}
