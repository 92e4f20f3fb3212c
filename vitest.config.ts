import { defineConfig } from "vitest/config";
import { patienceMs } from "./tests/support/soon.ts";

const unit = { pool: "threads" as const, include: ["tests/*.test.ts", "tests/{csv,db,documents,mails,models,server}/**/*.test.ts"], setupFiles: ["tests/support/database.ts"], testTimeout: 60_000 };
const http = { include: ["tests/http/**/*.test.ts"], testTimeout: 60_000, hookTimeout: 120_000 };

// `npm run test:quick` takes these: the unit tests that are quick themselves, and a page of each kind.
const slow = [
  "backup", "migrate", "db/demo-days", "db/demo-fresh", "db/demo-picks", "db/totals", "mails/delivery", "server/route-handlers", "models/audit-list", "models/checkout", "models/payment-report", "models/payout", "models/pick-readers",
  "models/reset-code.server", "models/session.server", "models/sign-in.server", "models/sign-up.server", "models/two-factor.server",
].map((name) => `tests/${name}.test.ts`);
const aPageOfEachKind = ["access-matrix", "bearer", "bodies", "dashboard", "headers", "history", "learn", "mass-assignment", "my-card", "pick-api", "pick-forms", "profile", "session", "sign-in", "users", "weight"];

export default defineConfig({
  test: {
    pool: "forks",
    restoreMocks: true,
    // They wait for servers, browsers and disks more than they compute.
    maxWorkers: "100%",
    globalSetup: ["tests/support/migrated.ts"],
    expect: { poll: { timeout: patienceMs } },
    projects: [
      { extends: true, test: { name: "unit", ...unit } },
      { extends: true, test: { name: "http", ...http } },
      {
        extends: true,
        test: { name: "browser", include: ["tests/e2e/**/*.test.ts"], globalSetup: ["tests/support/find-browser.ts"], testTimeout: 120_000, hookTimeout: 120_000 },
      },
      {
        extends: true,
        // One file after the other: they measure times.
        test: { name: "faults", include: ["tests/faults/**/*.test.ts"], globalSetup: ["tests/faults/table.ts"], fileParallelism: false, testTimeout: 120_000, hookTimeout: 60_000 },
      },
      { extends: true, test: { name: "quick-unit", ...unit, exclude: slow } },
      { extends: true, test: { name: "quick-http", ...http, include: aPageOfEachKind.map((name) => `tests/http/${name}.test.ts`) } },
    ],
  },
});
