/** Picks of one start keep their order: PostgreSQL stores a changed row at another place, and may read from there. */
import { partsOf } from "../../support/parts-of.ts";
import { sql } from "kysely";
import { beforeEach, expect, it } from "vitest";
import { db } from "../../../app/db.server.ts";
import { readGradingPage } from "../../../app/models/grading/grading.server.ts";
import { proPicks, regularPicks } from "../../../app/models/picks/pick.server.ts";
import { actorOf, pickFields } from "../../support/database/factories.ts";

const admin = actorOf("admin");
const evening = { game_date: "11/20/2025", time: "7:30 PM ET" };
const games = ["Boston Celtics @ New York Knicks", "Utah Jazz @ Phoenix Suns", "Miami Heat @ Denver Nuggets"];
const names = games.map((_game, index) => `Over ${221.5 + index} (-110)`);

beforeEach(async () => {
  await db.deleteFrom("picks").execute();
});

/** Adds a pick on each game, and then changes the first one. */
async function changeFirst(picks: typeof regularPicks): Promise<void> {
  const ids: number[] = [];
  for (const [index, game] of games.entries())
    ids.push((await picks.addPick(admin, pickFields({ ...evening, game, pick: names[index] }))).id);
  await picks.savePick(admin, { id: ids[0], book: "FanDuel" });
  // With it, PostgreSQL reads such a small table without an index.
  await sql`analyze picks`.execute(db);
}

it.each([
  ["regular", regularPicks],
  ["pro", proPicks],
] as const)("in the staff's list of %s picks and in its file", async (_stream, picks) => {
  await changeFirst(picks);
  expect((await picks.readManagerPage(admin, {})).unresolved.map(({ pick }) => pick)).toEqual(names);
  expect((await partsOf(await picks.listForFile(admin, { list: "open" }))).flat().map(({ pick }) => pick)).toEqual(
    names,
  );
});

it("on the Grade page, whose games have one start", async () => {
  await changeFirst(regularPicks);
  expect((await readGradingPage(admin, {})).games.map(({ title }) => title)).toEqual(games);
  expect((await readGradingPage(admin, { date: "11/20/2025" })).games.map(({ title }) => title)).toEqual(games);
});
