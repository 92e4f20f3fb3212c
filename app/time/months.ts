/** Dates and months in words. Pure. */
import { formatsByZone } from "./instant-text.ts";

const longDate = formatsByZone("en-US", { dateStyle: "full" });

export function formatLongDate(date: string): string {
  return longDate("UTC").format(new Date(`${date}T00:00:00Z`));
}

export const monthNames = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
] as const;

/** "2026-11" as "Nov 2026". */
export function formatMonth(month: string): string {
  const [year, number] = month.split("-");
  return `${monthNames[Number(number) - 1]?.slice(0, 3)} ${year}`;
}
