export interface Slope {
  perHour: number;
  error: number;
}

/** Least squares (Draper and Smith, Applied Regression Analysis, 1.2 and 1.4); `x` in minutes. */
export function slopeOf(points: readonly { x: number; y: number }[]): Slope {
  const n = points.length;
  if (n < 3) return { perHour: 0, error: 0 };
  const mean = (pick: (point: { x: number; y: number }) => number) =>
    points.reduce((sum, point) => sum + pick(point), 0) / n;
  const [mx, my] = [mean(({ x }) => x), mean(({ y }) => y)];
  const spread = points.reduce((sum, { x }) => sum + (x - mx) ** 2, 0);
  const slope = points.reduce((sum, { x, y }) => sum + (x - mx) * (y - my), 0) / spread;
  const residual = points.reduce((sum, { x, y }) => sum + (y - my - slope * (x - mx)) ** 2, 0);
  return { perHour: slope * 60, error: Math.sqrt(residual / (n - 2) / spread) * 60 };
}

/** True when the growth exceeds the bound by more than two standard errors. */
export function growsBeyond({ perHour, error }: Slope, bound: number): boolean {
  return perHour - 2 * error > bound;
}

export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
