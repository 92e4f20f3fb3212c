/** Writes changes of the ledger in words. Pure. */
import { fieldText } from "../../format.ts";
import { formatStart } from "../../time/start-text.ts";
import { formatCalendarDate } from "../../time/calendar-date.ts";
import type { Changes } from "./ledger-entry.ts";
import { isInstant } from "./value-forms.ts";

const labels = new Map([
  ["odds", "Price"],
  ["closing_odds", "Closing price"],
  ["starts_at", "Start"],
  ["sim_confidence", "Sim confidence %"],
]);

/** "Line: -3.5 → -4.5.", a sentence for each field. `zone` is the reader's. */
export function changeTexts(changes: Changes, zone: string): string[] {
  return Object.entries(changes).map(([field, [before, after]]) => {
    const text = (value: string) => valueText(field, value, zone);
    return `${labelOf(field)}: ${text(before)} → ${text(after)}.`;
  });
}

/** The label of the field in the staff's form. */
export function labelOf(field: string): string {
  const text = fieldText(field);
  return labels.get(field) ?? `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** The value as the form shows it; "nothing" for an unknown one. */
export function valueText(field: string, value: string, zone: string): string {
  if (field === "verdict") return value === "" ? "open" : value;
  if (value === "") return "nothing";
  if (field === "starts_at" && isInstant(value)) return formatStart(value, zone);
  return field === "game_date" ? formatCalendarDate(value) : value;
}
