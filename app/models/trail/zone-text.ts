import { formatsByZone } from "../../format.ts";

const zoneNames = formatsByZone("en-US", { timeZoneName: "longGeneric" });

/** "Dates are in Eastern Time." A zone without a name in words keeps its id: "Dates are in UTC." */
export function datesText(zone: string): string {
  // A recent date: some zones had another name in 1970.
  const name =
    zoneNames(zone)
      .formatToParts(Date.UTC(2026, 0))
      .find(({ type }) => type === "timeZoneName")?.value ?? zone;
  return `Dates are in ${name.startsWith("GMT") ? zone : name}.`;
}
