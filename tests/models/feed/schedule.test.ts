import { describe, expect, it } from "vitest";
import { type AskedGame, dueCalls, nextScoresAt, pauseMs } from "../../../app/models/feed/schedule.ts";

const zone = "America/New_York";
const start = "2026-11-21T00:30:00.000Z";
const feed = { scoredSports: ["NBA", "NFL"], pricedSports: ["NBA", "NFL", "UFC"], scoresDays: 3 };

function game(changes: Partial<AskedGame> = {}): AskedGame {
  return {
    game: "one",
    teams: "one",
    sport: "NBA",
    starts_at: start,
    game_date: "2026-11-20",
    markets: ["spread"],
    isFinal: false,
    scores_asked: 0,
    scores_next_at: null,
    prices_asked: 0,
    prices_known: 0,
    ...changes,
  };
}

/** In minutes from the start. */
function dueAt(minutes: number, ...games: AskedGame[]) {
  const now = new Date(Date.parse(start) + minutes * 60_000);
  return dueCalls(games, feed, now, zone);
}

function kindsAt(minutes: number, changes: Partial<AskedGame> = {}): string[] {
  return dueAt(minutes, game(changes)).map(({ kind }) => kind);
}

describe("scores", () => {
  it("are first asked for two and a half hours after the start, for three days", () => {
    expect([149, 150, 3 * 24 * 60 + 149, 3 * 24 * 60 + 150].map((minutes) => kindsAt(minutes))).toEqual([
      [],
      ["scores"],
      ["scores"],
      [],
    ]);
  });

  it("of a game without a start, when its date is over; without a date, never", () => {
    // Midnight in New York is 4 hours and 30 minutes after the start.
    const dated = { starts_at: null };
    expect([269, 270].map((minutes) => kindsAt(minutes, dated))).toEqual([[], ["scores"]]);
    expect(kindsAt(9999, { ...dated, game_date: "" })).toEqual([]);
  });

  it("are asked for again when the time has come, at most six times, and never after the final one", () => {
    const next = { scores_asked: 1, scores_next_at: "2026-11-21T03:30:00.000Z" };
    expect([179, 180].map((minutes) => kindsAt(minutes, next))).toEqual([[], ["scores"]]);
    expect(kindsAt(400, { ...next, scores_asked: 6 })).toEqual([]);
    expect(kindsAt(400, { ...next, isFinal: true })).toEqual([]);
  });

  it("are asked for again after half an hour, and after failures later and later", () => {
    const now = new Date(start);
    const minutes = (asked: number, failed: boolean) =>
      (Date.parse(nextScoresAt(asked, failed, now)) - now.getTime()) / 60_000;
    expect([1, 5].map((asked) => minutes(asked, false))).toEqual([30, 30]);
    expect([1, 2, 3, 4, 5].map((asked) => minutes(asked, true))).toEqual([60, 120, 240, 480, 960]);
  });
});

describe("prices", () => {
  it("are asked for in the last five minutes before the start, once", () => {
    expect([-5.1, -5, -0.1, 0].map((minutes) => kindsAt(minutes))).toEqual([[], ["prices"], ["prices"], []]);
    expect(kindsAt(-3, { prices_asked: 1, prices_known: 1 })).toEqual([]);
  });

  it("are asked for a second time after a call that failed, and no third time", () => {
    expect([1, 2].map((prices_asked) => kindsAt(-3, { prices_asked }))).toEqual([["prices"], []]);
  });

  it("of games without a start or without a bet that has a price are not asked for", () => {
    expect(kindsAt(-3, { starts_at: null })).toEqual([]);
    expect(kindsAt(-3, { markets: [] })).toEqual([]);
  });
});

it("one call is for all games of a sport, with the markets of their bets; prices come first", () => {
  const ahead = "2026-11-21T03:34:00.000Z";
  expect(
    dueAt(
      180,
      game({ game: "a" }),
      game({ game: "b" }),
      game({ game: "c", sport: "NFL" }),
      game({ game: "d", starts_at: ahead }),
      game({ game: "e", starts_at: ahead, markets: ["total", "spread"] }),
      game({ game: "f", sport: "UFC", starts_at: ahead, markets: ["moneyline"] }),
      game({ game: "g", sport: "UFC" }),
      game({ game: "h", sport: "Golf" }),
    ).map((call) => ({ ...call, games: call.games.map((each) => each.game) })),
  ).toEqual([
    { kind: "prices", sport: "NBA", games: ["d", "e"], markets: ["spread", "total"] },
    { kind: "prices", sport: "UFC", games: ["f"], markets: ["moneyline"] },
    { kind: "scores", sport: "NBA", games: ["a", "b"], days: 2 },
    { kind: "scores", sport: "NFL", games: ["c"], days: 2 },
  ]);
});

it("after a failure no call is made for a minute, after more for up to five", () => {
  expect([0, 1, 2, 3, 9].map((failures) => pauseMs(failures) / 60_000)).toEqual([0, 1, 2, 5, 5]);
});
