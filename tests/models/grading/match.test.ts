import { describe, expect, it, test } from "vitest";
import {
  type OnGame,
  type ResultName,
  gamesOf,
  keysWith,
  matchResult,
  nameKey,
} from "../../../app/models/grading/games.ts";

let ids = 0;
const names = { sport: "MLB", game_date: "2026-11-24", away: "St. Louis Cardinals", home: "Chicago Cubs" } as const;

function pick(changes: Partial<OnGame> = {}): OnGame {
  ids += 1;
  const row = { ...names, id: ids, starts_at: null, external_id: "", ...changes };
  return { game: `${row.away} @ ${row.home}`, ...row };
}

const result = (changes: Partial<ResultName> = {}): ResultName => ({
  ...names,
  starts_at: null,
  external_id: "",
  ...changes,
});

const noon = "2026-11-24T17:00:00.000Z";
const evening = "2026-11-25T00:30:00.000Z";

/** The ids of the picks on the game found, else why there is none. */
function match(line: ResultName, picks: readonly OnGame[], aliases: Parameters<typeof keysWith>[0] = []) {
  const keys = keysWith(aliases);
  const found = matchResult(line, gamesOf(picks, keys), keys);
  return "games" in found ? found.games.flatMap((game) => game.picks.map(({ id }) => id)) : found;
}

test.each([
  ["St. Louis", "st louis"],
  ["Montréal", "MONTREAL"],
  ["D.C. United", "DC United"],
  ["San José  State", "San Jose State"],
  ["D-backs", "D backs"],
  ["D\u2013backs", "Dbacks"],
  ["Bod\u00f8/Glimt", "Bod\u00f8 Glimt"],
  ["Hawai\u02bbi", "Hawai\u2019i"],
  ["Saint Louis", "St. Louis"],
  ["Paris Saint-Germain", "Paris St Germain"],
  ["The Citadel", "Citadel"],
])("%s and %s are the same name", (one, other) => expect(nameKey(one)).toBe(nameKey(other)));

test.each([
  ["Michigan", "Michigan State"],
  ["New York Jets", "New York Giants"],
  ["Miami (FL)", "Miami (OH)"],
  ["Theo Smith", "O Smith"],
  ["New Orleans Saints", "New Orleans Sts"],
  ["D-backs", "backs"],
  ["St. Louis", "Louis"],
])("%s and %s are two names", (one, other) => expect(nameKey(one)).not.toBe(nameKey(other)));

describe("a result finds its picks", () => {
  it("by sport, date and both names", () => {
    const picks = [pick(), pick({ away: "st louis cardinals" }), pick({ home: "Milwaukee Brewers" })];
    expect(match(result({ away: "ST LOUIS CARDINALS" }), picks)).toEqual(picks.slice(0, 2).map(({ id }) => id));
  });

  it("by the game's id, whatever its names and date are", () => {
    const one = pick({ external_id: "g1", away: "S. Cards" });
    expect(match(result({ external_id: "g1", game_date: "2026-11-25" }), [one, pick()])).toEqual([one.id]);
    const other = pick({ external_id: "g1", away: "SLC", home: "ChiCubs" });
    expect(match(result({ external_id: "g1" }), [one, other]), "spelled differently").toEqual([one.id, other.id]);
  });

  it("by its names when no pick has its id", () => {
    const one = pick({ external_id: "ours" });
    expect(match(result({ external_id: "theirs" }), [one])).toEqual([one.id]);
  });

  it.each(["Cardinals", "Cards", "STL", "St Louis"])("by what else its team is called in its sport: %s", (away) => {
    const one = pick();
    expect(match(result({ away }), [one])).toEqual([one.id]);
    expect(match(result({ away, sport: "NPB" }), [pick({ sport: "NPB" })])).toHaveProperty("unknown");
  });

  it("by an alias that staff confirmed, in its sport alone", () => {
    const one = pick();
    const alias = { sport: "MLB", alias: nameKey("SLC"), name: nameKey("St. Louis Cardinals") };
    expect(match(result({ away: "SLC" }), [one], [alias])).toEqual([one.id]);
    expect(match(result({ away: "SLC" }), [one], [{ ...alias, sport: "NFL" }])).toHaveProperty("unknown");
  });
});

describe("an alias that was stored with the key of before", () => {
  it.each([
    ["d-backs", "St. Louis Cardinals", "stlouiscardinals", "D-backs"],
    ["d-backs", "St. Louis Cardinals", "stlouiscardinals", "D backs"],
    ["thecards", "St. Louis Cardinals", "stlouiscardinals", "The Cards"],
    ["saintl", "St. Louis Cardinals", "stlouiscardinals", "Saint L."],
    ["birds", "Saint Louis Birds", "saintlouisbirds", "Birds"],
    ["birds", "The Birds of Old", "thebirdsofold", "Birds"],
    ["hawai'irainbow", "Hawai'i Rainbow", "hawai'irainbow", "Hawai\u2019i Rainbow"],
  ])("%j for %s, as %j, is found by %j", (alias, away, name, sent) => {
    const one = pick({ away });
    expect(match(result({ away: sent }), [one], [{ sport: "MLB", alias, name }])).toEqual([one.id]);
  });
});

describe("a result finds nothing", () => {
  it.each([
    ["another date", { game_date: "2026-11-25" }],
    ["another sport", { sport: "NPB" }],
    ["a part of a name", { away: "Louis" }],
    ["a nickname that nobody has", { away: "Red Cards" }],
    ["an abbreviation that nobody has", { away: "SLC" }],
    ["a place that two teams have", { home: "Chicago" }],
    ["a name without its start", { away: "Louis Cardinals" }],
    ["another team", { home: "Chicago White Sox" }],
  ])("for %s", (_what, changes) => {
    expect(match(result(changes), [pick()])).toHaveProperty("unknown");
  });

  it("names both when the sides are exchanged", () => {
    expect(match(result({ away: names.home, home: names.away }), [pick()])).toEqual({
      refused:
        "The sides are exchanged: the result says Chicago Cubs @ St. Louis Cardinals, the picks say St. Louis Cardinals @ Chicago Cubs.",
    });
  });

  it("also when the id is right", () => {
    const one = pick({ external_id: "g1" });
    const turned = result({ away: names.home, home: names.away, external_id: "g1" });
    expect(match(turned, [one])).toHaveProperty("refused");
  });

  it("for a start far from the only game's", () => {
    expect(match(result({ starts_at: evening }), [pick({ starts_at: noon })])).toHaveProperty("refused");
  });
});

describe("two games of a day", () => {
  const first = () => pick({ starts_at: noon });
  const second = () => pick({ starts_at: evening });

  it("are told apart by the start, within two hours", () => {
    const [one, other] = [first(), second()];
    expect(match(result({ starts_at: "2026-11-24T18:59:00.000Z" }), [one, other])).toEqual([one.id]);
    expect(match(result({ starts_at: "2026-11-24T23:00:00.000Z" }), [one, other])).toEqual([other.id]);
    expect(match(result({ starts_at: "2026-11-24T20:00:00.000Z" }), [one, other])).toHaveProperty("refused");
  });

  it("are told apart by the game's id", () => {
    const [one, other] = [pick({ external_id: "g1" }), pick({ external_id: "g2" })];
    expect(match(result({ external_id: "g2" }), [one, other])).toEqual([other.id]);
  });

  it("are both named when nothing tells them apart", () => {
    expect(match(result(), [first(), second()])).toEqual({
      refused: expect.stringMatching(/Two games of that day.*starting 2026-11-24T17.* and .*starting 2026-11-25T00/),
    });
  });

  it("leave out a pick that could be on either", () => {
    const [one, other, either] = [first(), second(), pick()];
    expect(match(result({ starts_at: noon }), [one, other, either])).toEqual([one.id]);
  });

  it("are one when the starts are near, whatever their ids are", () => {
    const picks = [pick({ starts_at: noon, external_id: "a" }), pick({ starts_at: noon, external_id: "b" })];
    expect(match(result({ external_id: "b" }), picks)).toEqual(picks.map(({ id }) => id));
  });

  it("are one with a pick that has neither start nor id, when there is only one", () => {
    const picks = [pick({ starts_at: noon, external_id: "a" }), pick()];
    expect(match(result(), picks)).toEqual(picks.map(({ id }) => id));
  });
});
