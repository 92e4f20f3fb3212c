/** Probability (0 to 1) from an Elo difference in points: 1 / (1 + 10^(-difference / 400)), Elo 1978. */
export function eloProbability(difference: number): number {
  return 1 / (1 + 10 ** (-difference / 400));
}

/** Probability (0 to 1) that the first side wins, from two shares of wins: a(1 - b) / (a(1 - b) + b(1 - a)), log5, James 1981. */
export function log5(first: number, second: number): number {
  return (first * (1 - second)) / (first * (1 - second) + second * (1 - first));
}

/**
 * Factor of an Elo change for a win by `margin` points of a side whose Elo was `lead` above the loser's:
 * ln(margin + 1) * 2.2 / (0.001 lead + 2.2), FiveThirtyEight's NFL ratings.
 */
export function marginFactor(margin: number, lead: number): number {
  return (Math.log(margin + 1) * 2.2) / (0.001 * lead + 2.2);
}
