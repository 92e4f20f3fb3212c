import type { Db } from "../../db.server.ts";
import type { ChangedBy } from "../../refusal.ts";
import type { AuditSubject } from "./trail.ts";

interface Since {
  /** The row as it was in that version; null where the trail does not say. */
  base: Readonly<Record<string, unknown>> | null;
  /** For each field that was changed since. */
  last: ReadonlyMap<string, ChangedBy>;
}

export interface AuditedThing {
  subject: AuditSubject;
  id: number | null;
  /** Where one action alone is about it. */
  action?: string;
}

// A form that is older is one that nobody remembers filling in. An entry can hold two lists of 240 KB.
const mostChanges = 20;

/** What was done to a row between the version that a form was filled from and the one that is saved: from the audit trail, which keeps it before and after each change. */
export async function changesSince(source: Db, changed: AuditedThing, version: number, saved: number): Promise<Since> {
  const entries = saved - version > mostChanges ? [] : await newestChanges(source, changed, saved - version);
  const last = new Map<string, ChangedBy>();
  for (const { before, after, name, at } of entries) {
    for (const field of Object.keys(after)) if (!last.has(field) && JSON.stringify(before[field]) !== JSON.stringify(after[field])) last.set(field, { by: name, at });
  }
  const base = entries.at(-1)?.before;
  return { base: base?.version === version ? base : null, last };
}

/** The last changes of a row that are in the trail, newest first, at most so many. */
export async function newestChanges(source: Db, changed: AuditedThing, limit: number) {
  const rows = await trailOf(source, changed).select(["audit.before", "audit.after"]).limit(Math.max(limit, 0)).execute();
  return rows.map(({ before, after, ...entry }) => ({ ...entry, before: fieldsIn(before), after: fieldsIn(after) }));
}

/** Who changed a row, and when: newest first. */
export function trailOf(source: Db, { subject, id, action }: AuditedThing) {
  const all = source.selectFrom("audit").leftJoin("users", "users.id", "audit.actor_id").select((row) => ["audit.at", row.fn.coalesce("audit.actor_name", "users.name").as("name")])
    .where("audit.subject", "=", subject).where("audit.subject_id", id === null ? "is" : "=", id).where("audit.before", "is not", null).where("audit.after", "is not", null);
  const own = action === undefined ? all : all.where("audit.action", "=", action);
  return own.orderBy("audit.at", "desc").orderBy("audit.id", "desc");
}

function fieldsIn(text: string | null): Record<string, unknown> {
  const value: unknown = JSON.parse(text ?? "{}");
  return typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}
