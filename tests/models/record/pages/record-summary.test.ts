import { describe, expect, it } from "vitest";
import { type LedgerFigures, figuresAt } from "../../../../app/models/record/figures/record-figures.ts";
import { allPicks, exceptions, recordSummary, splitRow } from "../../../../app/models/record/pages/record-summary.ts";
import { curvesOf, periodRows } from "../../../../app/models/record/pages/plots.ts";
import { LedgerBuilder, foldOf, lostByRule, muchLater, nextDay, noon, wonByRule } from "../../../support/ledger.ts";

/** So many wins and losses of one unit at -110, of the same evening. */
function figuresOf(wins: number, losses: number): LedgerFigures {
  const book = new LedgerBuilder();
  for (let id = 1; id <= wins + losses; id += 1) {
    book.publish(noon);
    book.settle(nextDay, id <= wins ? wonByRule : lostByRule, id);
  }
  return figuresAt(foldOf(book.served), muchLater);
}

describe("the summary of the record", () => {
  it("gives no rates under 25 decided bets", () => {
    expect(recordSummary(figuresOf(20, 4))).toMatchObject({ wins: 20, losses: 4, roi: "", winPercent: "", band: null });
    expect(recordSummary(figuresOf(20, 5))).toMatchObject({ roi: "52.80%", winPercent: "80.00%" });
    const [line] = figuresOf(20, 4).splits.sport;
    expect(line && splitRow(line, "sport")).toMatchObject({
      name: "NBA",
      record: "20–4–0",
      units: "+14.20 U",
      roi: "too few to judge",
      interval: "",
    });
  });

  it("puts rate, interval and break-even on one scale, and says whether luck is ruled out", () => {
    const summary = recordSummary(figuresOf(20, 20));
    expect(summary.luck).toBe(
      "95 % interval (band): 35.20 to 64.80\u00a0%. Break-even (tick) is inside it, so this could still be luck.",
    );
    // The scale goes from 30 to 70 %.
    expect(summary.band).toEqual({ rate: 50, low: 13, width: 74, tick: 56 });
    expect(recordSummary(figuresOf(40, 5)).luck).toContain("is lower; luck alone is unlikely to explain this.");
    expect(recordSummary(figuresOf(5, 40)).luck).toContain("is higher; bad luck alone is unlikely to explain this.");
  });

  it("counts every pick once: the parts add up, and lines of none are left out", () => {
    const book = new LedgerBuilder()
      .import("2026-01-01T00:00:00.000Z")
      .publish(noon)
      .publish(noon)
      .settle(nextDay, { outcome: "void", units: "0", by: "hand" }, 3)
      .publish("2026-11-30T12:00:00.000Z", { game_date: "2026-12-09", starts_at: "2026-12-09T18:00:00.000Z" });
    const figures = figuresAt(foldOf(book.served), muchLater);
    const { lines, total } = allPicks(figures);
    expect(total).toBe(4);
    expect(lines.filter(({ isPart }) => !isPart).map(({ count }) => count)).toEqual([1, 1, 1, 1]);
    expect(lines.filter(({ isPart }) => isPart).map(({ label, count }) => `${count} ${label}`)).toEqual([
      "1 lost, because they were not graded in time",
      "1 from before the ledger",
    ]);
    expect(exceptions(figures).map(({ label, count }) => `${count} ${label}`)).toEqual(["1 Graded by hand"]);
  });
});

describe("the plots", () => {
  it("draw staked and flat units on one scale", () => {
    const drawing = curvesOf([
      { date: "2026-01-14", units: -4, flat: -1 },
      { date: "2026-01-16", units: 3, flat: 6 },
    ]);
    expect(drawing?.levels).toEqual(["+10", "+5", "0", "-5"]);
    expect(drawing?.line).toBe("M0 107 200 149 600 75");
    expect(drawing?.second).toBe("M0 107 200 117 600 43");
    expect(curvesOf([])).toBe(null);
  });

  it("are a table, too: the units to the end of each month", () => {
    const book = new LedgerBuilder()
      .publish(noon)
      .publish(noon, { game_date: "2026-02-14", starts_at: "2026-02-15T00:30:00.000Z", unit_size: "2" })
      .settle(nextDay)
      .settle("2026-02-15T05:00:00.000Z", { ...lostByRule, units: "-2" }, 2);
    expect(periodRows(figuresAt(foldOf(book.served), muchLater))).toEqual([
      { period: "January 2026", record: "1–0–0", units: "+0.91 U", flat: "+0.91 U" },
      { period: "February 2026", record: "0–1–0", units: "-1.09 U", flat: "-0.09 U" },
    ]);
  });

  it("have a row a year for whole years before the newest 24 months", () => {
    const months = Array.from({ length: 30 }, (_, index) => {
      const day = new Date(Date.UTC(2023, index, 15)).toISOString().slice(0, 10);
      return { date: day, name: day.slice(0, 7), units: index + 1, flat: 1 };
    });
    const figures = figuresAt(foldOf(new LedgerBuilder().served), muchLater);
    const splits = { ...figures.splits, month: months.map(({ name }) => ({ ...figures, name, wins: 2 })) };
    const rows = periodRows({ curve: months, splits });
    expect(rows.map(({ period, record, units }) => `${period} ${record} ${units}`).slice(0, 2)).toEqual([
      "2023 24–0–0 +12.00 U",
      "January 2024 2–0–0 +13.00 U",
    ]);
    expect([rows.length, rows.at(-1)?.period]).toEqual([19, "June 2025"]);
    const of = (from: number, to: number) =>
      periodRows({ curve: months, splits: { ...splits, month: splits.month.slice(from, to) } });
    expect(
      of(0, 24)
        .map(({ period }) => period)
        .slice(0, 1),
    ).toEqual(["January 2023"]);
    expect(
      of(5, 30)
        .map(({ period }) => period)
        .slice(0, 2),
    ).toEqual(["2023", "January 2024"]);
  });
});
