/** Decides which head of the record a third party, whose clock is not ours, gets next. Only one process sends it, once. */
import { db, write } from "../../../db.server.ts";
import { minuteMs } from "../../../time/durations.ts";
import { type Head, readHead } from "./append.server.ts";

/** A head to send, and the hash of the one that was sent before it. */
export interface TakenHead extends Head {
  before: string;
}

/**
 * Takes the head before it is sent, so that it is never sent twice, wherever the server stops. Null when it was taken
 * already, or when one was tried less than a minute ago.
 */
export async function takeNewHead(now: Date): Promise<TakenHead | null> {
  const head = await readHead(db);
  const { hash } = await db.selectFrom("witness").select("hash").executeTakeFirstOrThrow();
  if (head.seq === 0 || head.hash === hash) return null;
  const aMinuteAgo = new Date(now.getTime() - minuteMs).toISOString();
  const taken = await write((trx) =>
    trx
      .updateTable("witness")
      .set({ hash: head.hash, tried_at: now.toISOString() })
      .where("hash", "=", hash)
      // A time in the future means that the clock was wrong.
      .where((or) =>
        or.or([or("tried_at", "is", null), or("tried_at", "<=", aMinuteAgo), or("tried_at", ">", now.toISOString())]),
      )
      .returning("id")
      .executeTakeFirst(),
  );
  return taken === undefined ? null : { ...head, before: hash };
}

/** Call it when the head certainly did not arrive: it is tried again. */
export async function giveBackHead({ hash, before }: TakenHead): Promise<void> {
  await write((trx) => trx.updateTable("witness").set({ hash: before }).where("hash", "=", hash).execute());
}
