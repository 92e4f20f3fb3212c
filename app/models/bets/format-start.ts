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
  const instant = new Date(iso);
  const part = Object.fromEntries(
    startFormat(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  );
  // Put together here: some browsers write a narrow blank before PM.
  const text = `${part.month}/${part.day}/${part.year}, ${part.hour}:${part.minute} ${part.dayPeriod}`;
  return zone === undefined ? text : `${text} ${part.timeZoneName}`;
}
