import { describe, expect, it } from "vitest";
import { loadGames, type Sport } from "../../db/demo/games.ts";
import { gradeOf, lineText, pickText, timeText } from "../../db/demo/grading.ts";
import { breakEven, offersOf, type Offer } from "../../db/demo/offers.ts";
import { unitSize } from "../../db/demo/selection.ts";

const games = loadGames();

function offer(sport: Sport, date: string, home: string, market: Offer["market"], side: Offer["side"]): Offer {
  const game = games.find(
    (candidate) => candidate.sport === sport && candidate.date === date && candidate.home === home,
  );
  if (game === undefined) throw new Error(`no game of ${home}`);
  const even = { margin: 0, margin_sd: 13, total: 45, total_sd: 13, second_margin: 0, seen: 10 };
  const found = offersOf({ game, ...even }).find((candidate) => candidate.market === market && candidate.side === side);
  if (found === undefined) throw new Error(`no ${market} for ${home}`);
  return found;
}

function graded(...place: Parameters<typeof offer>) {
  const found = offer(...place);
  const closing = found.closing === null ? "" : lineText(found, found.closing);
  return { pick: pickText(found), closing, grade: gradeOf(found, 1.5) };
}

describe("a pick on an opening line, at -110", () => {
  it("is graded against the opening line: Bears 31-28, opened -2.5, closed -3", () => {
    const bears = graded("NFL", "2025-11-23", "Chicago Bears", "spread", "home");
    expect(bears).toEqual({
      pick: "Bears -2.5",
      closing: "-3",
      grade: { verdict: "✅", beat_clv: "✅", units_result: 1.36 },
    });
    const steelers = graded("NFL", "2025-11-23", "Chicago Bears", "spread", "away");
    expect(steelers).toEqual({
      pick: "Steelers +2.5",
      closing: "+3",
      grade: { verdict: "❌", beat_clv: "❌", units_result: -1.5 },
    });
  });

  it("uses the opening total: 49ers at Bills 10-35, total opened 47, closed 45", () => {
    const under = graded("NFL", "2024-12-01", "Buffalo Bills", "total", "under");
    expect(under).toEqual({
      pick: "Under 47",
      closing: "45",
      grade: { verdict: "✅", beat_clv: "✅", units_result: 1.36 },
    });
    const over = graded("NFL", "2024-12-01", "Buffalo Bills", "total", "over");
    expect(over).toEqual({
      pick: "Over 47",
      closing: "45",
      grade: { verdict: "❌", beat_clv: "❌", units_result: -1.5 },
    });
  });

  it("pushes at exactly its line: 76ers 118-106 at -12; Kings at Magic 224 points at a total of 224", () => {
    const pushes = [
      graded("NBA", "2022-04-10", "Philadelphia 76ers", "spread", "home"),
      graded("NBA", "2022-04-10", "Philadelphia 76ers", "spread", "away"),
      graded("NBA", "2022-03-26", "Orlando Magic", "total", "over"),
    ];
    for (const { grade } of pushes) expect(grade).toMatchObject({ verdict: "➖", units_result: 0 });
    expect(pushes.map(({ pick, grade }) => [pick, grade.beat_clv])).toEqual([
      ["76ers -12", "❌"],
      ["Pistons +12", "✅"],
      ["Over 224", "❌"],
    ]);
  });
});

describe("a pick on a closing line", () => {
  it("has the real price and no closing line to beat: Giants at Eagles 16-22, +16.5 at -103", () => {
    const giants = graded("NFL", "2023-01-08", "Philadelphia Eagles", "spread", "away");
    expect(giants).toEqual({
      pick: "Giants +16.5",
      closing: "",
      grade: { verdict: "✅", beat_clv: "", units_result: 1.46 },
    });
  });

  it("has -110 in college football, where the source has no price: Wake Forest 43-29 at Mississippi State -3", () => {
    const wake = graded("NCAAF", "2026-01-02", "Mississippi State", "spread", "away");
    expect(wake).toEqual({
      pick: "Wake Forest +3",
      closing: "",
      grade: { verdict: "✅", beat_clv: "", units_result: 1.36 },
    });
  });
});

describe("a moneyline pick", () => {
  it("pays its real price: Astros 9-5 at -121, Terrance McKinney at -150", () => {
    const astros = graded("MLB", "2021-10-31", "Atlanta Braves", "moneyline", "away");
    expect(astros).toEqual({
      pick: "Astros ML",
      closing: "",
      grade: { verdict: "✅", beat_clv: "", units_result: 1.24 },
    });
    const braves = graded("MLB", "2021-10-31", "Atlanta Braves", "moneyline", "home");
    expect(braves).toEqual({
      pick: "Braves ML",
      closing: "",
      grade: { verdict: "❌", beat_clv: "", units_result: -1.5 },
    });
    expect(graded("UFC", "2026-03-28", "Terrance McKinney", "moneyline", "home")).toMatchObject({
      pick: "Terrance McKinney ML",
      grade: { units_result: 1 },
    });
  });

  it("pushes on a tie and on a no contest", () => {
    const push = { verdict: "➖", beat_clv: "", units_result: 0 };
    expect(graded("NFL", "2025-09-28", "Dallas Cowboys", "moneyline", "home").grade).toEqual(push);
    expect(graded("UFC", "2026-03-28", "Ricky Simon", "moneyline", "away").grade).toEqual(push);
  });
});

describe("prices and texts", () => {
  it("offers no market without a real price", () => {
    for (const [sport, date, home] of [
      ["MLB", "2021-10-31", "Atlanta Braves"],
      ["NHL", "2022-06-24", "Tampa Bay Lightning"],
    ] as const) {
      expect(() => offer(sport, date, home, "total", "over")).toThrow();
      expect(() => offer(sport, date, home, "spread", "home")).toThrow();
    }
  });

  it("breakEven follows American odds", () => {
    expect(breakEven(-110)).toBeCloseTo(11 / 21, 12);
    expect(breakEven(150)).toBe(0.4);
  });

  it.each([
    [-200, 1, 0.5],
    [150, 1, 1.5],
    [-110, 1.5, 1.36],
    [146, 1.75, 2.56],
    [102, 1.25, 1.28],
    [-160, 1.5, 0.94],
    [100, 2, 2],
  ])("a win at odds %d with %d units pays %d, rounded half up", (price, units, paid) => {
    const bears = offer("NFL", "2025-11-23", "Chicago Bears", "spread", "home");
    expect(gradeOf({ ...bears, price }, units)).toMatchObject({ verdict: "✅", units_result: paid });
  });

  it("unitSize grows with the edge", () => {
    expect([0.01, 0.0249, 0.035, 0.045, 0.055, 0.2].map(unitSize)).toEqual([1, 1.25, 1.5, 1.75, 2, 2]);
  });

  it("formats two-word nicknames, a pick'em and the time of day", () => {
    expect(graded("NBA", "2022-03-30", "Portland Trail Blazers", "spread", "home").pick).toBe("Trail Blazers +10");
    const pickem = { ...offer("NBA", "2022-03-30", "Portland Trail Blazers", "spread", "away"), line: 0, closing: 0 };
    expect([pickText(pickem), lineText(pickem, 0)]).toEqual(["Pelicans PK", "PK"]);
    expect(["19:30", "12:05", "00:15", "9:00", ""].map(timeText)).toEqual([
      "7:30 PM ET",
      "12:05 PM ET",
      "12:15 AM ET",
      "9:00 AM ET",
      "",
    ]);
  });
});
