import type { Kysely } from "kysely";

/** From where somebody signed in, roughly, so that they know their sessions apart. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("sessions").addColumn("browser", "text").execute();
  await db.schema.alterTable("sessions").addColumn("network", "text").execute();
}
