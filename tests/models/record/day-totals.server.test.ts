import fc from "fast-check";
import { expect, it } from "vitest";
import { db } from "../../../app/db.server.ts";
import { proPicks, regularPicks } from "../../../app/models/picks/pick.server.ts";
import { outcomeOf, streams } from "../../../app/models/picks/pick.ts";
import { addTotals, bandOf, inMicros, noTotals } from "../../../app/models/record/record.ts";
import { actorOf } from "../../support/database/factories.ts";

const admin = actorOf("admin");
const operations = { regular: regularPicks, pro: proPicks } as const;

const amount = (min: number, max: number) =>
  fc.oneof(
    fc.constant(""),
    fc.integer({ min, max }).map((cents) => (cents / 100).toFixed(2)),
  );
const changes = fc.record(
  {
    sport: fc.constantFrom("NBA", "MLB", "Other"),
    game_date: fc.constantFrom("", "11/20/2026", "11/21/2026"),
    verdict: fc.constantFrom("", "✅", "❌", "push", "✅\uFE0F"),
    sim_confidence: amount(0, 10_000),
    units_result: amount(-100_000, 100_000),
    unit_size: fc.integer({ min: 0, max: 100_000 }).map((cents) => (cents / 100).toFixed(2)),
  },
  { requiredKeys: [] },
);
/** One action of staff; `target` selects one of the existing picks. */
const step = fc.record({
  action: fc.constantFrom("publish", "save", "save", "delete"),
  stream: fc.constantFrom(...streams),
  target: fc.nat(),
  changes,
});

async function perform({
  action,
  stream,
  target,
  changes: given,
}: typeof step extends fc.Arbitrary<infer T> ? T : never): Promise<void> {
  const ids = await db.selectFrom("picks").select("id").where("stream", "=", stream).orderBy("id").execute();
  const id = ids[target % Math.max(1, ids.length)]?.id;
  if (action === "publish" || id === undefined)
    await operations[stream].publishPick(admin, { sport: "NBA", tag: "Manual Edge", unit_size: "1", ...given });
  else if (action === "save") await operations[stream].savePick(admin, { id, ...given });
  else await operations[stream].deletePick(admin, { id });
}

async function recomputed() {
  const picks = await db.selectFrom("picks").selectAll().execute();
  const days = new Map<string, typeof noTotals>();
  for (const pick of picks) {
    const outcome = outcomeOf(pick.verdict);
    if (outcome === "open") continue;
    const key = `${pick.stream} ${pick.sport} ${pick.game_date} ${bandOf(pick.sim_confidence)}`;
    const own = {
      bets: 1,
      wins: outcome === "win" ? 1 : 0,
      units_result_e6: inMicros(pick.units_result),
      unit_size_e6: inMicros(pick.unit_size),
      sim_confidence_e6: inMicros(pick.sim_confidence),
    };
    days.set(key, addTotals(days.get(key) ?? noTotals, own));
  }
  return Object.fromEntries(days);
}

async function stored() {
  const rows = await db.selectFrom("pick_days").selectAll().execute();
  return Object.fromEntries(
    rows.map(({ stream, sport, game_date, band, ...totals }) => [`${stream} ${sport} ${game_date} ${band}`, totals]),
  );
}

it("the totals equal a fresh count after any history of the picks", { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
      for (const each of steps) await perform(each);
      expect(await stored()).toEqual(await recomputed());
    }),
    { numRuns: 40 },
  );
});

it("the totals don't drift when a pick is settled and reopened a hundred times", async () => {
  await db.deleteFrom("picks").execute();
  await db.deleteFrom("pick_days").execute();
  const { id } = await regularPicks.publishPick(admin, { sport: "NBA", tag: "Manual Edge", unit_size: "0.1" });
  for (let round = 0; round < 100; round += 1) {
    await regularPicks.savePick(admin, { id, verdict: "✅", units_result: "0.1", sim_confidence: "33.3" });
    await regularPicks.savePick(admin, { id, verdict: "" });
  }
  expect(await stored()).toEqual({});
  await regularPicks.savePick(admin, { id, verdict: "✅" });
  expect(await stored()).toEqual({
    "regular NBA  30": {
      bets: 1,
      wins: 1,
      units_result_e6: 100_000,
      unit_size_e6: 100_000,
      sim_confidence_e6: 33_300_000,
    },
  });
});

it("a failed change is rolled back with its totals and trail", async () => {
  const before = await stored();
  const audit = db
    .selectFrom("audit")
    .select((column) => column.fn.countAll<number>().as("rows"))
    .executeTakeFirstOrThrow();
  const { rows } = await audit;
  await expect(
    regularPicks.publishPick(
      { ...admin, person: { ...admin.person, id: 1.5 } },
      { sport: "NBA", tag: "Manual Edge", unit_size: "1", verdict: "✅" },
    ),
  ).rejects.toThrow();
  expect(await stored()).toEqual(before);
  expect(
    await db
      .selectFrom("audit")
      .select((column) => column.fn.countAll<number>().as("rows"))
      .executeTakeFirstOrThrow(),
  ).toEqual({ rows });
});
