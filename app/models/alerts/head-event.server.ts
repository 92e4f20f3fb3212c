import { db, write } from "../../db.server.ts";
import { minuteMs } from "../../time/durations.ts";
import { readHead } from "../ledger/chain/append.server.ts";
import { channelsFor, queueEvent } from "./channel-rows.server.ts";

const mark = "record.head";

/** Queues the record's head for the webhooks that get it, at most once a minute: a head covers all before it. */
export async function announceHead(now: Date): Promise<void> {
  if ((await channelsFor(db, "record.head", null)).length === 0) return;
  const head = await readHead(db);
  const told = await db.selectFrom("news_marks").select("value").where("name", "=", mark).executeTakeFirst();
  const [seq, at = ""] = told?.value.split(" ") ?? [];
  const age = now.getTime() - Date.parse(at);
  // A negative age means that the clock was wrong.
  if (head.seq === 0 || seq === String(head.seq) || (age >= 0 && age < minuteMs)) return;
  const value = `${head.seq} ${now.toISOString()}`;
  await write(async (trx) => {
    await trx
      .insertInto("news_marks")
      .values({ name: mark, value })
      .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
      .execute();
    const { hash, at: since } = head;
    await queueEvent(trx, "record.head", null, { seq: head.seq, hash, at: since }, { now, cause: `head ${head.seq}` });
  });
}
