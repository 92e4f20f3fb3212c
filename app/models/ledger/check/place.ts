/** Checks that an entry is allowed at its place in the chain. Pure. */
import { type Entry, type Ref, pickOf, readRef } from "../ledger-entry.ts";
import type { LedgerState } from "../fold.ts";
import { type PickHistory, firstSettled } from "../pick-history.ts";
import { sealedFields } from "../sealed-content.ts";

export type PlaceProblem = "predecessor" | "import out of place" | "published twice" | "settled twice";

/** `previous` is the type of the entry before it; null for the first. */
export function placeProblemOf(state: LedgerState, previous: Entry["type"] | null, entry: Entry): PlaceProblem | null {
  if (entry.type === "begin") return previous === null ? null : "predecessor";
  if (entry.type === "import" && previous !== "begin" && previous !== "import") return "import out of place";
  if (previous === null) return "predecessor";
  if (entry.type === "restore") return entry.from === entry.seq - 1 ? null : "predecessor";
  const ref = readRef(entry.ref);
  if (ref === null) return "predecessor";
  const history = state.histories.get(pickOf(ref));
  if (entry.type === "import" || entry.type === "publish") return history === undefined ? null : "published twice";
  if (entry.type === "settle" && history !== undefined && firstSettled(history) !== null) return "settled twice";
  return canFollow(entry, ref, history) ? null : "predecessor";
}

function canFollow(entry: Entry, { version }: Ref, history: PickHistory | undefined): boolean {
  if (history === undefined || history.withdrawn !== null) return false;
  if (entry.type === "amend") return version === history.version + 1;
  if (entry.type === "correct")
    return version === history.version + (sealedFields.some((name) => name in entry.changes) ? 1 : 0);
  return version === history.version;
}
