import { addDays } from "../../../app/time/calendar-date.ts";
import { updateDayTotals } from "../../../app/models/history/day-totals.server.ts";
import type { Stream } from "../../../app/models/bets/stream.ts";
import { sports } from "../../../app/models/bets/sports.ts";
import { mulberry32 } from "../../../db/demo/mulberry32.ts";
import type { Db } from "../../../db/database.ts";

const batchSize = 50;

/** Inserts `count` settled picks of one stream with their totals: two per day from 01/05/2026, always the same ones. */
export async function insertSeason({ db }: { db: Db }, stream: Stream, count: number): Promise<void> {
  const random = mulberry32(20_261_121);
  const picks = Array.from({ length: count }, (_, index) => seasonPick(index, random));
  // Writes in small transactions: a server on the same file waits two seconds for a lock, then logs an error.
  for (let start = 0; start < count; start += batchSize) {
    await db.transaction().execute(async (trx) => {
      for (const pick of picks.slice(start, start + batchSize)) {
        const row = await trx
          .insertInto("picks")
          .values({ stream, ...pick })
          .returningAll()
          .executeTakeFirstOrThrow();
        await updateDayTotals(trx, null, row);
      }
    });
  }
}

function seasonPick(index: number, random: () => number) {
  const confidence = Math.round((44 + random() * 20 + random() * 14) * 10) / 10;
  const stake = 1 + Math.floor(random() * 3) / 2;
  const won = random() * 100 < confidence - 4;
  const date = addDays("2026-01-05", Math.floor(index / 2));
  return {
    game: `Visitors ${index} @ Hosts ${index}`,
    game_date: date,
    time: "7:30 PM",
    pick: `Hosts ${index} -2.5`,
    sport: sports[index % sports.length] ?? "NBA",
    tag: "SIM CERTIFIED",
    sim_confidence: confidence,
    unit_size: stake,
    verdict: won ? "✅" : "❌",
    closing_line: "-3",
    beat_clv: won ? "✅" : "❌",
    units_result: won ? Math.round(stake * 91) / 100 : -stake,
    created_at: `${date}T13:05:00.000Z`,
    published_at: `${date}T13:05:00.000Z`,
  };
}
