/** The trail of one pick or one user, with each entry's first changes on a line each. */
import { db } from "../../db.server.ts";
import { actionText } from "./action-text.ts";
import { linesOf } from "./trail-changes.ts";
import { type Page, entriesOf, newestFirst, readPage } from "./trail-rows.server.ts";
import { type NamedAccount, authorText } from "./trail.ts";

interface ShortEntry {
  id: number;
  at: string;
  text: string;
  changes: string[];
}

export interface PickTrailEntry extends ShortEntry {
  by: string;
}

interface UserTrailEntry extends ShortEntry {
  /** Null = a visitor who was not signed in, or the program. */
  by: NamedAccount | null;
  to: NamedAccount | null;
}

export type UserTrail = Page<UserTrailEntry>;

const mostOfPick = 50;

/** Lists what was done to a pick, the newest first. */
export async function readPickTrail(pickId: number): Promise<PickTrailEntry[]> {
  const rows = newestFirst().where("subject", "=", "pick").where("subject_id", "=", pickId).limit(mostOfPick);
  return (await entriesOf(await rows.execute())).map((entry) => ({
    id: entry.id,
    at: entry.at,
    text: actionText(entry.action),
    by: authorText(entry),
    // A new pick's values are in the form.
    changes: linesOf(entry.changes.filter(({ before }) => before !== null)),
  }));
}

/** Lists the entries by or about the user, newest first; a page out of range is clamped. */
export async function readUserTrail(userId: number, requested: number): Promise<UserTrail> {
  const about = entriesAbout(userId);
  const page = await readPage(about, requested, async (limit, offset) => {
    const ids = (await about.limit(limit).offset(offset).execute()).map(({ id }) => id);
    return ids.length === 0 ? [] : newestFirst().where("id", "in", ids).execute();
  });
  const entries = page.entries.map(({ id, at, action, actor, subject, subject_id, subject_name, changes }) => ({
    id,
    at,
    text: actionText(action),
    by: actor,
    to:
      subject === "user" && subject_id !== null && subject_id !== userId
        ? { id: subject_id, name: subject_name, gone: subject_name === null }
        : null,
    changes: linesOf(changes),
  }));
  return { ...page, entries };
}

/** Each half comes from an index in this order, so SQLite merges them and stops at the limit. */
function entriesAbout(userId: number) {
  const columns = db.selectFrom("audit").select(["at", "id"]);
  return columns
    .where("subject", "=", "user")
    .where("subject_id", "=", userId)
    .union(columns.where("actor_id", "=", userId))
    .orderBy("at", "desc")
    .orderBy("id", "desc");
}
