import { fieldText, shortened } from "../../format.ts";
import { roleLabel } from "../../policy.ts";
import { formatCalendarDate } from "../../time/calendar-date.ts";
import { entriesMissingIn } from "../multiset.ts";
import { derivedFields } from "../bets/bet-fields.ts";
import { type FieldChange, changeText, lineLength } from "./trail.ts";

const maxChanges = 4;
// A text can have 20,000 characters.
const maxValueLength = 1000;
const internalFields = new Set([
  "id",
  "stream",
  "version",
  "settled",
  "created_at",
  "published_at",
  "typed_fields",
  "key_id",
  "corrected_after_start",
  "grading_fields_changed_at",
  // These fields had these names before November 28, 2026.
  "typed",
  "ruled_at",
]);
// The trail should never hold these. If it does, they are not shown.
const secret = /password|hash|secret|token|code|email|phone/i;

/** For a created or deleted row, gives the fields that are not empty. */
export function fieldChangesOf(before: string | null, after: string | null): FieldChange[] {
  const [was, is] = [fieldsIn(before), fieldsIn(after)];
  const left = new Set([...internalFields, ...(before === null || after === null ? readOnly({ ...was, ...is }) : [])]);
  // The reason why a pick was corrected or deleted comes first: only the first changes are shown.
  const first = "reason" in was || "reason" in is ? ["reason"] : [];
  const names = [...new Set([...first, ...Object.keys(was), ...Object.keys(is)])].filter(
    (name) => !left.has(name) && !secret.test(name),
  );
  const changed = names.filter((name) => textOf(name, was[name]) !== textOf(name, is[name]));
  return changed.map((field) => {
    const [from, to] =
      Array.isArray(was[field]) && Array.isArray(is[field])
        ? differing(was[field], is[field])
        : [textOf(field, was[field]), textOf(field, is[field])];
    return {
      field,
      before: before === null ? null : shortened(from, maxValueLength),
      after: after === null ? null : shortened(to, maxValueLength),
    };
  });
}

/** Names the derived fields of a pick that nobody typed: they only repeat what its texts say. */
function readOnly({ typed_fields, typed = typed_fields }: Record<string, unknown>): string[] {
  return typeof typed === "string" ? derivedFields.filter((name) => !typed.includes(`"${name}"`)) : [];
}

export function linesOf(changes: readonly FieldChange[]): string[] {
  return changes.slice(0, maxChanges).map((change) => `${fieldText(change.field)}: ${changeText(change, lineLength)}`);
}

export function fieldsIn(text: string | null): Record<string, unknown> {
  if (text === null) return {};
  const value: unknown = JSON.parse(text);
  return typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}

function textOf(name: string, value: unknown): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map(String).join("\n\n");
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  if (name === "game_date") return formatCalendarDate(text);
  return name === "role" ? roleLabel(text) : text;
}

function differing(before: readonly unknown[], after: readonly unknown[]): [string, string] {
  const [was, is] = [before.map(String), after.map(String)];
  const [gone, added] = [entriesMissingIn(is, was).join("\n\n"), entriesMissingIn(was, is).join("\n\n")];
  return gone === "" && added === ""
    ? ["in another order", `${after.length} ${after.length === 1 ? "entry" : "entries"}`]
    : [gone, added];
}
