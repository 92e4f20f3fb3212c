import { defineConfig } from "vitest/config";
import { patienceMs } from "./tests/support/soon.ts";

export default defineConfig({
  test: {
    pool: "forks",
    restoreMocks: true,
    // They wait for servers, browsers and disks more than they compute.
    maxWorkers: "100%",
    globalSetup: ["tests/support/migrated.ts"],
    expect: { poll: { timeout: patienceMs } },
    projects: [
      {
        extends: true,
        test: { name: "unit", include: ["tests/*.test.ts", "tests/{csv,db,documents,mails,models,server}/**/*.test.ts"], setupFiles: ["tests/support/database.ts"], testTimeout: 60_000 },
      },
      {
        extends: true,
        test: { name: "http", include: ["tests/http/**/*.test.ts"], testTimeout: 60_000, hookTimeout: 120_000 },
      },
      {
        extends: true,
        test: { name: "browser", include: ["tests/e2e/**/*.test.ts"], globalSetup: ["tests/support/find-browser.ts"], testTimeout: 120_000, hookTimeout: 120_000 },
      },
      {
        extends: true,
        // One file after the other: they measure times.
        test: { name: "faults", include: ["tests/faults/**/*.test.ts"], globalSetup: ["tests/faults/table.ts"], fileParallelism: false, testTimeout: 120_000, hookTimeout: 60_000 },
      },
    ],
  },
});
