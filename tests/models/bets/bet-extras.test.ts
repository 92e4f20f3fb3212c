import { describe, expect, it } from "vitest";
import { readExtras } from "../../../app/models/bets/bet-extras.ts";
import { readBet, readGame } from "../../../app/models/bets/bet-text.ts";

const none = { unit_size: null, book: "", playable_to: "" };

describe("readExtras", () => {
  it.each([
    ["2u Celtics -3.5", { unit_size: 2 }],
    ["2 units: Celtics -3.5", { unit_size: 2 }],
    ["(2u) Celtics -3.5", { unit_size: 2 }],
    ["1u on Celtics -3.5", { unit_size: 1 }],
    ["½u Celtics -3.5", { unit_size: 0.5 }],
    ["1½u Celtics -3.5", { unit_size: 1.5 }],
    ["Celtics -3.5 (1.5u)", { unit_size: 1.5 }],
    ["Celtics -3.5 1.5 units", { unit_size: 1.5 }],
    ["Celtics -3.5, 1 Unit", { unit_size: 1 }],
    ["Celtics -3.5 .5U", { unit_size: 0.5 }],
    ["Celtics -3.5 DK", { book: "DraftKings" }],
    ["Celtics -3.5 @ FanDuel", { book: "FanDuel" }],
    ["Celtics -3.5 @dk", { book: "DraftKings" }],
    ["Celtics -3.5 at Hard Rock", { book: "Hard Rock" }],
    ["Celtics -3.5 (b365)", { book: "bet365" }],
    ["Celtics -3.5 ESPN BET", { book: "ESPN BET" }],
    ["Celtics -3.5 thescore", { book: "theScore Bet" }],
    ["Celtics -3.5 or better", {}],
    ["Celtics -3.5 (or better)", {}],
    ["Celtics -3.5 to -4", { playable_to: "-4" }],
    ["Celtics -3.5, playable to -4.5", { playable_to: "-4.5" }],
    ["Celtics -3.5 (good to -120)", { playable_to: "-120" }],
    ["Celtics -3.5 good up to 5", { playable_to: "5" }],
    ["⭐ Celtics -3.5 ✅", {}],
    ["🔥🔥 Celtics -3.5 ⭐️⭐️", {}],
    ["🇺🇸 Celtics -3.5", {}],
    ["• Celtics -3.5", {}],
    ["- Celtics -3.5", {}],
    ["1) Celtics -3.5", {}],
    ["**Celtics -3.5**", {}],
    ["✅ 2u Celtics -3.5 DK to -4 🔥", { unit_size: 2, book: "DraftKings", playable_to: "-4" }],
    ["Celtics -3.5 to -4 1.5u FD", { unit_size: 1.5, book: "FanDuel", playable_to: "-4" }],
  ])("of %j are %j", (pick, extras) => expect(readExtras(pick)).toEqual({ bet: "Celtics -3.5", ...none, ...extras }));

  it.each([
    "Celtics -3.5 (-110)",
    "Celtics -3.5u",
    "Celtics -3.5 0u",
    "Celtics -3.5 100u",
    "Celtics -3.5 u8.5",
    "Celtics -3.5 to 4",
    "Celtics -3.5 playable",
    "Celtics -3.5 better",
    "Celtics -3.5 KD",
    "Celtics -3.5 XDK",
    "DK",
    "2u",
    "- 3.5",
    "1) 3.5",
    "1 Celtics -3.5",
    "5 Celtics units",
    "",
  ])("of %j are none", (pick) => expect(readExtras(pick)).toEqual({ bet: pick, ...none }));

  it.each([
    ["2u Celtics -3.5 3u", "2u Celtics -3.5 3u"],
    ["1u or 2u Celtics -3.5", "1u or 2u Celtics -3.5"],
    ["Celtics -3.5 DK FD", "Celtics -3.5 DK"],
    ["Celtics -3.5 to -4 to -5", "Celtics -3.5 to -4"],
  ])("of %j leave what is there twice", (pick, bet) => expect(readExtras(pick).bet).toBe(bet));
});

describe("a bet with extras", () => {
  const read = (pick: string, game = "Los Angeles Lakers @ Boston Celtics") => readBet(pick, readGame(game), "NBA");
  const unread = { market: "", side: "", line: null, odds: null };

  it.each([
    ["2u Celtics -3.5", "spread", "home", -3.5, null],
    ["Celtics -3.5 (-110) DK", "spread", "home", -3.5, -110],
    ["Celtics -3.5 -110 @ FanDuel", "spread", "home", -3.5, -110],
    ["Celtics -3.5 (-110) 2u DK to -4", "spread", "home", -3.5, -110],
    ["⭐ Lakers ML +135 ⭐", "moneyline", "away", null, 135],
    ["1) Lakers +135 1u", "moneyline", "away", null, 135],
    ["½u Over 220.5 -105 Pinnacle", "total", "over", 220.5, -105],
    ["Under 8.5 1.5u", "total", "under", 8.5, null],
    ["- BOS -3.5", "spread", "home", -3.5, null],
  ])("%j is %s %s, line %j, odds %j", (pick, market, side, line, odds) =>
    expect(read(pick)).toEqual({ market, side, line, odds }),
  );

  it.each([
    ["1H Celtics -3.5 (-110) DK", -110],
    ["⭐ 2u Celtics 1H -3.5", null],
    ["2u Over 110.5 1Q -105 FD", -105],
    ["6 pt teaser 2u", null],
    ["Tatum over 25.5 points -120 DK", -120],
    ["Celtics -3.5 + Over 220.5 2u", null],
    ["Celtics over 112.5 to -120", null],
    ["Parlay: Celtics, Nuggets +600 2u", 600],
  ])("%j stays another kind of bet, odds %j", (pick, odds) =>
    expect(read(pick)).toEqual({ ...unread, market: "other", odds }),
  );

  it.each([
    "2u",
    "Celtics 2u",
    "Over 8.5u",
    "2u Celtics -3.5 3u",
    "2u -3.5",
    "Celtics DK",
    "Nuggets -3.5 DK",
    "LA +4 2u",
  ])("%j stays unread", (pick) => expect(read(pick)).toEqual(unread));

  it("is read as it stands when a side's name has such words", () => {
    expect(read("Rivers +1.5", "Rivers @ Hard Rock")).toMatchObject({ market: "spread", side: "away" });
    expect(read("Hard Rock -110", "Rivers @ Hard Rock")).toMatchObject({ market: "moneyline", side: "home" });
    expect(read("Hard Rock", "Rivers @ Hard Rock")).toEqual(unread);
  });
});

it.each(["2u ", "⭐", " DK", " to -4", "- ", "1) ", " or better"])("a text of %j takes no time", (piece) => {
  for (const length of [290, 200_000]) {
    const text = piece.repeat(length / piece.length);
    const begun = performance.now();
    readExtras(text);
    readExtras(`${text}!`);
    expect(performance.now() - begun).toBeLessThan(1000);
  }
});
