import type { Db } from "../../db.server.ts";
import { type ChangedBy, Refusal } from "../../refusal.ts";
import { fieldsIn } from "./trail-changes.ts";
import type { AuditSubject } from "./trail.ts";

interface Since {
  /** The row at that version; null when the trail doesn't have it. */
  base: Readonly<Record<string, unknown>> | null;
  lastChanges: ReadonlyMap<string, ChangedBy>;
}

export interface AuditedThing {
  subject: AuditSubject;
  id: number | null;
  action?: string;
}

// Older forms are not merged: an entry can hold two lists of 240 KB.
const maxChanges = 20;

export async function changesSince(source: Db, changed: AuditedThing, version: number, saved: number): Promise<Since> {
  const entries = saved - version > maxChanges ? [] : await newestChanges(source, changed, saved - version);
  const lastChanges = new Map<string, ChangedBy>();
  for (const { before, after, name, at } of entries) {
    for (const field of Object.keys(after))
      if (!lastChanges.has(field) && JSON.stringify(before[field]) !== JSON.stringify(after[field]))
        lastChanges.set(field, { by: name, at });
  }
  const base = entries.at(-1)?.before;
  return { base: base?.version === version ? base : null, lastChanges };
}

export async function findLastChange(source: Db, target: AuditedThing): Promise<ChangedBy | null> {
  const last = await trailOf(source, target).executeTakeFirst();
  return last ? { by: last.name, at: last.at } : null;
}

/** Refuses with "conflict" when `version` is stale: it would undo a change that the user has not seen. */
export async function readPreviousVersion(
  source: Db,
  target: AuditedThing,
  version: number | null,
  saved: number,
): Promise<Readonly<Record<string, unknown>>> {
  if (version !== null && version !== saved)
    throw new Refusal(
      "conflict",
      "Somebody else made a change in the meantime, so nothing was restored. Look at it below, then decide.",
    );
  const [last] = await newestChanges(source, target, 1);
  if (!last) throw new Refusal("conflict", "There is no earlier version to restore.");
  return last.before;
}

async function newestChanges(source: Db, changed: AuditedThing, limit: number) {
  const rows = await trailOf(source, changed)
    .select(["audit.before", "audit.after"])
    .limit(Math.max(limit, 0))
    .execute();
  return rows.map(({ before, after, ...entry }) => ({ ...entry, before: fieldsIn(before), after: fieldsIn(after) }));
}

/** Selects the changes in the trail of a thing, newest first. */
function trailOf(source: Db, { subject, id, action }: AuditedThing) {
  const all = source
    .selectFrom("audit")
    .leftJoin("users", "users.id", "audit.actor_id")
    .select((row) => ["audit.at", row.fn.coalesce("audit.actor_name", "users.name").as("name")])
    .where("audit.subject", "=", subject)
    .where("audit.subject_id", id === null ? "is" : "=", id)
    .where("audit.before", "is not", null)
    .where("audit.after", "is not", null);
  const matching = action === undefined ? all : all.where("audit.action", "=", action);
  return matching.orderBy("audit.at", "desc").orderBy("audit.id", "desc");
}
