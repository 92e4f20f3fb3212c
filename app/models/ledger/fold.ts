/** Folds the ledger into the history of each pick. Pure: it changes only the state that it is given. */
import { type Evaluation, evaluate } from "./evaluation.ts";
import {
  type CorrectEntry,
  type Entry,
  type ImportEntry,
  type Ref,
  type SealingEntry,
  type SettleEntry,
  type WithdrawEntry,
  pickOf,
  readRef,
} from "./ledger-entry.ts";
import type { PickHistory, Version } from "./pick-history.ts";
import type { Reveal } from "./sealed-content.ts";
import { type ZoneDays, zoneDays } from "./zone-days.ts";

export interface LedgerState {
  /** The time when the record begins (ISO, UTC); null before the first entry. */
  since: string | null;
  days: ZoneDays;
  /** Histories by pick: "regular:17". */
  histories: Map<string, PickHistory>;
  /** Sealed versions by the number of their entry. */
  sealedBy: Map<number, { history: PickHistory; version: Version }>;
  /** The cached evaluations of histories; one is dropped when its history changes. */
  evaluations: Map<PickHistory, Evaluation>;
}

type PickEntry = ImportEntry | SealingEntry | WithdrawEntry | SettleEntry | CorrectEntry;

export function newLedger(): LedgerState {
  return { since: null, days: zoneDays("UTC"), histories: new Map(), sealedBy: new Map(), evaluations: new Map() };
}

/**
 * Adds the next entry to the state and returns the state. `reveal` is null while it is not known; foldReveal adds it
 * later. An entry that fits no pick changes nothing: check.ts reports it.
 */
export function foldEntry(state: LedgerState, entry: Entry, reveal: Reveal | null): LedgerState {
  if (entry.type === "begin") {
    state.since = entry.at;
    state.days = zoneDays(entry.zone);
    return state;
  }
  const ref = readRef(entry.ref);
  if (entry.type === "restore" || ref === null) return state;
  foldPickEntry(state, entry, ref, reveal);
  return state;
}

/** Adds what the entry `seq` sealed to the state and returns the state. The order of reveals changes nothing. */
export function foldReveal(state: LedgerState, seq: number, reveal: Reveal): LedgerState {
  const sealed = state.sealedBy.get(seq);
  if (sealed === undefined) return state;
  sealed.version.reveal = reveal;
  state.evaluations.delete(sealed.history);
  return state;
}

/** The evaluation of a pick, computed once until its history changes. */
export function evaluationIn(state: LedgerState, history: PickHistory): Evaluation {
  const known = state.evaluations.get(history);
  if (known !== undefined) return known;
  const evaluation = evaluate(history, state.days);
  state.evaluations.set(history, evaluation);
  return evaluation;
}

function foldPickEntry(state: LedgerState, entry: PickEntry, ref: Ref, reveal: Reveal | null): void {
  const history = state.histories.get(pickOf(ref)) ?? newPickHistory(state, entry, ref);
  if (history === null || history.withdrawn !== null) return;
  state.evaluations.delete(history);
  history.version = Math.max(history.version, ref.version);
  const { type, seq, at } = entry;
  if (type === "withdraw") history.withdrawn = { seq, at };
  else if (type === "settle" || type === "correct") history.grades.push(entry);
  else if (type === "amend" || history.versions.length === 0) seal(state, history, versionOf(entry, ref, reveal));
}

function newPickHistory(state: LedgerState, { type }: PickEntry, ref: Ref): PickHistory | null {
  if (type !== "publish" && type !== "import") return null;
  const { stream, pick_id } = ref;
  const history = {
    stream,
    pick_id,
    isImport: type === "import",
    versions: [],
    grades: [],
    withdrawn: null,
    version: 0,
  };
  state.histories.set(pickOf(ref), history);
  return history;
}

function seal(state: LedgerState, history: PickHistory, version: Version): void {
  history.versions.push(version);
  state.sealedBy.set(version.seq, { history, version });
}

function versionOf(entry: ImportEntry | SealingEntry, { version }: Ref, reveal: Reveal | null): Version {
  const { seq, at, digest } = entry;
  return { seq, at, version, digest, reveal_by: entry.type === "import" ? null : entry.reveal_by, reveal };
}
