import { formatsByZone } from "./instant-text.ts";

const formats = formatsByZone("en-US", {
  year: "numeric",
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  second: "2-digit",
});

/**
 * Writes "Nov 24, 1:15:07 AM", or "Nov 24, 2025, 1:15:07 AM" in another year than `now`. Without a zone, uses the
 * reader's zone.
 */
export function formatMoment(iso: string, zone?: string, now = new Date()): string {
  // Some browsers put a narrow space before "AM".
  const write = (moment: Date) => formats(zone).format(moment).replace(/\s/g, " ");
  const [year = ""] = /, \d{4}/.exec(write(now)) ?? [];
  return write(new Date(iso)).replace(year, "");
}
