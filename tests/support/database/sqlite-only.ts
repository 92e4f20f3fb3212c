/** The tests of SQLite alone. All others of the same projects run on PostgreSQL too: npm run test:postgres. */

interface Only {
  /** A file, or with a slash at its end a folder, of tests/. */
  file: string;
  /** The tests of the file; all of them without it. */
  tests?: RegExp;
  because: string;
}

const plans = "it reads SQLite's query plans, in SQLite's words";
const outside = "it is about requests and documents, in which no database has a part";
const policy = "who may do what is the policy's, and the policy has no database";
const memory = "it measures the program, which runs the same statements on both";
const disk = "PostgreSQL's disk is its server's";

export const sqliteOnly: readonly Only[] = [
  ...["bodies", "connections", "csrf", "foreign-requests", "headers", "hostile", "openapi"].map((name) => ({
    file: `http/requests/${name}.test.ts`,
    because: outside,
  })),
  ...["joined-packages", "log-lost", "pipelines-doc", "slow-network", "valid-html", "web-app-manifest", "weight"].map(
    (name) => ({ file: `http/server/${name}.test.ts`, because: outside }),
  ),
  { file: "http/requests/access-matrix.test.ts", because: policy },
  { file: "http/record/sealed.test.ts", because: "it compares what pages show of the same rows" },
  { file: "models/sign-in/password-slots.test.ts", because: "it is about hashes, in which no database has a part" },
  { file: "models/record/little-memory.test.ts", because: memory },
  { file: "models/rows-read.test.ts", because: memory },
  { file: "models/plans.test.ts", because: plans },
  { file: "models/picks/pick-list.test.ts", because: plans },
  { file: "models/trail/audit-list.test.ts", tests: /by an index|most selective index/, because: plans },
  { file: "models/trail/user-trail.test.ts", tests: /by two indexes/, because: plans },
  { file: "models/people/users.test.ts", tests: /by the primary key/, because: plans },
  { file: "models/outbox/mail-batches.test.ts", tests: /by an index/, because: plans },
  { file: "models/upkeep/delete-expired.test.ts", tests: /only the rows of its batch/, because: plans },
  { file: "models/upkeep/health.test.ts", tests: /disk|free space|listed together/, because: disk },
  { file: "models/affiliates/payout.test.ts", tests: /replace into/, because: "PostgreSQL has no REPLACE" },
  { file: "write.test.ts", tests: /SQLITE_|SQLite/, because: "PostgreSQL has other errors: db/postgres/" },
  { file: "faults/clients.test.ts", because: outside },
  { file: "faults/clock.test.ts", because: "the time is the program's: no statement asks the database for it" },
  { file: "faults/cut-off.test.ts", because: "it cuts the power of a file's disk" },
  { file: "faults/disk-full.test.ts", because: disk },
  { file: "faults/start.test.ts", because: "it spoils the file of the database" },
  { file: "http/server/problem-banner.test.ts", because: "its problem is a backup that fails" },
  {
    file: "http/server/health.test.ts",
    tests: /database file|once per outage/,
    because: "the file of the database is moved away",
  },
  {
    file: "models/record/cached-record.test.ts",
    tests: /another copy of the database/,
    because: "it replaces the file of the database",
  },
];

/** Glob patterns of the files that PostgreSQL leaves out. */
export const filesOfSqlite = sqliteOnly.filter(({ tests }) => tests === undefined).map(({ file }) => `tests/${file}`);

/** Why PostgreSQL leaves out this test; null for all others. */
export function reasonToSkip(path: string, name: string): string | null {
  const only = sqliteOnly.find(({ file, tests }) => path.endsWith(`/tests/${file}`) && tests?.test(name));
  return only?.because ?? null;
}
