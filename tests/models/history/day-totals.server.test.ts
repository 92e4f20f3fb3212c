import fc from "fast-check";
import { expect, it } from "vitest";
import { db } from "../../../app/db.server.ts";
import { proPicks, regularPicks } from "../../../app/models/picks/pick.server.ts";
import { streams } from "../../../app/models/bets/stream.ts";
import { addTotals, bandOf, inMicros, noTotals } from "../../../app/models/figures/totals.ts";
import { actorOf } from "../../support/database/factories.ts";

const admin = actorOf("admin");
const reason = "A typing error.";
const operations = { regular: regularPicks, pro: proPicks } as const;

const amount = (min: number, max: number) =>
  fc.oneof(
    fc.constant(""),
    fc.integer({ min, max }).map((cents) => (cents / 100).toFixed(2)),
  );
/** A verdict with units that suit it: a win returns at least 0, a loss at most 0, a push or void nothing. */
const result = fc.oneof(
  fc.record({ verdict: fc.constant(""), units_result: fc.constant("") }),
  fc.record({ verdict: fc.constantFrom("✅", "✅\uFE0F", "won"), units_result: amount(0, 100_000) }),
  fc.record({ verdict: fc.constantFrom("❌", "L"), units_result: amount(-2, 0) }),
  fc.record({ verdict: fc.constantFrom("➖", "push", "🚫", "No Action"), units_result: fc.constantFrom("", "0") }),
);
const changes = fc
  .tuple(
    fc.record(
      {
        sport: fc.constantFrom("NBA", "MLB", "Other"),
        game_date: fc.constantFrom("", "11/20/2026", "11/21/2026"),
        sim_confidence: amount(0, 10_000),
        unit_size: fc.integer({ min: 0, max: 100_000 }).map((cents) => (cents / 100).toFixed(2)),
      },
      { requiredKeys: [] },
    ),
    fc.option(result, { nil: {} }),
  )
  .map(([details, outcome]) => ({ ...details, ...outcome }));
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
    await operations[stream].addPick(admin, { sport: "NBA", tag: "Manual Edge", unit_size: "1", ...given });
  else if (action === "save") await operations[stream].savePick(admin, { id, ...given, reason });
  else await operations[stream].deletePick(admin, { id });
}

async function recomputed() {
  const picks = await db.selectFrom("picks").selectAll().execute();
  const days = new Map<string, typeof noTotals>();
  for (const pick of picks) {
    const { verdict } = pick;
    if (verdict === "") continue;
    const key = `${pick.stream} ${pick.sport} ${pick.game_date} ${bandOf(pick.sim_confidence)}`;
    const isDecided = verdict === "✅" || verdict === "❌";
    const isBet = isDecided || verdict === "➖";
    const own = {
      picks: 1,
      bets: isBet ? 1 : 0,
      wins: verdict === "✅" ? 1 : 0,
      losses: verdict === "❌" ? 1 : 0,
      units_result_e6: inMicros(pick.units_result),
      unit_size_e6: isDecided ? inMicros(pick.unit_size) : 0,
      sim_confidence_e6: isBet ? inMicros(pick.sim_confidence) : 0,
      decided_confidence_e6: isDecided ? inMicros(pick.sim_confidence) : 0,
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
  const { id } = await regularPicks.addPick(admin, { sport: "NBA", tag: "Manual Edge", unit_size: "0.1" });
  for (let round = 0; round < 100; round += 1) {
    await regularPicks.savePick(admin, { id, verdict: "✅", units_result: "0.1", sim_confidence: "33.3", reason });
    for (const verdict of ["➖", "🚫"]) await regularPicks.savePick(admin, { id, verdict, units_result: "0", reason });
    await regularPicks.savePick(admin, { id, verdict: "", reason });
  }
  expect(await stored()).toEqual({});
  await regularPicks.savePick(admin, { id, verdict: "✅", units_result: "0.1", reason });
  expect(await stored()).toEqual({
    "regular NBA  30": {
      picks: 1,
      bets: 1,
      wins: 1,
      losses: 0,
      units_result_e6: 100_000,
      unit_size_e6: 100_000,
      sim_confidence_e6: 33_300_000,
      decided_confidence_e6: 33_300_000,
    },
  });
});

it("a void alone keeps its row of totals, of which nothing but the pick is counted", async () => {
  await db.deleteFrom("picks").execute();
  await db.deleteFrom("pick_days").execute();
  const { id } = await regularPicks.addPick(admin, {
    sport: "NBA",
    tag: "Manual Edge",
    unit_size: "2",
    sim_confidence: "62.5",
    verdict: "🚫",
  });
  expect(await stored()).toEqual({ "regular NBA  60": { ...noTotals, picks: 1 } });
  await regularPicks.savePick(admin, { id, verdict: "➖", reason });
  expect(await stored()).toEqual({
    "regular NBA  60": { ...noTotals, picks: 1, bets: 1, sim_confidence_e6: 62_500_000 },
  });
  await regularPicks.deletePick(admin, { id });
  expect(await stored()).toEqual({});
});

it("a failed change is rolled back with its totals and trail", async () => {
  const before = await stored();
  const audit = db
    .selectFrom("audit")
    .select((column) => column.fn.countAll<number>().as("rows"))
    .executeTakeFirstOrThrow();
  const { rows } = await audit;
  await expect(
    regularPicks.addPick(
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
