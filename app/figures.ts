/** Figures of a record as its panel and charts show them. Pure. */
import { rounded } from "./format.ts";

/** "65.91%". */
export function percentText(figure: number): string {
  return `${rounded(figure, 2).toFixed(2)}%`;
}

/** "2,015" of a whole number. */
export function countText(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** A chart's level with as many decimals as its step needs: "+15", "-0.5", "0". */
export function formatLevel(units: number, step: number): string {
  const decimals = Math.max(0, -Math.floor(Math.log10(step)));
  const text = rounded(Math.abs(units), decimals).toFixed(decimals);
  if (Number(text) === 0) return "0";
  return `${units < 0 ? "-" : "+"}${text}`;
}
