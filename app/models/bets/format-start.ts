/** Start times as pages show them. Apart from reading them, which members' browsers never do. */
import { formatsByZone } from "../../format.ts";

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
 * "11/20/2026, 7:30 PM EST": the date and time in `zone`, to the minute, as readInstant reads it; without a zone those of the
 * reader, "11/20/2026, 7:30 PM".
 */
export function formatStart(iso: string, zone?: string): string {
  const part = partsOf(iso, zone);
  return zone === undefined ? stampOf(part) : `${stampOf(part)} ${part.timeZoneName}`;
}

/** "11/20/2026, 7:30 PM" in `zone`, for where its name stands beside it. */
export function formatStamp(iso: string, zone: string): string {
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

// Put together here: some browsers write a narrow blank before PM.
function stampOf(part: Parts): string {
  return `${part.month}/${part.day}/${part.year}, ${part.hour}:${part.minute} ${part.dayPeriod}`;
}
