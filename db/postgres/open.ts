import {
  type AbortableOperationOptions,
  type CompiledQuery,
  HandleEmptyInListsPlugin,
  Kysely,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  replaceWithNoncontingentExpression,
  sql,
} from "kysely";
import type { Pool } from "pg";
import { DatabaseAway, DatabaseBusy, type OpenDatabase, type ServerSettings } from "../database.ts";
import { readMigrations } from "../migrations.ts";
import { rowCounts } from "../row-counts.ts";
import type { Database } from "../schema.ts";
import { triggerProblems } from "./append-only.ts";
import { isAway, isBusy } from "./errors.ts";
import { numbersAsNumbers } from "./numbers.ts";
import { slotsOf } from "./slots.ts";
import { inWriteTransaction, lockMs } from "./write.ts";

/** How long a request waits for a free connection of the pool. */
const connectMs = 3000;
/** Ends the transaction of a process that was stopped in the middle, and frees its locks. */
const idleMs = 10_000;

/** Opens a pool of connections, and connects at the first query. */
export function openDatabase(url: string, settings: ServerSettings): OpenDatabase {
  const db = new Kysely<Database>({
    dialect: new Dialect(url, settings),
    // SQLite knows `in ()`.
    plugins: [new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression })],
  });
  // Reads always find a connection, also while all writes wait for a lock.
  const writes = slotsOf(Math.ceil(settings.connections / 2));
  const own = readMigrations()
    .map(({ name }) => name)
    .join();
  return {
    db,
    write: async (work, options) => {
      const done = await writes(options.patienceMs, (patienceMs) =>
        inWriteTransaction(db, work, { ...options, patienceMs }, settings.asError),
      );
      if (done === null) throw settings.asError(new DatabaseBusy("Other writes took too long."));
      return done.result;
    },
    isInPlace: () => true,
    isUpToDate: async () => {
      const rows = await db.selectFrom("migrations").select("name").orderBy("name").execute();
      return rows.map(({ name }) => name).join() === own;
    },
    engineVersion: async () => {
      const { rows } = await sql<{ server_version: string }>`show server_version`.execute(db);
      return `PostgreSQL ${rows[0]?.server_version}`;
    },
    freeBytes: () => Promise.resolve(null),
    rowCounts: () => rowCounts(db),
    triggerProblems: () => triggerProblems(db),
    close: () => db.destroy(),
    closeAtExit: () => undefined,
  };
}

/** Kysely's own dialect. Every failure that passes, of a connection or a query, is a DatabaseBusy. */
class Dialect extends PostgresDialect {
  readonly #driver: PostgresDriver;

  constructor(url: string, { connections, asError }: ServerSettings) {
    const refuse = (error: unknown): never => {
      if (isAway(error)) throw asError(new DatabaseAway("The database doesn't answer.", { cause: error }));
      throw isBusy(error) ? asError(new DatabaseBusy("The database can't be written.", { cause: error })) : error;
    };
    const config: PostgresDialectConfig = {
      pool: () => openPool(url, connections),
      onCreateConnection: (connection) => {
        const execute = connection.executeQuery.bind(connection);
        connection.executeQuery = <R>(query: CompiledQuery, options?: AbortableOperationOptions) =>
          execute<R>(query, options).catch(refuse);
        return Promise.resolve();
      },
    };
    super(config);
    this.#driver = new PostgresDriver(config);
    const acquire = this.#driver.acquireConnection.bind(this.#driver);
    this.#driver.acquireConnection = (options) => acquire(options).catch(refuse);
  }

  override createDriver(): PostgresDriver {
    return this.#driver;
  }
}

/** Loads the driver here: a program with a SQLite file has no use for it. */
async function openPool(url: string, size: number): Promise<Pool> {
  const { default: pg } = await import("pg");
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    // For pg_stat_activity.
    application_name: `simline ${process.pid}`,
    types: numbersAsNumbers(pg.types),
    connectionTimeoutMillis: connectMs,
    lock_timeout: lockMs,
    idle_in_transaction_session_timeout: idleMs,
    keepAlive: true,
    // A process that has nothing else to do ends.
    allowExitOnIdle: true,
  });
  // A connection that breaks between two queries leaves the pool. Without listeners it would end the process.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}
