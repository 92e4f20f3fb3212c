import type { Engine } from "../database.ts";
import { nameOf } from "./address.ts";
import { inWords } from "./errors.ts";
import { contains, randomHex, withoutIndex } from "./expressions.ts";
import { lastIds, setLastIds } from "./last-ids.ts";
import { migrate, pendingMigrations } from "./migrate.ts";
import { openDatabase } from "./open.ts";

/** A command does one thing at a time. */
const connections = 2;

/** A server that many processes share; the engine's addresses are URLs. */
export const postgresEngine: Engine = {
  nameOf,
  fileOf: () => null,
  migrate,
  pendingMigrations,
  open: (url) => openDatabase(url, { connections, asError: (busy) => busy }),
  openForServer: openDatabase,
  lastIds,
  setLastIds,
  inWords,
  contains,
  randomHex,
  withoutIndex,
};
