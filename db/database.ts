/** What the program needs of a database, whatever its engine. */
import type { Kysely, RawBuilder, SqlBool } from "kysely";
import type { Database } from "./schema.ts";

export type Db = Kysely<Database>;

/** The database can't be written now: locked for too long, or a full or failing disk. */
export class DatabaseBusy extends Error {
  override name = "DatabaseBusy";
}

/** It can't be read either: its server doesn't answer, or takes no more connections. */
export class DatabaseAway extends DatabaseBusy {
  override name = "DatabaseAway";
}

export interface WriteOptions {
  /** How long other writes may delay this one. */
  patienceMs: number;
  /**
   * A table whose writes of this kind run one after the other, where the engine has more than one at a time: else they
   * would collide over the same row and run again and again.
   */
  inTurn?: "ledger" | "throttles" | "affiliate_visits";
}

/** One write transaction: what the work reads is current at the commit. The work may run again after a rollback. */
export type Write = <R>(work: (trx: Db) => Promise<R>, options: WriteOptions) => Promise<R>;

export interface OpenDatabase {
  db: Db;
  /** Throws DatabaseBusy when the database can't be written, or not within the patience. */
  write: Write;
  /** False once the open file was moved or deleted: writes to it are lost at the next start. */
  isInPlace: () => boolean;
  /** False once another program ran migrations. Throws when the database doesn't answer. */
  isUpToDate: () => Promise<boolean>;
  /** Free space on the disk of the database; null if only its server knows. */
  freeBytes: () => Promise<number | null>;
  /** "SQLite 3.53.2". */
  engineVersion: () => Promise<string>;
  /** The rows of each table. Counts them all: not for a page. */
  rowCounts: () => Promise<Record<string, number>>;
  /** Names in words each trigger that is gone or changed, of those that keep the ledger append-only. */
  triggerProblems: () => Promise<string[]>;
  close: () => Promise<void>;
  /** As the process exits: nothing can be awaited any more. */
  closeAtExit: () => void;
}

/** Expressions that Kysely has no builder for, or that engines write differently. */
export interface Expressions {
  /** A column without its index, where the engine overrates an index of nearly equal values. */
  withoutIndex: <Value>(column: string) => RawBuilder<Value>;
  /** At least 120 random bits in hex, different for each row. */
  randomHex: () => RawBuilder<string>;
  /** True if the column contains the text, ignoring the case of ASCII letters. */
  contains: (column: string, text: string) => RawBuilder<SqlBool>;
}

export interface ServerSettings {
  /** The most connections, where the engine has more than one. */
  connections: number;
  /** Makes the error that reads and writes throw in place of DatabaseBusy. */
  asError: (busy: DatabaseBusy) => Error;
}

/** The largest id that a table ever gave. Its rows may be gone. */
export interface LastId {
  table: string;
  id: number;
}

/** An engine of databases. Its addresses are paths of SQLite files or URLs of PostgreSQL databases. */
export interface Engine extends Expressions {
  /** The address for messages and logs, without a password. */
  nameOf: (address: string) => string;
  /** The SQLite file; null where the database is no file of this machine. */
  fileOf: (address: string) => string | null;
  /**
   * Creates a missing database, and runs the migrations that an existing one lacks. Returns the names of those that it
   * did not have. Throws with one line when the database is newer than this program, another program's or damaged.
   */
  migrate: (address: string) => Promise<string[]>;
  /** The names of the migrations that the database lacks. Throws as `migrate` does, and for a missing one. */
  pendingMigrations: (address: string) => Promise<string[]>;
  /** Opens a migrated database for a command. */
  open: (address: string) => OpenDatabase;
  /** Opens it for a server. */
  openForServer: (address: string, settings: ServerSettings) => OpenDatabase;
  lastIds: (db: Db) => Promise<LastId[]>;
  /** The next row of each table gets a larger id than this. */
  setLastIds: (trx: Db, ids: readonly LastId[]) => Promise<void>;
  /** Translates an error of the driver or the file system into one line for the operator. */
  inWords: (address: string, error: unknown) => Error;
}
