/** A feed that is dead, lies or is dear changes nothing, and says so. */
import { describe, expect, it } from "vitest";
import { db } from "../../../app/db.server.ts";
import type { Fault } from "../../support/odds-api.ts";
import {
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

const api = useOddsApi();
const asked = start + 2.5 * hour;

const faults: [Fault, string][] = [
  ["late", "It can't be reached, or its answer took too long."],
  ["limited", "It says that it was called too often (429)."],
  ["error", "It answered with an error (500)."],
  ["cut", "Its answer broke off or was too long."],
  ["no-json", "Its answer is no JSON."],
  ["no-list", "Its answer is no list of games."],
  ["moved", "It can't be reached, or its answer took too long."],
];

describe.each(faults)("a feed whose answer is %s", (fault, message) => {
  it("changes nothing, says since when, and works again when it is well", async () => {
    const id = await openPick();
    const before = await rowOf(id);
    api().games = [over()];
    api().fault = fault;
    expect((await runAt(api(), asked, { waitMs: 300 })).map((error) => error.message)).toEqual([message]);
    expect(await feedRow()).toMatchObject({
      failures: 1,
      failing_since: new Date(asked).toISOString(),
      problem: message,
    });
    await runAt(api(), asked + hour, { waitMs: 300 });
    expect(await feedRow()).toMatchObject({ failures: 2, failing_since: new Date(asked).toISOString() });
    expect([await rowOf(id), await results()]).toEqual([before, []]);
    api().fault = null;
    await runAt(api(), asked + 3 * hour);
    expect(await rowOf(id)).toMatchObject({ verdict: "✅" });
    expect(await feedRow()).toMatchObject({ failures: 0, failing_since: null, problem: "", next_try_at: null });
    expect(api().calls).toHaveLength(3);
  });
});

it("a server that is not there, and a key that is refused, are said", async () => {
  await openPick();
  const [dead] = await runAt({ ...api(), base: "http://127.0.0.1:9" }, asked);
  expect(dead?.message).toContain("can't be reached");
  // The service's message names the key.
  await db.updateTable("feed").set({ next_try_at: null }).execute();
  await db.deleteFrom("feed_games").execute();
  api().games = [];
  const { oddsApi } = await import("../../../app/feeds/odds-api.server.ts");
  const refused = oddsApi({ key: "another-key", base: api().base });
  await expect(refused.readScores("NBA", 1)).rejects.toThrow(/refuses the key/);
  await expect(refused.readScores("NBA", 1)).rejects.not.toThrow(/another-key/);
});

it("an empty answer is an answer: the games are asked for again later", async () => {
  const id = await openPick();
  api().fault = "empty";
  await runAt(api(), asked);
  expect(await feedRow()).toMatchObject({ failures: 0, problem: "" });
  api().fault = null;
  api().games = [over()];
  await runAt(api(), asked + 30 * minute);
  expect(await rowOf(id)).toMatchObject({ verdict: "✅" });
});

it("games that can't be read are left out and said; the others count", async () => {
  const [id, other] = [await openPick(), await openPick({ game: "Miami Heat @ Chicago Bulls", pick: "Bulls +1.5" })];
  const bulls = { id: "game-2", away_team: "Miami Heat", home_team: "Chicago Bulls" };
  for (const wrong of [
    over("a lot", "104"),
    over("-3", "104"),
    over("112", "104", { scores: null }),
    over("112", "104", { commence_time: "yesterday" }),
    over("112", "104", { away_team: "New York Knicks" }),
  ]) {
    await db.deleteFrom("feed_games").execute();
    api().games = [wrong, listed(bulls)];
    await runAt(api(), asked + api().calls.length);
    expect(await feedRow()).toMatchObject({ failures: 0, problem: "1 of 2 games could not be read." });
  }
  expect((await feedRow()).failing_since).toBe(new Date(asked).toISOString());
  await db.deleteFrom("feed_games").execute();
  api().games = [
    over("112", "104", { commence_time: new Date(start + 30 * hour).toISOString() }),
    over("80", "90", bulls),
  ];
  await runAt(api(), asked + 10);
  expect(await feedRow()).toMatchObject({
    problem: "1 of 2 results were left out: a score too high, or a game that ended too soon.",
  });
  expect([(await rowOf(id)).verdict, (await rowOf(other)).verdict]).toEqual(["", "❌"]);
});

describe("the month's budget", () => {
  const spend = (monthly: number, at: number) => runAt(api(), at, { monthly });

  it("counts what the service says, and leaves out calls that would go over it", async () => {
    await openPick();
    api().games = [listed({ books: [spreadAt(1.5)] })];
    await spend(4, start - minute);
    expect(await feedRow()).toMatchObject({ month: "2026-11", spent: 1, spent_since: null });
    await spend(4, asked);
    expect(await feedRow()).toMatchObject({ spent: 3, spent_since: null });
    await spend(4, asked + 30 * minute);
    expect(await feedRow()).toMatchObject({ spent: 3, spent_since: new Date(asked + 30 * minute).toISOString() });
    expect(api().calls).toHaveLength(2);
    await spend(500, asked + 31 * minute);
    expect(await feedRow()).toMatchObject({ spent: 5, spent_since: null });
  });

  it("expects what the dearest call of the month cost", async () => {
    await openPick();
    api().games = [listed()];
    api().says = "7";
    for (let halves = 0; halves < 6; halves += 1) await spend(20, asked + halves * 30 * minute);
    expect(await feedRow()).toMatchObject({ spent: 14, scores_cost: 7 });
    expect(api().calls).toHaveLength(2);
  });

  it("counts the documented cost when the service says nonsense, and keeps it when nobody answers", async () => {
    await openPick();
    api().games = [listed()];
    api().says = "-5";
    await spend(500, asked);
    expect(await feedRow()).toMatchObject({ spent: 2 });
    api().fault = "late";
    await runAt(api(), asked + 30 * minute, { waitMs: 100 });
    expect(await feedRow()).toMatchObject({ spent: 4 });
    api().fault = "error";
    await spend(500, asked + 3 * hour);
    expect(await feedRow()).toMatchObject({ spent: 4 });
  });

  it("is not renewed by a clock that was ahead for a while", async () => {
    await openPick();
    await db.updateTable("feed").set({ month: "2026-12", spent: 499 }).execute();
    await spend(500, asked);
    expect(await feedRow()).toMatchObject({ month: "2026-12", spent: 499 });
    expect(api().calls).toEqual([]);
  });

  it("is not spent by one absurd figure", async () => {
    await openPick();
    api().games = [listed()];
    api().says = "999999";
    await spend(500, asked);
    expect(await feedRow()).toMatchObject({ spent: 40 });
  });

  it("begins anew with the month", async () => {
    await openPick({ game_date: "11/30/2026", time: "11:00 PM" });
    await db
      .updateTable("feed")
      .set({ month: "2026-11", spent: 500, scores_cost: 400, spent_since: "2026-11-20T00:00:00.000Z" })
      .execute();
    await spend(500, Date.parse("2026-12-01T07:00:00.000Z"));
    expect(await feedRow()).toMatchObject({ month: "2026-12", spent: 2, spent_since: null });
  });
});

it("a call that another process makes is not made twice; one that died makes room after a minute", async () => {
  await openPick();
  api().games = [over()];
  await db
    .updateTable("feed")
    .set({ busy_until: new Date(asked + minute).toISOString() })
    .execute();
  await runAt(api(), asked);
  expect(api().calls).toEqual([]);
  await Promise.all([runAt(api(), asked + minute + 1), runAt(api(), asked + minute + 1)]);
  expect(api().calls).toHaveLength(1);
});

it("waits as long as the service asks, at most an hour, whatever the clock does", async () => {
  await openPick();
  api().fault = "limited";
  await runAt(api(), asked);
  await db
    .updateTable("feed")
    .set({ next_try_at: new Date(asked + hour).toISOString() })
    .execute();
  await db.deleteFrom("feed_games").execute();
  await runAt(api(), asked - 1);
  await runAt(api(), asked + hour - 1);
  expect(api().calls).toHaveLength(1);
});

it("results that can't be are left out and said: a score of 9999, a game that ended after ten minutes", async () => {
  const id = await openPick();
  api().games = [over("9999", "104")];
  await runAt(api(), asked);
  expect((await feedRow()).problem).toContain("1 of 1 results were left out");
  await db.deleteFrom("feed_games").execute();
  api().games = [over("112", "104", { commence_time: new Date(asked - 10 * minute).toISOString() })];
  await runAt(api(), asked + 1);
  expect((await feedRow()).problem).toContain("1 of 1 results were left out");
  expect([(await rowOf(id)).verdict, await results()]).toEqual(["", []]);
});

it("an answer with thousands of games is refused at once", async () => {
  await openPick();
  api().games = Array.from({ length: 2001 }, () => listed());
  expect((await runAt(api(), asked)).map((error) => error.message)).toEqual(["Its answer has too many games."]);
});
