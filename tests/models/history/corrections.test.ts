/** Corrections of published picks are counted where readers see them. */
import { beforeEach, describe, expect, it, test } from "vitest";
import { db } from "../../../app/db.server.ts";
import { proPicks, regularPicks } from "../../../app/models/picks/pick.server.ts";
import { describeStaffChanges } from "../../../app/models/figures/totals.ts";
import { actorOf, pickFields } from "../../support/database/factories.ts";

const admin = actorOf("admin");
const reason = "A typing error.";

beforeEach(async () => {
  await db.deleteFrom("picks").execute();
  await db.deleteFrom("pick_days").execute();
  await db.updateTable("pick_streams").set({ changed: 0, deleted: 0 }).execute();
});

const publish = (changes: Readonly<Record<string, unknown>> = {}) => regularPicks.addPick(admin, pickFields(changes));
const correctionsText = async () => (await regularPicks.listSettledPicks(admin, {})).corrections;
const counted = () =>
  db
    .selectFrom("pick_streams")
    .select(["changed", "deleted"])
    .where("stream", "=", "regular")
    .executeTakeFirstOrThrow();

// The closing line can't be read, so the mark is the entered one.
const settled = { verdict: "❌", units_result: "-1.5", closing_line: "+3 to +3.5", beat_clv: "❌" };

describe("a change", () => {
  it.each([
    [{ pick: "Knicks +12.5" }],
    [{ sim_confidence: "70" }],
    [{ sim_confidence: "" }],
    [{ unit_size: "0" }],
    [{ pick: "Knicks +4", ...settled }],
  ])("of an open pick counts when it concerns what members bet on: %j", async (changes) => {
    const { id } = await publish();
    await regularPicks.savePick(admin, { id, ...changes, reason });
    expect(await counted()).toEqual({ changed: 1, deleted: 0 });
  });

  it.each([
    [{ verdict: "✅", units_result: "1.5" }],
    [{ verdict: "" }],
    [{ units_result: "-1.49" }],
    [{ game_date: "01/01/2020" }],
    [{ game_date: "" }],
    [{ sport: "Golf" }],
    [{ game: "Another" }],
    [{ closing_line: "+1" }],
    [{ beat_clv: "✅" }],
    [{ pick: "Celtics" }],
    [{ unit_size: "0.01" }],
    [{ sim_confidence: "1" }],
    [{ verdict: "✅", units_result: "1.5", pick: "Celtics" }],
    [{ verdict: "➖", units_result: "0" }],
    [{ verdict: "🚫", units_result: "0" }],
  ])("of a settled pick counts when it concerns the record: %j", async (changes) => {
    const { id } = await publish(settled);
    await regularPicks.savePick(admin, { id, ...changes, reason });
    expect(await counted()).toEqual({ changed: 1, deleted: 0 });
  });

  it.each([
    [{}, settled],
    [{}, { game: "Celtics @ Knicks", game_date: "11/21/2026", time: "8 PM", sport: "NHL", tag: "Manual Edge" }],
    [{ verdict: "❌" }, { units_result: "-1.5", closing_line: "+3", beat_clv: "❌" }],
    [settled, { time: "8 PM", tag: "Manual Edge" }],
    [{}, { verdict: "➖", units_result: "0" }],
    [{}, { verdict: "🚫" }],
    [settled, { verdict: "Lost" }],
    [{ ...settled, closing_line: "+3" }, { beat_clv: "✅" }],
  ])("that settles a pick, or only adds details, does not count: %j to %j", async (initial, changes) => {
    const { id } = await publish(initial);
    await regularPicks.savePick(admin, { id, ...changes, reason });
    expect(await counted()).toEqual({ changed: 0, deleted: 0 });
  });

  it("that is refused does not count", async () => {
    const { id } = await publish(settled);
    await expect(regularPicks.savePick(admin, { id, verdict: "✅", version: 7, reason })).rejects.toThrow(
      "Somebody else",
    );
    expect(await counted()).toEqual({ changed: 0, deleted: 0 });
  });
});

it.each([
  ["✅", "❌"],
  ["✅", "➖"],
  ["✅", "🚫"],
  ["❌", "➖"],
  ["❌", "🚫"],
  ["➖", "🚫"],
])("a changed verdict of a settled pick counts, either way: %s and %s", async (one, other) => {
  const { id } = await publish({ verdict: one, units_result: "" });
  for (const verdict of [other, one]) await regularPicks.savePick(admin, { id, verdict, reason });
  expect(await counted()).toEqual({ changed: 2, deleted: 0 });
});

it("a reopened pick counts as a change, and deleted picks count as deletions", async () => {
  const [reopened, open] = [await publish(settled), await publish()];
  await regularPicks.savePick(admin, { id: reopened.id, verdict: "", reason });
  for (const { id } of [reopened, open]) await regularPicks.deletePick(admin, { id });
  expect(await counted()).toEqual({ changed: 1, deleted: 2 });
});

it("the text is shown at once to readers of the stream, with any filter, and not in the other stream", async () => {
  const [first, second] = [await publish(settled), await publish()];
  expect(await correctionsText()).toBe("");
  await regularPicks.savePick(admin, { id: second.id, sim_confidence: "70", reason });
  expect(await correctionsText()).toBe("The whole record so far: 1 change to picks that were already published.");
  await regularPicks.deletePick(admin, { id: first.id });
  expect((await regularPicks.listSettledPicks(admin, { sport: "Golf", range: "today" })).corrections).toBe(
    "The whole record so far: 1 change to picks that were already published, 1 pick deleted.",
  );
  expect((await proPicks.listSettledPicks(admin, {})).corrections).toBe("");
});

test.each([
  [0, 0, ""],
  [2, 0, "The whole record so far: 2 changes to picks that were already published."],
  [0, 3, "The whole record so far: 3 picks deleted."],
])("%i changes and %i deletions read as %j", (changed, deleted, text) =>
  expect(describeStaffChanges({ changed, deleted })).toBe(text),
);
