/** A form that was filled from a version of a row that is not the saved one any more. */
import type { Db } from "../../db.server.ts";
import type { ChangedBy } from "../../refusal.ts";
import { Refusal } from "../../refusal.ts";
import type { AuditedThing } from "../trail/changes-since.server.ts";
import { changesSince } from "../trail/changes-since.server.ts";
import { mergeFields } from "./merge-fields.ts";
import type { KeptChange } from "./kept-changes.ts";

/** What is saved of a form, and what of a colleague's stays beside it. */
export interface Merged<Row> {
  changes: Partial<Row>;
  kept: KeptChange[];
}

interface StaleForm<Row> {
  of: AuditedThing;
  /** What the form is about, as in "Somebody else changed this pick". */
  about: string;
  version: number;
  mine: Partial<Row>;
  saved: Readonly<Record<string, unknown>> & { version: number };
  /** See joinFields. */
  together?: readonly string[];
  /** What is saved, as the form shows it. */
  texts: Readonly<Record<string, string>>;
}

/** Takes what a colleague saved where the form was left as it was; refuses with "conflict" where both changed the same. */
export async function mergeWithSaved<Row extends object>(trx: Db, { of, about, version, mine, saved, together, texts }: StaleForm<Row>): Promise<Merged<Row>> {
  const { base, last } = await changesSince(trx, of, version, saved.version);
  const { changes, kept, asked } = mergeFields(mine, base, saved, together);
  if (asked.length > 0) {
    const untouched = Object.keys(mine).filter((name) => !(name in changes));
    throw conflictOf(about, { version: saved.version, texts, last, asked, joined: textsOf(untouched, texts) });
  }
  return { changes, kept: kept.map((field) => ({ field, by: last.get(field)?.by ?? null })) };
}

interface Question {
  version: number;
  texts: Readonly<Record<string, string>>;
  last: ReadonlyMap<string, ChangedBy>;
  /** The fields that are asked about. */
  asked: readonly string[];
  /** What the form shows instead of what was sent. */
  joined: Readonly<Record<string, string>>;
}

/** The form again, over what is saved by now, with what both changed marked: saved once more it takes nothing back that was not asked about. */
export function conflictOf(about: string, { version, texts, last, asked, joined }: Question): Refusal {
  return new Refusal("conflict", `Somebody else changed ${about} while you were editing, and so did you. Check what is marked, then save again.`, {
    fields: Object.fromEntries(asked.map((name) => [name, "Changed by somebody else, too."])),
    saved: { ...textsOf(asked, texts), version: String(version) },
    savedBy: Object.fromEntries([...last].filter(([name]) => asked.includes(name))),
    merged: joined,
  });
}

function textsOf(names: readonly string[], texts: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, texts[name] ?? ""]));
}
