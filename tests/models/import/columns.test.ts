import { describe, expect, it } from "vitest";
import { countsOfHeader, fieldOfHeader, matchColumns } from "../../../app/models/import/columns.ts";
import { pickFileColumns } from "../../../app/downloads/picks-csv.ts";

describe("the field of a header", () => {
  it.each([
    ["game", ["Event", "Matchup", "Match", "Game", "Fixture", "Spiel"]],
    ["game_date", ["Date", "Game Date", "EVENT DATE", "Date (MM/DD/YYYY)", "Date/Time", "Datum"]],
    ["time", ["Time", "Kickoff", "Kick-off", "Start time", "Uhrzeit"]],
    ["starts_at", ["Start", "starts_at", "commence_time"]],
    ["pick", ["Selection", "Bet", " pick ", "Play", "Wager", "Tipp"]],
    ["sport", ["League", "Sport", "Sportart", "Liga"]],
    ["tag", ["Tag"]],
    [
      "unit_size",
      ["Stake", "Units", "Risk", "Bet size", "Unit(s) risked", "Stake (u)", "Stake ($)", "Bet ($)", "Einsatz"],
    ],
    ["odds", ["Odds", "Price", "Odds (American)", "Odds (Decimal)", "Odds [US]", "Quote"]],
    ["book", ["Book", "Sportsbook", "Bookmaker", "Buchmacher"]],
    [
      "sim_confidence",
      ["Conf", "Confidence", "Conf %", "Sim confidence %", "Probability", "Win prob.", "Confidence (%)"],
    ],
    ["verdict", ["Result", "Outcome", "W/L", "Win/Loss", "Status", "Ergebnis", "W/L/P"]],
    [
      "units_result",
      ["Profit", "P/L", "P&L", "PnL", "Net", "Won/Lost (u)", "Win/Loss ($)", "Result (units)", "Gewinn"],
    ],
    ["units_result", ["Units +/-", "Units ±", "Units won", "Profit (€)", "P/L $", "Net Units"]],
    ["closing_line", ["Closing", "Closing line", "Close"]],
    ["closing_odds", ["Closing odds", "Odds (closing)", "Closing Price"]],
    ["beat_clv", ["Beat CLV", "Beat CLV?"]],
    ["external_id", ["ID", "Bet ID", "#ID", "Ticket #"]],
    ["playable_to", ["Playable to"]],
    ["home", ["Home", "Home team"]],
    ["line", ["line"]],
  ])("%s", (field, headers) => expect(headers.map(fieldOfHeader)).toEqual(headers.map(() => field)));

  it.each([
    "Line",
    "CLV",
    "Won/Lost",
    "Return",
    "To win",
    "Payout",
    "Notes",
    "Tipster",
    "Bankroll",
    "Odds (opening)",
    "Time (ET)",
    "Date placed",
    "Type",
    "Win %",
    "#",
    "",
    "constructor",
    "__proto__",
  ])("%j has none", (header) => expect(fieldOfHeader(header)).toBeNull());

  it("is that of its own name", () => {
    expect(pickFileColumns.map(fieldOfHeader)).toEqual(pickFileColumns);
  });
});

describe("the columns of a table", () => {
  it("have one field each", () =>
    expect(matchColumns(["Date", "Sport", "Event", "Bet", "Odds", "Stake", "Result", "Profit", "Notes"])).toEqual([
      "game_date",
      "sport",
      "game",
      "pick",
      "odds",
      "unit_size",
      "verdict",
      "units_result",
      null,
    ]));

  it.each([
    ["the field's own name", ["Stake", "unit_size", "Units"], [null, "unit_size", null]],
    ["the better name", ["Date", "Game date", "Datum"], [null, "game_date", null]],
    ["the league", ["Sport", "League"], [null, "sport"]],
    ["the field's own name before the league", ["League", "sport"], [null, "sport"]],
    ["the first of two equal names", ["Odds", "odds (decimal)", "Odds"], ["odds", null, null]],
    ["the stake before a bet in money", ["Bet ($)", "Stake", "Bet"], [null, "unit_size", "pick"]],
  ])("has %s", (_what, headers, fields) => expect(matchColumns(headers)).toEqual(fields));
});

it.each([
  ["Stake ($)", "$"],
  ["Profit USD", "$"],
  ["Einsatz [€]", "€"],
  ["P/L $", "$"],
  ["Stake (u)", "unit"],
  ["Units won", "unit"],
  ["Stake", ""],
])("what %s counts is %j", (header, counts) => expect(countsOfHeader(header)).toBe(counts));
