/** The process that keeps the demo alive. */
import { fork, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { openDatabase } from "../../db/sqlite/open.ts";
import { middayZone } from "../support/midday.ts";
import { soon } from "../support/soon.ts";

it("publishes the morning's picks by itself, and ends with the server", { timeout: 60_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "simline-live-"));
  const env = { ...process.env, DATABASE_PATH: join(folder, "demo.db"), DEMO: "1", SITE_TIMEZONE: middayZone };
  expect(spawnSync(process.execPath, ["db/demo-fill.ts"], { env }).status).toBe(0);
  const live = fork("db/demo-live.ts", { env });
  const { db, sqlite } = openDatabase(env.DATABASE_PATH);
  const published = () => db.selectFrom("audit").select("id").where("job", "=", "Demo").execute();
  await vi.waitFor(async () => expect((await published()).length).toBeGreaterThan(0), soon);
  live.disconnect();
  expect(await once(live, "exit")).toEqual([0, null]);
  sqlite.close();
  rmSync(folder, { recursive: true });
});
