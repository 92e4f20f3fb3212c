import type { Db } from "../../db.server.ts";
import { Refusal } from "../../refusal.ts";
import type { ChangedBy } from "../../refusal.ts";
import type { AuditedThing } from "./changes-since.server.ts";
import { newestChanges, trailOf } from "./changes-since.server.ts";

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
