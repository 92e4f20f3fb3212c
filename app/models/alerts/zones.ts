/** The time zones to choose from. A reader's own is added to them. Pure. */
import { zoneLabel } from "../../time/zone-name.ts";

const usual = [
  "America/New_York",
  "America/Chicago",
  "America/Denver",
  "America/Phoenix",
  "America/Los_Angeles",
  "America/Anchorage",
  "Pacific/Honolulu",
  "America/Puerto_Rico",
  "UTC",
  "America/Mexico_City",
  "America/Sao_Paulo",
  "Europe/London",
  "Europe/Berlin",
  "Europe/Athens",
  "Asia/Dubai",
  "Asia/Kolkata",
  "Asia/Manila",
  "Asia/Tokyo",
  "Australia/Sydney",
] as const;

/** `others` come first, where they are not in the list: the site's zone, and the stored one. */
export function zoneOptions(others: readonly string[]): { value: string; label: string }[] {
  const more = others.filter((zone) => zone !== "" && !usual.some((each) => each === zone));
  return [...new Set([...more, ...usual])].map((value) => ({ value, label: zoneLabel(value) }));
}
