import type { Kysely } from "kysely";
import { sql } from "kysely";

/** When an account is deleted because its owner closed it; null = it stays. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("users").addColumn("closes_at", "text").execute();
  await db.schema.createIndex("users_by_closing").on("users").column("closes_at").where(sql.ref("closes_at"), "is not", null).execute();
}
