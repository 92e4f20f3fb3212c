import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type App, type Client, startApp } from "../support/app/app.ts";
import { visibleText } from "../support/pages/html.ts";

let folder: string;
let app: App | null = null;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "simline-scheduled-"));
});
afterEach(async () => {
  await app?.stop();
  app = null;
  rmSync(folder, { recursive: true, force: true });
});

const soon = { timeout: 50_000, interval: 50 } as const;
const backups = () =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => /^simline-\d{8}T\d{6}Z\.db$/.test(name))
        .sort()
    : [];

test("scheduled backups are complete, and only the newest BACKUP_KEEP of our own files are kept", async () => {
  // Another process is still writing this one.
  const unfinished = `simline-${new Date(Date.now() - 60_000).toISOString().replace(/[-:]|\.\d+/g, "")}.db.456.part`;
  const others = [
    unfinished,
    "notes.txt",
    "simline-20200101T000000Z.db.bak",
    "simline-mine.db",
    "xsimline-20200101T000000Z.db",
  ];
  for (const name of others) writeFileSync(join(folder, name), "somebody's");
  const stale = ["simline-20200101T000000Z.db", "simline-20200102T000000Z.db", "simline-20200103T000000Z.db.123.part"];
  for (const name of stale) writeFileSync(join(folder, name), "ours");
  app = await startApp({ BACKUP_DIR: folder, BACKUP_EVERY: "1s", BACKUP_KEEP: "2" });
  const seen = new Set<string>();
  await vi.waitFor(() => {
    for (const name of backups()) seen.add(name);
    expect(seen.size).toBeGreaterThanOrEqual(stale.length - 1 + 3);
    expect(backups()).toHaveLength(2);
  }, soon);
  await app.end();
  expect(readdirSync(folder).filter((name) => stale.includes(name))).toEqual([]);
  expect(
    readdirSync(folder)
      .filter((name) => others.includes(name))
      .sort(),
  ).toEqual(others.sort());
  const copy = new BetterSqlite3(join(folder, backups().at(-1) ?? ""), { readonly: true });
  expect([
    copy.pragma("integrity_check", { simple: true }),
    copy.prepare("select count(*) > 5 from migrations").pluck().get(),
  ]).toEqual(["ok", 1]);
  copy.close();
  expect([app.errors().trim(), app.code()]).toEqual(["", 0]);
  expect(app.output()).toContain("was made.");
});

test("BACKUP_KEEP counts the new backup", async () => {
  const before = ["simline-20200101T000000Z.db", "simline-20200102T000000Z.db"];
  for (const name of before) writeFileSync(join(folder, name), "ours");
  app = await startApp({ BACKUP_DIR: folder, BACKUP_EVERY: "2h", BACKUP_KEEP: "2" });
  await vi.waitFor(() => expect(app?.output()).toContain("was made."), soon);
  expect(backups()).toEqual([before[1], expect.not.stringContaining("simline-2020")]);
});

test("a backup dated in the future takes no slot and is left alone", async () => {
  const ahead = `simline-${new Date(Date.now() + 400 * 86_400_000).toISOString().replace(/[-:]|\.\d+/g, "")}.db`;
  writeFileSync(join(folder, ahead), "ours");
  app = await startApp({ BACKUP_DIR: folder, BACKUP_EVERY: "2h", BACKUP_KEEP: "1" });
  await vi.waitFor(() => expect(app?.output()).toContain("was made."), soon);
  await app.end();
  expect([backups().length, backups().at(-1)]).toEqual([2, ahead]);
  app = await startApp({ BACKUP_DIR: folder, BACKUP_EVERY: "2h", BACKUP_KEEP: "1" });
  expect((await app.client().get("/readyz")).status).toBe(200);
  await app.end();
  expect(app.output()).not.toContain("was made.");
});

test("the next backup is made when the newest is BACKUP_EVERY old, not sooner", async () => {
  const named = (instant: number) => `simline-${new Date(instant).toISOString().replace(/[-:]|\.\d+/g, "")}.db`;
  const young = Date.now() - 7_200_000 + 5000;
  writeFileSync(join(folder, named(young)), "ours");
  app = await startApp({ BACKUP_DIR: folder, BACKUP_EVERY: "2h" });
  await vi.waitFor(() => expect(app?.output()).toContain("was made."), soon);
  const [first, second = ""] = backups();
  expect([first, second >= named(young + 7_200_000)]).toEqual([named(young), true]);
});

test("a failed backup is logged, retried, blocks no request, and is shown to the superadmin until one succeeds", async () => {
  const target = join(folder, "not-yet");
  writeFileSync(target, "a file where the folder goes");
  app = await startApp({ BACKUP_DIR: target, BACKUP_EVERY: "1s" });
  await vi.waitFor(() => expect(app?.errors()).toContain("The backup failed and will be retried: "), soon);
  expect((await app.client().get("/readyz")).status).toBe(200);
  const [superadmin, admin] = [await app.signedIn("superadmin"), await app.signedIn("admin")];
  const banner = async (client: Client) =>
    /<div [^>]*role="alert">.*?<\/div><\/div>/.exec(await client.text("/admin/picks"))?.[0] ?? "";
  const first = visibleText(await banner(superadmin));
  expect(first).toMatch(
    /^Backups are failing\. Since \w+ \d+, \d{4}, \d+:\d\d [AP]M E[SD]T\. There is no backup yet\. Check that BACKUP_DIR exists, is writable and has room; the server log has the reason\.$/,
  );
  expect(await banner(admin)).toBe("");
  const failures = () => app?.errors().trim().split("\n").length ?? 0;
  await vi.waitFor(() => expect(failures()).toBeGreaterThan(2), soon);
  expect(visibleText(await banner(superadmin))).toBe(first);
  for (const line of app.errors().trim().split("\n"))
    expect(JSON.parse(line)).toEqual({
      time: expect.any(String),
      level: "error",
      message: expect.stringMatching(/^The backup failed and will be retried: [^\n]+$/),
    });
  rmSync(target);
  mkdirSync(target);
  await vi.waitFor(() => expect(readdirSync(target).some((name) => name.endsWith("Z.db"))).toBe(true), soon);
  await vi.waitFor(
    async () => expect(await superadmin.text("/admin/picks")).not.toContain("Backups are failing"),
    soon,
  );
});

test("a recent backup is not repeated after a restart", async () => {
  const young = `simline-${new Date(Date.now() - 3_600_000).toISOString().replace(/[-:]|\.\d+/g, "")}.db`;
  writeFileSync(join(folder, young), "ours");
  // The name counts: copying a folder changes file times.
  utimesSync(join(folder, young), 0, 0);
  app = await startApp({ BACKUP_DIR: folder, BACKUP_EVERY: "2h" });
  for (const path of ["/", "/login", "/readyz"]) expect((await app.client().get(path)).status).toBe(200);
  await app.end();
  expect([backups(), app.output().includes("was made.")]).toEqual([[young], false]);
});
