import { price } from "../../../price.ts";

export const sharePages = ["site", "pricing", "record", "how-it-works", "free-pick", "how-to-check"] as const;
export type SharePage = (typeof sharePages)[number];

/** The line of a page in its picture. */
export const shareLines: Readonly<Record<SharePage, string>> = {
  site: "Daily sports picks, checked by pros.",
  pricing: `All of our picks for ${price} a month.`,
  record: "Every pick we ever published.",
  "how-it-works": "Where our picks come from.",
  "free-pick": "One free pick a day.",
  "how-to-check": "Check our record yourself.",
};
