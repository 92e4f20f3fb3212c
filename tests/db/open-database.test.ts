import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import BetterSqlite3 from "better-sqlite3";
import { expect, test } from "vitest";
import { openDatabase } from "../../db/sqlite/open.ts";

// Holds the lock that a process has while it switches the file to WAL; lets it go soon after it is told.
const holder = `
  const { workerData: { path, told } } = require("node:worker_threads");
  const sqlite = new (require("better-sqlite3"))(path);
  sqlite.exec("begin immediate");
  require("node:worker_threads").parentPort.postMessage("holds");
  Atomics.wait(told, 0, 0);
  Atomics.wait(told, 0, 1, 30);
  sqlite.exec("commit");
  sqlite.close();
`;

test("a file that another process is just switching to WAL is waited for", async () => {
  const folder = mkdtempSync(join(tmpdir(), "simline-open-"));
  try {
    const path = join(folder, "app.db");
    const made = new BetterSqlite3(path);
    made.exec("create table notes (text text)");
    made.close();
    const told = new Int32Array(new SharedArrayBuffer(4));
    const worker = new Worker(holder, { eval: true, workerData: { path, told } });
    await new Promise((resolve) => worker.once("message", resolve));
    Atomics.store(told, 0, 1);
    Atomics.notify(told, 0);
    const { sqlite } = openDatabase(path);
    expect(sqlite.pragma("journal_mode", { simple: true })).toBe("wal");
    sqlite.close();
    await worker.terminate();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
