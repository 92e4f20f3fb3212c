/** The filters of the record's list. Pure. */
import { slugOf } from "./filter-labels.ts";
import type { Note } from "../../ledger/note-names.ts";
import { isRevealed } from "../../ledger/record-status.ts";
import { type PickStanding, standingAt } from "../figures/pick-standing.ts";
import { type ListedPick, isListed, resultOf } from "./listed-pick.ts";

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

/**
 * `now` is when the pick is shown (ISO, UTC), `largest` the largest stake in the record, in units. A sealed pick matches
 * nothing.
 */
export function matches(filter: RecordFilter, pick: PickStanding, now: string, largest: number): boolean {
  const status = standingAt(pick, now, largest);
  if (!isListed(status, pick, now)) return false;
  // Nothing is known of the content of a pick that is withheld.
  const { sport, market, notes } = isRevealed(pick, now) ? pick : { sport: "", market: "", notes: [] };
  return (
    isAny(filter.stream, pick.stream) &&
    isAny(filter.sport, sport) &&
    // A bet that could not be read is graded by hand, so it belongs to "other".
    isAny(filter.market, market || "other") &&
    isAny(filter.result, resultOf(status, pick.fate)) &&
    (filter.show === "" || isShown(filter.show, status, notes))
  );
}

function isAny(wanted: string, value: string): boolean {
  return wanted === "" || wanted === value;
}

function isShown(show: string, status: ListedPick["status"], notes: readonly Note[]): boolean {
  if (show === "counted") return status.kind === "counted" && status.result.outcome !== "void";
  if (show === "not-counted") return status.kind === "not counted";
  if (show === "by-hand") return status.kind === "counted" && status.result.by === "hand";
  if (notes.some((note) => slugOf(note) === show)) return true;
  return status.kind === "not counted" && slugOf(status.reason) === show;
}
