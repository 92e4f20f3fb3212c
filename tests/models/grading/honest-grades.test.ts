/** Tests what a second reader tried to slip past grading. */
import { beforeEach, describe, expect, it } from "vitest";
import { db } from "../../../app/db.server.ts";
import { gradeGames, readGradingPage } from "../../../app/models/grading/grading.server.ts";
import { moveGame } from "../../../app/models/grading/whole-game.server.ts";
import { postResults } from "../../../app/models/grading/results-api.server.ts";
import { regularPicks } from "../../../app/models/picks/pick.server.ts";
import { consentTo } from "../../../app/models/picks/pick.ts";
import { Refusal } from "../../../app/refusal.ts";
import { actorOf, pickFields } from "../../support/database/factories.ts";

const admin = actorOf("admin");
const over = { sport: "NBA", game: "Boston Celtics @ New York Knicks", game_date: "11/20/2025", time: "7:30 PM ET" };
const teams = { sport: "NBA", game_date: "11/20/2025", away: "Boston Celtics", home: "New York Knicks" };
const celticsLost = { ...teams, away_score: 90, home_score: 100 };

beforeEach(async () => {
  for (const table of ["picks", "results", "team_aliases"] as const) await db.deleteFrom(table).execute();
});

type Fields = Readonly<Record<string, unknown>>;
const row = (id: number) => db.selectFrom("picks").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const reason = "A typing error.";
const save = (id: number, changes: Fields) => regularPicks.savePick(admin, { id, reason, ...changes });
const publish = async (changes: Fields = {}) =>
  (await regularPicks.addPick(admin, pickFields({ ...over, pick: "Celtics -3.5", odds: "-110", ...changes }))).id;
const send = (result: Fields, more: Fields = {}) => postResults(admin, { results: [result], apply: true, ...more });
/** Agrees to what everybody will see. */
async function move(id: number, to: Fields): Promise<void> {
  const input = { id, time: "7:30 PM ET", reason, ...to };
  const refusal = await moveGame(admin, input).catch((error: unknown) => error);
  const warnings = refusal instanceof Refusal ? (refusal.warnings ?? []) : [];
  if (warnings.length > 0) await moveGame(admin, { ...input, confirm: consentTo(warnings) });
}
const better = { pick: "Celtics +20.5", odds: "+300" };

describe("a line that was changed after the game is left to people", () => {
  it.each<[string, (id: number) => Promise<unknown>]>([
    ["directly", (id) => save(id, better)],
    [
      "while the game was moved away",
      async (id) => {
        await move(id, { game_date: "11/20/2099" });
        await save(id, better);
        await move(id, { game_date: "11/20/2025" });
      },
    ],
    [
      "while it had no date",
      async (id) => {
        await save(id, { game_date: "", time: "", starts_at: "" });
        await save(id, better);
        await save(id, { game_date: "11/20/2025", time: "7:30 PM ET" });
      },
    ],
    [
      "after it was settled",
      async (id) => {
        await send(celticsLost);
        await save(id, better);
      },
    ],
  ])("%s", async (_how, change) => {
    const id = await publish();
    await change(id);
    const { verdict } = await row(id);
    const { proposals } = await send(celticsLost, { reason: "again" });
    expect(proposals).toMatchObject([{ left_out: "It was corrected after its start: a person sets its verdict." }]);
    expect((await row(id)).verdict).toBe(verdict);
  });
});

it("a pick whose game was replaced after its grade shows no score of the other game", async () => {
  const id = await publish();
  await send(celticsLost);
  expect(await row(id)).toMatchObject({ away_score: 90, home_score: 100 });
  await save(id, { game: "New York Knicks @ Boston Celtics" });
  expect(await row(id)).toMatchObject({ away_score: null, home_score: null, verdict: "❌" });
});

it("a game that has not started is not settled by a score", async () => {
  const id = await publish({ game_date: "11/20/2090" });
  const { proposals } = await send({ ...celticsLost, game_date: "11/20/2090" });
  expect([proposals[0]?.left_out, (await row(id)).verdict]).toEqual(["Its game has not started.", ""]);
});

it("the right id with one name on the other side is refused", async () => {
  const id = await publish({ game_external_id: "g1" });
  const { unmatched } = await send({
    sport: "NBA",
    game_date: "11/20/2025",
    external_id: "g1",
    away: "NY Knickerbockers",
    home: "Boston Celtics",
    away_score: 100,
    home_score: 90,
  });
  expect([unmatched[0]?.reason, (await row(id)).verdict]).toEqual([
    expect.stringContaining("The sides are exchanged"),
    "",
  ]);
});

it("a result that names neither game of two fills in the scores of neither", async () => {
  await send(celticsLost);
  await publish({ time: "1:00 PM ET" });
  await publish({ time: "7:30 PM ET" });
  const { games } = await readGradingPage(admin, {});
  expect(games.map(({ result }) => result?.away)).toEqual(["", ""]);
});

it("two games that nothing tells apart have fields of their own", async () => {
  for (const time of ["1:00 PM ET", "7:30 PM ET", "", ""]) await publish({ time });
  const { games } = await readGradingPage(admin, {});
  expect(new Set(games.map(({ key }) => key)).size).toBe(4);
});

it("a winner who is not in the list is no draw", async () => {
  await publish({ sport: "UFC", game: "Ann Lee @ Jo Park", pick: "Draw", odds: "+6000" });
  const { games } = await readGradingPage(admin, {});
  const field = `winner_${games[0]?.key ?? ""}`;
  await expect(gradeGames(admin, { [field]: "Jo Park", do: "check" })).rejects.toMatchObject({
    fields: { [field]: "Choose the winner from the list." },
  });
});

it("a name that means an alias means its team", async () => {
  await publish({ game: "LA Lakers @ Boston Celtics" });
  const alias = { sport: "NBA", alias: "lalakers", name: "losangeleslakers", confirmed_at: "2026-01-01T00:00:00.000Z" };
  await db.insertInto("team_aliases").values(alias).execute();
  const text = "sport,game_date,away,home,away_score,home_score\nNBA,11/20/2025,Lakers,Boston Celtics,100,110";
  const names = { alias_0_away: "LA Lakers", alias_0_home: "Boston Celtics" };
  expect(await gradeGames(admin, { text, do: "names", ...names })).toMatchObject({
    unmatched: [],
    games: [{ picks: [{ check: { outcome: "Win, +1.36 U", applicable: true } }] }],
  });
});

it("a pick without a date is regraded by its start", async () => {
  await publish({ game_date: "", time: "", starts_at: "2025-11-21T00:30:00Z" });
  await send(celticsLost);
  const { proposals } = await send(
    { ...teams, away_score: 120, home_score: 100 },
    { reason: "The score was corrected." },
  );
  expect(proposals).toMatchObject([{ outcome: "win", applied: true }]);
});

it("units that a person rounded otherwise are no correction", async () => {
  const id = await publish({ unit_size: 1.5 });
  await save(id, { verdict: "✅", units_result: 1.363636 });
  const { proposals } = await send({ ...teams, away_score: 120, home_score: 100 });
  expect([proposals[0]?.applied, await row(id)]).toMatchObject([true, { units_result: 1.363636, away_score: 120 }]);
});
