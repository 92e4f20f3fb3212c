import { rounded } from "./format.ts";

/** Integer cents as "$9.80", "-$0.05". */
export function formatMoney(cents: number): string {
  return `${cents < 0 ? "-" : ""}$${formatDollars(Math.abs(cents))}`;
}

/** Integer cents as "9.80". */
export function formatDollars(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, "0");
  return `${cents < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** "7.5"; "–" when unknown. */
export function formatShare(percent: number | null): string {
  return percent === null ? "–" : rounded(percent, 1).toFixed(1);
}
