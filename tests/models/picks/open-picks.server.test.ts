import { beforeAll, describe, expect, it } from "vitest";
import { db } from "../../../app/db.server.ts";
import { proPicks, regularPicks } from "../../../app/models/picks/pick.server.ts";
import { actorOf, createPick, pickFields } from "../../support/database/factories.ts";
import { statementsOf } from "../../support/database/statements.ts";

const admin = actorOf("admin");
const member = actorOf("user");

describe.each([
  { stream: "regular", own: regularPicks },
  { stream: "pro", own: proPicks },
] as const)("the open $stream picks", ({ stream, own }) => {
  beforeAll(async () => {
    for (const sport of ["NBA", "Golf", "KBO", "UFC", "Other"])
      await own.addPick(admin, pickFields({ sport, game: `${stream} ${sport}` }));
    await own.addPick(admin, pickFields({ game: "Settled", verdict: "❌" }));
  });

  const games = async (query: object = {}) =>
    (await own.listOpenPicks(member, query)).picks.map(({ game }) => game.replace(`${stream} `, ""));

  it("are listed newest first, without settled ones", async () =>
    expect(await games()).toEqual(["Other", "UFC", "KBO", "Golf", "NBA"]));

  it.each([
    [{ sort: "asc" }, ["NBA", "Golf", "KBO", "UFC", "Other"]],
    [{ sort: "desc", sport: "All" }, ["Other", "UFC", "KBO", "Golf", "NBA"]],
    [{ sport: "NBA" }, ["NBA"]],
    [{ sport: "MLB" }, []],
    [{ sport: "Other" }, ["Other", "KBO", "Golf"]],
    [{ sport: "Other", sort: "asc" }, ["Golf", "KBO", "Other"]],
  ])("are filtered and sorted by %j", async (query, expected) => expect(await games(query)).toEqual(expected));

  it("are sorted by the time they were added, then by id", async () => {
    const added = (id: number, time: string) => ({
      id,
      stream,
      sport: "MLS",
      game: String(id),
      created_at: `2026-11-19T${time}:00.000Z`,
    });
    const first = stream === "regular" ? 1001 : 2001;
    const [early, late, alsoLate] = [first + 1, first, first + 2];
    for (const pick of [added(alsoLate, "14:00"), added(late, "14:00"), added(early, "13:00")])
      await createPick(db, pick);
    expect(
      [await games({ sport: "Other" }), await games({ sport: "Other", sort: "asc" })].map((all) =>
        all.filter((game) => /\d/.test(game)),
      ),
    ).toEqual([[alsoLate, late, early].map(String), [early, late, alsoLate].map(String)]);
    await db.deleteFrom("picks").where("sport", "=", "MLS").execute();
  });

  it.each([{ sort: "up" }, { sport: "Golf" }, { sport: "nba" }])("refuse %j", async (query) => {
    await expect(games(query)).rejects.toMatchObject({
      reason: "invalid",
      fields: { [Object.keys(query).join()]: expect.any(String) },
    });
  });

  it("contain only what a card shows", async () => {
    const [pick] = (await own.listOpenPicks(member, { sport: "NBA" })).picks;
    expect(Object.keys(pick ?? {}).toSorted()).toEqual([
      "book",
      "claim",
      "countdown",
      "created_at",
      "day",
      "game",
      "game_date",
      "id",
      "note",
      "odds",
      "over_at",
      "pick",
      "playable_to",
      "sim_confidence",
      "sport",
      "starts_at",
      "tag",
      "time",
      "unit_size",
      "why",
    ]);
    expect(pick).toMatchObject({
      game_date: "11/20/2026",
      starts_at: "2026-11-21T00:30:00.000Z",
      countdown: "Started",
      created_at: expect.stringMatching(/Z$/),
    });
  });

  it("need at most three statements: the picks, their version, and the saved ones", async () =>
    expect((await statementsOf(() => games())).length).toBeLessThanOrEqual(3));
});
