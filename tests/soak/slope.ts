/** A straight line through samples: does something grow? */

export interface Slope {
  perHour: number;
  /** The standard error of `perHour`. */
  error: number;
}

/** Least squares (Draper and Smith, Applied Regression Analysis, 1.2 and 1.4). `x` in minutes, two points or fewer have no slope. */
export function slopeOf(points: readonly { x: number; y: number }[]): Slope {
  const n = points.length;
  if (n < 3) return { perHour: 0, error: 0 };
  const mean = (pick: (point: { x: number; y: number }) => number) => points.reduce((sum, point) => sum + pick(point), 0) / n;
  const [mx, my] = [mean(({ x }) => x), mean(({ y }) => y)];
  const spread = points.reduce((sum, { x }) => sum + (x - mx) ** 2, 0);
  const slope = points.reduce((sum, { x, y }) => sum + (x - mx) * (y - my), 0) / spread;
  const rest = points.reduce((sum, { x, y }) => sum + (y - my - slope * (x - mx)) ** 2, 0);
  return { perHour: slope * 60, error: Math.sqrt(rest / (n - 2) / spread) * 60 };
}

/** True when it grows faster than the bound beyond doubt: by more than two standard errors. */
export function growsBeyond({ perHour, error }: Slope, bound: number): boolean {
  return perHour - 2 * error > bound;
}

/** The value below which that share of the sorted values lies; 0 of nothing. */
export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
