/**
 * Everything but mail leaves in batches: taken in one write, sent at the same time, finished in one write. With a write
 * for each row, thousands of alerts would take minutes.
 */
import { type OutboxChannel, db, write } from "../../db.server.ts";
import { type OutboxItem, readItem } from "./outbox.server.ts";
import { isDue, retryAt } from "./retry.server.ts";

export interface DueNews {
  id: number;
  /** The same for every try. */
  messageId: string;
  kind: string;
  /** Null when a newer version of this program queued it. */
  item: OutboxItem | null;
  tries: number;
  expiresAt: string;
  userId: number | null;
  deviceId: number | null;
  operatorChannelId: number | null;
}

/**
 * "later" = tried again, after `retryMs` at the soonest. "held" = not tried yet, due at `until`; `expiresAt` = the new end
 * of its lifetime.
 */
export type Outcome =
  | { what: "sent" | "refused" | "expired" | "handed-over"; reason: string }
  | { what: "later"; reason: string; retryMs?: number }
  | { what: "held"; reason: string; until: Date; expiresAt?: string };

interface Taken {
  limit: number;
  /** Only what goes to this channel of the operator. */
  operatorChannelId?: number;
}

/** Takes what is due, soonest to expire first: no other process gets it. Each has to be finished with `finishNews`. */
export async function takeDueNews(
  channel: Exclude<OutboxChannel, "mail">,
  now: Date,
  { limit, operatorChannelId }: Taken,
): Promise<DueNews[]> {
  const due = db
    .selectFrom("outbox")
    .select("outbox.id")
    .where("state", "=", "waiting")
    .where("channel", "=", channel)
    .where("finished_at", "is", null)
    .where("expires_at", ">", now.toISOString())
    .where(isDue(now))
    .$if(operatorChannelId !== undefined, (query) => query.where("operator_channel_id", "=", operatorChannelId ?? null))
    .orderBy("expires_at")
    .limit(limit);
  if (unwritten.size > 0) await finishNews([], now);
  // A look without a write: mostly nothing is due.
  if (!(await due.executeTakeFirst())) return [];
  const rows = await write((trx) =>
    trx
      .updateTable("outbox")
      .set({ state: "handed-over" })
      .where("id", "in", due)
      .where("state", "=", "waiting")
      .returning([
        "id",
        "message_id",
        "kind",
        "params",
        "tries",
        "expires_at",
        "user_id",
        "device_id",
        "operator_channel_id",
      ])
      .execute(),
  );
  return rows
    .map((row) => ({
      id: row.id,
      messageId: row.message_id,
      kind: row.kind,
      item: readItem(row),
      tries: row.tries,
      expiresAt: row.expires_at,
      userId: row.user_id,
      deviceId: row.device_id,
      operatorChannelId: row.operator_channel_id,
    }))
    .sort(
      (one, other) =>
        (one.expiresAt < other.expiresAt ? -1 : Number(one.expiresAt > other.expiresAt)) || one.id - other.id,
    );
}

interface Finished {
  news: Pick<DueNews, "id" | "tries">;
  outcome: Outcome;
}

/** Outcomes that could not be written, because the database was locked or full: written before anything else is taken. */
const unwritten = new Set<Finished>();

/** In one transaction. When it fails, the outcomes are kept for the next call. */
export async function finishNews(finished: readonly Finished[], now: Date): Promise<void> {
  for (const each of finished) unwritten.add(each);
  const outcomes = [...unwritten];
  if (outcomes.length === 0) return;
  const groups = new Map<string, { columns: ReturnType<typeof columnsOf>; ids: number[] }>();
  for (const { news, outcome } of outcomes) {
    const columns = columnsOf(news, outcome, now);
    const key = JSON.stringify(columns);
    groups.set(key, { columns, ids: [...(groups.get(key)?.ids ?? []), news.id] });
  }
  await write(async (trx) => {
    for (const { columns, ids } of groups.values())
      await trx
        .updateTable("outbox")
        .set(columns)
        .where("id", "in", ids)
        .where("state", "=", "handed-over")
        .where("finished_at", "is", null)
        .execute();
  });
  for (const each of outcomes) unwritten.delete(each);
}

function columnsOf({ tries }: Pick<DueNews, "tries">, outcome: Outcome, now: Date) {
  const { reason } = outcome;
  if (outcome.what === "held") {
    const { until, expiresAt } = outcome;
    const held = { state: "waiting" as const, reason, next_try_at: until.toISOString() };
    return expiresAt === undefined ? held : { ...held, expires_at: expiresAt };
  }
  if (outcome.what === "later")
    return { state: "waiting" as const, reason, tries: tries + 1, next_try_at: retryAt(tries, now, outcome.retryMs) };
  return { state: outcome.what, reason, params: "{}", finished_at: now.toISOString() };
}

/** Receivers that drop repeats by the message's id. */
const dropsRepeats: readonly OutboxChannel[] = ["push", "webhook"];

/**
 * Call it before the deliveries of this process begin. What was being sent when the last one stopped may have arrived:
 * it goes again where receivers drop repeats. Elsewhere people would see it twice, so it ends. Returns the number of those.
 */
export async function finishInterrupted(now: Date): Promise<number> {
  const find = db
    .selectFrom("outbox")
    .select("id")
    .where("state", "=", "handed-over")
    .where("finished_at", "is", null)
    .limit(1);
  if (!(await find.executeTakeFirst())) return 0;
  return write(async (trx) => {
    const interrupted = () =>
      trx.updateTable("outbox").where("state", "=", "handed-over").where("finished_at", "is", null);
    await interrupted().where("channel", "in", dropsRepeats).set({ state: "waiting", reason: "stopped" }).execute();
    const ended = await interrupted()
      .where("channel", "not in", dropsRepeats)
      .set({ reason: "stopped", params: "{}", finished_at: now.toISOString() })
      .returning("id")
      .execute();
    return ended.length;
  });
}
