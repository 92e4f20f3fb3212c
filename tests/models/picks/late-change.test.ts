import { describe, expect, it } from "vitest";
import { db } from "../../../app/db.server.ts";
import { isLateChange } from "../../../app/models/bets/late-change.ts";
import { postResults } from "../../../app/models/grading/results-api.server.ts";
import { regularPicks } from "../../../app/models/picks/pick.server.ts";
import { actorOf, pickFields } from "../../support/database/factories.ts";

const before = {
  market: "spread",
  side: "home",
  line: -3.5,
  odds: -110,
  unit_size: 1,
  away: "A",
  home: "B",
  sport: "NBA",
  starts_at: "2026-11-20T00:30:00.000Z",
  game_date: "2026-11-19",
};
const isCorrected = (changes: Partial<typeof before>, now: string, reread: Partial<typeof before> = before) =>
  isLateChange({ before, after: { ...before, ...changes }, reread }, new Date(now), "America/New_York");
const [early, late] = ["2026-11-20T00:29:59.000Z", "2026-11-20T00:30:00.000Z"];

describe("a field that the rules read", () => {
  it.each([
    [{ market: "total" }],
    [{ side: "away" }],
    [{ line: -2.5 }],
    [{ odds: 150 }],
    [{ unit_size: 5 }],
    [{ away: "C" }],
    [{ home: "C" }],
    [{ sport: "NFL" }],
  ])("is corrected after the start by %j, and before it is not", (changes) => {
    expect([isCorrected(changes, early), isCorrected(changes, late)]).toEqual([false, true]);
  });

  it("is not corrected when it is read later than the others", () => {
    expect(isCorrected({ line: -4 }, late, { ...before, line: -4 })).toBe(false);
  });

  it("is corrected when the start moves away in the same change", () => {
    const moved = { starts_at: "2026-11-22T00:30:00.000Z", game_date: "2026-11-21" };
    expect(isCorrected({ ...moved, line: 3 }, late)).toBe(true);
    expect(isCorrected(moved, late)).toBe(false);
  });
});

it("a pick whose line was changed after its start is graded by people alone", async () => {
  const admin = actorOf("admin");
  const { id } = await regularPicks.addPick(admin, pickFields({ pick: "Knicks +2.5 (-110)", game_date: "11/20/2025" }));
  await regularPicks.savePick(admin, { id, line: "12.5", reason: "A typing error." });
  const { away, home } = await db.selectFrom("picks").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  const results = [{ sport: "NBA", game_date: "11/20/2025", away, home, away_score: 110, home_score: 100 }];
  const { proposals } = await postResults(admin, { results, apply: true });
  expect(proposals).toMatchObject([
    { pick_id: id, applied: false, left_out: "It was corrected after its start: a person sets its verdict." },
  ]);
  await regularPicks.savePick(admin, { id, verdict: "loss" });
  expect(await db.selectFrom("picks").select("graded_by").where("id", "=", id).execute()).toEqual([
    { graded_by: "hand" },
  ]);
});
