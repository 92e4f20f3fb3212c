import { db } from "../../db.server.ts";
import { actionText } from "./action-text.ts";
import { changesOf } from "./trail-changes.ts";
import { personText } from "./trail.ts";
import { namesIn } from "./user-trail.server.ts";

export interface PickTrailEntry {
  id: number;
  at: string;
  text: string;
  /** A person's name, "Key: …" or a job of the server; "" = unknown. */
  by: string;
  changes: string[];
}

const mostEntries = 50;

/** Lists what was done to a pick, the newest first. */
export async function readPickTrail(pickId: number): Promise<PickTrailEntry[]> {
  const rows = await db
    .selectFrom("audit")
    .selectAll()
    .where("subject", "=", "pick")
    .where("subject_id", "=", pickId)
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .limit(mostEntries)
    .execute();
  const names = await namesIn(rows);
  const author = ({ actor_id: id, actor_name, key_name, job }: (typeof rows)[number]) => {
    if (id !== null) return personText({ id, name: actor_name ?? names.get(id) ?? null });
    return key_name === null ? (job ?? "") : `Key: ${key_name}`;
  };
  return rows.map((row) => ({
    id: row.id,
    at: row.at,
    text: actionText(row.action),
    by: author(row),
    // A new pick's values are in the form.
    changes: row.before === null ? [] : changesOf(row.before, row.after),
  }));
}
