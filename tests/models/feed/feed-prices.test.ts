/** Closing prices of the feed. */
import { expect, it } from "vitest";
import { regularPicks } from "../../../app/models/picks/pick.server.ts";
import { admin, listed, minute, openPick, rowOf, runAt, spreadAt, start, useOddsApi } from "../../support/feed.ts";

const api = useOddsApi();
const closing = start - 5 * minute;

it("the line and price of the side taken are filled in five minutes before the start, with the mark", async () => {
  const [home, away] = [await openPick(), await openPick({ pick: "Celtics -2.5 (-110)" })];
  const total = await openPick({ pick: "Over 220.5" });
  api().games = [listed({ books: [spreadAt(1.5), spreadAt(1.5), spreadAt(2)] })];
  await runAt(api(), closing - minute);
  expect(api().calls).toEqual([]);
  await runAt(api(), closing);
  expect(await rowOf(home)).toMatchObject({ closing_line: "+1.5", closing_odds: -110, beat_clv: "✅", verdict: "" });
  expect(await rowOf(away)).toMatchObject({ closing_line: "-1.5", beat_clv: "❌" });
  expect(await rowOf(total)).toMatchObject({ closing_line: "", closing_odds: null });
  await runAt(api(), closing + 2 * minute);
  expect(api().calls).toEqual(["odds basketball_nba"]);
});

it("what people entered stays", async () => {
  const id = await openPick({ closing_line: "+3" });
  api().games = [listed({ books: [spreadAt(1.5)] })];
  await runAt(api(), closing);
  expect(api().calls).toEqual([]);
  expect(await rowOf(id)).toMatchObject({ closing_line: "+3" });
});

it("a price for the other side, of another game, of a running one or an old one is not taken", async () => {
  const id = await openPick();
  const exchanged = { away_team: "New York Knicks", home_team: "Boston Celtics" };
  const foreign = spreadAt(1.5);
  foreign.markets[0]?.outcomes.splice(0, 1, { name: "Brooklyn Nets", price: -110, point: 1.5 });
  const twice = spreadAt(1.5);
  twice.markets[0]?.outcomes.splice(1, 1, { name: "New York Knicks", price: -110, point: -1.5 });
  for (const game of [
    listed({ books: [foreign] }),
    listed({ books: [twice] }),
    listed({ ...exchanged, books: [spreadAt(1.5)] }),
    listed({ commence_time: new Date(start - 10 * minute).toISOString(), books: [spreadAt(1.5)] }),
    listed({ commence_time: new Date(start + 90 * minute).toISOString(), books: [spreadAt(1.5)] }),
    listed({ books: [spreadAt(1.5, { last_update: new Date(start - 120 * minute).toISOString() })] }),
  ]) {
    const again = await openPick({ pick: `Knicks +${api().calls.length}.5 (-110)` });
    api().games = [game];
    await runAt(api(), closing + api().calls.length);
    expect([await rowOf(id), await rowOf(again)], JSON.stringify(game)).toMatchObject([
      { closing_line: "" },
      { closing_line: "" },
    ]);
    await regularPicks.deletePick(admin, { id: again });
  }
});

it("a call that failed is made once more", async () => {
  const id = await openPick();
  api().games = [listed({ books: [spreadAt(1.5)] })];
  api().fault = "error";
  await runAt(api(), closing);
  api().fault = null;
  await runAt(api(), closing + minute);
  expect(await rowOf(id)).toMatchObject({ closing_line: "+1.5" });
  expect(api().calls).toHaveLength(2);
});
