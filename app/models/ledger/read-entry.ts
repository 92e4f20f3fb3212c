/** Reads entries strictly: all required keys, no extra key, each value in its form. Pure. */
import { settledOutcomes } from "../bets/outcome.ts";
import { isPlainObject } from "./canonical.ts";
import { type Entry, entryTypes, gradeFields, readRef } from "./ledger-entry.ts";
import { readHead } from "./saved-head.ts";
import { sealedFields } from "./sealed-content.ts";
import {
  type Forms,
  isCount,
  isDecimal,
  isFilled,
  isHex,
  isInstant,
  isOdds,
  isReason,
  isZone,
  oneOf,
  problemOf,
} from "./value-forms.ts";

interface Shape {
  required: Forms;
  optional?: Forms;
}

const noRef = (value: unknown) => value === "";
const anyRef = (value: unknown) => typeof value === "string" && readRef(value) !== null;
const firstRef = (value: unknown) => typeof value === "string" && readRef(value)?.version === 1;
const isScore = (value: unknown) => isDecimal(value) && !value.startsWith("-");

const common = { seq: isCount, at: isInstant, type: oneOf(...entryTypes) };
const verdict = { outcome: oneOf(...settledOutcomes), by: oneOf("rule", "hand") };
const knownOfGrade = {
  units: isDecimal,
  away_score: isScore,
  home_score: isScore,
  closing_line: isFilled,
  closing_odds: isOdds,
};
const sealing = { digest: isHex, reveal_by: isInstant };
const changeable: readonly string[] = [...sealedFields, ...gradeFields];

const shapes: Record<Entry["type"], Shape> = {
  begin: { required: { ...common, ref: noRef, zone: isZone, format: oneOf("1") } },
  import: { required: { ...common, ref: firstRef, digest: isHex } },
  publish: { required: { ...common, ref: firstRef, ...sealing } },
  amend: { required: { ...common, ref: anyRef, ...sealing } },
  withdraw: { required: { ...common, ref: anyRef } },
  settle: { required: { ...common, ref: anyRef, ...verdict }, optional: knownOfGrade },
  correct: {
    required: { ...common, ref: anyRef, changes: areChanges },
    optional: { ...verdict, ...knownOfGrade, reason: isReason },
  },
  restore: {
    required: { ...common, ref: noRef, from: isCount },
    optional: { lost: (value) => typeof value === "string" && readHead(value) !== null },
  },
};

/** Reads an entry without `hash` from an unknown value. `problem` is a sentence for developers. */
export function readEntry(value: unknown): { entry: Entry } | { problem: string } {
  const problem = entryProblem(value);
  const isEntry = (_: unknown): _ is Entry => problem === null;
  return isEntry(value) ? { entry: value } : { problem: problem ?? "" };
}

function entryProblem(value: unknown): string | null {
  if (!isPlainObject(value) || !("type" in value)) return "It has no type.";
  const type = entryTypes.find((one) => one === value.type);
  if (type === undefined) return "Its type is unknown.";
  const { required, optional = {} } = shapes[type];
  return problemOf(value, required, optional) ?? (type === "correct" ? gradeProblem(value) : null);
}

/** A correction must have a whole grade, or no field of a grade. */
function gradeProblem(value: object): string | null {
  const has = (name: string) => Object.hasOwn(value, name);
  const isWhole = Object.keys(verdict).every(has);
  return isWhole || ![...Object.keys(verdict), ...Object.keys(knownOfGrade)].some(has)
    ? null
    : "Half of its grade is missing.";
}

function areChanges(value: unknown): boolean {
  if (!isPlainObject(value)) return false;
  const changes = Object.entries(value);
  return changes.length > 0 && changes.every(([name, change]) => changeable.includes(name) && isChange(change));
}

function isChange(value: unknown): boolean {
  if (!Array.isArray(value) || value.length !== 2) return false;
  const [before, after]: unknown[] = value;
  return typeof before === "string" && typeof after === "string" && before !== after;
}
