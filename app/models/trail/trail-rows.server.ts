import type { Selectable, SelectQueryBuilder } from "kysely";
import { type Database, db } from "../../db.server.ts";
import { clampPage } from "../list-page.ts";
import { fieldChangesOf } from "./trail-changes.ts";
import { type AuditEntry, maxListed } from "./trail.ts";

type AuditRow = Selectable<Database["audit"]>;

export interface Page<Entry> {
  entries: Entry[];
  /** Counts up to one more than `maxListed`. */
  total: number;
  page: number;
  pages: number;
}

const pageSize = 20;

/** Sorted by time first: after the clock was set back, ids are in another order. */
export function newestFirst() {
  return db.selectFrom("audit").selectAll().orderBy("at", "desc").orderBy("id", "desc");
}

/** A page out of range is clamped. */
export async function readPage(
  ids: SelectQueryBuilder<Database, "audit", { id: number }>,
  requested: number,
  read: (limit: number, offset: number) => Promise<AuditRow[]>,
): Promise<Page<AuditEntry>> {
  const { total } = await db
    .selectFrom(ids.limit(maxListed + 1).as("some"))
    .select((select) => select.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const { page, pages } = clampPage(Math.min(total, maxListed), requested, pageSize);
  return { entries: await entriesOf(await read(pageSize, (page - 1) * pageSize)), total, page, pages };
}

export async function entriesOf(rows: readonly AuditRow[]): Promise<AuditEntry[]> {
  const names = await namesIn(rows);
  return rows.map(({ id, at, action, actor_id, actor_name, key_name, job, subject, subject_id, before, after }) => ({
    id,
    at,
    action,
    subject,
    subject_id,
    actor:
      actor_id === null
        ? null
        : { id: actor_id, name: actor_name ?? names.get(actor_id) ?? null, gone: !names.has(actor_id) },
    key: key_name,
    job,
    subject_name: subject === "user" ? (names.get(subject_id ?? 0) ?? null) : null,
    changes: fieldChangesOf(before, after),
  }));
}

async function namesIn(rows: readonly AuditRow[]): Promise<Map<number, string>> {
  const ids = rows.flatMap(({ actor_id, subject, subject_id }) => [actor_id, subject === "user" ? subject_id : null]);
  const accountIds = [...new Set(ids)].filter((id) => id !== null);
  const users =
    accountIds.length === 0
      ? []
      : await db.selectFrom("users").select(["id", "name"]).where("id", "in", accountIds).execute();
  return new Map(users.map(({ id, name }) => [id, name]));
}
