/** Writes picks down in columns, with each value once, and reads them so that they take little memory. */
import type { PickStanding } from "../figures/pick-standing.ts";

interface Column<Value> {
  values: readonly Value[];
  /** The index of each pick's value. */
  indexes: readonly number[];
}

export type PackedPicks = { readonly [Field in keyof PickStanding]: Column<PickStanding[Field]> };

// Many pages share instants, days and lists of notes, so each of them is kept once.
const texts = new Map<string, string>();
const lists = new Map<string, PickStanding["notes"]>();

export function packed(picks: readonly PickStanding[]): PackedPicks {
  const column = <Field extends keyof PickStanding>(field: Field) => columnOf(picks.map((pick) => pick[field]));
  return {
    seq: column("seq"),
    stream: column("stream"),
    pick_id: column("pick_id"),
    sport: column("sport"),
    market: column("market"),
    revealedFrom: column("revealedFrom"),
    dueAt: column("dueAt"),
    notCounted: column("notCounted"),
    withheld: column("withheld"),
    isGraded: column("isGraded"),
    largestStake: column("largestStake"),
    fate: column("fate"),
    notes: column("notes"),
    changedAt: column("changedAt"),
    heldBackFrom: column("heldBackFrom"),
    at: column("at"),
    date: column("date"),
    outcome: column("outcome"),
    units: column("units"),
    flat: column("flat"),
    stake: column("stake"),
    odds: column("odds"),
    confidence: column("confidence"),
    by: column("by"),
    closing: column("closing"),
  };
}

function columnOf<Value>(all: readonly Value[]): Column<Value> {
  const places = new Map<unknown, number>();
  const values: Value[] = [];
  const indexes = all.map((value) => {
    const name = typeof value === "object" ? JSON.stringify(value) : value;
    const place = places.get(name) ?? values.push(value) - 1;
    places.set(name, place);
    return place;
  });
  return { values, indexes };
}

export function unpacked(columns: PackedPicks): PickStanding[] {
  const { seq, stream, pick_id, sport, market, notCounted, withheld, isGraded, largestStake, fate } = columns;
  const { changedAt, outcome, units, flat, stake, odds, confidence, by, closing } = columns;
  const instant = (text: string | null) => text && once(texts, text, text);
  const text = (value: string) => once(texts, value, value);
  const revealedFrom = eachOnce(columns.revealedFrom, instant);
  const dueAt = eachOnce(columns.dueAt, instant);
  const heldBackFrom = eachOnce(columns.heldBackFrom, instant);
  const at = eachOnce(columns.at, text);
  const date = eachOnce(columns.date, text);
  const notes = eachOnce(columns.notes, (list) => once(lists, list.join(), list));
  return seq.indexes.map((_, pick) => ({
    seq: valueOf(seq, pick),
    stream: valueOf(stream, pick),
    pick_id: valueOf(pick_id, pick),
    sport: valueOf(sport, pick),
    market: valueOf(market, pick),
    revealedFrom: valueOf(revealedFrom, pick),
    dueAt: valueOf(dueAt, pick),
    notCounted: valueOf(notCounted, pick),
    withheld: valueOf(withheld, pick),
    isGraded: valueOf(isGraded, pick),
    largestStake: valueOf(largestStake, pick),
    fate: valueOf(fate, pick),
    notes: valueOf(notes, pick),
    changedAt: valueOf(changedAt, pick),
    heldBackFrom: valueOf(heldBackFrom, pick),
    at: valueOf(at, pick),
    date: valueOf(date, pick),
    outcome: valueOf(outcome, pick),
    units: valueOf(units, pick),
    flat: valueOf(flat, pick),
    stake: valueOf(stake, pick),
    odds: valueOf(odds, pick),
    confidence: valueOf(confidence, pick),
    by: valueOf(by, pick),
    closing: valueOf(closing, pick),
  }));
}

function eachOnce<Value>({ values, indexes }: Column<Value>, known: (value: Value) => Value): Column<Value> {
  return { values: values.map(known), indexes };
}

function valueOf<Value>({ values, indexes }: Column<Value>, pick: number): Value {
  const value = values[indexes[pick] ?? 0];
  if (value === undefined) throw new Error("A column of the saved record has too few values.");
  return value;
}

/** Returns the first value with this name. */
function once<Value>(known: Map<string, Value>, name: string, value: Value): Value {
  const first = known.get(name);
  if (first !== undefined) return first;
  known.set(name, value);
  return value;
}
