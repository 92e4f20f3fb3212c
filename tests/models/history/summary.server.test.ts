import fc from "fast-check";
import { afterAll, beforeEach, expect, it, vi } from "vitest";
import { type PickDayRow, db } from "../../../app/db.server.ts";
import { env } from "../../../app/env.server.ts";
import { allDates, covers } from "../../../app/models/history/history.ts";
import { summaryOf } from "../../../app/models/history/summary.server.ts";
import { passes } from "../../../app/models/bets/sports.ts";
import { type Totals, addTotals, noTotals, figuresOf } from "../../../app/models/figures/totals.ts";
import { chartsOf } from "../../../app/models/figures/series.ts";
import { regularPicks } from "../../../app/models/picks/pick.server.ts";
import { engineOf } from "../../../db/engine.ts";
import { rebuild } from "../../../db/totals.ts";
import { actorOf, createPick, pickFields } from "../../support/database/factories.ts";
import { insertSeason } from "../../support/database/settled-picks.ts";
import { statementsOf } from "../../support/database/statements.ts";

// Real functions; one test makes a call fail.
vi.mock("../../../app/models/figures/series.ts", { spy: true });

const admin = actorOf("admin");
const other = engineOf(env.DATABASE).open(env.DATABASE);
const oneTotal: PickDayRow = {
  stream: "regular",
  sport: "NBA",
  game_date: "2026-11-20",
  band: 60,
  picks: 1,
  bets: 1,
  wins: 1,
  losses: 0,
  units_result_e6: 1,
  unit_size_e6: 1,
  sim_confidence_e6: 1,
  decided_confidence_e6: 1,
};

beforeEach(async () => {
  await db.deleteFrom("picks").execute();
  await db.deleteFrom("pick_days").execute();
});
afterAll(() => other.close());

async function settle(game_date: string, changes: Readonly<Record<string, unknown>> = {}): Promise<number> {
  const { id } = await regularPicks.addPick(
    admin,
    pickFields({ game_date, verdict: "✅", units_result: "1", ...changes }),
  );
  return id;
}

const total = async () => (await summaryOf("regular", allDates, null)).figures.totalBets;

it("reads a stream's totals once, and again only after a change", async () => {
  for (const date of ["11/20/2024", "11/20/2025", "11/20/2026"]) await settle(date);
  expect(await total()).toBe(3);
  expect(await statementsOf(total)).toHaveLength(1);
  await settle("11/21/2025");
  expect((await statementsOf(async () => expect(await total()).toBe(4))).length).toBeGreaterThan(1);
  expect(await statementsOf(total)).toHaveLength(1);
});

it("sees changes and rebuilt totals of another process", async () => {
  await settle("11/20/2026");
  expect(await total()).toBe(1);
  await insertSeason(other, "regular", 6);
  expect(await total()).toBe(7);
  expect((await summaryOf("regular", { from: "2026-01-01", to: "2026-01-31" }, null)).figures.totalBets).toBe(6);
  await other.db.deleteFrom("picks").execute();
  await rebuild(other.db);
  expect(await total()).toBe(0);
  await insertTotals([{ ...oneTotal, picks: 9, bets: 9, wins: 9 }]);
  expect(await total()).toBe(9);
  await rebuild(other.db);
  expect(await total()).toBe(0);
});

it("ignores a change that was rolled back", async () => {
  await settle("11/20/2026");
  expect(await total()).toBe(1);
  await other.db
    .transaction()
    .execute(async (trx) => {
      await trx.updateTable("pick_days").set({ bets: 5 }).execute();
      await trx.updateTable("picks").set({ time: "8:00 PM" }).execute();
      throw new Error("rolled back");
    })
    .catch(() => undefined);
  expect(await total()).toBe(1);
});

it("counts only picks of the stream, sport and days", async () => {
  await settle("11/20/2026", { sport: "NFL" });
  await settle("11/21/2026", { sport: "NBA" });
  expect((await summaryOf("pro", allDates, null)).figures.totalBets).toBe(0);
  expect((await summaryOf("regular", allDates, { only: "NFL" })).figures.totalBets).toBe(1);
  expect((await summaryOf("regular", { from: "2026-11-21", to: "" }, null)).figures.totalBets).toBe(1);
});

it("equals the sum of the rows, for any days and sports", async () => {
  const dates = [
    "",
    "2024-01-01",
    "2024-12-31",
    "2025-01-01",
    "2025-02-28",
    "2025-06-01",
    "2025-06-15",
    "2025-06-30",
    "2025-12-31",
    "2026-01-01",
    "2026-11-21",
    "2026-11-30",
  ];
  const day = fc.constantFrom(...dates);
  const row = fc
    .record({
      game_date: day,
      sport: fc.constantFrom("NBA", "NFL", "MLB"),
      band: fc.constantFrom(0, 50, 60, 95),
      wins: fc.integer({ min: 0, max: 5 }),
      losses: fc.integer({ min: 1, max: 5 }),
      pushes: fc.integer({ min: 0, max: 3 }),
      voids: fc.integer({ min: 0, max: 3 }),
      units_result_e6: fc.integer({ min: -9_000_000, max: 9_000_000 }),
      unit_size_e6: fc.integer({ min: 1, max: 9_000_000 }),
      sim_confidence_e6: fc.integer({ min: 0, max: 900_000_000 }),
      decided_confidence_e6: fc.integer({ min: 0, max: 900_000_000 }),
    })
    .map(({ pushes, voids, ...counts }) => {
      const bets = counts.wins + counts.losses + pushes;
      return { ...counts, bets, picks: bets + voids };
    });
  const rows = fc.uniqueArray(row, {
    selector: ({ game_date, sport, band }) => `${game_date} ${sport} ${band}`,
    minLength: 1,
    maxLength: 20,
  });
  const filter = fc.constantFrom(null, { only: "NBA" }, { except: ["NBA"] });
  await fc.assert(
    fc.asyncProperty(
      rows,
      fc.array(fc.tuple(day, day, filter), { minLength: 1, maxLength: 4 }),
      async (stored, queries) => {
        await db.deleteFrom("picks").execute();
        await db.deleteFrom("pick_days").execute();
        await insertTotals(stored.map((each) => ({ ...each, stream: "regular" as const })));
        for (const { sport } of stored) await createPick(db, { sport, verdict: "✅", units_result: 1 });
        for (const [from, to, allowed] of queries) {
          const matching = stored.filter(
            ({ game_date, sport }) => covers({ from, to }, game_date) && passes(allowed, sport),
          );
          const {
            figures: record,
            charts,
            calibration,
            days,
            sports,
          } = await summaryOf("regular", { from, to }, allowed);
          const { picks, bets, wins, losses } = matching.reduce<Totals>(addTotals, noTotals);
          expect([record.totalBets, calibration.reduce((sum, each) => sum + each.bets, 0), days.newest.total]).toEqual([
            bets,
            wins + losses,
            picks,
          ]);
          expect(record).toEqual(figuresOf(matching.reduce<Totals>(addTotals, noTotals)));
          expect(sports).toEqual(["NBA", "MLB", "NFL"].filter((name) => stored.some(({ sport }) => sport === name)));
          expect(days.oldest.days.map(({ game_date }) => game_date)).toEqual(
            dates
              .toSorted((left, matching) => Number(left === "") - Number(matching === ""))
              .filter((date) => matching.some(({ game_date }) => game_date === date)),
          );
          expect(charts === null).toBe(matching.length === 0);
        }
      },
    ),
    { numRuns: 100 },
  );
});

it("concurrent callers share one read after a change", async () => {
  expect(await total()).toBe(0);
  for (const date of ["11/20/2025", "11/20/2026"]) await settle(date);
  const readConcurrently = () => Promise.all(Array.from({ length: 40 }, total));
  const reads = async (expected: number) =>
    (await statementsOf(async () => expect(new Set(await readConcurrently())).toEqual(new Set([expected])))).filter(
      (source) => source.includes('from "pick_days"'),
    );
  // Three per year (first day, days, bands), and one that finds no further year.
  expect(await reads(2)).toHaveLength(7);
  expect(await reads(2)).toEqual([]);
  await settle("11/21/2026");
  expect(await reads(3)).toHaveLength(7);
});

it("reads again after a failed read", async () => {
  await settle("11/20/2026");
  expect(await total()).toBe(1);
  await settle("11/21/2026");
  const failing = vi
    .spyOn(db, "selectFrom")
    .mockImplementationOnce(db.selectFrom.bind(db))
    .mockImplementationOnce(() => {
      throw new Error("disk failure");
    });
  await expect(total()).rejects.toThrow("disk failure");
  failing.mockRestore();
  expect(await total()).toBe(2);
});

it("sums up again after a failed summary", async () => {
  await settle("11/20/2026");
  vi.mocked(chartsOf).mockImplementationOnce(() => {
    throw new Error("no charts");
  });
  await expect(total()).rejects.toThrow("no charts");
  expect(await total()).toBe(1);
});

it("caches the summaries of 16 ranges until a change, and evicts the oldest", async () => {
  await settle("11/20/2026");
  const read = (days: number) =>
    summaryOf("regular", { from: new Date(Date.UTC(2025, 0, days)).toISOString().slice(0, 10), to: "" }, null);
  const first = await read(1);
  for (let days = 2; days <= 16; days += 1) await read(days);
  expect(await read(1)).toBe(first);
  const latest = await read(65);
  expect([(await read(65)) === latest, (await read(1)) === first]).toEqual([true, false]);
  await settle("11/21/2026");
  expect(await read(65)).not.toBe(latest);
});

it("yields to the event loop between two years", async () => {
  for (let year = 2000; year < 2020; year += 1) await settle(`11/20/${year}`);
  let turns = 0;
  const countTurn = () => {
    turns += 1;
    immediate = setImmediate(countTurn);
  };
  let immediate = setImmediate(countTurn);
  expect(await total()).toBe(20);
  clearImmediate(immediate);
  expect(turns).toBeGreaterThanOrEqual(20);
});

it("sums up a year with many rows, and lists each day once", async () => {
  const rows = Array.from({ length: 365 * 20 }, (_, index) => ({
    ...oneTotal,
    game_date: new Date(Date.UTC(2026, 0, 1 + Math.floor(index / 20))).toISOString().slice(0, 10),
    band: (index % 20) * 5,
  }));
  for (let start = 0; start < rows.length; start += 1000) await insertTotals(rows.slice(start, start + 1000));
  const { figures: record, days } = await summaryOf("regular", allDates, null);
  expect([
    record.totalBets,
    ...Object.values(days).flatMap(({ days: all }) => [all.length, all[0]?.game_date]),
  ]).toEqual([365 * 20, 365, "2026-01-01", 365, "2026-12-31"]);
});

/** Inserts totals without their picks, and increments the version as a pick's write does. */
async function insertTotals(rows: readonly PickDayRow[]): Promise<void> {
  await db.insertInto("pick_days").values(rows).execute();
  await db
    .updateTable("pick_streams")
    .set(({ eb }) => ({ version: eb("version", "+", 1) }))
    .execute();
}
