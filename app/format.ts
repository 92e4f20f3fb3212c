import { formatsByZone } from "./models/zone-formats.ts";

const longDate = formatsByZone("en-US", { dateStyle: "full" });
const instantFormat = formatsByZone("en-US", {
  timeZoneName: "short",
  year: "numeric",
  month: "long",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  hour12: true,
});

/** "+1.36 U", "-1.25 U", "0.00 U". Unknown counts as 0. */
export function formatResult(units: number | null): string {
  return `${signedText(units ?? 0)} U`;
}

/** Two decimals, in two parts because the fraction is set smaller: ["65", ".91"]. */
export function splitFigure(figure: number, signed = false): [string, string] {
  const text = signed ? signedText(figure) : rounded(figure, 2).toFixed(2);
  const point = text.indexOf(".");
  return [text.slice(0, point), text.slice(point)];
}

/** A chart's level with as many decimals as the scale needs: "+12", "-4.5", "0". `farthest` is from zero. */
export function formatLevel(units: number, farthest: number): string {
  const size = Math.abs(farthest);
  const decimals = size < 2 ? 2 : size < 20 ? 1 : 0;
  const text = rounded(Math.abs(units), decimals).toFixed(decimals);
  if (Number(text) === 0) return "0";
  return `${units < 0 ? "-" : "+"}${text}`;
}

/** "64.2"; unknown is "". */
export function formatNumber(value: number | null): string {
  return value === null ? "" : String(rounded(value, 6));
}

/** "64.2%", or "–" when unknown. */
export function formatPercent(value: number | null): string {
  return value === null ? "–" : `${rounded(value, 6)}%`;
}

export function initialOf(name: string): string {
  return [...name][0]?.toUpperCase() ?? "?";
}

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

/** "November 21, 2026, 9:05 AM" in the reader's time zone, or in `zone` with its short name ("EST"). */
export function formatInstant(iso: string, zone?: string): string {
  const parts = Object.fromEntries(
    instantFormat(zone)
      .formatToParts(new Date(iso))
      .map((part) => [part.type, part.value]),
  );
  const text = `${parts.month} ${parts.day}, ${parts.year}, ${parts.hour}:${parts.minute} ${parts.dayPeriod}`;
  return zone === undefined ? text : `${text} ${parts.timeZoneName}`;
}

function signedText(figure: number): string {
  const text = rounded(figure, 2).toFixed(2);
  return Number(text) > 0 ? `+${text}` : text;
}

/** Rounds half away from zero by decimal digits: 1.005 is 1.01, despite its binary value. Never -0. */
export function rounded(figure: number, decimals: number): number {
  const size = Math.abs(figure);
  // JavaScript writes smaller numbers with an exponent.
  if (size < 1e-6) return 0;
  return Math.sign(figure) * Number(`${Math.round(Number(`${size}e${decimals}`))}e-${decimals}`) + 0;
}

export function fieldText(field: string): string {
  return field.replaceAll("_", " ");
}

export function shortened(text: string, length: number): string {
  const characters = [...text.trim()];
  return characters.length <= length
    ? characters.join("")
    : `${characters
        .slice(0, length - 1)
        .join("")
        .trimEnd()}…`;
}
