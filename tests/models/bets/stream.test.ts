import { describe, expect, test } from "vitest";
import { type ListedBet, otherStream, relationOf, streams } from "../../../app/models/bets/stream.ts";

const bet: ListedBet = {
  game_date: "2026-11-20",
  away: "New York Knicks",
  home: "Boston Celtics",
  market: "spread",
  side: "home",
};

describe("two bets of one game", () => {
  test.each([
    ["the same side", {}, "same"],
    ["the other side", { side: "away" }, "against"],
    ["the other side by the moneyline", { side: "away", market: "moneyline" }, "against"],
    ["the same side by the moneyline", { market: "moneyline" }, null],
    ["the total", { side: "over", market: "total" }, null],
    ["another day", { game_date: "2026-11-21" }, null],
    ["another opponent", { home: "Chicago Bulls" }, null],
  ] as const)("%s", (_name, changes, relation) => {
    expect(relationOf(bet, { ...bet, ...changes })).toBe(relation);
    expect(relationOf({ ...bet, ...changes }, bet)).toBe(relation);
  });

  test("over and under are against each other", () =>
    expect(relationOf({ ...bet, market: "total", side: "over" }, { ...bet, market: "total", side: "under" })).toBe(
      "against",
    ));

  test("bets that could not be read are not related", () => {
    const unread = { ...bet, market: "", side: "" } as const;
    expect(relationOf(unread, unread)).toBeNull();
    expect(relationOf({ ...bet, away: "", home: "" }, { ...bet, away: "", home: "" })).toBeNull();
  });
});

test("there are two streams", () => expect(streams.map(otherStream)).toEqual(["pro", "regular"]));
