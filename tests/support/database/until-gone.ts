import { sql } from "kysely";
import { vi } from "vitest";
import type { Db } from "../../../db/database.ts";
import { soon } from "../soon.ts";
import { isOnPostgres } from "./migrated.ts";

/** Waits until the killed process has left the database: PostgreSQL ends its last statement first. */
export async function untilGone(db: Db, pid: number): Promise<void> {
  if (!isOnPostgres()) return;
  await vi.waitUntil(async () => {
    const { rows } = await sql`select pid from pg_stat_activity where application_name = ${`simline ${pid}`}`.execute(
      db,
    );
    return rows.length === 0;
  }, soon);
}
