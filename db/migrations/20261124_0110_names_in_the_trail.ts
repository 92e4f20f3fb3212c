import { sql, type Kysely } from "kysely";

/** The trail keeps what staff were called when they did something. Null: a member, nobody, or an entry from before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("audit").addColumn("actor_name", "text", (column) => column.check(sql`actor_name is null or actor_id is not null`)).execute();
}
