/** What the list of the record can be filtered by. Pure. */
import { notCountedWords } from "../not-counted.ts";
import type { ListedPick } from "./listed-pick.ts";
import { isMoved } from "../figures/standings.ts";
import { isAmended, isCorrected } from "../life.ts";

/** "no price" → "no-price" */
export function slugOf(word: string): string {
  return word.replaceAll(" ", "-");
}

/** The choices, with their labels. */
export const filterLabels = {
  stream: { regular: "Regular", pro: "Pro" },
  market: { moneyline: "Moneyline", spread: "Spread", total: "Total", other: "Other" },
  result: { win: "Win", loss: "Loss", push: "Push", void: "Void", withdrawn: "Withdrawn", open: "Open" },
  show: {
    ...{ counted: "Counted", "not-counted": "Not counted", corrected: "Corrected", "by-hand": "Graded by hand" },
    ...{ moved: "Moved starts", amended: "Amended" },
  },
  /** Why some don't count: values of "show" like the others. */
  word: Object.fromEntries(notCountedWords.map((word) => [slugOf(word), capitalised(word)])),
} as const;
export const shows = [...Object.keys(filterLabels.show), ...Object.keys(filterLabels.word)];

/** '' = all. */
export interface RecordFilter {
  stream: string;
  sport: string;
  market: string;
  result: string;
  show: string;
}

export function isFiltered(filter: RecordFilter): boolean {
  return Object.values(filter).some((value) => value !== "");
}

export function matches(filter: RecordFilter, pick: ListedPick): boolean {
  const { life, content, result } = pick;
  return (
    isAny(filter.stream, life.stream) &&
    isAny(filter.sport, content?.sport ?? "") &&
    // What could not be read is graded by hand like the others.
    isAny(filter.market, content?.market ?? "other") &&
    isAny(filter.result, result) &&
    (filter.show === "" || isShown(filter.show, pick))
  );
}

function isAny(wanted: string, value: string): boolean {
  return wanted === "" || wanted === value;
}

function isShown(show: string, { life, standing, timeline, result }: ListedPick): boolean {
  const isCounted = standing.status === "counted" && result !== "void";
  if (show === "counted") return isCounted;
  if (show === "not-counted") return standing.status === "not counted";
  if (show === "corrected") return isCorrected(life);
  if (show === "by-hand") return standing.status === "counted" && standing.result.by === "hand";
  if (show === "moved") return isMoved({ isImport: life.isImport, timeline });
  if (show === "amended") return isAmended(life);
  return standing.status === "not counted" && slugOf(standing.word) === show;
}

function capitalised(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}
