/** The 95 % interval of a win rate. Pure. */

// The 97.5 % quantile of the normal distribution.
const z = 1.959963984540054;

/** Returns [low, high] in percent, by the score method of Wilson (1927); null when nothing is decided. */
export function wilsonInterval(wins: number, decided: number): [low: number, high: number] | null {
  if (decided === 0) return null;
  const rate = wins / decided;
  const scale = 1 + (z * z) / decided;
  const centre = (rate + (z * z) / (2 * decided)) / scale;
  const half = (z * Math.sqrt((rate * (1 - rate)) / decided + (z * z) / (4 * decided * decided))) / scale;
  // The ends are exactly 0 and 100, where rounding errors would miss them.
  return [wins === 0 ? 0 : (centre - half) * 100, wins === decided ? 100 : (centre + half) * 100];
}
