import type { Kysely } from "kysely";
import { sql } from "kysely";

interface Tables {
  users: { display_mode: string; new_display_mode: string };
}

/** A third display mode, the device's own, which new accounts start with. A column's check can't be changed, so the column is new. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .alterTable("users")
    .addColumn("new_display_mode", "text", (column) =>
      column
        .notNull()
        .defaultTo("system")
        .check(sql`new_display_mode in ('system', 'dark', 'light')`),
    )
    .execute();
  await db
    .updateTable("users")
    .set(({ ref }) => ({ new_display_mode: ref("display_mode") }))
    .execute();
  await db.schema.alterTable("users").dropColumn("display_mode").execute();
  await db.schema.alterTable("users").renameColumn("new_display_mode", "display_mode").execute();
}
