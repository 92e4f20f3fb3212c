import type { Kysely } from "kysely";
import { sql } from "kysely";

/** Until when a member takes a break from picks; null = never took one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("users")
    .addColumn("break_until", "text", (column) => column.check(sql`length(break_until) = 24`))
    .execute();
}
