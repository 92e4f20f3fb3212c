import { describe, expect, it } from "vitest";
import { breakEvenPercent } from "../../../app/models/bets/units.ts";
import { figuresAt } from "../../../app/models/record/figures/record-figures.ts";
import { wilsonInterval } from "../../../app/models/figures/interval.ts";
import { LedgerBuilder, foldOf, lostByRule, muchLater, nextDay, noon, wonByRule } from "../../support/ledger.ts";

const pushed = { outcome: "push", units: "0", by: "rule", away_score: "100", home_score: "104" } as const;
const voided = { outcome: "void", units: "0", by: "hand" } as const;
const day = (date: string) => ({ game_date: date, starts_at: `${date}T23:00:00.000Z` });

/** Six that count, one of each kind that does not, one open and one sealed. */
function book(): LedgerBuilder {
  const later = "2026-11-30T12:00:00.000Z";
  return new LedgerBuilder()
    .import("2026-01-01T00:00:00.000Z")
    .publish(noon, { unit_size: "2" })
    .publish(noon, {
      ...day("2026-01-15"),
      stream: "pro",
      sport: "NHL",
      market: "moneyline",
      line: undefined,
      odds: 150,
    })
    .publish(noon, { ...day("2026-02-02"), unit_size: "0.5" })
    .publish(noon, { line: "-4" })
    .publish(noon)
    .publish(noon, day("2026-02-03"))
    .publish(noon, { odds: undefined })
    .publish(noon)
    .amend(noon, { starts_at: "2026-01-16T00:30:00.000Z" }, 9)
    .withdraw(noon, 9)
    .settle(nextDay, { ...wonByRule, units: "1.82", closing_line: "-4.5" }, 2)
    .settle(nextDay, { ...lostByRule, closing_odds: 130 }, 3)
    .settle(nextDay, { outcome: "loss", by: "hand", units: "-0.5", closing_line: "-3" }, 4)
    .settle(nextDay, pushed, 5)
    .settle(nextDay, { ...voided, closing_line: "-9.5" }, 6)
    .publish(later, { game_date: "2026-11-30", starts_at: "2026-11-30T18:00:00.000Z" })
    .publish(later, { game_date: "2026-12-09", starts_at: "2026-12-09T18:00:00.000Z", unit_size: "50" });
}

describe("the figures of a record", () => {
  const figures = figuresAt(foldOf(book().served), muchLater);

  it("count what counts, and number what does not", () => {
    expect(figures).toMatchObject({
      wins: 1,
      losses: 3,
      pushes: 1,
      voids: 1,
      units_won: -0.68,
      by_hand: 2,
      not_graded: 1,
      not_revealed: 0,
      moved: 1,
      sealed: 1,
      open: 1,
      since: "2026-01-01T00:00:00.000Z",
      not_counted: {
        "from before the ledger": 1,
        "withdrawn before the start": 1,
        "no start time": 0,
        "published after the start": 0,
        "no price": 1,
      },
    });
  });

  it("have rates of wins and losses", () => {
    expect(figures.roi_percent).toBeCloseTo((-0.68 / 4.5) * 100, 10);
    expect(figures.win_percent).toBe(25);
    expect(figures.interval).toEqual(wilsonInterval(1, 4));
    expect(figures.break_even_percent).toBeCloseTo((3 * breakEvenPercent(-110) + 40) / 4, 10);
  });

  it("have closing-line values in points and in percent, without voids", () => {
    expect(figures.clv.points).toEqual({ mean: 0.25, bets: 2 });
    expect(figures.clv.percent.bets).toBe(1);
    expect(figures.clv.percent.mean).toBeCloseTo(8.6957, 4);
  });

  it("have a curve by the day of the start, and the largest fall between its points", () => {
    expect(figures.curve).toEqual([
      { date: "2026-01-14", units: 1.82, flat: 0.91 },
      { date: "2026-01-15", units: 0.82, flat: -0.09 },
      { date: "2026-02-02", units: 0.32, flat: -1.09 },
      { date: "2026-02-03", units: -0.68, flat: -2.09 },
    ]);
    expect(figures.drawdown).toEqual({ units: 2.5, from: "2026-01-14", to: "2026-02-03" });
  });

  it("have a calibration with intervals", () => {
    expect(figures.calibration).toEqual([
      { from: 60, to: 65, bets: 4, wins: 1, win_percent: 25, expected_percent: 61.5, interval: wilsonInterval(1, 4) },
    ]);
  });

  it("are split by stream, sport, market and month", () => {
    const { stream, sport, market, month } = figures.splits;
    const shown = [stream, sport, market, month].map((lines) =>
      lines.map(({ name, wins, losses, pushes, voids }) => `${name} ${wins}-${losses}-${pushes}-${voids}`),
    );
    expect(shown).toEqual([
      ["pro 0-1-0-0", "regular 1-2-1-1"],
      ["NBA 1-2-1-1", "NHL 0-1-0-0"],
      ["moneyline 0-1-0-0", "spread 1-2-1-1"],
      ["2026-01 1-1-1-1", "2026-02 0-2-0-0"],
    ]);
  });

  it("say nothing of a sealed pick", () => {
    const written = new LedgerBuilder()
      .publish(noon, { odds: undefined, unit_size: "50" })
      .amend(noon, day("2026-03-01"));
    const other = new LedgerBuilder().publish(noon, { sport: "NHL" }).amend(noon, { tag: "Manual Edge" });
    const now = new Date(noon);
    expect(figuresAt(foldOf(written.served), now)).toEqual(figuresAt(foldOf(other.served), now));
    const without = written.served.map((entry) => ({ ...entry, reveal: null }));
    expect(figuresAt(foldOf(without), now)).toEqual(figuresAt(foldOf(written.served), now));
  });

  it("are those of nothing at first", () => {
    expect(figuresAt(foldOf([]), muchLater)).toMatchObject({
      wins: 0,
      units_won: 0,
      roi_percent: null,
      win_percent: null,
      interval: null,
      break_even_percent: null,
      clv: { points: { mean: null, bets: 0 } },
      curve: [],
      drawdown: { units: 0 },
      since: null,
    });
  });
});

describe("the contract's vectors", () => {
  it.each([
    [7, 10, "39.68", "89.22"],
    [30, 50, "46.18", "72.39"],
    [540, 1000, "50.90", "57.07"],
  ])("Wilson 95 %% of %d in %d is %s to %s", (wins, decided, low, high) =>
    expect(wilsonInterval(wins, decided)?.map((end) => end.toFixed(2))).toEqual([low, high]),
  );

  it("Wilson stays within 0 and 100", () => {
    expect([wilsonInterval(0, 3)?.[0], wilsonInterval(3, 3)?.[1], wilsonInterval(0, 0)]).toEqual([0, 100, null]);
  });

  it("a price of -110 breaks even at 52.38 %", () => {
    const figures = figuresAt(foldOf(new LedgerBuilder().publish(noon).settle(nextDay).served), muchLater);
    expect(figures.break_even_percent?.toFixed(2)).toBe("52.38");
  });
});
