/** Tests what the results of the feed do to picks. */
import { describe, expect, it, vi } from "vitest";
import { db } from "../../../app/db.server.ts";
import { readGradingPage } from "../../../app/models/grading/grading.server.ts";
import { postResults } from "../../../app/models/grading/results-api.server.ts";
import { proPicks, regularPicks } from "../../../app/models/picks/pick.server.ts";
import { pickFields } from "../../support/database/factories.ts";
import {
  admin,
  feedRow,
  hour,
  listed,
  minute,
  openPick,
  over,
  results,
  rowOf,
  runAt,
  spreadAt,
  start,
  useOddsApi,
} from "../../support/feed.ts";

const reason = "A typing error.";
const api = useOddsApi();
const asked = start + 2.5 * hour;

describe("a result of the feed", () => {
  it("settles the open picks of its game with AUTO_GRADE=apply, in the feed's name", async () => {
    const id = await openPick();
    const { id: pro } = await proPicks.addPick(admin, pickFields({ pick: "Celtics ML +120" }));
    api().games = [over()];
    expect(await runAt(api(), asked)).toEqual([]);
    expect(await rowOf(id)).toMatchObject({
      verdict: "✅",
      units_result: 1.36,
      away_score: 104,
      home_score: 112,
      graded_by: "rule",
    });
    expect(await rowOf(pro)).toMatchObject({ verdict: "❌", units_result: -1.5 });
    const trail = await db
      .selectFrom("audit")
      .select(["action", "actor_id", "key_name", "job"])
      .where("subject_id", "=", id)
      .where("action", "=", "pick.settled")
      .execute();
    expect(trail).toEqual([{ action: "pick.settled", actor_id: null, key_name: null, job: "Results feed" }]);
  });

  it("needs_decision with AUTO_GRADE=propose, and is not asked for again", async () => {
    const id = await openPick();
    api().games = [over()];
    await runAt(api(), asked, { mode: "propose" });
    expect(await rowOf(id)).toMatchObject({ verdict: "", away_score: null, version: 1 });
    expect(await results()).toMatchObject([
      { away_score: 104, home_score: 112, source: "feed", needs_decision: 1, external_id: "game-1" },
    ]);
    await runAt(api(), asked + 31 * minute, { mode: "propose" });
    expect(api().calls).toEqual(["scores basketball_nba"]);
  });

  it("is asked for every half an hour until it is final, six times at most", async () => {
    const id = await openPick();
    api().games = [listed({ scores: ["55", "60"] })];
    for (let minutes = 0; minutes < 600; minutes += 5) await runAt(api(), asked + minutes * minute);
    expect(api().calls).toHaveLength(6);
    expect(await rowOf(id)).toMatchObject({ verdict: "" });
    expect(await results()).toEqual([]);
  });

  it("is asked for six times also when one of its picks names another minute, or is settled meanwhile", async () => {
    const first = await openPick();
    await openPick({ time: "7:35 PM", pick: "Over 210.5" });
    api().games = [listed()];
    for (let minutes = 0; minutes < 180; minutes += 30) await runAt(api(), asked + minutes * minute);
    await regularPicks.savePick(admin, { id: first, verdict: "loss" });
    for (let minutes = 180; minutes < 600; minutes += 30) await runAt(api(), asked + minutes * minute);
    expect(api().calls).toHaveLength(6);
  });

  it("is asked for in sports with open picks alone, and in those that the service knows", async () => {
    await openPick({ sport: "Golf", game: "Open Championship" });
    await openPick({ sport: "UFC", game: "One Fighter @ Another Fighter", pick: "Another Fighter ML" });
    await runAt(api(), asked);
    expect(api().calls).toEqual([]);
  });

  it("changes nothing when it comes twice", async () => {
    const id = await openPick();
    api().games = [over()];
    await runAt(api(), asked);
    const before = await rowOf(id);
    await openPick({ game: "Miami Heat @ Chicago Bulls", pick: "Bulls +1.5" });
    await runAt(api(), asked + minute);
    expect(api().calls).toHaveLength(2);
    expect([await rowOf(id), (await results()).length]).toEqual([before, 1]);
  });

  it("never changes a verdict: a score that changes after the final one needs_decision, and what people say stays", async () => {
    const id = await openPick();
    api().games = [over("112", "104")];
    await runAt(api(), asked);
    const before = await rowOf(id);
    // Asked for because of another game.
    await openPick({ game: "Miami Heat @ Chicago Bulls", pick: "Bulls +1.5" });
    api().games = [over("101", "104")];
    await runAt(api(), asked + minute);
    expect(await rowOf(id)).toEqual(before);
    expect((await results()).map(({ home_score, needs_decision }) => [home_score, needs_decision])).toEqual([
      [112, 0],
      [101, 1],
    ]);
    await postResults(admin, { results: [{ ...knicks, home_score: 112 }], apply: true });
    await runAt(api(), asked + 32 * minute);
    expect((await results()).map(({ home_score, source }) => [home_score, source])).toEqual([
      [112, "feed"],
      [101, "feed"],
      [112, "staff"],
    ]);
  });

  it("does not settle a pick that people settled or opened again", async () => {
    const [byHand, reopened] = [await openPick(), await openPick({ pick: "Over 210.5" })];
    await regularPicks.savePick(admin, { id: byHand, verdict: "loss" });
    api().games = [over()];
    await runAt(api(), asked);
    expect(await rowOf(byHand)).toMatchObject({ verdict: "❌", graded_by: "hand" });
    expect(await rowOf(reopened)).toMatchObject({ verdict: "✅" });
    await regularPicks.savePick(admin, { id: reopened, verdict: "", reason });
    await openPick({ game: "Miami Heat @ Chicago Bulls", pick: "Bulls +1.5" });
    await runAt(api(), asked + 31 * minute);
    expect(api().calls).toHaveLength(2);
    expect(await rowOf(reopened)).toMatchObject({ verdict: "" });
  });

  it("settles all other picks when one of them can't be taken in", async () => {
    const id = await openPick();
    const broken = await openPick({ pick: "Over 210.5" });
    // The row is from before a stricter rule: no save of it is accepted.
    await db
      .updateTable("picks")
      .set({ market: "total", side: "home", typed_fields: '["market","side"]' })
      .where("id", "=", broken)
      .execute();
    const other = await openPick({ game: "Miami Heat @ Chicago Bulls", pick: "Heat ML" });
    const bulls = { id: "game-2", away_team: "Miami Heat", home_team: "Chicago Bulls" };
    api().games = [over(), over("99", "100", bulls)];
    const errors = await runAt(api(), asked);
    expect(errors).toHaveLength(1);
    expect([(await rowOf(id)).verdict, (await rowOf(other)).verdict, (await rowOf(broken)).verdict]).toEqual([
      "✅",
      "✅",
      "",
    ]);
    expect((await results()).map(({ needs_decision }) => needs_decision)).toEqual([1, 0]);
    expect(await feedRow()).toMatchObject({ problem: "What it said of a pick could not be saved.", busy_until: null });
  });

  it("leaves to people what changes after they opened a pick again, or after they said that it was not played", async () => {
    const id = await openPick();
    api().games = [over("112", "104")];
    await runAt(api(), asked);
    await regularPicks.savePick(admin, { id, verdict: "", reason });
    await openPick({ game: "Miami Heat @ Chicago Bulls", pick: "Bulls +1.5" });
    api().games = [over("101", "104")];
    await runAt(api(), asked + 31 * minute);
    expect((await rowOf(id)).verdict).toBe("");
    expect((await results()).map(({ needs_decision }) => needs_decision)).toEqual([0, 1]);
    await db.deleteFrom("results").execute();
    await postResults(admin, {
      results: [{ ...knicks, away_score: "", home_score: "", status: "suspended" }],
      apply: true,
    });
    api().games = [over("90", "104")];
    await runAt(api(), asked + 62 * minute);
    expect((await rowOf(id)).verdict).toBe("");
  });

  it("needs_decision as long as people have not decided, also when its pick is on another date for a while", async () => {
    const id = await openPick();
    api().games = [over("112", "104")];
    await runAt(api(), asked);
    await openPick({ game: "Miami Heat @ Chicago Bulls", pick: "Bulls +1.5" });
    api().games = [over("101", "104")];
    await runAt(api(), asked + 31 * minute);
    const waiting = async () => (await results()).map(({ needs_decision }) => needs_decision);
    await regularPicks.savePick(admin, { id, game_date: "11/22/2026", reason });
    await runAt(api(), asked + 32 * minute);
    expect(await waiting()).toEqual([0, 1]);
    await regularPicks.savePick(admin, { id, game_date: "11/20/2026", reason });
    await postResults(admin, { results: [{ ...knicks, home_score: 101 }], apply: true, reason: "It was corrected." });
    await runAt(api(), asked + 33 * minute);
    expect([await waiting(), (await rowOf(id)).verdict]).toEqual([[0, 0], "❌"]);
  });
});

const knicks = {
  sport: "NBA",
  game_date: "11/20/2026",
  away: "Boston Celtics",
  home: "New York Knicks",
  away_score: 104,
};

describe("a result is not taken for another game", () => {
  it("when a team has another name", async () => {
    const id = await openPick();
    api().games = [over("112", "104", { home_team: "NY Globetrotters" })];
    await runAt(api(), asked);
    expect(await rowOf(id)).toMatchObject({ verdict: "" });
    expect(await results()).toMatchObject([{ home: "NY Globetrotters", needs_decision: 0 }]);
  });

  it("when the sides are exchanged", async () => {
    const id = await openPick();
    api().games = [over("112", "104", { away_team: "New York Knicks", home_team: "Boston Celtics" })];
    await runAt(api(), asked);
    expect(await rowOf(id)).toMatchObject({ verdict: "" });
    expect(await results()).toEqual([]);
  });

  it("of a doubleheader: the start says which; without one nobody knows, also while the second is played", async () => {
    const second = { id: "game-2", commence_time: new Date(start + 3.5 * hour).toISOString() };
    const [first, later] = [await openPick(), await openPick({ time: "11:00 PM" })];
    const unknown = await openPick({ time: "", pick: "Knicks ML (-120)" });
    api().games = [over(), listed(second)];
    await runAt(api(), asked);
    expect(await rowOf(first)).toMatchObject({ verdict: "✅" });
    expect([(await rowOf(later)).verdict, (await rowOf(unknown)).verdict]).toEqual(["", ""]);
    api().games = [over(), over("90", "99", second)];
    await runAt(api(), start + 6 * hour);
    expect(await rowOf(later)).toMatchObject({ verdict: "❌" });
    expect((await rowOf(unknown)).verdict).toBe("");
  });

  it("of a doubleheader: a pick without a start is not that of a colleague who gave one", async () => {
    const [timed, untimed] = [await openPick(), await openPick({ time: "", pick: "Knicks +1.5 (-110)" })];
    const second = listed({ id: "game-2", commence_time: new Date(start + 3.5 * hour).toISOString() });
    api().games = [listed({ books: [spreadAt(1.5)] }), second];
    await runAt(api(), start - minute);
    expect([(await rowOf(timed)).closing_line, (await rowOf(untimed)).closing_line]).toEqual(["+1.5", ""]);
    api().games = [over(), second];
    await runAt(api(), asked);
    expect([(await rowOf(timed)).verdict, (await rowOf(untimed)).verdict]).toEqual(["✅", ""]);
  });

  it("that was stored before its game began: it is that of an earlier one", async () => {
    vi.setSystemTime(start - 4 * hour);
    await postResults(admin, { results: [{ ...knicks, home_score: 99 }], apply: true });
    const id = await openPick();
    api().games = [over()];
    await runAt(api(), asked);
    expect(api().calls).toEqual(["scores basketball_nba"]);
    expect((await rowOf(id)).verdict).toBe("");
    expect(await readGradingPage(admin, { date: "" })).toMatchObject({ games: [{ result: { home: "112" } }] });
  });

  it("when only its id says so, and both teams are others", async () => {
    const id = await openPick({ game: "Miami Heat @ Chicago Bulls", pick: "Bulls +1.5", game_external_id: "game-1" });
    api().games = [over()];
    await runAt(api(), asked);
    expect([(await rowOf(id)).verdict, (await results())[0]?.needs_decision]).toEqual(["", 1]);
  });

  it("when it was moved to the next day: by its names it is another game, by its id people look at it", async () => {
    const [named, known] = [await openPick(), await openPick({ pick: "Over 210.5", game_external_id: "game-1" })];
    api().games = [over("112", "104", { commence_time: new Date(start + 24 * hour).toISOString() })];
    await runAt(api(), start + 27 * hour);
    expect([(await rowOf(named)).verdict, (await rowOf(known)).verdict]).toEqual(["", ""]);
    expect(await results()).toMatchObject([{ game_date: "2026-11-21", needs_decision: 1 }]);
    expect(await readGradingPage(admin, { date: "" })).toMatchObject({ games: [{ result: { home: "112" } }] });
    // The picks move with it.
    for (const id of [named, known]) await regularPicks.savePick(admin, { id, game_date: "11/21/2026", reason });
    await db.deleteFrom("results").execute();
    await runAt(api(), start + 27 * hour + minute);
    expect((await rowOf(named)).verdict).toBe("✅");
  });
});

it("the feed is not failing after all that", async () => {
  await openPick();
  api().games = [over()];
  await runAt(api(), asked);
  expect(await feedRow()).toMatchObject({ failures: 0, failing_since: null, problem: "", spent: 2, busy_until: null });
});
