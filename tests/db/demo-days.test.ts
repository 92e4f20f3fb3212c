import { describe, expect, it } from "vitest";
import { addDays } from "../../app/time/calendar-date.ts";
import { loadGames, SPORTS } from "../../db/demo/games.ts";
import { demoPicks, type DemoPick } from "../../db/demo/picks.ts";

const games = loadGames();
const SETTLED_MIN = { regular: 1500, pro: 600 } as const;

function problemsOf(today: string): string[] {
  const picks = demoPicks(games, today);
  const settled = picks.filter((pick) => pick.verdict !== "");
  const open = picks.filter((pick) => pick.verdict === "");
  return [
    ...(["regular", "pro"] as const).flatMap((stream) => {
      const settledCount = ofStream(settled, stream);
      const openCount = ofStream(open, stream);
      return [
        ...(settledCount < SETTLED_MIN[stream] ? [`${settledCount} settled ${stream} picks`] : []),
        ...(openCount < 5 || openCount > 12 ? [`${openCount} open ${stream} picks`] : []),
      ];
    }),
    ...SPORTS.filter((sport) => !settled.some((pick) => pick.sport === sport)).map((sport) => `no history of ${sport}`),
    ...open.filter((pick) => pick.game_date < today).map((pick) => `open in the past: ${pick.game}`),
    ...settled.filter((pick) => pick.game_date >= today).map((pick) => `settled in the future: ${pick.game}`),
    ...picks
      .filter((pick) => addDays(pick.game_date, -pick.published_days_before) >= today)
      .map((pick) => `not yet published: ${pick.game}`),
    ...picks
      .filter((pick) => pick.published_minute < 0 || pick.published_minute > 59)
      .map((pick) => `published after 8:59: ${pick.game}`),
  ].map((problem) => `${today}: ${problem}`);
}

function ofStream(picks: DemoPick[], stream: DemoPick["stream"]): number {
  return picks.filter((pick) => pick.stream === stream).length;
}

describe("on any start day", () => {
  // 53 meets every day of the week and every season: dates move by whole years of 52 weeks.
  it("there are enough settled and open picks: every 53rd day of three years", { timeout: 120_000 }, () => {
    for (let today = "2026-01-01"; today < "2029"; today = addDays(today, 53)) expect(problemsOf(today)).toEqual([]);
  });

  it.each(["2026-10-12", "2026-10-13", "2026-11-21", "2026-11-22", "2027-03-12", "2027-12-25", "2028-02-29"])(
    "there are enough settled and open picks on %s",
    (today) => {
      expect(problemsOf(today)).toEqual([]);
    },
  );
});
