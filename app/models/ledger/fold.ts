/** The ledger, folded into what it says of each pick. Pure: it changes only the state that it is given. */
import type { Counting } from "./counting.ts";
import { countingOf } from "./counting.ts";
import type {
  CorrectEntry,
  Entry,
  ImportEntry,
  Ref,
  SealingEntry,
  SettleEntry,
  WithdrawEntry,
} from "./ledger-entry.ts";
import { pickOf, readRef } from "./ledger-entry.ts";
import type { Life, Version } from "./life.ts";
import type { Reveal } from "./sealed-content.ts";
import type { ZoneDays } from "./zone-days.ts";
import { zoneDays } from "./zone-days.ts";

export interface LedgerState {
  /** When the record begins (ISO, UTC); null before the first entry. */
  since: string | null;
  days: ZoneDays;
  /** By pick: "regular:17". */
  lives: Map<string, Life>;
  /** By the number of the entry that sealed. */
  sealedBy: Map<number, { life: Life; version: Version }>;
  /** What was computed of a life; it is forgotten when the life changes. */
  countings: Map<Life, Counting>;
}

type PickEntry = ImportEntry | SealingEntry | WithdrawEntry | SettleEntry | CorrectEntry;

export function newLedger(): LedgerState {
  return { since: null, days: zoneDays("UTC"), lives: new Map(), sealedBy: new Map(), countings: new Map() };
}

/**
 * Takes the next entry into the state, which it returns. `reveal` is null while it is not known; foldReveal adds it
 * later. An entry that fits no pick changes nothing: see check.ts, which says so.
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

/** Takes what the entry `seq` sealed into the state, which it returns. The order of reveals changes nothing. */
export function foldReveal(state: LedgerState, seq: number, reveal: Reveal): LedgerState {
  const sealed = state.sealedBy.get(seq);
  if (sealed === undefined) return state;
  sealed.version.reveal = reveal;
  state.countings.delete(sealed.life);
  return state;
}

/** How a pick counts, computed once until something of it changes. */
export function countingIn(state: LedgerState, life: Life): Counting {
  const known = state.countings.get(life);
  if (known !== undefined) return known;
  const counting = countingOf(life, state.days);
  state.countings.set(life, counting);
  return counting;
}

function foldPickEntry(state: LedgerState, entry: PickEntry, ref: Ref, reveal: Reveal | null): void {
  const life = state.lives.get(pickOf(ref)) ?? newLife(state, entry, ref);
  if (life === null || life.withdrawn !== null) return;
  state.countings.delete(life);
  life.version = Math.max(life.version, ref.version);
  const { type, seq, at } = entry;
  if (type === "withdraw") life.withdrawn = { seq, at };
  else if (type === "settle" || type === "correct") life.grades.push(entry);
  else if (type === "amend" || life.versions.length === 0) seal(state, life, versionOf(entry, ref, reveal));
}

function newLife(state: LedgerState, { type }: PickEntry, ref: Ref): Life | null {
  if (type !== "publish" && type !== "import") return null;
  const { stream, pick_id } = ref;
  const life = { stream, pick_id, isImport: type === "import", versions: [], grades: [], withdrawn: null, version: 0 };
  state.lives.set(pickOf(ref), life);
  return life;
}

function seal(state: LedgerState, life: Life, version: Version): void {
  life.versions.push(version);
  state.sealedBy.set(version.seq, { life, version });
}

function versionOf(entry: ImportEntry | SealingEntry, { version }: Ref, reveal: Reveal | null): Version {
  const { seq, at, digest } = entry;
  return { seq, at, version, digest, reveal_by: entry.type === "import" ? null : entry.reveal_by, reveal };
}
