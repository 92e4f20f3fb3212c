import { beforeEach, expect, it } from "vitest";
import { db } from "../../app/db.server.ts";
import { env } from "../../app/env.server.ts";
import { allDates } from "../../app/models/history/history.ts";
import { totalNames } from "../../app/models/figures/totals.ts";
import { summaryOf } from "../../app/models/history/summary.server.ts";
import { differences, rebuild } from "../../db/totals.ts";
import { createPick } from "../support/database/factories.ts";
import { runProgram } from "../support/app/program.ts";
import { insertSeason } from "../support/database/settled-picks.ts";

beforeEach(async () => {
  await db.deleteFrom("picks").execute();
  await db.deleteFrom("pick_days").execute();
  await insertSeason({ db }, "regular", 60);
  await insertSeason({ db }, "pro", 20);
});

it("finds no differences after the product's own writes", async () => expect(await differences(db)).toEqual([]));

it.each([
  ["➖", { bets: 1, sim_confidence_e6: 57_600_000 }],
  ["🚫", { bets: 0, sim_confidence_e6: 0 }],
] as const)("counts a pick with the verdict %s", async (verdict, counts) => {
  await createPick(db, { verdict, game_date: "1999-01-01" });
  expect(await differences(db)).toEqual(["regular, 1999-01-01, NBA, 55 %"]);
  await rebuild(db);
  expect(await db.selectFrom("pick_days").selectAll().where("game_date", "=", "1999-01-01").execute()).toMatchObject([
    { picks: 1, wins: 0, losses: 0, units_result_e6: 0, unit_size_e6: 0, decided_confidence_e6: 0, ...counts },
  ]);
});

it.each(totalNames)("finds a difference in %s alone", async (name) => {
  await createPick(db, { verdict: "❌", game_date: "1999-01-01" });
  await rebuild(db);
  await db
    .updateTable("pick_days")
    .set((column) => ({ [name]: column(name, "+", 1) }))
    .where("game_date", "=", "1999-01-01")
    .execute();
  expect(await differences(db)).toEqual(["regular, 1999-01-01, NBA, 55 %"]);
});

it("ignores open picks", async () => {
  const settled = await db.selectFrom("pick_days").selectAll().execute();
  await createPick(db);
  expect(await differences(db)).toEqual([]);
  await rebuild(db);
  expect(await db.selectFrom("pick_days").selectAll().execute()).toEqual(settled);
});

it("lists each total that differs, is missing or has no picks", async () => {
  const [first, second] = await db
    .selectFrom("pick_days")
    .selectAll()
    .orderBy("stream")
    .orderBy("game_date")
    .orderBy("sport")
    .limit(2)
    .execute();
  if (!first || !second) throw new Error("No totals");
  await db
    .updateTable("pick_days")
    .set({ units_result_e6: 1 })
    .where("game_date", "=", first.game_date)
    .where("sport", "=", first.sport)
    .where("stream", "=", "pro")
    .execute();
  await db
    .deleteFrom("pick_days")
    .where("game_date", "=", second.game_date)
    .where("sport", "=", second.sport)
    .where("stream", "=", "pro")
    .execute();
  await db
    .insertInto("pick_days")
    .values({ ...first, game_date: "", bets: 3, wins: 1 })
    .execute();
  const wrong = await differences(db);
  expect(wrong).toHaveLength(3);
  expect(wrong).toContain(`pro, no date, ${first.sport}, ${first.band} %`);
});

it("rebuilds the totals, also for a running server", async () => {
  const before = await summaryOf("regular", allDates, null);
  await db.updateTable("pick_days").set({ bets: 1000 }).execute();
  await createPick(db);
  expect((await summaryOf("regular", allDates, null)).figures.totalBets).toBeGreaterThan(before.figures.totalBets);
  await rebuild(db);
  expect(await differences(db)).toEqual([]);
  expect(await summaryOf("regular", allDates, null)).toEqual(before);
});

it("the command lists the differences, and rebuilds the totals with --rebuild", async () => {
  const run = (...args: string[]) =>
    runProgram(["db/totals.ts", ...args], { env: { DATABASE_PATH: env.DATABASE_PATH } });
  const right = { code: 0, out: `${env.DATABASE_PATH}: the totals match the picks.\n`, err: "" };
  expect(await run()).toEqual(right);
  await db.updateTable("pick_days").set({ bets: 1000 }).where("stream", "=", "pro").execute();
  const wrong = await differences(db);
  expect(wrong.length).toBeGreaterThan(5);
  const named = wrong.slice(0, 20).join("\n");
  expect(await run()).toEqual({
    code: 1,
    out: "",
    err: `${env.DATABASE_PATH}: totals that do not match the picks: ${wrong.length}\n${named}\nRebuild them: npm run totals -- --rebuild\n`,
  });
  expect(await differences(db)).toEqual(wrong);
  expect(await run("--rebuild")).toEqual(right);
  expect(await differences(db)).toEqual([]);
});
