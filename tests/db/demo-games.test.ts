import { readdirSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { daysBetween, addDays } from "../../app/time/calendar-date.ts";
import { formatCsv, parseCsv } from "../../db/demo/csv.ts";
import { loadGames, moveDates, SPORTS } from "../../db/demo/games.ts";

const folder = fileURLToPath(new URL("../../db/demo/", import.meta.url));
const games = loadGames();

function datesOf(today: string, sport: string): string[] {
  return moveDates(games, today)
    .filter((game) => game.sport === sport)
    .map((game) => game.date);
}

describe("the demo's files", () => {
  it("are smaller than 600 KB together", () => {
    const sizes = readdirSync(folder)
      .filter((file) => file.endsWith(".csv"))
      .map((file) => statSync(`${folder}${file}`).size);
    expect(sizes.length).toBe(SPORTS.length + 1);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(600_000);
  });

  it("include their licences", () => {
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(["LICENSES.md", "LICENSE-Apache-2.0.txt"]));
  });

  it("hold games of all sports, sorted by date", () => {
    for (const sport of SPORTS) {
      const dates = games.filter((game) => game.sport === sport).map((game) => game.date);
      expect(dates.length).toBeGreaterThan(1000);
      expect(dates).toEqual([...dates].sort());
    }
  });

  it("read back names, scores and lines", () => {
    const superBowl = games.find((game) => game.sport === "NFL" && game.date === "2026-02-08");
    expect(superBowl).toMatchObject({
      away: "Seattle Seahawks",
      home: "New England Patriots",
      away_score: 29,
      home_score: 13,
    });
    expect(superBowl).toMatchObject({
      start_time: "18:30",
      open_spread: 5,
      close_spread: 4.5,
      open_total: 46,
      close_total: 45.5,
    });
    expect(superBowl).toMatchObject({ ml_away: -238, ml_home: 195, spread_odds_home: null });
  });

  it("need no quotes: formatCsv refuses a comma", () => {
    const columns = ["away", "home"];
    expect(parseCsv(formatCsv(columns, [["Duke", ""]]))).toEqual([
      new Map([
        ["away", "Duke"],
        ["home", ""],
      ]),
    ]);
    expect(() => formatCsv(columns, [["a,b", ""]])).toThrow();
  });
});

describe("moved dates", () => {
  it("shift each sport by a multiple of 52 weeks, so that weekdays stay the same", () => {
    for (let today = "2026-01-01"; today < "2029-01-01"; today = addDays(today, 61)) {
      const shifts = new Map(SPORTS.map((sport) => [sport, new Set<number>()]));
      for (const game of moveDates(games, today)) shifts.get(game.sport)?.add(daysBetween(game.source_date, game.date));
      for (const shift of shifts.values()) {
        expect(shift.size).toBe(1);
        for (const days of shift) expect(days % 364).toBe(0);
      }
    }
    const [first] = games;
    const [moved] = moveDates(games, "2026-11-21");
    expect([first?.date, moved?.date]).toEqual(["2022-09-08", "2023-09-07"]);
    expect(new Date(moved?.date ?? "").getUTCDay()).toBe(new Date(first?.date ?? "").getUTCDay());
  });

  it("put every sport in season", () => {
    for (const sport of ["NFL", "NCAAF", "NBA", "NHL", "NCAAB", "UFC"]) {
      const dates = datesOf("2026-11-21", sport);
      expect(dates.some((date) => date < "2026-11-21" && date > "2026-11-06")).toBe(true);
      expect(dates.some((date) => date >= "2026-11-21" && date < "2026-12-06")).toBe(true);
    }
    expect(datesOf("2027-06-15", "MLB")).toContain("2027-06-15");
  });

  it("do not depend on the other games or on an earlier move", () => {
    const moved = moveDates(games, "2027-03-01");
    expect(moveDates(moved, "2027-03-01")).toEqual(moved);
    expect(moveDates(games.slice(0, 100), "2027-03-01")).toEqual(moved.slice(0, 100));
  });
});
