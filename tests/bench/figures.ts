/** The middle value, or the mean of the two middle ones. NaN for an empty list. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const middle = sorted.length >> 1;
  const [low = Number.NaN, high = Number.NaN] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]];
  return (low + high) / 2;
}

/** The nearest-rank percentile; `share` from 0 to 1. NaN for an empty list. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

export function medians<Name extends string>(rounds: readonly Readonly<Record<Name, number>>[]): Record<Name, number> {
  const [first] = rounds;
  if (first === undefined) throw new Error("No rounds");
  const all: Record<Name, number> = { ...first };
  for (const name in first) all[name] = median(rounds.map((round) => round[name]));
  return all;
}
