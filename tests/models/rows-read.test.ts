import { beforeAll, expect, it } from "vitest";
import { db } from "../../app/db.server.ts";
import { env } from "../../app/env.server.ts";
import { proPicks, regularPicks } from "../../app/models/picks/pick.server.ts";
import { openDatabase } from "../../db/sqlite/open.ts";
import { rebuild } from "../../db/totals.ts";
import { insertPicks } from "../bench/seed.ts";
import { settledPicks } from "../bench/spread.ts";
import { actorOf, pickFields } from "../support/database/factories.ts";
import { onStatement } from "../support/database/ran-statements.ts";

/** A hundred thousand settled picks of fifty years: how many rows the history and its figures read of them. */
const count = 100_000;
const years = 51;
const bands = 20;
const aPage = 5;
const [member, admin] = [actorOf("user"), actorOf("admin")];
const filters = [{}, { sort: "oldest" }, { page: "9999999" }, { sport: "NBA" }, { sport: "Other", sort: "oldest", page: "9999999" }, { range: "last30" }, { start: "01/01/2020", end: "12/31/2023" }];

beforeAll(() => {
  const { sqlite } = openDatabase(env.DATABASE_PATH);
  sqlite.transaction(() => insertPicks(sqlite, settledPicks(count, "2026-11-20"))).immediate();
  rebuild(sqlite);
  sqlite.close();
}, 120_000);

it("the first look of a stream reads a row for each game day, a few for each year, and of the picks one page", async () => {
  const days = await countDays();
  const rows = await rowsOf(() => regularPicks.listSettledPicks(member, {}));
  expect(rows).toBeGreaterThan(days);
  expect(rows).toBeLessThanOrEqual(mostRows(days) + aPage);
});

it.each(filters)("later, %j reads the version and one page", async (filter) => {
  for (const { listSettledPicks, findRecord } of [regularPicks, proPicks]) {
    await findRecord(member, filter);
    expect(await rowsOf(() => listSettledPicks(member, filter))).toBeLessThanOrEqual(1 + aPage);
    expect(await rowsOf(() => findRecord(member, filter))).toBe(1);
  }
});

it("after a pick is settled, the totals of the days that are asked for are read again, once", async () => {
  await regularPicks.publishPick(admin, pickFields({ game_date: "11/20/2026", verdict: "✅", units_result: "1" }));
  const all = await rowsOf(() => Promise.all([regularPicks.findRecord(member, {}), regularPicks.listSettledPicks(member, {})]));
  expect(all).toBeLessThanOrEqual(mostRows(await countDays()) + 1 + aPage);
  expect(await rowsOf(() => regularPicks.findRecord(member, { start: "11/01/2026", end: "11/20/2026" }))).toBeLessThanOrEqual(20 + bands + 4);
  expect(await rowsOf(() => regularPicks.findRecord(member, {}))).toBe(1);
});

async function rowsOf(work: () => Promise<unknown>): Promise<number> {
  let all = 0;
  const end = onStatement(({ rows }) => (all += rows));
  await work().finally(end);
  return all;
}

async function countDays(): Promise<number> {
  const { days } = await db.selectFrom("pick_days").select(({ fn }) => fn.count<number>("game_date").distinct().as("days")).where("stream", "=", "regular").executeTakeFirstOrThrow();
  return days;
}

/** Days, and of each year its first day and its bands; the version and the sports. */
function mostRows(days: number): number {
  return days + years * (1 + bands) + 2;
}
