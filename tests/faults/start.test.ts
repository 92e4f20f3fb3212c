import {
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
  closeSync,
} from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { migrate } from "../../db/migrate.ts";
import { begin, freePort } from "../support/app/server.ts";
import { cannotMount, mountSmallDisk } from "./mounts.ts";
import { record } from "./table.ts";

let folder: string;
let path: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "simline-start-"));
  path = join(folder, "app.db");
  await migrate(path);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test.each<[string, () => string]>([
  ["that is a text file", () => spoiled(() => writeFileSync(path, "These are somebody's notes. ".repeat(500)))],
  ["that was truncated", () => spoiled(() => truncateSync(path, Math.floor(statSync(path).size / 2)))],
  ["whose beginning was overwritten", () => spoiled(() => overwrite(0, 4096))],
  ["whose table list was overwritten", () => spoiled(() => overwrite(100, 3000))],
  ["that is a folder", () => folder],
  [
    "in a folder that is a file",
    () =>
      join(
        spoiled(() => undefined),
        "app.db",
      ),
  ],
])("the server refuses to start with a database %s", async (what, make) => {
  await refusesToStart(make());
  record({ fault: `a database ${what}`, rounds: 1 });
});

test("the server refuses to start with a database on a read-only disk", async ({ skip }) => {
  const disk = mountSmallDisk(24);
  if (!disk) {
    record({ fault: "a database on a disk that is read-only", rounds: 0, skipped: cannotMount });
    return skip(cannotMount);
  }
  try {
    const file = join(disk.folder, "app.db");
    await migrate(file);
    expect(disk.makeReadOnly()).toBe(true);
    await refusesToStart(file);
    await refusesToStart(join(disk.folder, "none", "app.db"));
    record({ fault: "a database on a disk that is read-only", rounds: 2 });
  } finally {
    disk.end();
  }
});

async function refusesToStart(file: string): Promise<void> {
  const before = contentOf(file);
  const port = await freePort();
  const { server } = begin({ path: file, port });
  let opened = false;
  const looking = setInterval(() => connect(port, "127.0.0.1", () => (opened = true)).on("error", () => undefined), 20);
  const code = await server.gone;
  clearInterval(looking);
  expect([code, server.errors().trim().split("\n").length, opened]).toEqual([1, 1, false]);
  expect(server.errors()).not.toMatch(/^\s+at |node:|SqliteError/m);
  expect(server.errors().length).toBeGreaterThan(10);
  expect(contentOf(file)).toEqual(before);
}

function contentOf(file: string): string | null {
  try {
    return readFileSync(file, "base64");
  } catch {
    return null;
  }
}

function spoiled(spoil: () => void): string {
  spoil();
  return path;
}

function overwrite(from: number, bytes: number): void {
  mkdirSync(folder, { recursive: true });
  const file = openSync(path, "r+");
  writeSync(file, Buffer.alloc(bytes, 0x5a), 0, bytes, from);
  closeSync(file);
}
