import { describe, expect, it } from "vitest";
import { addDays } from "../../app/time/calendar-date.ts";
import { loadGames, moveDates } from "../../db/demo/games.ts";
import { demoPicks, nextMorning, type DemoPick } from "../../db/demo/picks.ts";

const games = loadGames();
const today = "2026-11-21";
const picks = demoPicks(games, today);

function publishedOn(pick: DemoPick): string {
  return addDays(pick.game_date, -pick.published_days_before);
}

function choice({ stream, game, game_date, pick, sim_confidence, unit_size }: DemoPick): string {
  return [stream, game, game_date, pick, sim_confidence, unit_size].join(" | ");
}

function groups(list: DemoPick[], key: (pick: DemoPick) => string): Map<string, DemoPick[]> {
  const grouped = new Map<string, DemoPick[]>();
  for (const pick of list) grouped.set(key(pick), [...(grouped.get(key(pick)) ?? []), pick]);
  return grouped;
}

describe("no look-ahead", () => {
  it.each(["2024-11-30", "2025-12-25", "2026-04-18", "2026-08-02", "2026-11-20", "2026-11-21", "2026-11-22"])(
    "picks up to %s stay the same without the later games",
    (cut) => {
      const gamesUntilCut = moveDates(games, today).filter((game) => game.date <= cut);
      const earlier = picks.filter((pick) => pick.game_date <= cut);
      expect(earlier.length).toBeGreaterThan(100);
      expect(demoPicks(gamesUntilCut, today)).toEqual(earlier);
    },
  );

  it.each(["2025-01-04", "2026-01-17", "2026-11-19", "2026-11-20"])(
    "picks published by %s stay the same when every score from that day on changes",
    (day) => {
      const rescored = moveDates(games, today).map((game) =>
        game.date < day ? game : { ...game, away_score: 99, home_score: 0 },
      );
      const onlyChoices = (list: DemoPick[]) => list.filter((pick) => publishedOn(pick) <= day).map(choice);
      const undecided = picks.filter((pick) => publishedOn(pick) <= day && pick.game_date >= day);
      expect(undecided.length).toBeGreaterThan(0);
      // A pick can appear, since its game is no longer a push; none may disappear or change.
      const unchanged = new Set(onlyChoices(demoPicks(rescored, today)));
      expect(onlyChoices(picks).filter((pick) => !unchanged.has(pick))).toEqual([]);
    },
  );

  it("open picks of later days are published yesterday and use only earlier scores", () => {
    const quiet = "2026-08-09";
    const all = demoPicks(games, quiet);
    const later = all.filter((pick) => pick.game_date > addDays(quiet, 1));
    const rescored = moveDates(games, quiet).map((game) =>
      game.date < addDays(quiet, -1) ? game : { ...game, away_score: 9, home_score: 0 },
    );
    const open = (list: DemoPick[]) => list.filter((pick) => pick.verdict === "");
    expect(later.length).toBeGreaterThan(0);
    expect(new Set(later.map(publishedOn))).toEqual(new Set([addDays(quiet, -1)]));
    expect(open(demoPicks(rescored, quiet))).toEqual(open(all));
  });
});

describe("the picks", () => {
  it("are the same every time, also from games that were already moved", () => {
    expect(demoPicks(games, today)).toEqual(picks);
    expect(demoPicks(moveDates(games, today), today)).toEqual(picks);
  });

  it("are sorted by publication", () => {
    const keys = picks.map((pick) => `${publishedOn(pick)} ${String(pick.published_minute).padStart(2, "0")}`);
    expect(keys).toEqual([...keys].sort());
  });

  it("are at most five regular and three pro a day and one per game, with 1 to 2 units in quarters", () => {
    const perDay = groups(picks, (pick) => `${pick.stream} ${pick.game_date}`);
    for (const [key, list] of perDay) expect(list.length).toBeLessThanOrEqual(key.startsWith("pro") ? 3 : 5);
    expect(new Set(picks.map((pick) => `${pick.stream} ${pick.game_date} ${pick.game}`)).size).toBe(picks.length);
    expect(new Set(picks.map((pick) => pick.unit_size))).toEqual(new Set([1, 1.25, 1.5, 1.75, 2]));
  });

  it("of pros are mostly other bets, never the other side of a regular one, and claim the same for the same bet", () => {
    const marketOf = ({ game_date, game, market }: DemoPick) => [game_date, game, market].join(" | ");
    const regular = new Map(picks.filter(({ stream }) => stream === "regular").map((pick) => [marketOf(pick), pick]));
    const pro = picks.filter(({ stream }) => stream === "pro");
    const shared = pro.flatMap((pick) => [[pick, regular.get(marketOf(pick))] as const]).filter(([, other]) => other);
    expect([pro.length, shared.length]).toEqual([1175, 152]);
    for (const [pick, other] of shared)
      expect([pick.side, pick.line, pick.odds, pick.sim_confidence]).toEqual([
        other?.side,
        other?.line,
        other?.odds,
        other?.sim_confidence,
      ]);
  });

  it("have losing and winning months", () => {
    const settled = picks.filter((pick) => pick.units_result !== null);
    const months = groups(settled, (pick) => pick.game_date.slice(0, 7));
    const results = [...months.values()].map((list) => list.reduce((sum, pick) => sum + (pick.units_result ?? 0), 0));
    expect(results.some((units) => units < 0)).toBe(true);
    expect(results.some((units) => units > 0)).toBe(true);
    expect(settled.every((pick) => (pick.verdict === "✅") === (pick.units_result ?? 0) > 0)).toBe(true);
  });

  it("have no result while their game is open", () => {
    const open = picks.filter((pick) => pick.verdict === "");
    for (const pick of open) expect(pick).toMatchObject({ closing_line: "", beat_clv: "", units_result: null });
    expect(open.every((pick) => pick.game_date >= today)).toBe(true);
  });
});

it.each([
  ["2026-11-21T04:30:00.000Z", "America/New_York", "2026-11-21T13:00:00.000Z"],
  ["2026-11-21T12:59:59.000Z", "America/New_York", "2026-11-21T13:00:00.000Z"],
  ["2026-11-21T13:00:00.000Z", "America/New_York", "2026-11-22T13:00:00.000Z"],
  ["2026-11-21T23:00:00.000Z", "America/New_York", "2026-11-22T13:00:00.000Z"],
  ["2026-11-21T23:00:00.000Z", "Asia/Tokyo", "2026-11-22T23:00:00.000Z"],
  ["2026-11-01T04:00:00.000Z", "America/New_York", "2026-11-01T13:00:00.000Z"],
])("at %s in %s, picks appear next at %s", (now, zone, next) =>
  expect(nextMorning(new Date(now), zone).toISOString()).toBe(next),
);
