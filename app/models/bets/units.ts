import type { Outcome } from "./outcome.ts";

/**
 * Units won on `stake` units at American odds, rounded half away from zero to 2 decimals: the stake x odds / 100 for
 * plus prices, x 100 / |odds| for minus ones.
 */
export function profitOf(stake: number, odds: number): number {
  const cents = centsOf(stake);
  return (odds > 0 ? roundedRatio(cents * odds, 100) : roundedRatio(cents * 100, -odds)) / 100;
}

/** The win rate in percent at which American odds neither win nor lose in the long run: 52.38 at -110, 40 at +150. */
export function breakEvenPercent(odds: number): number {
  return (odds > 0 ? 100 / (odds + 100) : odds / (odds - 100)) * 100;
}

/** Units won or lost on `stake` units: 0 for a push or void, null while open and for a win or loss without odds. */
export function unitsResultOf(outcome: Outcome, stake: number, odds: number | null): number | null {
  if (outcome === "push" || outcome === "void") return 0;
  if (outcome === "open" || odds === null) return null;
  // Subtracts from 0, since -stake would turn a stake of 0 into -0.
  return outcome === "win" ? profitOf(stake, odds) : 0 - centsOf(stake) / 100;
}

/**
 * Units won or lost when `share` of the stake wins (above 0) or loses (below 0): a quarter line has halves. Null when
 * something is won at an unknown price.
 */
export function unitsOfShare(share: number, stake: number, odds: number | null): number | null {
  const cents = centsOf(stake);
  if (share <= 0) return 0 - roundedRatio(cents * -share * 2, 2) / 100;
  if (odds === null) return null;
  const halves = cents * share * 2;
  return (odds > 0 ? roundedRatio(halves * odds, 200) : roundedRatio(halves * 100, -odds * 2)) / 100;
}

function centsOf(units: number): number {
  return Math.round(units * 100);
}

/** Divides whole numbers, since a product such as 0.285 x 100 falls short of its half. */
function roundedRatio(dividend: number, divisor: number): number {
  return Math.floor((2 * dividend + divisor) / (2 * divisor));
}
