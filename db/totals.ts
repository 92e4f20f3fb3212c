/** `npm run totals` compares the daily totals with the picks; `npm run totals -- --rebuild` recomputes them. */
import { type Totals, addTotals, bandOf, noTotals, totalNames, totalsOf } from "../app/models/figures/totals.ts";
import { command } from "./command.ts";
import { pendingMigrations } from "./migrate.ts";
import { expectReadable } from "./sqlite/files.ts";
import { type Handle, openDatabase } from "./sqlite/open.ts";
import { expectUsable } from "./sqlite/usable.ts";

interface SettledRow {
  stream: string;
  sport: string;
  game_date: string;
  verdict: string;
  sim_confidence: number | null;
  unit_size: number;
  units_result: number | null;
}

interface DayKey {
  stream: string;
  sport: string;
  game_date: string;
  band: number;
}

/** The keys ("stream, date, sport, band") whose stored totals differ from a fresh count of the settled picks. */
export function differences(sqlite: Handle): string[] {
  const counted = countAll(sqlite);
  const stored = new Map(
    sqlite
      .prepare<[], DayKey & Totals>("select * from pick_days")
      .all()
      .map((row) => [keyOf(row), row]),
  );
  const same = (key: string) =>
    totalNames.every((name) => (stored.get(key)?.[name] ?? 0) === (counted.get(key)?.totals[name] ?? 0));
  return [...new Set([...stored.keys(), ...counted.keys()])].filter((key) => !same(key)).sort();
}

/** Recomputes all totals in one transaction. Raises the streams' versions, by which a running server notices. */
export function rebuild(sqlite: Handle): void {
  const insert = sqlite.prepare(
    `insert into pick_days (stream, sport, game_date, band, ${totalNames.join(", ")}) values (?, ?, ?, ?${", ?".repeat(totalNames.length)})`,
  );
  sqlite
    .transaction(() => {
      sqlite.exec("delete from pick_days");
      for (const { day, totals } of countAll(sqlite).values())
        insert.run(day.stream, day.sport, day.game_date, day.band, ...totalNames.map((name) => totals[name]));
      sqlite.exec("update pick_streams set version = version + 1");
    })
    .immediate();
}

function countAll(sqlite: Handle): Map<string, { day: DayKey; totals: Totals }> {
  const counted = new Map<string, { day: DayKey; totals: Totals }>();
  for (const pick of sqlite
    .prepare<[], SettledRow>(
      "select stream, sport, game_date, verdict, sim_confidence, unit_size, units_result from picks where settled = 1",
    )
    .iterate()) {
    const day = {
      stream: pick.stream,
      sport: pick.sport,
      game_date: pick.game_date,
      band: bandOf(pick.sim_confidence),
    };
    const previous = counted.get(keyOf(day))?.totals ?? noTotals;
    counted.set(keyOf(day), { day, totals: addTotals(previous, totalsOf(pick)) });
  }
  return counted;
}

function keyOf({ stream, game_date, sport, band }: DayKey): string {
  return `${stream}, ${game_date || "no date"}, ${sport}, ${band} %`;
}

function check(path: string, isRebuild: boolean): void {
  expectReadable(path);
  expectUsable(path);
  const { sqlite } = openDatabase(path);
  try {
    if (pendingMigrations(sqlite).length > 0) throw new Error(`${path} must be migrated first: npm run migrate`);
    if (isRebuild) rebuild(sqlite);
    const wrong = differences(sqlite);
    if (wrong.length > 0)
      throw new Error(
        `${path}: totals that do not match the picks: ${wrong.length}\n${wrong.slice(0, 20).join("\n")}\nRebuild them: npm run totals -- --rebuild`,
      );
  } finally {
    sqlite.close();
  }
}

if (import.meta.main) {
  await command((path, [option, ...more]) => {
    if ((option !== undefined && option !== "--rebuild") || more.length > 0)
      throw new Error("Usage: npm run totals, or npm run totals -- --rebuild");
    check(path, option !== undefined);
    console.log(`${path}: the totals match the picks.`);
  });
}
