import { beforeAll, expect, it } from "vitest";
import { db, writeInTurn } from "../../app/db.server.ts";
import { beginLedger } from "../../app/models/ledger/chain/begin-ledger.server.ts";
import { proPicks, regularPicks } from "../../app/models/picks/pick.server.ts";
import { rebuild } from "../../db/totals.ts";
import { insertPicks } from "../bench/seed.ts";
import { settledPicks } from "../bench/spread.ts";
import { actorOf, pickFields } from "../support/database/factories.ts";
import { onStatement } from "../support/database/ran-statements.ts";

/** Counts the rows that the history reads of 100,000 settled picks from fifty years. */
const count = 100_000;
const years = 51;
const bands = 20;
const pageRows = 5;
const [member, admin] = [actorOf("user"), actorOf("admin")];
const filters = [
  {},
  { sort: "oldest" },
  { page: "9999999" },
  { sport: "NBA" },
  { sport: "Other", sort: "oldest", page: "9999999" },
  { range: "last30" },
  { start: "01/01/2020", end: "12/31/2023" },
];

let first = { days: 0, rows: 0 };

beforeAll(async () => {
  // Else the first pick that is settled brings all others into the record.
  await writeInTurn("ledger", async (trx) => {
    await beginLedger(trx);
    await insertPicks(trx, settledPicks(count, "2026-11-20"));
    await rebuild(trx);
  });
  // Here, since any test may be the first to run.
  first = { days: await countDays(), rows: await rowsOf(() => regularPicks.listSettledPicks(member, {})) };
}, 120_000);

it("the first read of a stream reads a row per game day, a few per year, and one page of picks", () => {
  const { days, rows } = first;
  expect(rows).toBeGreaterThan(days);
  expect(rows).toBeLessThanOrEqual(mostRows(days) + pageRows);
});

it.each(filters)("a later read with %j reads the version and one page", async (filter) => {
  for (const { listSettledPicks, findHistoryFigures } of [regularPicks, proPicks]) {
    await findHistoryFigures(member, filter);
    expect(await rowsOf(() => listSettledPicks(member, filter))).toBeLessThanOrEqual(1 + pageRows);
    expect(await rowsOf(() => findHistoryFigures(member, filter))).toBe(1);
  }
});

it.each([{ q: "0" }, { sort: "edge", sport: "NBA" }])(
  "a later page with %j reads the version and one page",
  async (filter) => {
    const { total } = await regularPicks.listSettledPicks(member, filter);
    expect(total).toBeGreaterThan(100);
    expect(await rowsOf(() => regularPicks.listSettledPicks(member, { ...filter, page: "3" }))).toBe(1 + pageRows);
  },
);

it("after a pick is settled, the totals of the requested days are read again, once", async () => {
  await regularPicks.addPick(admin, pickFields({ game_date: "11/20/2026", verdict: "✅", units_result: "1" }));
  const total = await rowsOf(() =>
    Promise.all([regularPicks.findHistoryFigures(member, {}), regularPicks.listSettledPicks(member, {})]),
  );
  expect(total).toBeLessThanOrEqual(mostRows(await countDays()) + 1 + pageRows);
  expect(
    await rowsOf(() => regularPicks.findHistoryFigures(member, { start: "11/01/2026", end: "11/20/2026" })),
  ).toBeLessThanOrEqual(20 + bands + 4);
  expect(await rowsOf(() => regularPicks.findHistoryFigures(member, {}))).toBe(1);
});

async function rowsOf(work: () => Promise<unknown>): Promise<number> {
  let total = 0;
  const end = onStatement(({ rows }) => (total += rows));
  await work().finally(end);
  return total;
}

async function countDays(): Promise<number> {
  const { days } = await db
    .selectFrom("pick_days")
    .select(({ fn }) => fn.count<number>("game_date").distinct().as("days"))
    .where("stream", "=", "regular")
    .executeTakeFirstOrThrow();
  return days;
}

function mostRows(days: number): number {
  return days + years * (1 + bands) + 2;
}
