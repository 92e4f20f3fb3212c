/** The ledger after a restored backup, a moved file, a lost or spoiled head. */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterAll, beforeEach, expect, it, vi } from "vitest";
import { append, noHead, readHead } from "../../app/models/ledger/chain/append.server.ts";
import { checkLedger } from "../../app/models/ledger/chain/check-tables.server.ts";
import { backUp } from "../../db/backup.ts";
import { restore } from "../../db/restore.ts";
import { startLedger } from "../../db/start-ledger.ts";
import { type Connection, openDatabase } from "../../db/sqlite/open.ts";
import { createPick } from "../support/database/factories.ts";
import { copyMigrated } from "../support/database/migrated.ts";

const folder = mkdtempSync(join(tmpdir(), "simline-restored-"));
afterAll(() => rmSync(folder, { recursive: true }));

const zone = "America/New_York";
let count = 0;
let path: string;
let backup: string;
beforeEach(() => {
  count += 1;
  mkdirSync(join(folder, String(count)));
  [path, backup] = [join(folder, String(count), "app.db"), join(folder, `${count}.backup`)];
  copyMigrated(path);
});

async function using<R>(work: (db: Connection["db"]) => Promise<R>, file = path): Promise<R> {
  const { db, sqlite } = openDatabase(file);
  try {
    return await work(db);
  } finally {
    sqlite.close();
  }
}

const bodies = (file = path) =>
  using(async (db) => {
    const rows = await db.selectFrom("ledger").select("body").orderBy("seq").execute();
    return rows.map(({ body }): { type: string; from?: number; lost?: string } => JSON.parse(body));
  }, file);
const types = async (file = path) => (await bodies(file)).map(({ type }) => type);
const savedHead = (file = path) => readFileSync(`${file}.head`, "utf8").trim();
const head = (file = path) => using(async (db) => readHead(db).then(({ seq, hash }) => `${seq}:${hash}`), file);

/** One more entry, which a running server would keep the head of. */
async function goOn(): Promise<void> {
  await using(async (db) => {
    const last = await readHead(db);
    await append(db, last, { type: "restore", ref: "", fields: { from: last.seq } }, new Date(), zone);
  });
  writeFileSync(`${path}.head`, `${await head()}\n`);
}

const expectIntact = async () =>
  expect(await using((db) => checkLedger(db))).toMatchObject({ findings: { verdict: "intact" }, differences: [] });

it("a start on a restored backup says so once, with what it goes on after and what is lost", async () => {
  await using((db) => createPick(db));
  await startLedger(path);
  await backUp(path, backup);
  await goOn();
  const lost = savedHead();
  await restore(backup, path);
  await Promise.all([startLedger(path), startLedger(path)]);
  await startLedger(path);
  expect(await types()).toEqual(["begin", "import", "restore"]);
  expect((await bodies())[2]).toMatchObject({ from: 2, lost });
  expect(savedHead()).toBe(await head());
  await expectIntact();
});

it("the same backup restored again says so again", async () => {
  await startLedger(path);
  await backUp(path, backup);
  const lost: string[] = [];
  for (let time = 0; time < 2; time += 1) {
    await goOn();
    lost.push(savedHead());
    await restore(backup, path, new Date(Date.UTC(2026, 10, 21 + time)));
    await startLedger(path);
    expect((await bodies()).slice(1)).toEqual([
      expect.objectContaining({ type: "restore", from: 1, lost: lost[time] }),
    ]);
  }
  expect(lost[0]).not.toBe(lost[1]);
});

it("a start that was cut off between its entry and the file of its head says nothing twice", async () => {
  await startLedger(path);
  await backUp(path, backup);
  await goOn();
  const lost = savedHead();
  await restore(backup, path);
  await startLedger(path);
  writeFileSync(`${path}.head`, `${lost}\n`);
  await startLedger(path);
  expect(await types()).toEqual(["begin", "restore"]);
});

it("a backup of the last entry, or a newer file, loses nothing and says nothing", async () => {
  await startLedger(path);
  await backUp(path, backup);
  await restore(backup, path);
  await startLedger(path);
  await backUp(path, `${backup}.newer`);
  const older = savedHead();
  await goOn();
  writeFileSync(`${path}.head`, `${older}\n`);
  await startLedger(path);
  expect([await types(), savedHead()]).toEqual([["begin", "restore"], await head()]);
});

it("a backup from before the ledger begins it anew: what is there, then what is lost", async () => {
  await using((db) => createPick(db));
  await backUp(path, backup);
  await startLedger(path);
  const lost = savedHead();
  await restore(backup, path);
  await startLedger(path);
  expect(await types()).toEqual(["begin", "import", "restore"]);
  expect((await bodies())[2]).toMatchObject({ from: 2, lost });
  await expectIntact();
});

it.each([
  ["with", true],
  ["without", false],
])("a file that was moved to another folder %s its head goes on", async (_word, withHead) => {
  await startLedger(path);
  const moved = join(folder, `moved-${count}`, "app.db");
  mkdirSync(dirname(moved));
  copyFileSync(path, moved);
  if (withHead) copyFileSync(`${path}.head`, `${moved}.head`);
  await startLedger(moved);
  expect([await types(moved), savedHead(moved)]).toEqual([["begin"], await head(moved)]);
});

it.each([
  ["empty", ""],
  ["cut off", "1:ab12"],
  ["without its number", `:${"ab".repeat(32)}`],
  ["of zeros", "\0".repeat(70)],
  ["somebody's notes", "These are notes.\n".repeat(100)],
])("a kept head that is %s is none: the start writes the right one", async (_what, text) => {
  await startLedger(path);
  writeFileSync(`${path}.head`, text);
  await startLedger(path);
  expect([await types(), savedHead()]).toEqual([["begin"], await head()]);
});

it("a start goes on where its head can't be kept, says so, and leaves no unfinished file", async () => {
  mkdirSync(`${path}.head`);
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  await startLedger(path);
  expect(log.mock.calls.flat().join()).toContain("The head of the record could not be saved beside the database");
  expect(await types()).toEqual(["begin"]);
  expect(readdirSync(dirname(path)).sort()).toEqual(["app.db", "app.db.head"]);
});

it("a start deletes the unfinished heads of processes that are gone", async () => {
  const gone = 2 ** 22 + 1;
  for (const name of [`head.${gone}.part`, `head.1.part`, "head.notes.part"]) writeFileSync(`${path}.${name}`, "");
  await startLedger(path);
  expect([gone, 1, "notes"].map((id) => existsSync(`${path}.head.${id}.part`))).toEqual([false, true, true]);
});

it("a start that waits while another one begins in another time zone ends with one line, too", async () => {
  const { db, sqlite } = openDatabase(path);
  sqlite.exec("begin immediate");
  const start = startLedger(path).then(
    () => "started",
    (error: unknown) => String(error),
  );
  for (let turn = 0; turn < 20; turn += 1) await nextTurn();
  const begin = { type: "begin", ref: "", fields: { zone: "Europe/Berlin", format: "1" } } as const;
  await append(db, noHead, begin, new Date(), "Europe/Berlin");
  sqlite.exec("commit");
  sqlite.close();
  expect(await start).toMatch(/begun with SITE_TIMEZONE=Europe\/Berlin/);
});

it.each(["no JSON", "{}", '{"type":"begin"}'])(
  "a first or last entry that was changed to %s keeps no server from starting: the check names it",
  async (body) => {
    await startLedger(path);
    writeFileSync(`${path}.head`, `9:${"ab".repeat(32)}\n`);
    await startLedger(path);
    const { sqlite } = openDatabase(path);
    sqlite.exec("drop trigger ledger_no_update");
    sqlite.prepare("update ledger set body = ?").run(body);
    sqlite.close();
    await startLedger(path);
    expect(await using((db) => checkLedger(db))).toMatchObject({ findings: { verdict: "broken" } });
  },
);

it("leaves nothing else beside the database", async () => {
  await startLedger(path);
  expect(readdirSync(dirname(path)).sort()).toEqual([basename(path), `${basename(path)}.head`]);
});
