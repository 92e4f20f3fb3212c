import { beforeAll, expect, it } from "vitest";
import { db } from "../../app/db.server.ts";
import { env } from "../../app/env.server.ts";
import { proPicks, regularPicks } from "../../app/models/pick.server.ts";
import { openDatabase } from "../../db/open.ts";
import { rebuild } from "../../db/totals.ts";
import { insertPicks } from "../bench/seed.ts";
import { sqlOf } from "../bench/sql-times.ts";
import { settledPicks } from "../bench/spread.ts";
import { actorOf, pickFields } from "../support/factories.ts";

/** A hundred thousand settled picks of ten years: how many rows the history and its figures read of them. */
const count = 100_000;
const years = 11;
const aPage = 5;
const [member, admin] = [actorOf("user"), actorOf("admin")];
const filters = [{}, { sort: "oldest" }, { page: "9999999" }, { sport: "NBA" }, { sport: "Other", sort: "oldest", page: "9999999" }, { range: "last30" }, { start: "01/01/2020", end: "12/31/2023" }];

const rowsOf = async (work: () => Promise<unknown>) => (await sqlOf(work)).rows;

beforeAll(() => {
  const { sqlite } = openDatabase(env.DATABASE_PATH);
  sqlite.transaction(() => insertPicks(sqlite, settledPicks(count, "2026-11-20"))).immediate();
  rebuild(sqlite);
  sqlite.close();
}, 120_000);

it("the first look of a stream reads its totals by day once, and of the picks one page", async () => {
  const { days } = await db.selectFrom("pick_days").select((all) => all.fn.countAll<number>().as("days")).where("stream", "=", "regular").executeTakeFirstOrThrow();
  const { picks } = await db.selectFrom("picks").select((all) => all.fn.countAll<number>().as("picks")).where("stream", "=", "regular").executeTakeFirstOrThrow();
  const rows = await rowsOf(() => regularPicks.listSettledPicks(member, {}));
  expect(rows).toBeGreaterThan(days);
  expect(rows).toBeLessThanOrEqual(days + years + aPage);
  expect(days).toBeLessThan(picks);
});

it.each(filters)("later, %j reads a number for each year and one page", async (filter) => {
  for (const { listSettledPicks, findRecord } of [regularPicks, proPicks]) {
    await findRecord(member, {});
    expect(await rowsOf(() => listSettledPicks(member, filter))).toBeLessThanOrEqual(years + aPage);
    expect(await rowsOf(() => findRecord(member, filter))).toBeLessThanOrEqual(years);
  }
});

it("after a pick is settled, only that year's totals are read again", async () => {
  const { days } = await db.selectFrom("pick_days").select((all) => all.fn.countAll<number>().as("days")).where("stream", "=", "regular").where("game_date", ">=", "2026").executeTakeFirstOrThrow();
  await regularPicks.findRecord(member, {});
  await regularPicks.publishPick(admin, pickFields({ game_date: "11/20/2026", verdict: "✅", units_result: "1" }));
  expect(await rowsOf(() => regularPicks.findRecord(member, {}))).toBeLessThanOrEqual(days + 1 + years);
});
