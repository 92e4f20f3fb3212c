/** The entries of one pick, in the order of the ledger. Pure. */
import type { Stream } from "../bets/stream.ts";
import type { CorrectEntry, GradeFields, SettleEntry } from "./ledger-entry.ts";
import type { Reveal, SealedContent } from "./sealed-content.ts";

export interface Moment {
  seq: number;
  at: string;
}

/** The content that a publication or an amendment sealed. */
export interface Version extends Moment {
  version: number;
  digest: string;
  /** Null for an import. */
  reveal_by: string | null;
  /** Null while it is not known. */
  reveal: Reveal | null;
}

export interface PickHistory {
  stream: Stream;
  pick_id: number;
  /** True for a pick from before the ledger. */
  isImport: boolean;
  versions: Version[];
  /** The entry that settled the pick, then its corrections. */
  grades: (SettleEntry | CorrectEntry)[];
  withdrawn: Moment | null;
  /** The number of the last version, corrections included. */
  version: number;
}

export interface KnownVersion extends Version {
  content: SealedContent;
}

/** Returns all versions with their content; null while the content of any version is not known. */
export function knownVersions({ versions }: Pick<PickHistory, "versions">): KnownVersion[] | null {
  const known = versions.flatMap((version) =>
    version.reveal === null ? [] : [{ ...version, content: version.reveal.content }],
  );
  return known.length === versions.length ? known : null;
}

/** The first entry that set a verdict. */
export function firstSettled({ grades }: Pick<PickHistory, "grades">): Moment | null {
  return grades.find(({ type }) => type === "settle") ?? null;
}

/** The verdict that a pick has now; null while it is open. */
export function lastGrade({ grades }: Pick<PickHistory, "grades">): GradeFields | null {
  const last = grades.at(-1);
  return last !== undefined && hasVerdict(last) ? last : null;
}

export function hasVerdict(entry: SettleEntry | CorrectEntry): entry is (SettleEntry | CorrectEntry) & GradeFields {
  return entry.outcome !== undefined && entry.by !== undefined;
}

/** True if a correction changed a known value: it did more than fill in unknown parts of the grade. */
export function isCorrectedInRecord({ grades }: Pick<PickHistory, "grades">): boolean {
  return grades.some((entry) => entry.type === "correct" && !isFilledIn(entry));
}

/** True if only unknown parts of a grade were added, such as the closing line. */
export function isFilledIn({ changes }: Pick<CorrectEntry, "changes">): boolean {
  return Object.entries(changes).every(([field, [before]]) => before === "" && lateFields.has(field));
}

export function isAmended({ versions }: Pick<PickHistory, "versions">): boolean {
  return versions.length > 1;
}

/** The fields that become known after a verdict. */
const lateFields: ReadonlySet<string> = new Set([
  "units_result",
  "away_score",
  "home_score",
  "closing_line",
  "closing_odds",
]);

/** The time by which the last version has to be revealed; null for an import that was never amended. */
export function lastRevealBy({ versions }: Pick<PickHistory, "versions">): string | null {
  return versions.at(-1)?.reveal_by ?? null;
}

/** The earliest time by which a version has to be revealed: an amendment does not extend the time for grading. */
export function firstRevealBy({ versions }: Pick<PickHistory, "versions">): string | null {
  return earliest(...versions.map(({ reveal_by }) => reveal_by));
}

/** The earliest of some instants. */
export function earliest(...instants: readonly (string | null | undefined)[]): string | null {
  let first: string | null = null;
  for (const instant of instants) if (instant && (first === null || instant < first)) first = instant;
  return first;
}
