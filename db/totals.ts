/** `npm run totals` compares the daily totals with the picks; `npm run totals -- --rebuild` recomputes them. */
import { type Totals, addTotals, bandOf, noTotals, totalNames, totalsOf } from "../app/models/figures/totals.ts";
import { command } from "./command.ts";
import type { Db } from "./database.ts";
import { engineOf, expectMigrated } from "./engine.ts";
import type { PickDayRow, PickRow } from "./schema.ts";

type SettledRow = Pick<PickRow, "id" | "verdict" | "sim_confidence" | "unit_size" | "units_result"> &
  Omit<DayKey, "band">;
type DayKey = Pick<PickDayRow, "stream" | "sport" | "game_date" | "band">;

const pageSize = 10_000;
const patienceMs = 10_000;

/** The keys ("stream, date, sport, band") whose stored totals differ from a fresh count of the settled picks. */
export async function differences(db: Db): Promise<string[]> {
  const counted = await countAll(db);
  const rows = await db.selectFrom("pick_days").selectAll().execute();
  const stored = new Map(rows.map((row) => [keyOf(row), row]));
  const same = (key: string) =>
    totalNames.every((name) => (stored.get(key)?.[name] ?? 0) === (counted.get(key)?.totals[name] ?? 0));
  return [...new Set([...stored.keys(), ...counted.keys()])].filter((key) => !same(key)).sort();
}

/** Recomputes all totals in a write transaction. Raises the streams' versions, by which a running server notices. */
export async function rebuild(trx: Db): Promise<void> {
  await trx.deleteFrom("pick_days").execute();
  for (const { day, totals } of (await countAll(trx)).values())
    await trx
      .insertInto("pick_days")
      .values({ ...day, ...totals })
      .execute();
  await trx
    .updateTable("pick_streams")
    .set((row) => ({ version: row("version", "+", 1) }))
    .execute();
}

async function countAll(db: Db): Promise<Map<string, { day: DayKey; totals: Totals }>> {
  const counted = new Map<string, { day: DayKey; totals: Totals }>();
  let rows: SettledRow[] = [];
  do {
    rows = await settledAfter(db, rows.at(-1)?.id ?? 0);
    for (const pick of rows) {
      const { stream, sport, game_date } = pick;
      const day = { stream, sport, game_date, band: bandOf(pick.sim_confidence) };
      const previous = counted.get(keyOf(day))?.totals ?? noTotals;
      counted.set(keyOf(day), { day, totals: addTotals(previous, totalsOf(pick)) });
    }
  } while (rows.length === pageSize);
  return counted;
}

function settledAfter(db: Db, id: number): Promise<SettledRow[]> {
  return db
    .selectFrom("picks")
    .select(["id", "stream", "sport", "game_date", "verdict", "sim_confidence", "unit_size", "units_result"])
    .where("settled", "=", 1)
    .where("id", ">", id)
    .orderBy("id")
    .limit(pageSize)
    .execute();
}

function keyOf({ stream, game_date, sport, band }: DayKey): string {
  return `${stream}, ${game_date || "no date"}, ${sport}, ${band} %`;
}

async function check(address: string, isRebuild: boolean): Promise<void> {
  const engine = engineOf(address);
  await expectMigrated(address);
  const { db, write, close } = engine.open(address);
  try {
    if (isRebuild) await write(rebuild, { patienceMs });
    const wrong = await differences(db);
    if (wrong.length > 0)
      throw new Error(
        `${engine.nameOf(address)}: totals that do not match the picks: ${wrong.length}\n${wrong.slice(0, 20).join("\n")}\nRebuild them: npm run totals -- --rebuild`,
      );
  } finally {
    await close();
  }
}

if (import.meta.main) {
  await command(async (address, [option, ...more]) => {
    if ((option !== undefined && option !== "--rebuild") || more.length > 0)
      throw new Error("Usage: npm run totals, or npm run totals -- --rebuild");
    await check(address, option !== undefined);
    console.log(`${engineOf(address).nameOf(address)}: the totals match the picks.`);
  });
}
