/** What a pick's own text says of its stake, its book and how far it is playable. Pure. */
import { fieldText } from "../../format.ts";
import { readExtras } from "./bet-extras.ts";

const extraFields = ["unit_size", "book", "playable_to"] as const;
export type ExtraField = (typeof extraFields)[number];
/** As texts: units, the book's full name, a line or a price. */
export type TextExtras = Partial<Record<ExtraField, string>>;

/** For the fields of the pick that are empty. */
export function extrasOf(pick: string, isEmpty: (field: ExtraField) => boolean): TextExtras {
  const { bet, ...extras } = readExtras(pick);
  // Of "Over 8.5u" nothing would be left to bet on.
  if (!/\d|\b(?:ml|moneyline|to win|dnb|pk)\b/i.test(bet)) return {};
  const found = extraFields.filter((field) => extras[field] && isEmpty(field));
  return Object.fromEntries(found.map((field) => [field, String(extras[field])]));
}

/** "The pick's text says unit size 2, book DraftKings."; '' without extras. */
export function describeExtras(extras: TextExtras): string {
  const parts = Object.entries(extras).map(([field, text]) => `${fieldText(field)} ${text}`);
  return parts.length === 0 ? "" : `The pick's text says ${parts.join(", ")}.`;
}
