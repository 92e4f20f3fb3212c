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

/** "New York (Eastern Time)", to choose from a list. */
export function zoneLabel(zone: string): string {
  const city = zone.slice(zone.lastIndexOf("/") + 1).replaceAll("_", " ");
  const name = nameOf(zone, zoneNames);
  return name === zone ? city : `${city} (${name})`;
}

export function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: name });
    return name !== "";
  } catch {
    return false;
  }
}

/**
 * One spelling of a zone's name: Intl takes "europe/BERLIN", too, and formats are cached by name. Null for anything else,
 * also for an offset like "+05:30".
 */
export function zoneNamed(name: string): string | null {
  if (!/^[a-z]/i.test(name) || !isZone(name)) return null;
  // A name that another one has replaced stays: Intl has Europe/Kiev for Europe/Kyiv.
  const titled = name.toLowerCase().replace(/(?<![a-z])[a-z]/g, (letter) => letter.toUpperCase());
  return name === titled ? name : new Intl.DateTimeFormat("en-US", { timeZone: name }).resolvedOptions().timeZone;
}

function nameOf(zone: string, formats: typeof zoneNames): string {
  const name = formats(zone)
    .formatToParts(recent)
    .find(({ type }) => type === "timeZoneName")?.value;
  return name === undefined || name.startsWith("GMT") ? zone : name;
}
