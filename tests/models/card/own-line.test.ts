import { describe, expect, it, test } from "vitest";
import {
  type OwnLine,
  type OwnResult,
  type PostedBet,
  ownLineText,
  ownResultOf,
  ownTotalsOf,
  ownTotalsTexts,
} from "../../../app/models/card/own-line.ts";

/** Celtics -3.5 at -110, 1u; they win by 4. */
const posted: PostedBet = {
  sport: "NBA",
  market: "spread",
  side: "home",
  line: -3.5,
  odds: -110,
  book: "Caesars",
  away: "New York Knicks",
  home: "Boston Celtics",
  away_score: 100,
  home_score: 104,
  verdict: "✅",
  unit_size: 1,
  units_result: 0.91,
  closing_line: "-4.5",
  closing_odds: -110,
};
const noted: OwnLine = {
  noted_at: "2026-11-20T14:00:00.000Z",
  is_bet: 1,
  own_odds: null,
  own_line: null,
  own_units: null,
  own_book: "",
};
const result = (own: Partial<OwnLine>, changes: Partial<PostedBet> = {}) =>
  ownResultOf({ ...posted, ...changes }, { ...noted, ...own });

describe("at the member's own line", () => {
  test.each([
    ["the posted one wins what was posted", {}, ["win", 0.91, 0.91]],
    ["a better price wins more", { own_odds: 100 }, ["win", 1, 0.91]],
    ["a larger stake is counted at both prices", { own_units: 2, own_odds: 100 }, ["win", 2, 1.82]],
    ["a line that differs can push", { own_line: -4 }, ["push", 0, 0.91]],
    ["or lose", { own_line: -4.5 }, ["loss", -1, 0.91]],
    ["or lose by half", { own_line: -4.25 }, ["loss", -0.5, 0.91]],
  ])("%s", (_name, own, expected) => {
    const { outcome, units, posted: other } = result(own) ?? {};
    expect([outcome, units, other]).toEqual(expected);
  });

  it("a posted loss can win", () =>
    expect(result({ own_line: 1.5 }, { verdict: "❌", units_result: -1, home_score: 99 })?.units).toBe(0.91));
  it("a void gives the stake back", () =>
    expect(result({ own_line: -4.5 }, { verdict: "🚫", units_result: 0 })).toMatchObject({
      outcome: "void",
      units: 0,
    }));
  it("a verdict given by hand counts at the posted line", () =>
    expect(result({ own_odds: 200 }, { market: "other", away_score: null, home_score: null })?.units).toBe(2));
  it("nobody can grade another line without the scores", () =>
    expect(result({ own_line: -4 }, { away_score: null, home_score: null })?.units).toBeNull());
  it("the closing-line value is the member's", () =>
    expect(result({ own_line: -3 })?.closing).toEqual({ points: 1.5 }));

  test.each([
    ["an open pick", {}, { verdict: "" }],
    ["a pick that was not bet", { is_bet: 0 as const }, {}],
    ["a pick without a note", { noted_at: null }, {}],
  ])("%s has no result", (_name, own, changes) => expect(result(own, changes)).toBeNull());
});

describe("in words", () => {
  const text = (own: Partial<OwnLine>, changes: Partial<PostedBet> = {}) =>
    ownLineText({ ...posted, ...changes }, { ...noted, ...own }, "american");

  test.each([
    [
      { own_line: -4, own_odds: -105, own_book: "DraftKings", own_units: 2 },
      {},
      "Yours: -4 -105 DraftKings, 2u: push, 0.00 U",
    ],
    [{}, { verdict: "" }, "Yours: -3.5 -110 Caesars, 1u"],
    [
      {},
      { verdict: "", market: "total" as const, side: "over" as const, line: 220.5 },
      "Yours: over 220.5 -110 Caesars, 1u",
    ],
    [{}, { verdict: "", market: "moneyline" as const }, "Yours: -110 Caesars, 1u"],
    [{ is_bet: 0 as const }, {}, "You didn't bet this."],
    [{ noted_at: null }, {}, ""],
    [{ own_line: -4 }, { home_score: null }, "Yours: -4 -110 Caesars, 1u: win, your line can't be graded"],
  ])("%j of %j is %s", (own, changes, expected) => expect(text(own, changes)).toBe(expected));
});

describe("the totals", () => {
  const results = [
    result({ own_odds: 100, own_book: "DraftKings" }),
    result({ own_line: -4.5, own_book: "FanDuel" }),
    result({ own_line: -4, own_book: "DraftKings" }, { home_score: null }),
  ].filter((one): one is OwnResult => one !== null);

  it("are the sums of the picks that both prices have a result for", () => {
    const totals = ownTotalsOf(results);
    expect(totals).toMatchObject({ picks: 2, units: 0, posted: 1.82, difference: -1.82, closing: { points: 0.5 } });
    expect(totals?.books).toEqual([
      { book: "DraftKings", picks: 1, units: 1, difference: 0.09 },
      { book: "FanDuel", picks: 1, units: -1, difference: -1.91 },
    ]);
    expect(totals && ownTotalsTexts(totals)).toEqual({
      difference: "Your prices: 0.00u, posted: +1.82u. The difference cost you 1.82u.",
      more: [
        "Your stakes at both prices, 2 picks. Your closing-line value: +0.50 points per spread or total.",
        "Your best book: DraftKings, +0.09u vs. the posted prices in 1. FanDuel -1.91u in 1.",
      ],
    });
  });

  it("say what shopping earned, and that there is no difference", () => {
    const textOf = (own: Partial<OwnLine>) => {
      const totals = ownTotalsOf([result(own)].filter((one): one is OwnResult => one !== null));
      return totals && ownTotalsTexts(totals).difference;
    };
    expect([textOf({ own_odds: 110 }), textOf({})]).toEqual([
      "Your prices: +1.10u, posted: +0.91u. Shopping earned you 0.19u.",
      "Your prices: +0.91u, posted: +0.91u. There is no difference.",
    ]);
  });

  it("are none while nothing is noted", () => expect(ownTotalsOf([])).toBeNull());
});
