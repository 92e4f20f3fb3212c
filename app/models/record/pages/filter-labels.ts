/** The choices of the record's filters. Pure, and small: pages load it without the rest of the record. */
import { notCountedReasons } from "../../ledger/not-counted.ts";

/** "no price" → "no-price" */
export function slugOf(word: string): string {
  return word.replaceAll(",", "").replaceAll(/[ _]/g, "-");
}

/** The choices, with their labels. */
export const filterLabels = {
  stream: { regular: "Regular", pro: "Pro" },
  market: { moneyline: "Moneyline", spread: "Spread", total: "Total", other: "Other" },
  result: { win: "Win", loss: "Loss", push: "Push", void: "Void", withdrawn: "Withdrawn", open: "Open" },
  show: {
    counted: "Counted",
    "not-counted": "Not counted",
    corrected: "Corrected",
    "by-hand": "Graded by hand",
    "filled-in": "Details added later",
    moved: "Moved starts",
    amended: "Amended",
    "last-minutes": "Last five minutes",
    "withdrawn-late": "Withdrawn late",
    "long-sealed": "Sealed for over 30 days",
  },
  /** The reasons why picks don't count: they are values of "show", too. */
  word: Object.fromEntries(notCountedReasons.map((word) => [slugOf(word), capitalised(word)])),
} as const;
export const shows = [...Object.keys(filterLabels.show), ...Object.keys(filterLabels.word)];

function capitalised(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}
