import type { Kysely } from "kysely";
import { sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  // Picks that are published soon after each other are one round, which one mail announces.
  await db.schema
    .createTable("pick_rounds")
    .addColumn("id", "integer", (column) => column.primaryKey().autoIncrement())
    .addColumn("opened_at", "text", (column) => column.notNull())
    .addColumn("last_pick_at", "text", (column) => column.notNull())
    .addColumn("closed_at", "text")
    .modifyEnd(sql`strict`)
    .execute();
  // At most one round is open. Kysely has no builder for an index of an expression.
  await sql`create unique index one_open_round on pick_rounds ((closed_at is null)) where closed_at is null`.execute(db);
  await db.schema.createIndex("pick_rounds_by_end").on("pick_rounds").column("closed_at").execute();

  await db.schema
    .createTable("round_picks")
    .addColumn("round_id", "integer", (column) => column.notNull().references("pick_rounds.id").onDelete("cascade"))
    .addColumn("pick_id", "integer", (column) => column.notNull().references("picks.id").onDelete("cascade"))
    .addPrimaryKeyConstraint("round_picks_key", ["round_id", "pick_id"])
    .modifyEnd(sql`strict, without rowid`)
    .execute();
  // A pick is announced once.
  await db.schema.createIndex("round_of_pick").unique().on("round_picks").column("pick_id").execute();

  // What a mail's one-click unsubscribe says. Not hashed: the same link stands in every mail to this person.
  await db.schema
    .createTable("unsubscribe_tokens")
    .addColumn("user_id", "integer", (column) => column.primaryKey().notNull().references("users.id").onDelete("cascade"))
    .addColumn("token", "text", (column) => column.notNull().unique().check(sql`length(token) >= 40`))
    .modifyEnd(sql`strict`)
    .execute();
  await db.schema.createIndex("unsubscribe_token_of_user").on("unsubscribe_tokens").column("user_id").execute();

  // What is worth sending for the shortest time goes first, so that a code never waits behind a round.
  await db.schema.createIndex("outbox_by_worth").on("outbox").columns(["state", "expires_at", "next_try_at"]).execute();
  await db.schema.createIndex("outbox_by_end").on("outbox").column("finished_at").execute();
}
