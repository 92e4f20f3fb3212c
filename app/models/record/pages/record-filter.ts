/** The filters of the record's list. Pure. */
import { slugOf } from "./filter-labels.ts";
import type { ListedPick } from "./listed-pick.ts";
import { notes } from "../../ledger/note-names.ts";
import { hasNote } from "../../ledger/notes.ts";

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

/** `now` is when the pick is shown (ISO, UTC). */
export function matches(filter: RecordFilter, pick: ListedPick, now: string): boolean {
  const { history, content, result } = pick;
  return (
    isAny(filter.stream, history.stream) &&
    isAny(filter.sport, content?.sport ?? "") &&
    // A bet that could not be read is graded by hand, so it belongs to "other".
    isAny(filter.market, content?.market ?? "other") &&
    isAny(filter.result, result) &&
    (filter.show === "" || isShown(filter.show, pick, now))
  );
}

function isAny(wanted: string, value: string): boolean {
  return wanted === "" || wanted === value;
}

function isShown(show: string, { history, evaluation, status, timeline, result }: ListedPick, now: string): boolean {
  const isCounted = status.kind === "counted" && result !== "void";
  if (show === "counted") return isCounted;
  if (show === "not-counted") return status.kind === "not counted";
  if (show === "by-hand") return status.kind === "counted" && status.result.by === "hand";
  const note = notes.find((name) => slugOf(name) === show);
  if (note !== undefined) return timeline !== null && hasNote[note](history, evaluation, now);
  return status.kind === "not counted" && slugOf(status.reason) === show;
}
