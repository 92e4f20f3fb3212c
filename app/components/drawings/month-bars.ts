/** Money by month as bars: the few numbers that are drawn. Pure; money is in integer cents. */

export interface MonthSum {
  /** "2026-11" */
  month: string;
  commission_cents: number;
}

/** A dashed line of the chart, and what it stands for. */
interface MoneyLevel {
  y: number;
  cents: number;
}

export interface MonthChart {
  /** The bars above zero and those below it, each as one SVG path; '' for none. */
  above: string;
  below: string;
  levels: MoneyLevel[];
  /** The months with the most and the least. */
  best: MonthSum;
  worst: MonthSum;
}

export const monthPlot = { width: 244, top: 6, bottom: 88 } as const;

const labelHeight = 12;
const barShare = 0.6;
const steps = [1, 1.5, 2, 3, 4, 6, 8, 10] as const;

/** What is drawn for these months, one after the other; null when all of them are 0. */
export function monthChartOf(months: readonly MonthSum[]): MonthChart | null {
  const [first, ...others] = months;
  if (!first || months.every(({ commission_cents }) => commission_cents === 0)) return null;
  const best = others.reduce((most, month) => (month.commission_cents > most.commission_cents ? month : most), first);
  const worst = others.reduce((least, month) => (month.commission_cents < least.commission_cents ? month : least), first);
  const [top, bottom] = [roundUp(Math.max(0, best.commission_cents)), -roundUp(Math.max(0, -worst.commission_cents))];
  const height = (cents: number) => oneDecimal(monthPlot.bottom - ((cents - bottom) / (top - bottom)) * (monthPlot.bottom - monthPlot.top));
  const bars = (belongs: (cents: number) => boolean) => months.map(({ commission_cents: cents }, index) => (belongs(cents) ? bar(index, months.length, height(0), height(cents)) : "")).join("");
  return { above: bars((cents) => cents > 0), below: bars((cents) => cents < 0), levels: levelsOf(top, bottom, height), best, worst };
}

function bar(index: number, count: number, zero: number, end: number): string {
  const slot = monthPlot.width / count;
  return `M${oneDecimal((index + (1 - barShare) / 2) * slot)} ${zero}V${end}h${oneDecimal(slot * barShare)}V${zero}z`;
}

/** Zero, both ends and half way to them, as far as there is room for their labels. */
function levelsOf(top: number, bottom: number, height: (cents: number) => number): MoneyLevel[] {
  const levels: MoneyLevel[] = [];
  for (const cents of [0, top, bottom, top / 2, bottom / 2]) {
    const y = height(cents);
    if (levels.every((level) => Math.abs(level.y - y) >= labelHeight)) levels.push({ y, cents });
  }
  return levels;
}

/** The next sum up whose half is a round one too: 1, 1.5, 2, 3, 4, 6, 8 or 10 times a power of ten dollars. */
function roundUp(cents: number): number {
  if (cents === 0) return 0;
  let unit = 100;
  while (cents > 10 * unit) unit *= 10;
  return (steps.find((step) => step * unit >= cents) ?? 10) * unit;
}

function oneDecimal(value: number): number {
  return Math.round(value * 10) / 10;
}
