import { describe, expect, it } from "vitest";
import { sports } from "../../../../app/models/bets/sports.ts";
import { teamFacts } from "../../../../app/models/bets/teams/team-facts.ts";
import { teamNamed } from "../../../../app/models/bets/teams/teams.ts";
import { loadGames } from "../../../../db/demo/games.ts";

describe("a name that one team of its sport has", () => {
  it.each([
    ["NBA", "Boston Celtics", "Boston Celtics"],
    ["NBA", "Celtics", "Boston Celtics"],
    ["NBA", "Boston", "Boston Celtics"],
    ["NBA", "BOS", "Boston Celtics"],
    ["NBA", "bos", "Boston Celtics"],
    ["NBA", "C\u2019s", "Boston Celtics"],
    ["NBA", "LA Lakers", "Los Angeles Lakers"],
    ["NBA", "L.A. Lakers", "Los Angeles Lakers"],
    ["NBA", "New York", "New York Knicks"],
    ["NBA", "GS", "Golden State Warriors"],
    ["NBA", "GSW", "Golden State Warriors"],
    ["NBA", "Sixers", "Philadelphia 76ers"],
    ["NBA", "Philly", "Philadelphia 76ers"],
    ["NBA", "T-Wolves", "Minnesota Timberwolves"],
    ["NBA", "Portland Trailblazers", "Portland Trail Blazers"],
    ["WNBA", "Vegas", "Las Vegas Aces"],
    ["WNBA", "Valkyries", "Golden State Valkyries"],
    ["WNBA", "Tempo", "Toronto Tempo"],
    ["NFL", "Niners", "San Francisco 49ers"],
    ["NFL", "KC", "Kansas City Chiefs"],
    ["NFL", "LV", "Las Vegas Raiders"],
    ["NFL", "NY Jets", "New York Jets"],
    ["MLB", "D-backs", "Arizona Diamondbacks"],
    ["MLB", "D backs", "Arizona Diamondbacks"],
    ["MLB", "NY Mets", "New York Mets"],
    ["MLB", "NYY", "New York Yankees"],
    ["MLB", "A's", "Athletics"],
    ["MLB", "Saint Louis", "St. Louis Cardinals"],
    ["NHL", "Habs", "Montréal Canadiens"],
    ["NHL", "Montreal Canadiens", "Montréal Canadiens"],
    ["NHL", "Vegas", "Vegas Golden Knights"],
    ["NHL", "Utah", "Utah Mammoth"],
    ["NHL", "Bolts", "Tampa Bay Lightning"],
    ["MLS", "DC United", "D.C. United"],
    ["MLS", "LAFC", "Los Angeles FC"],
    ["MLS", "NYCFC", "New York City FC"],
    ["MLS", "Sporting KC", "Sporting Kansas City"],
  ])("in the %s, %j is %s", (sport, text, team) => expect(teamNamed(sport, text)).toBe(team));
});

describe("a name that nobody has alone", () => {
  it.each([
    ["NBA", "LA"],
    ["NBA", "Los Angeles"],
    ["NFL", "NY"],
    ["NFL", "New York"],
    ["MLB", "New York"],
    ["MLB", "Chicago"],
    ["MLB", "LA"],
    ["MLB", "Sox"],
    ["NHL", "New York"],
    ["MLS", "LA"],
    ["MLS", "NY"],
    ["MLS", "United"],
    ["MLS", "FC"],
    ["NBA", "Yankees"],
    ["NBA", "Boston Lakers"],
    ["NBA", "Celtics Boston"],
    ["NBA", "the Celtics"],
    ["NBA", "Celt"],
    ["NBA", ""],
    ["NBA", "..."],
    ["NBA", "constructor"],
    ["NCAAB", "Boston"],
    ["KBO", "Bears"],
    ["", "Celtics"],
    ["constructor", "Celtics"],
  ])("in %j, %j is no team", (sport, text) => expect(teamNamed(sport, text)).toBeNull());
});

const rows = Object.entries(teamFacts).flatMap(([sport, teams]) => teams.map((team) => [sport, team[0]] as const));

it("each full name is its own team, and each table is that of a sport", () => {
  expect(rows.filter(([sport, name]) => teamNamed(sport, name) !== name)).toEqual([]);
  expect(Object.keys(teamFacts).filter((sport) => !sports.some((known) => known === sport))).toEqual([]);
  const counts = Object.entries(teamFacts).map(([sport, teams]) => [sport, teams.length]);
  expect(Object.fromEntries(counts)).toEqual({ NBA: 30, WNBA: 15, NFL: 32, MLB: 30, NHL: 32, MLS: 30 });
});

it("knows the teams of the demo's games, except those that are no more", () => {
  const names = loadGames().flatMap(({ sport, away, home }) => [away, home].map((name) => [sport, name] as const));
  const unknown = names.filter(([sport, name]) => sport in teamFacts && teamNamed(sport, name) === null);
  expect([...new Set(unknown.map(([, name]) => name))].sort()).toEqual(["Arizona Coyotes", "Cleveland Indians"]);
});
