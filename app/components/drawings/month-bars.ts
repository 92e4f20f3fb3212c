/** The geometry of the money-by-month chart. Pure; money is in integer cents. */

export interface MonthSum {
  /** "2026-11" */
  month: string;
  commission_cents: number;
}

interface MoneyLevel {
  y: number;
  cents: number;
}

export interface MonthChart {
  /** SVG paths of the bars above and below zero; '' for none. */
  above: string;
  below: string;
  levels: MoneyLevel[];
  best: MonthSum;
  worst: MonthSum;
}

export const monthPlot = { width: 244, top: 6, bottom: 88 } as const;

const labelHeight = 12;
const barShare = 0.6;
const steps = [1, 1.5, 2, 3, 4, 6, 8, 10] as const;

/** Takes the oldest month first; null when all are 0. */
export function monthChartOf(months: readonly MonthSum[]): MonthChart | null {
  const [first, ...others] = months;
  if (!first || months.every(({ commission_cents }) => commission_cents === 0)) return null;
  const best = others.reduce((most, month) => (month.commission_cents > most.commission_cents ? month : most), first);
  const worst = others.reduce(
    (least, month) => (month.commission_cents < least.commission_cents ? month : least),
    first,
  );
  const [top, bottom] = [roundUp(Math.max(0, best.commission_cents)), -roundUp(Math.max(0, -worst.commission_cents))];
  const yOf = (cents: number) =>
    oneDecimal(monthPlot.bottom - ((cents - bottom) / (top - bottom)) * (monthPlot.bottom - monthPlot.top));
  const bars = (isDrawn: (cents: number) => boolean) =>
    months
      .map(({ commission_cents: cents }, index) =>
        isDrawn(cents) ? bar(index, months.length, yOf(0), yOf(cents)) : "",
      )
      .join("");
  return {
    above: bars((cents) => cents > 0),
    below: bars((cents) => cents < 0),
    levels: levelsOf(top, bottom, yOf),
    best,
    worst,
  };
}

function bar(index: number, count: number, zero: number, end: number): string {
  const slot = monthPlot.width / count;
  return `M${oneDecimal((index + (1 - barShare) / 2) * slot)} ${zero}V${end}h${oneDecimal(slot * barShare)}V${zero}z`;
}

function levelsOf(top: number, bottom: number, yOf: (cents: number) => number): MoneyLevel[] {
  const levels: MoneyLevel[] = [];
  for (const cents of [0, top, bottom, top / 2, bottom / 2]) {
    const y = yOf(cents);
    if (levels.every((level) => Math.abs(level.y - y) >= labelHeight)) levels.push({ y, cents });
  }
  return levels;
}

/** Rounds up to 1, 1.5, 2, 3, 4, 6, 8 or 10 times a power of ten dollars, whose half is round too. */
function roundUp(cents: number): number {
  if (cents === 0) return 0;
  let unit = 100;
  while (cents > 10 * unit) unit *= 10;
  return (steps.find((step) => step * unit >= cents) ?? 10) * unit;
}

function oneDecimal(value: number): number {
  return Math.round(value * 10) / 10;
}
