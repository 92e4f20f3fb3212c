/** A sealed pick in words: when it was sealed and what its seal is. Nothing else about it may be shown. Pure. */
import { formatStamp } from "../../../time/start-text.ts";
import { type PickHistory, lastRevealBy } from "../../ledger/pick-history.ts";
import { pickOf } from "../../ledger/ledger-entry.ts";

/** '' = does not apply. */
export interface SealedRow {
  ref: string;
  published: string;
  /** "amended 11/20/2026, 9:12 AM" */
  note: string;
  /** The digest of the last version, in hex. */
  digest: string;
  revealBy: string;
  /** The entry that sealed the last version. */
  entry: number;
}

/** The digest is cut to `digits` characters. Times are shown in `zone`. */
export function sealedRow(history: PickHistory, now: string, zone: string, digits = Infinity): SealedRow {
  const [first, last] = [history.versions[0], history.versions.at(-1)];
  const digest = last?.digest ?? "";
  const revealBy = lastRevealBy(history);
  return {
    ref: pickOf(history),
    published: formatStamp(first?.at ?? "", zone),
    note: noteOf(history, revealBy, now, zone),
    digest: digest.length > digits ? `${digest.slice(0, digits)}…` : digest,
    revealBy: revealBy === null ? "" : formatStamp(revealBy, zone),
    entry: last?.seq ?? 0,
  };
}

function noteOf(
  { isImport, withdrawn, versions }: PickHistory,
  revealBy: string | null,
  now: string,
  zone: string,
): string {
  const amended = versions.length > 1 ? versions.at(-1)?.at : undefined;
  return [
    isImport && "from before the ledger",
    amended !== undefined && `amended ${formatStamp(amended, zone)}`,
    withdrawn !== null && `withdrawn ${formatStamp(withdrawn.at, zone)}`,
    revealBy !== null && revealBy < now && "held back",
  ]
    .filter((note) => note !== false)
    .join(", ");
}
