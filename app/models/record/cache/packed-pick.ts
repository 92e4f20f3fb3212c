/** Writes picks down without the names of their fields, and reads them so that they take little memory. */
import type { PickStanding } from "../figures/pick-standing.ts";

export type PackedPick = ReturnType<typeof packed>;

// Many picks share their instants, days and lists of notes, so each of them is kept once.
const texts = new Map<string, string>();
const lists = new Map<string, PickStanding["notes"]>();

export function packed(pick: PickStanding) {
  const { seq, stream, pick_id, sport, market, revealedFrom, dueAt, notCounted, withheld, isGraded } = pick;
  const { largestStake, fate, notes, changedAt, heldBackFrom } = pick;
  const { at, date, outcome, units, flat, stake, odds, confidence, by, closing } = pick;
  return [
    [seq, stream, pick_id, sport, market, revealedFrom, dueAt, notCounted, withheld, isGraded],
    [largestStake, fate, notes, changedAt, heldBackFrom],
    [at, date, outcome, units, flat, stake, odds, confidence, by, closing],
  ] as const;
}

export function unpacked([about, standing, result]: PackedPick): PickStanding {
  const [seq, stream, pick_id, sport, market, revealedFrom, dueAt, notCounted, withheld, isGraded] = about;
  const [largestStake, fate, notes, changedAt, heldBackFrom] = standing;
  const [at, date, outcome, units, flat, stake, odds, confidence, by, closing] = result;
  return {
    seq,
    stream,
    pick_id,
    sport,
    market,
    revealedFrom: revealedFrom === null ? null : once(texts, revealedFrom, revealedFrom),
    dueAt: dueAt === null ? null : once(texts, dueAt, dueAt),
    notCounted,
    withheld,
    isGraded,
    largestStake,
    fate,
    notes: once(lists, notes.join(), notes),
    changedAt,
    heldBackFrom,
    at: once(texts, at, at),
    date: once(texts, date, date),
    outcome,
    units,
    flat,
    stake,
    odds,
    confidence,
    by,
    closing,
  };
}

/** Returns the first value with this name. */
function once<Value>(known: Map<string, Value>, name: string, value: Value): Value {
  const first = known.get(name);
  if (first !== undefined) return first;
  known.set(name, value);
  return value;
}
