import { formatsByZone } from "./instant-text.ts";

const zoneNames = formatsByZone("en-US", { timeZoneName: "longGeneric" });
const shortNames = formatsByZone("en-US", { timeZoneName: "shortGeneric" });

// Some zones had another name in 1970.
const recent = Date.UTC(2026, 0);

/** "Dates are in Eastern Time." A zone without a name in words keeps its id: "Dates are in UTC." */
export function datesText(zone: string): string {
  return `Dates are in ${nameOf(zone, zoneNames)}.`;
}

/** Gives "ET", to show beside times. */
export function shortZoneName(zone: string): string {
  return nameOf(zone, shortNames);
}

function nameOf(zone: string, formats: typeof zoneNames): string {
  const name = formats(zone)
    .formatToParts(recent)
    .find(({ type }) => type === "timeZoneName")?.value;
  return name === undefined || name.startsWith("GMT") ? zone : name;
}
