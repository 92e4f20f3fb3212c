import { defineConfig } from "vitest/config";
import { slowestFiles } from "./tests/support/slowest-files.ts";
import { filesOfSqlite } from "./tests/support/database/sqlite-only.ts";
import { withoutDatabase } from "./tests/support/without-database.ts";
import { patienceMs } from "./tests/support/soon.ts";

// npm run test:postgres: these projects, without what SQLite alone has.
const isPostgres = process.env.TEST_ENGINE === "postgres";
const notOnThisEngine = isPostgres ? filesOfSqlite : ["tests/**/postgres/**"];
const onPostgres = isPostgres ? ["tests/support/database/skip-on-postgres.ts"] : [];
// Tests without a database have no need of a worker each.
const pure = {
  pool: "threads" as const,
  include: withoutDatabase,
  setupFiles: ["tests/support/no-database.ts"],
  isolate: false,
  testTimeout: 60_000,
};
const unit = {
  pool: "threads" as const,
  include: isPostgres
    ? ["tests/write.test.ts", "tests/{db/postgres,models}/**/*.test.ts"]
    : [
        "tests/*.test.ts",
        "tests/{alerts,components,paths,csv,db,documents,downloads,mails,models,outside,server}/**/*.test.ts",
      ],
  setupFiles: ["tests/support/database/database.ts", ...onPostgres],
  testTimeout: 60_000,
};
// A worker's files share its server and its browser.
const http = {
  include: ["tests/http/**/*.test.ts"],
  exclude: notOnThisEngine,
  setupFiles: onPostgres,
  isolate: false,
  testTimeout: 60_000,
  hookTimeout: 120_000,
};
const patient = { testTimeout: 120_000, hookTimeout: 120_000 };
const browser = { isolate: false, globalSetup: ["tests/support/pages/find-browser.ts"], ...patient };

// `npm run test:quick` runs the other unit tests: the quick ones.
const slow = [
  "backup",
  "migrate",
  "db/demo-days",
  "db/demo-fresh",
  "db/demo-picks",
  "db/demo-live",
  "db/demo-live-process",
  "db/record-command",
  "db/rules-of-the-record",
  "db/totals",
  "mails/delivery",
  "server/route-handlers",
  "models/import/import",
  "models/plans",
  "models/rows-read",
  "models/trail/audit-list",
  "models/billing/checkout",
  "models/billing/payment-report",
  "models/affiliates/payout",
  "models/picks/pick-readers",
  "models/password-reset/reset-code.server",
  "models/sign-in/session.server",
  "models/sign-in/sign-in.server",
  "models/people/sign-up.server",
  "models/sign-in/two-factor.server",
].map((name) => `tests/${name}.test.ts`);
export default defineConfig({
  test: {
    pool: "forks",
    restoreMocks: true,
    reporters: ["default", slowestFiles],
    // They wait for servers, browsers and disks more than they compute.
    maxWorkers: "100%",
    globalSetup: ["tests/support/database/migrated.ts"],
    expect: { poll: { timeout: patienceMs } },
    projects: [
      { extends: true, test: { name: "pure", ...pure } },
      { extends: true, test: { name: "unit", ...unit, exclude: [...notOnThisEngine, ...withoutDatabase] } },
      { extends: true, test: { name: "http", ...http } },
      { extends: true, test: { name: "browser", include: ["tests/e2e/**/*.test.ts"], ...browser } },
      { extends: true, test: { name: "walk", include: ["tests/walk/**/*.test.ts"], ...browser } },
      // Each test starts and ends servers or programs of its own.
      {
        extends: true,
        test: { name: "restarts", include: ["tests/restarts/**/*.test.ts"], ...browser, isolate: true },
      },
      {
        extends: true,
        // One file after the other: they measure times.
        test: {
          name: "faults",
          include: ["tests/faults/**/*.test.ts"],
          exclude: notOnThisEngine,
          setupFiles: onPostgres,
          globalSetup: ["tests/faults/table.ts"],
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: "engines",
          include: ["tests/engines/**/*.test.ts"],
          globalSetup: ["tests/engines/engines.ts"],
          // WebKit's driver sometimes loses a command. A bug of the app fails twice.
          retry: 1,
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
      { extends: true, test: { name: "quick", ...unit, exclude: [...notOnThisEngine, ...slow] } },
    ],
  },
});
