/** The figures are kept until the ledger or the time changes them. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { db } from "../../../app/db.server.ts";
import { openExisting } from "../../../db/sqlite/open.ts";
import { regularPicks } from "../../../app/models/picks/pick.server.ts";
import { cachedFigures } from "../../../app/models/record/cache/cached-record.server.ts";
import { actorOf, pickFields } from "../../support/database/factories.ts";
import { forgetLedger } from "../../support/database/forget-ledger.ts";

const admin = actorOf("admin");
const start = Date.parse("2026-11-20T17:00:00.000Z");
const hour = 3_600_000;
const priced = { pick: "Knicks +2.5 (-110)", unit_size: "1", game_date: "11/20/2026", time: "7:30 PM" };
const at = (hours: number) => {
  vi.setSystemTime(start + hours * hour);
  return cachedFigures(new Date());
};

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: start });
  await forgetLedger({ db });
  await db.deleteFrom("picks").execute();
});
afterEach(() => void vi.useRealTimers());

it("counts what time alone changes: a start, and a loss when nobody graded it", async () => {
  await regularPicks.addPick(admin, pickFields(priced));
  expect(await at(7)).toMatchObject({ sealed: 1, open: 0, losses: 0 });
  // The game begins at 7:30 PM in New York; it must be revealed by 6 AM of the next day, and graded 7 days after that.
  expect(await at(7.5)).toMatchObject({ sealed: 0, open: 1, losses: 0 });
  expect(await at(18 + 7 * 24 - 0.01)).toMatchObject({ open: 1, losses: 0, not_graded: 0 });
  expect(await at(18 + 7 * 24)).toMatchObject({ open: 0, losses: 1, not_graded: 1, units_won: -1 });
  // The clock goes back.
  expect(await at(8)).toMatchObject({ open: 1, losses: 0 });
});

it("keeps the sums when a pick is published, and sums up anew when one is settled", async () => {
  const { id } = await regularPicks.addPick(admin, pickFields({ ...priced, game: "Utah Jazz @ New York Knicks" }));
  const before = await cachedFigures(new Date());
  expect(await cachedFigures(new Date())).toBe(before);
  await regularPicks.addPick(admin, pickFields({ ...priced, game: "Miami Heat @ New York Knicks" }));
  const published = await cachedFigures(new Date());
  expect([published.sealed - before.sealed, published.splits === before.splits]).toEqual([1, true]);
  await regularPicks.savePick(admin, { id, verdict: "win" });
  const settled = await cachedFigures(new Date());
  expect([settled.wins - before.wins, settled.units_won - before.units_won]).toEqual([1, 0.91]);
});

it("reads the record anew when another copy of the database is put in its place", async () => {
  const before = await cachedFigures(new Date());
  const [path, copy] = [String(process.env.DATABASE_PATH), `${process.env.DATABASE_PATH}.copy`];
  const copyTo = async (from: string, to: string) => {
    const source = openExisting(from);
    await source.backup(to);
    source.close();
  };
  await copyTo(path, copy);
  const settleOne = async (game: string, verdict: string) => {
    const { id } = await regularPicks.addPick(admin, pickFields({ ...priced, game }));
    await regularPicks.savePick(admin, { id, verdict });
    const { wins, losses } = await cachedFigures(new Date());
    return [wins - before.wins, losses - before.losses];
  };
  expect(await settleOne("Chicago Bulls @ New York Knicks", "win")).toEqual([1, 0]);
  await copyTo(copy, path);
  await regularPicks.addPick(admin, pickFields({ ...priced, game: "Boston Celtics @ New York Knicks" }));
  expect(await settleOne("Orlando Magic @ New York Knicks", "loss")).toEqual([0, 1]);
});
