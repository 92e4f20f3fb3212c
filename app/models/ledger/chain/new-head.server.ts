/** Decides which head of the record a third party, whose clock is not ours, gets next. Only one process sends it. */
import { db, write } from "../../../db.server.ts";
import { minuteMs } from "../../../time/durations.ts";
import { type Head, readHead } from "./append.server.ts";

/** Claims the head for a minute; null when it was sent already, or when one was tried less than a minute ago. */
export async function takeNewHead(now: Date): Promise<Head | null> {
  const head = await readHead(db);
  const { hash } = await db.selectFrom("witness").select("hash").executeTakeFirstOrThrow();
  if (head.seq === 0 || head.hash === hash) return null;
  const aMinuteAgo = new Date(now.getTime() - minuteMs).toISOString();
  const claimed = await write((trx) =>
    trx
      .updateTable("witness")
      .set({ tried_at: now.toISOString() })
      // A time in the future means that the clock was wrong.
      .where((or) =>
        or.or([or("tried_at", "is", null), or("tried_at", "<=", aMinuteAgo), or("tried_at", ">", now.toISOString())]),
      )
      .returning("id")
      .executeTakeFirst(),
  );
  return claimed === undefined ? null : head;
}

export async function notePublished({ hash }: Pick<Head, "hash">): Promise<void> {
  await write((trx) => trx.updateTable("witness").set({ hash }).execute());
}
