/**
 * Writes start times as pages show them. The code that reads them is in start-time.ts: members' browsers never read
 * any.
 */
import { formatsByZone } from "./instant-text.ts";

const startFormat = formatsByZone("en-US", {
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "numeric",
  minute: "2-digit",
  hour12: true,
  timeZoneName: "short",
});

/**
 * Writes the date and time in `zone`, to the minute: "11/20/2026, 7:30 PM EST". readInstant can read it. Without a
 * zone, uses the reader's zone: "11/20/2026, 7:30 PM".
 */
export function formatStart(iso: string, zone?: string): string {
  const part = partsOf(iso, zone);
  return zone === undefined ? stampOf(part) : `${stampOf(part)} ${part.timeZoneName}`;
}

/** Writes "11/20/2026, 7:30 PM" in `zone`, or in the reader's, for places that show the zone's name beside it. */
export function formatStamp(iso: string, zone?: string): string {
  return stampOf(partsOf(iso, zone));
}

type Parts = Readonly<Record<string, string>>;

function partsOf(iso: string, zone: string | undefined): Parts {
  return Object.fromEntries(
    startFormat(zone)
      .formatToParts(new Date(iso))
      .map(({ type, value }) => [type, value]),
  );
}

// Joins the parts itself, because some browsers write a narrow blank before PM.
function stampOf(part: Parts): string {
  return `${part.month}/${part.day}/${part.year}, ${part.hour}:${part.minute} ${part.dayPeriod}`;
}
