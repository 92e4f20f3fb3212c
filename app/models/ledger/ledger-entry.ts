/** The entries of the ledger. Pure. */
import { type Stream, streams } from "../bets/stream.ts";
import type { settledOutcomes } from "../bets/outcome.ts";
import type { sealedFields } from "./sealed-content.ts";

export type SettledOutcome = (typeof settledOutcomes)[number];

/** `at` is an instant: ISO, UTC, with milliseconds. `ref` is "" for an entry that is not about a pick. */
interface Common<Type extends string> {
  seq: number;
  at: string;
  type: Type;
  ref: string;
}

export interface BeginEntry extends Common<"begin"> {
  /** IANA name of the zone in which game dates are days. */
  zone: string;
  format: "1";
}

export interface ImportEntry extends Common<"import"> {
  digest: string;
}

export interface SealingEntry extends Common<"publish" | "amend"> {
  digest: string;
  reveal_by: string;
}

export type WithdrawEntry = Common<"withdraw">;

/** Decimals are texts; an unknown field is absent. */
export interface GradeFields {
  outcome: SettledOutcome;
  /** Absent for a win without a price. */
  units?: string;
  by: "rule" | "hand";
  away_score?: string;
  home_score?: string;
  closing_line?: string;
  /** American. */
  closing_odds?: number;
}

export interface SettleEntry extends Common<"settle">, GradeFields {}

export const gradeFields = [
  "verdict",
  "units_result",
  "away_score",
  "home_score",
  "closing_line",
  "closing_odds",
] as const;
export type ChangedField = (typeof sealedFields)[number] | (typeof gradeFields)[number];
/** Field → [old, new] in the ledger's form; '' = unknown. A verdict is written as its word. */
export type Changes = Readonly<Partial<Record<ChangedField, readonly [before: string, after: string]>>>;

/** A correction has the fields of a grade when the pick has a verdict after it. */
export interface CorrectEntry extends Common<"correct">, Partial<GradeFields> {
  /** Public. Absent when the correction only fills in unknown values. */
  reason?: string;
  changes: Changes;
}

export interface RestoreEntry extends Common<"restore"> {
  /** The ledger continues after this entry. */
  from: number;
  /** SEQ:HASH of the last head that was known; absent when none was. */
  lost?: string;
}

export type Entry = BeginEntry | ImportEntry | SealingEntry | WithdrawEntry | SettleEntry | CorrectEntry | RestoreEntry;

export const entryTypes = [
  "begin",
  "import",
  "publish",
  "amend",
  "withdraw",
  "settle",
  "correct",
  "restore",
] as const satisfies readonly Entry["type"][];

export interface Ref {
  stream: Stream;
  pick_id: number;
  /** Counts the sealed contents of the pick. */
  version: number;
}

const refPattern = /^([a-z]+):([1-9]\d*):([1-9]\d*)$/;

/** "regular:17:1" */
export function refOf({ stream, pick_id, version }: Ref): string {
  return `${stream}:${pick_id}:${version}`;
}

/** Returns null for a text that refOf does not write. */
export function readRef(text: string): Ref | null {
  const [, name, id, count] = refPattern.exec(text) ?? [];
  const stream = streams.find((one) => one === name);
  const [pick_id, version] = [Number(id), Number(count)];
  if (stream === undefined || !Number.isSafeInteger(pick_id) || !Number.isSafeInteger(version)) return null;
  return { stream, pick_id, version };
}

/** "regular:17": the pick of a ref. */
export function pickOf({ stream, pick_id }: Pick<Ref, "stream" | "pick_id">): string {
  return `${stream}:${pick_id}`;
}
