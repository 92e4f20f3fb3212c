/** What everybody sees of the free picks: the one of today whole, and how all of them did. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { db } from "../../../app/db.server.ts";
import { chooseFreePick } from "../../../app/models/picks/free-pick.server.ts";
import { regularPicks } from "../../../app/models/picks/pick.server.ts";
import { readFreePickPage } from "../../../app/models/record/free-pick.server.ts";
import { actorOf, pickFields, reason, visitor } from "../../support/database/factories.ts";
import { forgetLedger } from "../../support/database/forget-ledger.ts";

const admin = actorOf("admin");
const start = "2026-11-21T00:30:00.000Z";

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-20T14:00:00.000Z") });
  await forgetLedger({ db });
  for (const table of ["free_picks", "picks", "pick_days", "pick_rounds"] as const)
    await db.deleteFrom(table).execute();
});
afterEach(() => void vi.useRealTimers());

const add = (pick: string, changes: Readonly<Record<string, unknown>> = {}) =>
  regularPicks.addPick(
    admin,
    pickFields({ pick, odds: "-110", game_date: "11/20/2026", starts_at: start, ...changes }),
  );
const mark = (id: number) => chooseFreePick(admin, { id, free: "yes", confirm: "" });
const page = () => readFreePickPage(visitor, {});
const now = (at: string) => vi.setSystemTime(new Date(at));

it("is shown whole, then with its result; the figures count what the record counts", async () => {
  expect(await page()).toMatchObject({ free: null, figures: null, earlier: [] });
  const [lost, won] = [
    await add("Celtics -3.5", { book: "DraftKings", unit_size: "2", why: "They rest." }),
    await add("Knicks +2", { game_date: "11/21/2026", starts_at: "2026-11-22T00:30:00.000Z", unit_size: "1" }),
  ];
  await mark(lost.id);
  const sealed = await page();
  expect(sealed.free).toMatchObject({
    ref: `regular:${lost.id}`,
    day: "Nov 20",
    isToday: true,
    pick: "Celtics -3.5",
    price: "-110 DraftKings",
    stake: "2u",
    why: "They rest.",
    result: "open",
  });
  expect(sealed.seal?.digest).toMatch(/^[0-9a-f]{16}…$/);
  expect([sealed.figures, sealed.earlier]).toEqual([null, []]);
  now("2026-11-21T04:00:00.000Z");
  await regularPicks.savePick(admin, { id: lost.id, verdict: "❌", reason });
  expect((await page()).free).toMatchObject({ result: "loss", units: -2 });
  now("2026-11-21T14:00:00.000Z");
  const next = await page();
  expect([next.free, next.earlier.map(({ day, pick, result }) => [day, pick, result])]).toEqual([
    null,
    [["Nov 20", "Celtics -3.5 (-110)", "loss"]],
  ]);
  await mark(won.id);
  now("2026-11-22T04:00:00.000Z");
  await regularPicks.savePick(admin, { id: won.id, verdict: "✅", reason });
  expect((await page()).figures).toEqual({ record: "1–1–0", units: "-1.09 U", roi: "too few to judge" });
});

it("stays shown on the days before its start", async () => {
  const pick = await add("Knicks +2", { game_date: "11/22/2026", starts_at: "2026-11-23T00:30:00.000Z" });
  await mark(pick.id);
  now("2026-11-21T14:00:00.000Z");
  expect((await page()).free).toMatchObject({ isToday: false, day: "Nov 20" });
});

it("that was deleted before its start stays listed as withdrawn", async () => {
  const pick = await add("Celtics -3.5");
  await mark(pick.id);
  await regularPicks.deletePick(admin, { id: pick.id, reason });
  const { free: shown, earlier } = await page();
  expect([shown, earlier.map(({ result }) => result)]).toEqual([null, ["withdrawn"]]);
});
