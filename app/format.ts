/** "+1.36 U", "-1.25 U", "0.00 U". Unknown counts as 0. */
export function formatResult(units: number | null): string {
  return `${signedText(units ?? 0)} U`;
}

/** "64.2"; unknown is "". */
export function formatNumber(value: number | null): string {
  return value === null ? "" : String(rounded(value, 6));
}

/** "64.2%", "65.0%", or "–" when unknown. */
export function formatPercent(value: number | null): string {
  return value === null ? "–" : `${rounded(value, 1).toFixed(1)}%`;
}

export function initialOf(name: string): string {
  return [...name][0]?.toUpperCase() ?? "?";
}

/** "+1.36", "-1.25", "0.00". */
export function signedText(figure: number): string {
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

/** Trimmed, with one blank for each run of them. */
export function withSingleBlanks(text: string): string {
  return text.trim().replace(/\s+/g, " ");
}

/** "65.91%". */
export function percentText(figure: number): string {
  return `${rounded(figure, 2).toFixed(2)}%`;
}

/** "2,015" of a whole number. */
export function countText(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** A chart's level with as many decimals as its step needs: "+15", "-0.5", "0". */
export function formatLevel(units: number, step: number): string {
  const decimals = Math.max(0, -Math.floor(Math.log10(step)));
  const text = rounded(Math.abs(units), decimals).toFixed(decimals);
  if (Number(text) === 0) return "0";
  return `${units < 0 ? "-" : "+"}${text}`;
}

/** Integer cents as "9.80". */
export function formatDollars(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, "0");
  return `${cents < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
