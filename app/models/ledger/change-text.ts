/** Changes of the ledger in words. Pure. */
import { fieldText } from "../../format.ts";
import { formatStart } from "../bets/format-start.ts";
import { formatCalendarDate } from "../calendar-date.ts";
import type { Changes } from "./ledger-entry.ts";
import { isInstant } from "./value-forms.ts";

/** "Line: -3.5 → -4.5.", a sentence for each field. `zone` is the reader's. */
export function changeTexts(changes: Changes, zone: string): string[] {
  return Object.entries(changes).map(([field, [before, after]]) => {
    const name = fieldText(field);
    const text = (value: string) => valueText(field, value, zone);
    return `${name.charAt(0).toUpperCase()}${name.slice(1)}: ${text(before)} → ${text(after)}.`;
  });
}

function valueText(field: string, value: string, zone: string): string {
  if (field === "verdict") return value === "" ? "open" : value;
  if (value === "") return "nothing";
  if (field === "starts_at" && isInstant(value)) return formatStart(value, zone);
  return field === "game_date" ? formatCalendarDate(value) : value;
}
