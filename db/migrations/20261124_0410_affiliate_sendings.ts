import type { Kysely } from "kysely";
import { sql } from "kysely";

/** Each time that a request to become an affiliate was sent: anybody can send it again, in other words. The request's own row holds the latest. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("affiliate_sendings")
    .addColumn("id", "integer", (column) => column.primaryKey().autoIncrement())
    .addColumn("request_id", "integer", (column) => column.notNull().references("affiliate_requests.id").onDelete("cascade"))
    .addColumn("name", "text", (column) => column.notNull().check(sql`name <> ''`))
    .addColumn("phone", "text", (column) => column.notNull().check(sql`phone <> ''`))
    .addColumn("remarks", "text", (column) => column.notNull())
    .addColumn("sent_at", "text", (column) => column.notNull())
    .modifyEnd(sql`strict`)
    .execute();
  await db.schema.createIndex("affiliate_sendings_of_request").on("affiliate_sendings").columns(["request_id", "id"]).execute();
  // Of those of before the latest words are all that is known.
  await sql`insert into affiliate_sendings (request_id, name, phone, remarks, sent_at) select id, name, phone, remarks, created_at from affiliate_requests order by id`.execute(db);
}
