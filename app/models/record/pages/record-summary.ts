/** The figures of the record in words: the summary and the lists beside it. Pure. */
import { monthNames } from "../../../time/months.ts";
import { countText, percentText, formatResult, rounded, signedText } from "../../../format.ts";
import { formatCalendarDate } from "../../../time/calendar-date.ts";
import type { LedgerFigures, Mean, SplitLine, SplitName } from "../figures/record-figures.ts";
import type { TallyFigures } from "../figures/tally.ts";
import { notCountedReasons } from "../../ledger/not-counted.ts";
import { type Note, notes } from "../../ledger/note-names.ts";
import { slugOf } from "./filter-labels.ts";

/** Fewer decided bets are too few to show a rate. */
export const fewestDecided = 25;
export const tooFew = "too few to judge";

/** Marks on a bar, in percent of its width. */
export interface Band {
  /** The win rate; `low` and `width` are its interval. */
  rate: number;
  low: number;
  width: number;
  /** The break-even rate. */
  tick: number;
}

export interface RecordSummary {
  wins: number;
  losses: number;
  pushes: number;
  units: string;
  isLoss: boolean;
  /** '' while too few are decided. */
  roi: string;
  winPercent: string;
  band: Band | null;
  /** The interval of the win rate in words. */
  luck: string;
  breakEven: string;
  drawdown: string;
  drawdownDays: string;
  clv: string;
  clvOf: string;
}

/** A line of a list: `show` filters the picks by it; '' = no link. */
export interface TallyLine {
  label: string;
  count: number;
  show: string;
  isPart?: true;
}

const unknown = "–";

export function isJudged({ wins, losses }: Pick<TallyFigures, "wins" | "losses">): boolean {
  return wins + losses >= fewestDecided;
}

export function recordSummary(figures: LedgerFigures): RecordSummary {
  const { wins, losses, pushes, units_won, roi_percent, win_percent, interval, break_even_percent, drawdown } = figures;
  const isRated = isJudged(figures);
  return {
    wins,
    losses,
    pushes,
    units: signedText(units_won),
    isLoss: rounded(units_won, 2) < 0,
    roi: isRated ? percentOr(roi_percent) : "",
    winPercent: isRated ? percentOr(win_percent) : "",
    ...bandText(isRated ? win_percent : null, interval, break_even_percent),
    breakEven: percentOr(break_even_percent),
    drawdown: signedText(-drawdown.units),
    drawdownDays: drawdown.units === 0 ? "" : daysText(drawdown),
    ...clvTexts(figures.clv),
  };
}

/** Lists where all picks are counted: the lines add up to every pick ever published. Lines of none are left out. */
export function allPicks(figures: LedgerFigures): {
  lines: TallyLine[];
  total: number;
  /** The listed picks that are not counted. */
  leftOut: number;
} {
  const { wins, losses, pushes, voids, not_counted, not_graded, not_revealed, sealed, open } = figures;
  const counted = wins + losses + pushes;
  const words = notCountedReasons.map((word) => ({ label: word, count: not_counted[word], show: slugOf(word) }));
  const listed = words.reduce((sum, { count }) => sum + count, 0);
  const lines: TallyLine[] = [
    { label: "Counted in the figures above", count: counted, show: "counted" },
    ...parts([
      { label: "lost, because they were not graded in time", count: not_graded, show: "" },
      { label: "lost, because they were not revealed in time", count: not_revealed, show: "" },
    ]),
    { label: "Void: stake returned", count: voids, show: "" },
    { label: "Listed, but not counted", count: listed, show: "not-counted" },
    ...parts(words),
    { label: "Public, not settled yet", count: open, show: "" },
    { label: "Locked until their games start", count: sealed, show: "" },
  ].filter(({ count }) => count > 0);
  return { lines, total: counted + voids + listed + open + sealed, leftOut: listed };
}

const noteLabels: Readonly<Record<Note, string>> = {
  corrected: "Corrected after the start",
  filled_in: "Missing details added after the start",
  moved: "Start moved or added later",
  amended: "Amended before the start",
  last_minutes: "Sealed in the last five minutes before the start",
  withdrawn_late: "Withdrawn after the start or a result",
  long_sealed: "Sealed for more than 30 days",
};

/** Lines of none are left out. */
export function exceptions(figures: LedgerFigures): TallyLine[] {
  return [
    ...notes.map((note) => ({ label: noteLabels[note], count: figures[note], show: slugOf(note) })),
    { label: "Graded by hand", count: figures.by_hand, show: "by-hand" },
    { label: "Held back past the reveal date", count: figures.held_back, show: "" },
  ].filter(({ count }) => count > 0);
}

export interface SplitRow {
  name: string;
  record: string;
  units: string;
  isLoss: boolean;
  roi: string;
  winPercent: string;
  interval: string;
  breakEven: string;
}

export function splitRow(line: SplitLine, by: SplitName): SplitRow {
  const { wins, losses, pushes, units_won, roi_percent, win_percent, interval, break_even_percent } = line;
  const isRated = isJudged(line);
  return {
    name: splitLabel(line.name, by),
    record: tallyText({ wins, losses, pushes }),
    units: formatResult(units_won),
    isLoss: rounded(units_won, 2) < 0,
    roi: isRated ? percentOr(roi_percent) : tooFew,
    winPercent: isRated ? percentOr(win_percent) : tooFew,
    interval: isRated && interval !== null ? interval.map((end) => rounded(end, 0)).join("–") : "",
    breakEven: percentOr(break_even_percent),
  };
}

/** "109–87–6" */
export function tallyText({ wins, losses, pushes }: Pick<TallyFigures, "wins" | "losses" | "pushes">): string {
  return `${countText(wins)}–${countText(losses)}–${countText(pushes)}`;
}

export function splitLabel(name: string, by: SplitName): string {
  if (name === "") return by === "market" ? "Not read" : "Unknown";
  if (by === "month") return monthText(name);
  return by === "sport" ? name : `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

/** "2026-11" → "November 2026" */
function monthText(month: string): string {
  return `${monthNames[Number(month.slice(5)) - 1] ?? ""} ${month.slice(0, 4)}`;
}

function parts(lines: readonly Omit<TallyLine, "isPart">[]): TallyLine[] {
  return lines.map((line) => ({ ...line, isPart: true }));
}

function percentOr(figure: number | null): string {
  return figure === null ? unknown : percentText(figure);
}

function daysText({ from, to }: { from: string; to: string }): string {
  const end = formatCalendarDate(to);
  return from === "" ? `to ${end}` : `${formatCalendarDate(from)} to ${end}`;
}

function clvTexts({ points, percent }: LedgerFigures["clv"]): Pick<RecordSummary, "clv" | "clvOf"> {
  const priced =
    percent.bets === 0 ? "" : `${signedText(percent.mean ?? 0)}\u00a0% on ${counted(percent, "moneyline")}`;
  if (points.bets === 0)
    return { clv: priced === "" ? unknown : `${signedText(percent.mean ?? 0)}\u00a0%`, clvOf: priced };
  return {
    clv: `${signedText(points.mean ?? 0)}\u00a0pt`,
    clvOf: [counted(points, "line"), priced].filter(Boolean).join("; "),
  };
}

function counted({ bets }: Mean, noun: string): string {
  return `${countText(bets)} ${noun}${bets === 1 ? "" : "s"}`;
}

function bandText(
  rate: number | null,
  interval: readonly [low: number, high: number] | null,
  breakEven: number | null,
): Pick<RecordSummary, "band" | "luck"> {
  if (rate === null || interval === null || breakEven === null) return { band: null, luck: "" };
  const [low, high] = interval;
  // The scale goes in steps of ten percent, so that the marks stay apart.
  const [from, to] = [Math.floor(Math.min(low, breakEven) / 10) * 10, Math.ceil(Math.max(high, breakEven) / 10) * 10];
  const at = (percent: number) => rounded(((percent - from) / (to - from)) * 100, 1);
  const ends = `${rounded(low, 2).toFixed(2)} to ${rounded(high, 2).toFixed(2)}\u00a0%`;
  return {
    band: { rate: at(rate), low: at(low), width: rounded(at(high) - at(low), 1), tick: at(breakEven) },
    luck: `95 % interval (band): ${ends}. ${luckText(low, high, breakEven)}`,
  };
}

function luckText(low: number, high: number, breakEven: number): string {
  if (breakEven < low) return "Break-even (tick) is lower; luck alone is unlikely to explain this.";
  if (breakEven > high) return "Break-even (tick) is higher; bad luck alone is unlikely to explain this.";
  return "Break-even (tick) is inside it, so this could still be luck.";
}
