import { formatDollars, rounded } from "./format.ts";

/** Integer cents as "$9.80", "-$0.05". */
export function formatMoney(cents: number): string {
  return `${cents < 0 ? "-" : ""}$${formatDollars(Math.abs(cents))}`;
}

/** "7.5"; "–" when unknown. */
export function formatShare(percent: number | null): string {
  return percent === null ? "–" : rounded(percent, 1).toFixed(1);
}
