import { describe, expect, it } from "vitest";
import { type Bet, betProblem, resolveBet, resultProblem } from "../../../app/models/bets/bet-fields.ts";
import { type Situation, warningsOf } from "../../../app/models/bets/bet-warnings.ts";

const zone = "America/New_York";
const morning: Situation = {
  now: new Date("2026-11-20T15:00:00.000Z"),
  zone,
  today: "2026-11-20",
  isRepeated: false,
  against: "",
  isPublished: true,
};
const night: Situation = { ...morning, now: new Date("2026-11-21T04:00:00.000Z") };
const nextDay: Situation = { ...morning, now: new Date("2026-11-21T15:00:00.000Z"), today: "2026-11-21" };

const usual: Bet = {
  pick: "Celtics -3.5 (-110)",
  game: "Los Angeles Lakers @ Boston Celtics",
  game_date: "2026-11-20",
  time: "7:30 PM",
  verdict: "",
  unit_size: 1,
  away: "",
  home: "",
  starts_at: null,
  market: "",
  side: "",
  line: null,
  odds: null,
  units_result: null,
};

function warnings(changes: Partial<Bet> = {}, situation = morning): string[] {
  return warningsOf(resolveBet(null, { ...usual, ...changes }, zone), situation);
}

it("nothing is unusual about a pick before its game, and about its result after it", () => {
  expect(warnings()).toEqual([]);
  expect(warnings({ pick: "A prop", time: "", game_date: "", game: "" })).toEqual([]);
  const late = ["Its start is in the past: 11/20/2026, 7:30 PM EST."];
  for (const verdict of ["✅", "❌", "➖", "🚫"]) expect(warnings({ verdict }, night)).toEqual(late);
});

it("no pick and no game", () => {
  const warning = ["It has no pick and no game."];
  expect(warnings({ pick: "", game: "" })).toEqual(warning);
  expect(warnings({ pick: "Over 8.5", game: "" })).toEqual([]);
  expect(warnings({ pick: "", game: usual.game })).toEqual([]);
});

it("another open pick with the same game, pick and date", () => {
  const repeated = { ...night, isRepeated: true };
  const warning = "An open pick with the same game, pick and date exists already.";
  expect(warnings({}, { ...morning, isRepeated: true })).toEqual([warning]);
  expect(warnings({ verdict: "✅" }, repeated)).not.toContain(warning);
  expect(warnings({}, repeated)).toContain(warning);
});

describe("a start in the past", () => {
  it("is named with its time, or with its date alone", () => {
    expect(warnings({}, night)).toEqual(["Its start is in the past: 11/20/2026, 7:30 PM EST."]);
    expect(warnings({ time: "" }, nextDay)).toEqual(["Its start is in the past: 11/20/2026."]);
    expect(warnings({ game_date: "", starts_at: "2026-11-20T14:59:00.000Z" })).toContain(
      "Its start is in the past: 11/20/2026, 9:59 AM EST.",
    );
  });

  it("is none before it, on its day without a time, and without a date", () => {
    expect(warnings({ time: "" }, night)).toEqual([]);
    expect(warnings({ game_date: "", time: "" }, nextDay)).toEqual([]);
    expect(warnings({ starts_at: "2026-11-21T15:00:00.001Z" }, nextDay)).not.toContainEqual(
      expect.stringContaining("past"),
    );
  });
});

it.each([
  ["2027-11-25", 370, false],
  ["2027-11-26", 371, true],
  ["2025-11-15", 370, false],
  ["2025-11-14", 371, true],
])("a date more than 370 days away: %s is %i days away", (game_date, _days, isUnusual) => {
  const found = warnings({ game_date }).filter((text) => !text.includes("past"));
  expect(found).toEqual(isUnusual ? ["Its date is more than 370 days away."] : []);
});

it.each([
  [5, []],
  [5.01, ["Its stake is over 5 units: 5.01u."]],
  [1000, ["Its stake is over 5 units: 1000u."]],
])("a stake over 5 units: %d", (unit_size, expected) => expect(warnings({ unit_size })).toEqual(expected));

describe("published too late to count", () => {
  const late = "This will be listed as published after its start and won't count.";
  const publishing = (situation: Situation): Situation => ({ ...situation, isPublished: false });

  it("is one warning with the start in the past, settled already or not", () => {
    const texts = [`Its start is in the past: 11/20/2026, 7:30 PM EST. ${late}`];
    expect(warnings({}, publishing(night))).toEqual(texts);
    expect(warnings({ verdict: "🚫" }, publishing(night))).toEqual(texts);
    expect(warnings({}, publishing(morning))).toEqual([]);
  });

  it("is said of one that is settled already without a start, and not of one whose game is still to come", () => {
    expect(warnings({ verdict: "🚫", game_date: "" }, publishing(nextDay))).toEqual([late]);
    expect(warnings({ verdict: "🚫", time: "" }, publishing(night))).toEqual([late]);
    expect(warnings({ verdict: "🚫" }, publishing(morning))).toEqual(["Its game has not started yet."]);
  });
});

describe("settling a game that has not started", () => {
  const warning = "Its game has not started yet.";

  it.each(["✅", "❌", "➖", "🚫"])("%s", (verdict) => {
    expect(warnings({ verdict })).toEqual([warning]);
    expect(warnings({ verdict }, night)).not.toContain(warning);
    expect(warnings({ verdict, time: "" }, night)).toEqual([warning]);
    expect(warnings({ verdict, time: "" }, nextDay)).not.toContain(warning);
    expect(warnings({ verdict, game_date: "" }, nextDay)).toEqual([warning]);
  });
});

describe("a win or loss", () => {
  const results = (changes: Partial<Bet>) => warnings(changes, night).filter((text) => !text.includes("past"));
  const unpriced = { pick: "Celtics -3.5" };

  it.each([
    ["✅", "It is a win without a result in units."],
    ["❌", "It is a loss without a result in units."],
  ])("without units: %s", (verdict, warning) => {
    expect(results({ ...unpriced, verdict })).toEqual([warning]);
    expect(results({ ...unpriced, verdict, units_result: 0 })).toEqual([]);
    expect(results({ verdict })).toEqual([]);
  });

  it.each(["➖", "🚫", ""])("is none of %j, which needs no units", (verdict) =>
    expect(results({ ...unpriced, verdict })).toEqual([]),
  );

  it.each([
    ["✅", 0.93, []],
    ["✅", 0.89, []],
    ["✅", 0.94, ["Win of 1u at -110 is +0.91 U, not +0.94 U."]],
    ["✅", 0.88, ["Win of 1u at -110 is +0.91 U, not +0.88 U."]],
    ["✅", 0, ["Win of 1u at -110 is +0.91 U, not 0.00 U."]],
    ["❌", -1.02, []],
    ["❌", -0.98, []],
    ["❌", -1.1, ["Loss of 1u at -110 is -1.00 U, not -1.10 U."]],
  ])("whose result differs from the price by more than 0.02: %s %d", (verdict, units_result, expected) =>
    expect(results({ verdict, units_result })).toEqual(expected),
  );
});

describe("fields that contradict the text", () => {
  it.each<[Partial<Bet>, string[]]>([
    [{ line: -4 }, ["The text says line -3.5, but -4 was entered."]],
    [{ odds: -115 }, ["The text says odds -110, but -115 was entered."]],
    [{ side: "away" }, ["The text says side home, but away was entered."]],
    [{ home: "Boston Celtics II" }, ["The text says home Boston Celtics, but Boston Celtics II was entered."]],
    [
      { starts_at: "2026-11-21T01:00:00.000Z" },
      ["The text says starts at 11/20/2026, 7:30 PM EST, but 11/20/2026, 8:00 PM EST was entered."],
    ],
    [{ market: "moneyline" }, ["The text says market spread, but moneyline was entered."]],
  ])("are named with both values: %j", (changes, expected) => {
    expect(warnings(changes)).toEqual(expected);
    const { reading } = resolveBet(null, usual, zone);
    expect(warnings(Object.fromEntries(Object.entries(reading).filter(([name]) => name in changes)))).toEqual([]);
  });

  it("are none where the text says nothing", () =>
    expect(
      warnings({ pick: "A prop", game: "Finals", market: "other", odds: 120, away: "Lakers", home: "Celtics" }),
    ).toEqual([]));

  it("are named when a field was emptied, too", () => {
    const { bet } = resolveBet(null, usual, zone);
    const emptied = resolveBet({ ...bet, typedFields: [] }, { ...bet, line: null }, zone);
    expect(warningsOf(emptied, morning)).toEqual(["The text says line -3.5, but nothing was entered."]);
  });
});

it("names everything that is unusual, a sentence each", () => {
  const several = warnings({ pick: "", game: "", unit_size: 6, verdict: "✅", game_date: "2028-01-01" });
  expect(several).toEqual([
    "It has no pick and no game.",
    "Its date is more than 370 days away.",
    "Its stake is over 5 units: 6u.",
    "Its game has not started yet.",
    "It is a win without a result in units.",
  ]);
});

describe("what can't be is refused, not asked", () => {
  it.each<[Partial<Bet>, string | null]>([
    [{ market: "total", side: "home" }, "side"],
    [{ market: "total", side: "draw" }, "side"],
    [{ market: "spread", side: "over" }, "side"],
    [{ market: "moneyline", side: "under" }, "side"],
    [{ market: "spread", side: "draw" }, "side"],
    [{ market: "other", side: "over" }, "side"],
    [{ market: "", side: "under" }, "side"],
    [{ market: "moneyline", side: "home", line: 0 }, "line"],
    [{ market: "total", side: "over", line: -1 }, "line"],
    [{ market: "moneyline", side: "draw" }, null],
    [{ market: "total", side: "under", line: 0.5 }, null],
    [{ market: "spread", side: "away", line: 0 }, null],
    [{ market: "other", side: "home", line: 24.5 }, null],
    [{ market: "", side: "" }, null],
  ])("%j at %j", (bet, field) => expect(betProblem({ ...usual, ...bet })?.field ?? null).toBe(field));

  it.each([
    ["✅", -0.01, "A win can't be below 0."],
    ["✅", 1500, "At most 1000 units."],
    ["✅", 0, null],
    ["❌", 0.01, "A loss can't be above 0."],
    ["❌", 0, null],
    ["➖", 0.5, "A push is 0: the stake came back."],
    ["🚫", -1, "A void is 0: the stake came back."],
    ["➖", 0, null],
    ["🚫", null, null],
    ["", -1, null],
  ])("a result that can't belong to %j: %d", (verdict, units_result, problem) =>
    expect(resultProblem({ verdict, units_result })).toBe(problem),
  );
});
