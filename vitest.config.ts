import { defineConfig } from "vitest/config";
import { patienceMs } from "./tests/support/soon.ts";

const unit = {
  pool: "threads" as const,
  include: ["tests/*.test.ts", "tests/{components,paths,csv,db,documents,doors,mails,models,server}/**/*.test.ts"],
  setupFiles: ["tests/support/database/database.ts"],
  testTimeout: 60_000,
};
const http = { include: ["tests/http/**/*.test.ts"], testTimeout: 60_000, hookTimeout: 120_000 };

// `npm run test:quick` takes these: the unit tests that are quick themselves, and a page of each kind.
const slow = [
  "backup",
  "migrate",
  "db/demo-days",
  "db/demo-fresh",
  "db/demo-picks",
  "db/totals",
  "mails/delivery",
  "server/route-handlers",
  "models/trail/audit-list",
  "models/billing/checkout",
  "models/billing/payment-report",
  "models/affiliates/payout",
  "models/picks/pick-readers",
  "models/sign-in/reset-code.server",
  "models/sign-in/session.server",
  "models/sign-in/sign-in.server",
  "models/people/sign-up.server",
  "models/sign-in/two-factor.server",
].map((name) => `tests/${name}.test.ts`);
const aPageOfEachKind = [
  "doors/access-matrix",
  "sign-in/bearer",
  "doors/bodies",
  "picks/dashboard",
  "doors/headers",
  "record/history",
  "content/learn",
  "doors/mass-assignment",
  "picks/my-card",
  "picks/pick-api",
  "picks/pick-forms",
  "people/profile",
  "sign-in/session",
  "sign-in/sign-in",
  "people/users",
  "server/weight",
];

export default defineConfig({
  test: {
    pool: "forks",
    restoreMocks: true,
    // They wait for servers, browsers and disks more than they compute.
    maxWorkers: "100%",
    globalSetup: ["tests/support/database/migrated.ts"],
    expect: { poll: { timeout: patienceMs } },
    projects: [
      { extends: true, test: { name: "unit", ...unit } },
      { extends: true, test: { name: "http", ...http } },
      {
        extends: true,
        test: {
          name: "browser",
          include: ["tests/e2e/**/*.test.ts"],
          globalSetup: ["tests/support/pages/find-browser.ts"],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        // One file after the other: they measure times.
        test: {
          name: "faults",
          include: ["tests/faults/**/*.test.ts"],
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
      { extends: true, test: { name: "quick-unit", ...unit, exclude: slow } },
      {
        extends: true,
        test: { name: "quick-http", ...http, include: aPageOfEachKind.map((name) => `tests/http/${name}.test.ts`) },
      },
    ],
  },
});
