import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { type Db, batchSize, db, write } from "../../db.server.ts";
import { env } from "../../env.server.ts";
import { type CalendarDate, addDays } from "../../time/calendar-date.ts";
import { hourMs } from "../../time/durations.ts";
import { dateIn, instantIn } from "../../time/zone-time.ts";
import { queueForMembers } from "../alerts/queue-members.server.ts";
import { mayGetNews, wants } from "../alerts/recipients.server.ts";
import { figuresOfDays } from "../history/summary.server.ts";
import { batchOf } from "./holders.server.ts";

const zone = env.SITE_TIMEZONE;
const atMinutes = 8 * 60;
/** A server that was off in the morning sends it until then. */
const latestMs = 6 * hourMs;
const mark = "daily-summary";
const done = "done";

/** Once a day, at 8 in the morning, queues the summary of yesterday in batches. Days without results have none. */
export async function queueSummaries(now: Date, shouldContinue: () => boolean = () => true): Promise<void> {
  const today = dateIn(zone, now);
  const due = instantIn(zone, today, atMinutes);
  if (now < due || (await readMark(db))?.isDoneFor(today)) return;
  const day = addDays(today, -1);
  const { regular, pro } = await figuresOfDays({ from: day, to: day });
  const hasResults = regular.totalBets + regular.voids + pro.totalBets + pro.voids > 0;
  if (!hasResults || now.getTime() - due.getTime() > latestMs) return write((trx) => setMark(trx, today, done));
  let isDone = false;
  while (!isDone && shouldContinue()) {
    isDone = await write((trx) => queueSome(trx, today, day, due, now));
    await yieldToEventLoop();
  }
}

/** Stores how far it goes in the same transaction. True when all are queued. */
async function queueSome(trx: Db, today: CalendarDate, day: CalendarDate, due: Date, now: Date): Promise<boolean> {
  const found = await readMark(trx);
  if (found?.isDoneFor(today)) return true;
  const people = await trx
    .selectFrom("users")
    .select("users.id")
    .where(mayGetNews(now))
    .where(wants("daily-summary", "mail"))
    .where("users.id", ">", found?.queuedToOf(today) ?? 0)
    .orderBy("users.id")
    .limit(batchSize)
    .execute();
  const { readers, last } = batchOf(people.map(({ id }) => ({ userId: id, mail: true, push: false, starts: [] })));
  await queueForMembers(trx, readers, { kind: "daily-summary", day }, `summary ${day}`, now, { since: due });
  await setMark(trx, today, last === null ? done : String(last));
  return last === null;
}

/** "2026-11-21 done", or how far it is: "2026-11-21 1200". */
async function readMark(from: Db) {
  const row = await from.selectFrom("news_marks").select("value").where("name", "=", mark).executeTakeFirst();
  if (row === undefined) return null;
  const [day, state] = row.value.split(" ");
  return {
    isDoneFor: (today: CalendarDate) => day === today && state === done,
    queuedToOf: (today: CalendarDate) => (day === today ? Number(state) : 0),
  };
}

async function setMark(trx: Db, today: CalendarDate, state: string): Promise<void> {
  const value = `${today} ${state}`;
  await trx
    .insertInto("news_marks")
    .values({ name: mark, value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute();
}
