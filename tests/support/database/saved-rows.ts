/** Puts the rows back that a database had, while a server uses it. */
import { sql } from "kysely";
import type { Db } from "../../../app/db.server.ts";
import { isPostgres } from "../../../db/postgres/address.ts";
import { openExisting } from "../../../db/sqlite/open.ts";

/** Saves all rows. Returns the function that puts them back. */
export async function saveRows(db: Db, address: string): Promise<() => Promise<void>> {
  const putBack = isPostgres(address) ? await saveTables(db) : await saveFile(address);
  return async () => {
    const versions = await db.selectFrom("pick_streams").select(["stream", "version"]).execute();
    const lists = await db.selectFrom("learn_lists").select(["kind", "version"]).execute();
    const leases = await db.selectFrom("leases").selectAll().execute();
    await putBack();
    // The server holds them still.
    for (const { name, ...lease } of leases)
      await db
        .insertInto("leases")
        .values({ name, ...lease })
        .onConflict((conflict) => conflict.column("name").doUpdateSet(lease))
        .execute();
    // The server's caches trust that a version never comes back.
    for (const { stream, version } of versions)
      await db
        .updateTable("pick_streams")
        .set({ version: version + 1 })
        .where("stream", "=", stream)
        .execute();
    for (const { kind, version } of lists)
      await db
        .updateTable("learn_lists")
        .set({ version: version + 1 })
        .where("kind", "=", kind)
        .execute();
  };
}

async function saveFile(path: string): Promise<() => Promise<void>> {
  const copy = `${path}.saved`;
  const original = openExisting(path);
  await original.backup(copy);
  original.close();
  return async () => {
    const source = openExisting(copy);
    // While the server writes, nothing is copied, and that is no error.
    let copied = 0;
    while (copied === 0) copied = (await source.backup(path)).totalPages;
    source.close();
  };
}

async function saveTables(db: Db): Promise<() => Promise<void>> {
  const any = db.withTables<Record<string, Record<string, unknown>>>();
  // To a transaction that has begun, a truncated table is empty: the server would have lost its lease.
  const tables = (await db.introspection.getTables()).map(({ name }) => name).filter((name) => name !== "leases");
  const rows = new Map<string, Record<string, unknown>[]>();
  for (const table of tables) rows.set(table, await any.selectFrom(table).selectAll().execute());
  return () =>
    any.transaction().execute(async (trx) => {
      // Without triggers and foreign keys, which stand in the way.
      await sql`set local session_replication_role = replica`.execute(trx);
      await sql`truncate ${sql.join(tables.map((table) => sql.table(table)))} restart identity`.execute(trx);
      for (const [table, saved] of rows) if (saved.length > 0) await trx.insertInto(table).values(saved).execute();
    });
}
