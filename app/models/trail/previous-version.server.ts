/** What an editor held before its last change, which the audit trail keeps. */
import type { Db } from "../../db.server.ts";
import { Refusal } from "../../refusal.ts";
import type { ChangedBy } from "../../refusal.ts";
import type { AuditedThing } from "./changes-since.server.ts";
import { newestChanges, trailOf } from "./changes-since.server.ts";

/** Who changed it last, and when; null when nobody did. */
export async function findLastChange(source: Db, of: AuditedThing): Promise<ChangedBy | null> {
  const last = await trailOf(source, of).executeTakeFirst();
  return last ? { by: last.name, at: last.at } : null;
}

/** What it held before that. Refuses with "conflict" when `version`, which somebody saw, is not the saved one any more: it would be another change that is undone. */
export async function readPreviousVersion(source: Db, of: AuditedThing, version: number | null, saved: number): Promise<Readonly<Record<string, unknown>>> {
  if (version !== null && version !== saved) throw new Refusal("conflict", "Somebody else made a change in the meantime, so nothing was restored. Look at it below, then decide.");
  const [last] = await newestChanges(source, of, 1);
  if (!last) throw new Refusal("conflict", "There is no earlier version to restore.");
  return last.before;
}
