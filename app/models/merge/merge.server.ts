import type { Db } from "../../db.server.ts";
import { type ChangedBy, Refusal } from "../../refusal.ts";
import { type AuditedThing, changesSince } from "../trail/changes-since.server.ts";
import { mergeFields } from "./merge-fields.ts";
import type { KeptChange } from "./kept-changes.ts";

export interface Merged<Row> {
  changes: Partial<Row>;
  kept: KeptChange[];
}

interface StaleForm<Row> {
  target: AuditedThing;
  /** The noun in the text "Somebody else changed this pick". */
  about: string;
  version: number;
  submitted: Partial<Row>;
  saved: Readonly<Record<string, unknown>> & { version: number };
  together?: readonly string[];
  texts: Readonly<Record<string, string>>;
}

/** Keeps a colleague's changes where the form left a field alone; refuses with "conflict" where both changed it. */
export async function mergeWithSaved<Row extends object>(
  trx: Db,
  { target, about, version, submitted, saved, together, texts }: StaleForm<Row>,
): Promise<Merged<Row>> {
  const { base, lastChanges } = await changesSince(trx, target, version, saved.version);
  const { changes, kept, conflicts } = mergeFields(submitted, base, saved, together);
  if (conflicts.length > 0) {
    const untouched = Object.keys(submitted).filter((name) => !(name in changes));
    throw conflictOf(about, {
      version: saved.version,
      texts,
      lastChanges,
      conflicts,
      merged: textsOf(untouched, texts),
    });
  }
  return { changes, kept: kept.map((field) => ({ field, by: lastChanges.get(field)?.by ?? null })) };
}

interface Conflict {
  version: number;
  texts: Readonly<Record<string, string>>;
  lastChanges: ReadonlyMap<string, ChangedBy>;
  conflicts: readonly string[];
  /** Values that the form shows instead of those sent. */
  merged: Readonly<Record<string, string>>;
}

/** Shows the form again, on top of the saved version, with the conflicts marked. Saving again overwrites only those. */
export function conflictOf(about: string, { version, texts, lastChanges, conflicts, merged }: Conflict): Refusal {
  return new Refusal(
    "conflict",
    `Somebody else changed ${about} while you were editing, and so did you. Check what is marked, then save again.`,
    {
      fields: Object.fromEntries(conflicts.map((name) => [name, "Changed by somebody else, too."])),
      saved: { ...textsOf(conflicts, texts), version: String(version) },
      savedBy: Object.fromEntries([...lastChanges].filter(([name]) => conflicts.includes(name))),
      merged,
    },
  );
}

function textsOf(names: readonly string[], texts: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, texts[name] ?? ""]));
}
