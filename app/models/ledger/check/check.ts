/** Checks the whole ledger, entry by entry, without trusting who serves it. Pure. */
import { canonicalJson, digestOf, hashOf, isPlainObject, noHash } from "../canonical.ts";
import { type ChangeProblem, changeProblemOf, earlierChangeProblemOf } from "../grade-changes.ts";
import { type CorrectEntry, type Entry, type RestoreEntry, pickOf, readRef } from "../ledger-entry.ts";
import { type LedgerState, evaluationIn, foldEntry, newLedger } from "../fold.ts";
import { farthestRevealBy } from "../reveal-by.ts";
import type { PickHistory } from "../pick-history.ts";
import { readEntry } from "../read-entry.ts";
import { type Reveal, readReveal } from "../sealed-content.ts";
import { nextAmendProblem } from "../timeline.ts";
import { isHex } from "../value-forms.ts";
import { type Broken, type BrokenReason, type Findings, pickFindings } from "./findings.ts";
import { type SavedHead, clockTolerance, headsAfter, headText } from "../saved-head.ts";
import { placeProblemOf } from "./place.ts";

export interface Check {
  /** The state after the entries read so far; the figures use it, too. */
  state: LedgerState;
  /** The hashes of the entries read so far, from the first one on. */
  hashes: string[];
  last: { at: string; type: Entry["type"] } | null;
  broken: Broken[];
  /** Nothing is read after a broken link. */
  isStopped: boolean;
  restored: number[];
  /** All rules apply from this entry on. */
  rulesFrom: number | null;
  /** Corrections that only an earlier version of the program could write: see finish. */
  doubted: { entry: CorrectEntry; reason: ChangeProblem }[];
  /** The latest time that an entry may claim (ISO, UTC). */
  latest: string;
  kept: readonly SavedHead[];
  /** Kept heads that the entries still have. */
  found: Set<SavedHead>;
}

/** Begins a check. `now` is when the reading of the ledger begins; see readAt. */
export function newCheck(now: Date, kept: readonly SavedHead[] = []): Check {
  const check: Check = {
    state: newLedger(),
    hashes: [],
    last: null,
    broken: [],
    isStopped: false,
    restored: [],
    rulesFrom: null,
    doubted: [],
    latest: "",
    kept,
    found: new Set(),
  };
  readAt(check, now);
  return check;
}

/** Sets the time at which the next entries are read: no entry can be from later. Two clocks may differ by 5 minutes. */
export function readAt(check: Check, now: Date): void {
  check.latest = new Date(now.getTime() + clockTolerance).toISOString();
}

/**
 * Adds the next entry, as the API serves it (`{…, hash, reveal}`), to the check and returns the check. Never throws.
 */
export function checkEntry(check: Check, served: unknown): Check {
  const { hash, reveal, body } = partsOf(served);
  if (check.isStopped) return check;
  const seq = check.hashes.length + 1;
  const problem = linkProblemOf(check.hashes, body, hash);
  if (problem !== null || typeof hash !== "string") {
    check.broken.push({ seq, reason: problem ?? "hash" });
    check.isStopped = true;
    return check;
  }
  check.hashes.push(hash);
  // Kept heads are compared only after the hash was verified: a hash that is only claimed proves nothing.
  for (const head of check.kept) if (head.hash === hash && head.seq === seq) check.found.add(head);
  const read = readEntry(body);
  if ("entry" in read) takeEntry(check, read.entry, reveal);
  else check.broken.push({ seq, reason: "format" });
  return check;
}

/**
 * Returns what the check found. `now` is when the reading began: a pick that had to be revealed later is not held back
 * yet. `head` is the one that was served with the last entries.
 */
export function finish(check: Check, now: Date, head: { seq: number; hash: string } | null = null): Findings {
  const { state, hashes, last, restored, rulesFrom } = check;
  const picks = pickFindings(state, now.toISOString(), rulesFrom);
  const doubted = check.doubted.map(({ entry: { seq, ref }, reason }) => ({ seq, ref, reason }));
  const isEarlier = ({ seq }: { seq: number }) => rulesFrom !== null && seq < rulesFrom;
  const unnamed = doubted.filter(isEarlier);
  const unexcused = doubted.filter((one) => !isEarlier(one)).map(({ seq, reason }) => ({ seq, reason }));
  const forged = new Set(check.broken.filter(({ reason }) => reason === "digest").map(({ seq }) => seq));
  const found = { ...picks, heldBack: picks.heldBack.filter(({ seq }) => !forged.has(seq)) };
  const broken = [...check.broken, ...unexcused, ...endProblems(check, head), ...found.broken].sort(
    (one, other) => one.seq - other.seq,
  );
  const lost = check.kept.filter((kept) => !check.found.has(kept)).sort((one, other) => one.seq - other.seq);
  const rewritten = lost[0] ?? null;
  const isBroken = broken.length > 0 || rewritten !== null;
  const hash = hashes.at(-1);
  return {
    ...found,
    broken,
    rewritten,
    restored,
    rulesFrom,
    entries: hashes.length,
    picks: state.histories.size,
    unnamed: unnamed.map(({ seq, ref }) => ({ seq, ref })),
    verdict: isBroken ? "broken" : found.heldBack.length > 0 ? "held back" : "intact",
    head: hash === undefined || last === null ? null : { seq: hashes.length, hash, at: last.at },
  };
}

function partsOf(served: unknown): { hash: unknown; reveal: unknown; body: unknown } {
  if (!isPlainObject(served)) return { hash: null, reveal: null, body: served };
  const { hash, reveal, ...body } = served;
  return { hash, reveal, body };
}

function seqOf(body: unknown): unknown {
  return isPlainObject(body) && "seq" in body ? body.seq : null;
}

/** Returns why an entry is not the next link of the chain; null when it is. */
function linkProblemOf(hashes: readonly string[], body: unknown, hash: unknown): BrokenReason | null {
  if (!isPlainObject(body)) return "format";
  if (seqOf(body) !== hashes.length + 1) return "gap";
  const text = canonicalText(body);
  if (text === null) return "format";
  if (hashOf(hashes.at(-1) ?? noHash, text) === hash) return null;
  // If the hash fits after another entry, the entry before this one is not its predecessor.
  return isHex(hash) && [noHash, ...hashes].some((earlier) => hashOf(earlier, text) === hash) ? "predecessor" : "hash";
}

function canonicalText(value: unknown): string | null {
  try {
    return canonicalJson(value);
  } catch {
    return null;
  }
}

function takeEntry(check: Check, entry: Entry, served: unknown): void {
  const { state, last, broken } = check;
  const { seq, at, type } = entry;
  check.last = { at, type };
  if (last !== null && at < last.at) broken.push({ seq, reason: "order of time" });
  if (at > check.latest) broken.push({ seq, reason: "a time in the future" });
  if (headsAfter(check.kept, entry).length > 0) broken.push({ seq, reason: "backdated" });
  if (entry.type === "restore") takeRestore(check, entry);
  if ("reveal_by" in entry && entry.reveal_by > farthestRevealBy(at)) broken.push({ seq, reason: "format" });
  const problem = placeProblemOf(state, last?.type ?? null, entry);
  const reveal = revealOf(entry, served);
  if (reveal === "digest") broken.push({ seq, reason: "digest" });
  if (problem !== null) broken.push({ seq, reason: problem });
  else {
    checkChange(check, entry);
    foldEntry(state, entry, reveal === "digest" ? null : reveal);
  }
  if (type === "settle") countAhead(state, entry.ref);
}

/** A restore that lost nothing, since it continues after the last known head, marks a newer version of the program. */
function takeRestore(check: Check, { seq, from, lost }: RestoreEntry): void {
  const isUpgrade = lost === headText({ seq: from, hash: check.hashes[from - 1] ?? "" });
  if (isUpgrade) check.rulesFrom ??= seq;
  else check.restored.push(seq);
}

/** Checks that the entries before it allow an amendment, and that a correction names what it changes. */
function checkChange({ state, broken, doubted }: Check, entry: Entry): void {
  const history = historyOf(state, entry.ref);
  if (history === undefined) return;
  if (entry.type === "correct") {
    const reason = changeProblemOf(history, entry);
    if (reason === null) return;
    if (earlierChangeProblemOf(history, entry) === null) doubted.push({ entry, reason });
    else broken.push({ seq: entry.seq, reason });
  }
  if (entry.type === "amend") {
    const reason = nextAmendProblem(history, state.days, entry.at);
    if (reason !== null) broken.push({ seq: entry.seq, reason });
  }
}

function historyOf(state: LedgerState, text: string): PickHistory | undefined {
  const ref = readRef(text);
  return ref === null ? undefined : state.histories.get(pickOf(ref));
}

/** Evaluates picks while the entries are read: all picks at the end would keep a phone busy for a second. */
function countAhead(state: LedgerState, text: string): void {
  const history = historyOf(state, text);
  if (history !== undefined) evaluationIn(state, history);
}

/** Returns the revealed content; "digest" when it is not what the entry sealed. */
function revealOf(entry: Entry, served: unknown): Reveal | "digest" | null {
  if (served === null || served === undefined) return null;
  const read = readReveal(served);
  if (!("digest" in entry) || !("reveal" in read)) return "digest";
  const { salt, content } = read.reveal;
  const ref = readRef(entry.ref);
  const isItsOwn = content.stream === ref?.stream && content.pick_id === ref.pick_id && content.version === ref.version;
  const text = canonicalText(content);
  return isItsOwn && text !== null && digestOf(salt, text) === entry.digest ? read.reveal : "digest";
}

/** Finds entries that are missing after the last one, and a served head with another hash. */
function endProblems({ hashes, isStopped }: Check, head: { seq: number; hash: string } | null): Broken[] {
  if (isStopped) return [];
  if (hashes.length === 0 || (head !== null && head.seq > hashes.length))
    return [{ seq: hashes.length + 1, reason: "gap" }];
  return head !== null && hashes[head.seq - 1] !== head.hash ? [{ seq: head.seq, reason: "hash" }] : [];
}
