import { DatabaseBusy, type Engine, type OpenDatabase } from "../database.ts";
import { rowCounts } from "../row-counts.ts";
import { triggerProblems } from "./append-only.ts";
import { inWords } from "./errors.ts";
import { contains, randomHex, withoutIndex } from "./expressions.ts";
import { expectReadable } from "./files.ts";
import { watchDatabase } from "./health.ts";
import { lastIds, setLastIds } from "./last-ids.ts";
import { migrate, pendingMigrations } from "./migrate.ts";
import { type Connection, closeDatabase, openDatabase, openExisting, openForServer } from "./open.ts";
import { expectUsable } from "./usable.ts";
import { inWriteTransaction } from "./write.ts";

/** A file beside the program; the engine's addresses are paths. */
export const sqliteEngine: Engine = {
  nameOf: (path) => path,
  fileOf: (path) => path,
  migrate,
  pendingMigrations: (path) => new Promise((resolve) => resolve(pendingIn(path))),
  open: (path) => opened(openDatabase(path), path),
  openForServer: (path, { asError }) => opened(openForServer(path), path, asError),
  lastIds,
  setLastIds,
  inWords,
  contains,
  randomHex,
  withoutIndex,
};

function opened(connection: Connection, path: string, asError = (busy: DatabaseBusy): Error => busy): OpenDatabase {
  const { db } = connection;
  return {
    db,
    write: (work, options) =>
      inWriteTransaction(db, work, options).catch((error: unknown) => {
        throw error instanceof DatabaseBusy ? asError(error) : error;
      }),
    ...watchDatabase(connection, path),
    rowCounts: () => rowCounts(db),
    triggerProblems: () => triggerProblems(db),
    close: () => Promise.resolve(void connection.sqlite.close()),
    closeAtExit: () => closeDatabase(connection),
  };
}

function pendingIn(path: string): string[] {
  expectReadable(path);
  expectUsable(path);
  const sqlite = openExisting(path);
  try {
    return pendingMigrations(sqlite);
  } finally {
    sqlite.close();
  }
}
