import type { Kysely } from "kysely";
import { sql } from "kysely";

/** The record: one chain of entries for both streams, and what its digests seal. Nothing in it is ever changed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("ledger")
    .addColumn("seq", "integer", (column) => column.primaryKey())
    .addColumn("at", "text", (column) => column.notNull())
    .addColumn("type", "text", (column) => column.notNull().check(sql`type in ('begin', 'import', 'publish', 'amend', 'withdraw', 'settle', 'correct', 'restore')`))
    .addColumn("ref", "text", (column) => column.notNull())
    .addColumn("body", "text", (column) => column.notNull())
    .addColumn("hash", "text", (column) => column.notNull().unique().check(sql`length(hash) = 64`))
    .modifyEnd(sql`strict`)
    .execute();
  await db.schema.createIndex("ledger_by_ref").on("ledger").columns(["ref", "seq"]).execute();
  await db.schema
    .createTable("reveals")
    .addColumn("entry", "integer", (column) => column.primaryKey().references("ledger.seq"))
    .addColumn("salt", "text", (column) => column.notNull().check(sql`length(salt) = 64`))
    .addColumn("content", "text", (column) => column.notNull())
    .modifyEnd(sql`strict`)
    .execute();
  // Kysely has no builder for triggers. They hold for every program that opens the file.
  for (const table of ["ledger", "reveals"])
    for (const event of ["update", "delete"])
      await sql.raw(`create trigger ${table}_no_${event} before ${event} on ${table} begin select raise(abort, '${table} is append-only'); end`).execute(db);
  await sql.raw("create trigger ledger_in_order before insert on ledger when new.seq <> coalesce((select max(seq) from ledger), 0) + 1 or new.at < coalesce((select at from ledger order by seq desc limit 1), '') begin select raise(abort, 'the ledger has no gap and no step back in time'); end").execute(db);
}
