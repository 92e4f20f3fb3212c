import { db } from "../../db.server.ts";
import { clampPage } from "../list-page.ts";
import { changesOf } from "./trail-changes.ts";
import type { NamedAccount } from "./trail.ts";
import { actionText } from "./action-text.ts";
import { maxListed } from "./trail.ts";

interface TrailEntry {
  id: number;
  at: string;
  text: string;
  /** Null = a visitor who was not signed in, or the program. */
  by: NamedAccount | null;
  to: NamedAccount | null;
  changes: string[];
}

export interface Trail {
  entries: TrailEntry[];
  total: number;
  page: number;
  pages: number;
}

const pageSize = 20;

/** Lists the entries by or about the user, newest first; a page out of range is clamped. */
export async function readTrail(userId: number, requested: number): Promise<Trail> {
  const { total } = await db
    .selectFrom(
      about(userId)
        .limit(maxListed + 1)
        .as("entries"),
    )
    .select((select) => select.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const { page, pages } = clampPage(Math.min(total, maxListed), requested, pageSize);
  const ids = await about(userId)
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  const rows =
    ids.length === 0
      ? []
      : await db
          .selectFrom("audit")
          .selectAll()
          .where(
            "id",
            "in",
            ids.map((row) => row.id),
          )
          .orderBy("at", "desc")
          .orderBy("id", "desc")
          .execute();
  const names = await namesIn(rows);
  const named = (id: number | null, storedName: string | null = null) =>
    id === null ? null : { id, name: storedName ?? names.get(id) ?? null, gone: !names.has(id) };
  const entries = rows.map((row) => ({
    id: row.id,
    at: row.at,
    text: actionText(row.action),
    by: named(row.actor_id, row.actor_name),
    to: row.subject === "user" && row.subject_id !== userId ? named(row.subject_id) : null,
    changes: changesOf(row.before, row.after),
  }));
  return { entries, total, page, pages };
}

/** Each half comes from an index in this order, so SQLite merges them and stops at the limit. */
function about(userId: number) {
  const to = db.selectFrom("audit").select(["at", "id"]).where("subject", "=", "user").where("subject_id", "=", userId);
  return to
    .union(db.selectFrom("audit").select(["at", "id"]).where("actor_id", "=", userId))
    .orderBy("at", "desc")
    .orderBy("id", "desc");
}

export async function namesIn(
  entries: readonly { actor_id: number | null; subject: string; subject_id: number | null }[],
): Promise<Map<number, string>> {
  const ids = entries.flatMap(({ actor_id, subject, subject_id }) => [
    actor_id,
    subject === "user" ? subject_id : null,
  ]);
  const accountIds = [...new Set(ids)].filter((id) => id !== null);
  const rows =
    accountIds.length === 0
      ? []
      : await db.selectFrom("users").select(["id", "name"]).where("id", "in", accountIds).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
