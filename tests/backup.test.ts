import {
  accessSync,
  appendFileSync,
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { backUp } from "../db/backup.ts";
import { migrate } from "../db/migrate.ts";
import { restore } from "../db/restore.ts";
import { deleteDatabase } from "../db/sqlite/files.ts";
import { openDatabase } from "../db/sqlite/open.ts";
import { createUser } from "./support/database/factories.ts";

// Real functions; a test can make one call fail.
vi.mock("node:fs", { spy: true });

const now = new Date("2026-11-21T13:05:00.000Z");
const soon = "2026-11-21T14:00:00.000Z";

let folder: string;
let path: string;
let file: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "simline-backup-"));
  [path, file] = [join(folder, "data", "app.db"), join(folder, "copy.db")];
  await migrate(path);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function addPerson(email: string): Promise<void> {
  const { sqlite, db } = openDatabase(path);
  const { id } = await createUser(db, { email });
  await db
    .insertInto("sessions")
    .values({ id_hash: id.toString(16).padStart(64, "0"), user_id: id, created_at: soon, seen_at: soon })
    .execute();
  await db
    .insertInto("api_tokens")
    .values({ token_hash: id.toString(16).padStart(64, "0"), user_id: id, created_at: soon })
    .execute();
  await db
    .insertInto("api_keys")
    .values({ name: email, key_hash: id.toString(16).padStart(64, "0"), scopes: "[]", created_at: soon })
    .execute();
  await db
    .insertInto("two_factor_challenges")
    .values({ id_hash: id.toString(16).padStart(64, "0"), user_id: id, created_at: soon })
    .execute();
  await db
    .insertInto("reset_codes")
    .values({
      token_hash: id.toString(16).padStart(64, "0"),
      email,
      code_hash: "0".repeat(64),
      bound: 1,
      expires_at: soon,
    })
    .execute();
  await db
    .insertInto("outbox")
    .values({
      message_id: email,
      kind: "reset-code",
      user_id: id,
      params: '{"code":"12345678"}',
      created_at: soon,
      next_try_at: soon,
      expires_at: soon,
    })
    .execute();
  const round = await db.selectFrom("pick_rounds").select("id").executeTakeFirst();
  if (!round) await db.insertInto("pick_rounds").values({ opened_at: soon, last_pick_at: soon }).execute();
  if (!round)
    await db
      .insertInto("round_queues")
      .columns(["round_id", "queued_to"])
      .expression(db.selectFrom("pick_rounds").select((row) => ["id", row.lit(0).as("queued_to")]))
      .execute();
  sqlite.close();
}

function query<Row>(source: string, from = path): Row[] {
  const sqlite = new BetterSqlite3(from, { readonly: true });
  const rows = sqlite.prepare<[], Row>(source).all();
  sqlite.close();
  return rows;
}

const people = (from = path) =>
  query<{ email: string }>("select email from users order by id", from).map(({ email }) => email);
const unfinished = () =>
  readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => /part|restoring/.test(name));

function createForeignDatabase(at: string): void {
  const sqlite = new BetterSqlite3(at);
  sqlite.exec("create table notes (text); insert into notes values ('mine')");
  sqlite.close();
}

function enlarge(at: string, megabytes: number): void {
  const sqlite = new BetterSqlite3(at);
  sqlite.exec(`create table large (bytes blob); insert into large values (zeroblob(${megabytes * 1024 ** 2}))`);
  sqlite.close();
}

/** Both commands, where the first access check fails. The tests may run as root, who can access everything. */
async function commandsWithoutAccess(): Promise<{ backUp: typeof backUp; restore: typeof restore }> {
  vi.resetModules();
  const commands = { ...(await import("../db/backup.ts")), ...(await import("../db/restore.ts")) };
  vi.mocked(accessSync).mockImplementationOnce(() => {
    throw Object.assign(new Error("permission denied"), { code: "EACCES" });
  });
  return commands;
}

function damage(at: string): void {
  const bytes = readFileSync(at);
  bytes.fill(0x5a, Math.floor(bytes.length / 2 / 4096) * 4096, Math.floor(bytes.length / 2 / 4096) * 4096 + 8192);
  writeFileSync(at, bytes);
}

/** Adds an index with the right number of entries, but the wrong ones. */
function addWrongIndex(at: string): void {
  const sqlite = new BetterSqlite3(at);
  sqlite.exec("create index misled on users (name)");
  sqlite
    .unsafeMode()
    .exec(
      "pragma writable_schema = on; update sqlite_schema set sql = 'create index misled on users (email)' where name = 'misled'",
    );
  sqlite.close();
}

describe("a backup", () => {
  it("copies the whole database into one file that only its owner can read", async () => {
    await addPerson("a@b.co");
    const { sqlite } = openDatabase(path);
    // This row is only in the WAL so far.
    sqlite.exec("update users set name = 'Changed'");
    await backUp(path, file);
    sqlite.close();
    expect([people(file), query("select name from users", file), query("pragma journal_mode", file)]).toEqual([
      ["a@b.co"],
      [{ name: "Changed" }],
      [{ journal_mode: "delete" }],
    ]);
    expect([statSync(file).mode & 0o777, readdirSync(folder).sort()]).toEqual([0o600, ["copy.db", "data"]]);
  });

  it("syncs the copy before it links its name, and then syncs the folder", async () => {
    const [written, named] = [vi.mocked(fsyncSync).mock, vi.mocked(linkSync).mock];
    const [writtenBefore, namedBefore] = [written.calls.length, named.calls.length];
    await backUp(path, file);
    const [copy = 0, name = 0] = written.invocationCallOrder.slice(writtenBefore);
    const [link = 0] = named.invocationCallOrder.slice(namedBefore);
    expect([copy > 0, link > copy, name > link]).toEqual([true, true, true]);
  });

  it("creates the target folder", async () => {
    await backUp(path, join(folder, "new", "copy.db"));
    expect(people(join(folder, "new", "copy.db"))).toEqual([]);
  });

  it("names the file that can't be written when the disk is full", async () => {
    const full = new BetterSqlite3.SqliteError("database or disk is full", "SQLITE_FULL");
    vi.spyOn(BetterSqlite3.prototype, "backup").mockRejectedValueOnce(full);
    await expect(backUp(path, file)).rejects.toThrow(
      new RegExp(`^${file}\\S* can't be written: the disk is full or failing \\(SQLITE_FULL\\)\\.$`),
    );
    expect([existsSync(file), unfinished()]).toEqual([false, []]);
  });

  it("names the folder that this user can't write or create", async () => {
    const { backUp } = await commandsWithoutAccess();
    await expect(backUp(path, file)).rejects.toThrow(`The folder ${folder} can't be written (EACCES).`);
    writeFileSync(join(folder, "notes"), "");
    await expect(backUp(path, join(folder, "notes", "copy.db"))).rejects.toThrow(
      /^The folder \S+notes can't be made \(E[A-Z]+\)\.$/,
    );
  });

  it("never overwrites a file", async () => {
    writeFileSync(file, "notes");
    await expect(backUp(path, file)).rejects.toThrow(
      `${file} already exists. Choose another name, or delete it first.`,
    );
    expect([readFileSync(file, "utf8"), unfinished()]).toEqual(["notes", []]);
  });

  it("never overwrites a file that appears during the backup", async () => {
    const saving = backUp(path, file);
    writeFileSync(file, "notes");
    await expect(saving).rejects.toThrow(`${file} already exists. Choose another name, or delete it first.`);
    expect([readFileSync(file, "utf8"), unfinished()]).toEqual(["notes", []]);
  });

  it("works on a file system without hard links", async () => {
    vi.mocked(linkSync).mockImplementationOnce(() => {
      throw Object.assign(new Error("operation not permitted"), { code: "EPERM" });
    });
    await backUp(path, file);
    expect([people(file), unfinished()]).toEqual([[], []]);
  });

  it.each([
    ["is missing", () => rmSync(path), /does not exist\.$/],
    ["is not a database", () => writeFileSync(path, "These are notes. ".repeat(500)), /is not a database\.$/],
    ["is damaged", () => damage(path), /damaged/],
    ["has an index that does not match its table", () => addWrongIndex(path), /damaged/],
    [
      "belongs to another program",
      () => {
        rmSync(path);
        createForeignDatabase(path);
      },
      /^This is not a database of this program\.$/,
    ],
  ])("fails with one line and leaves no file when the database %s", async (_what, spoil, line) => {
    await addPerson("a@b.co");
    spoil();
    const before = existsSync(path) && readFileSync(path);
    await expect(backUp(path, file)).rejects.toThrow(line);
    expect([
      existsSync(file),
      unfinished(),
      existsSync(path) && readFileSync(path).equals(before || Buffer.of()),
    ]).toEqual([false, [], before !== false]);
  });

  it("is consistent while another connection keeps writing", async () => {
    const { sqlite, db } = openDatabase(path);
    let [writing, written] = [true, 0];
    const writes = (async () => {
      while (writing) {
        await createUser(db, { email: `w${written}@b.co` });
        written += 1;
        await new Promise((resolve) => setImmediate(resolve));
      }
    })();
    const acknowledged: number[] = [];
    for (const round of [1, 2, 3]) {
      acknowledged.push(written);
      await backUp(path, `${file}${round}`);
    }
    writing = false;
    await writes;
    sqlite.close();
    for (const [index, least] of acknowledged.entries()) {
      const found = people(`${file}${index + 1}`);
      expect(found.length).toBeGreaterThanOrEqual(least);
      expect(found).toEqual(Array.from({ length: found.length }, (_, number) => `w${number}@b.co`));
    }
  });
});

describe("restore", () => {
  beforeEach(async () => {
    await addPerson("then@b.co");
    await backUp(path, file);
    await addPerson("since@b.co");
  });

  it("puts the backup in place and keeps the replaced database", async () => {
    expect(people()).toContain("since@b.co");
    const replaced = await restore(file, path, now);
    expect([replaced, people(), people(replaced ?? "")]).toEqual([
      `${path}.replaced-20261121T130500Z`,
      ["then@b.co"],
      ["then@b.co", "since@b.co"],
    ]);
    expect(unfinished()).toEqual([]);
    expect(await migrate(path)).toEqual([]);
  });

  it("ends all sessions, revokes all keys, deletes all codes and sends no mail twice", async () => {
    await restore(file, path, now);
    expect(
      ["sessions", "api_tokens", "reset_codes", "two_factor_challenges"].map((table) =>
        query(`select * from ${table}`),
      ),
    ).toEqual([[], [], [], []]);
    expect(query("select revoked_at from api_keys")).toEqual([{ revoked_at: now.toISOString() }]);
    expect(query("select state, params, finished_at from outbox")).toEqual([
      { state: "expired", params: "{}", finished_at: now.toISOString() },
    ]);
    expect([query("select closed_at from pick_rounds"), query("select * from round_queues")]).toEqual([
      [{ closed_at: now.toISOString() }],
      [],
    ]);
    expect(query("select count(*) as sessions from sessions", file)).toEqual([{ sessions: 1 }]);
  });

  it("keeps the state of mail that was handed over or sent", async () => {
    change(
      "update outbox set state = 'handed-over'",
      `insert into outbox (message_id, kind, user_id, params, created_at, next_try_at, expires_at, state, finished_at) select 'gone', kind, user_id, '{}', created_at, next_try_at, expires_at, 'sent', '${soon}' from outbox`,
    );
    await restore(file, path, now);
    expect(query("select state, params, finished_at from outbox order by id")).toEqual([
      { state: "handed-over", params: "{}", finished_at: now.toISOString() },
      { state: "sent", params: "{}", finished_at: soon },
    ]);
  });

  it("does not change a round of picks that was closed", async () => {
    change(`update pick_rounds set closed_at = '${soon}'`);
    await restore(file, path, now);
    expect(query("select closed_at from pick_rounds")).toEqual([{ closed_at: soon }]);
  });

  it("replaces the database with one rename, so that a starting server never creates a new one", async () => {
    const before = vi.mocked(renameSync).mock.calls.length;
    await restore(file, path, now);
    expect(
      vi
        .mocked(renameSync)
        .mock.calls.slice(before)
        .map((names) => names[1] === path),
    ).toEqual([true]);
  });

  it("syncs the file before the rename and the folder after it", async () => {
    const [written, named] = [vi.mocked(fsyncSync).mock, vi.mocked(renameSync).mock];
    const [writtenBefore, namedBefore] = [written.calls.length, named.calls.length];
    await restore(file, path, now);
    const [copy = 0, name = 0] = written.invocationCallOrder.slice(writtenBefore);
    const [renamed = 0] = named.invocationCallOrder.slice(namedBefore);
    expect([copy > 0, renamed > copy, name > renamed]).toEqual([true, true, true]);
  });

  it("leaves no deleted code in the bytes of the file", async () => {
    const hash = "5".repeat(64);
    change(
      `insert into reset_codes (token_hash, email, code_hash, bound, expires_at) values ('${"6".repeat(64)}', 'a@b.co', '${hash}', 1, '${soon}')`,
    );
    await restore(file, path, now);
    expect([file, path].map((each) => readFileSync(each).includes(hash))).toEqual([true, false]);
  });

  it("creates the target folder, and refuses a second restore within one second", async () => {
    const elsewhere = join(folder, "new", "app.db");
    expect([await restore(file, elsewhere, now), people(elsewhere)]).toEqual([null, ["then@b.co"]]);
    const replaced = await restore(file, elsewhere, now);
    await expect(restore(file, elsewhere, now)).rejects.toThrow(`${replaced} already exists. Try again in a second.`);
  });

  // Only root can change the owner of a file.
  it.runIf(process.getuid?.() === 0)("run by root gives the database to the owner of its folder", async () => {
    chownSync(join(folder, "data"), 4711, 4712);
    await restore(file, path, now);
    expect(statSync(path)).toMatchObject({ uid: 4711, gid: 4712, mode: 0o100600 });
  });

  it("keeps data that was only in the WAL of a killed server, and leaves no WAL beside the new file", async () => {
    const { sqlite } = openDatabase(path);
    sqlite.exec("update users set name = 'Last words' where email = 'since@b.co'");
    const [killed, log] = [readFileSync(path), readFileSync(`${path}-wal`)];
    sqlite.close();
    writeFileSync(path, killed);
    writeFileSync(`${path}-wal`, log);
    const replaced = await restore(file, path, now);
    expect([
      people(),
      existsSync(`${path}-wal`),
      query("select name from users where email = 'since@b.co'", replaced ?? ""),
    ]).toEqual([["then@b.co"], false, [{ name: "Last words" }]]);
  });

  it("locks the old file until the new one is in place", async () => {
    const { renameSync: rename } = await vi.importActual<{ renameSync: typeof renameSync }>("node:fs");
    // The second time, the database has no WAL beside it.
    for (const second of [now, new Date(now.getTime() + 1000)]) {
      let meanwhile: unknown;
      vi.mocked(renameSync).mockImplementationOnce((from, to) => {
        const other = new BetterSqlite3(path, { timeout: 0 });
        try {
          meanwhile = other.prepare("select count(*) from users").get();
        } catch (error) {
          meanwhile = error;
        }
        other.close();
        rename(from, to);
      });
      await restore(file, path, second);
      expect(meanwhile).toMatchObject({ code: "SQLITE_BUSY" });
    }
  });

  it.each(["-wal", "-shm", "-journal"])(
    "works without a database, and sets aside a leftover %s file",
    async (ending) => {
      const elsewhere = join(folder, "fresh", "app.db");
      mkdirSync(join(folder, "fresh"));
      writeFileSync(elsewhere + ending, "what was left");
      expect(await restore(file, elsewhere, now)).toBeNull();
      expect([people(elsewhere), readFileSync(`${elsewhere}.replaced-20261121T130500Z${ending}`, "utf8")]).toEqual([
        ["then@b.co"],
        "what was left",
      ]);
    },
  );

  it("replaces a damaged file, and keeps it together with its WAL", async () => {
    writeFileSync(path, "not a database at all. ".repeat(500));
    writeFileSync(`${path}-wal`, "a log");
    const replaced = await restore(file, path, now);
    expect([
      people(),
      readFileSync(replaced ?? "", "utf8").slice(0, 5),
      readFileSync(`${replaced}-wal`, "utf8"),
      existsSync(`${path}-wal`),
    ]).toEqual([["then@b.co"], "not a", "a log", false]);
  });

  it("follows a symbolic link to the database", async () => {
    const link = join(folder, "link.db");
    symlinkSync(path, link);
    await restore(file, link, now);
    expect(people()).toEqual(["then@b.co"]);
  });

  it("deletes the files of a killed restore, and no others", async () => {
    // No process has a PID this high.
    const othersFiles = [`app.db.restoring-${process.ppid}`, "app.db.restoring-notes", "old.db.restoring-999999999"];
    for (const name of [...othersFiles, "app.db.restoring-999999999", "app.db.restoring-999999999-wal"])
      writeFileSync(join(folder, "data", name), "");
    await restore(file, path, now);
    expect(
      readdirSync(join(folder, "data"))
        .filter((name) => name.includes("restoring"))
        .sort(),
    ).toEqual(othersFiles.sort());
  });

  it("follows a symbolic link to a missing database, and keeps the link", async () => {
    const link = join(folder, "data", "link.db");
    symlinkSync("app.db", link);
    rmSync(path);
    await restore(file, link, now);
    expect([lstatSync(link).isSymbolicLink(), people()]).toEqual([true, ["then@b.co"]]);
  });

  it("is refused while a connection is open, and that connection still works", async () => {
    const { sqlite, db } = openDatabase(path);
    await expect(restore(file, path, now)).rejects.toThrow(`${path} is in use. Stop the server first.`);
    await createUser(db, { email: "more@b.co" });
    expect([sqlite.pragma("journal_mode", { simple: true }), people(), unfinished()]).toEqual([
      "wal",
      ["then@b.co", "since@b.co", "more@b.co"],
      [],
    ]);
    sqlite.close();
    await restore(file, path, now);
  });

  // Only Linux lists the open files.
  it.runIf(existsSync("/proc/self/fd")).each(["", "SQLite format 3\0"])(
    "is refused while a process has a damaged database open that begins with %j",
    async (start) => {
      writeFileSync(path, start + "not a database at all. ".repeat(500));
      const descriptor = openSync(path, "r");
      await expect(restore(file, path, now)).rejects.toThrow(`${path} is in use. Stop the server first.`);
      closeSync(descriptor);
      await restore(file, path, now);
      expect(people()).toEqual(["then@b.co"]);
    },
  );

  it.each([
    ["is missing", () => rmSync(file), /copy\.db does not exist\.$/],
    [
      "is a folder",
      () => {
        rmSync(file);
        mkdirSync(file);
      },
      /copy\.db is not a file\.$/,
    ],
    ["is not a database", () => writeFileSync(file, "notes ".repeat(2000)), /not a database/],
    ["is empty", () => truncateSync(file, 0), /not a database of this program/],
    ["is truncated", () => truncateSync(file, 40_960), /damaged/],
    ["is damaged", () => damage(file), /damaged/],
    [
      "belongs to another program",
      () => {
        rmSync(file);
        createForeignDatabase(file);
      },
      /not a database of this program/,
    ],
    [
      "is newer than the program",
      () => change("insert into migrations values ('20991231_0000_future', 'x', '2099-12-31')"),
      /^The database is newer than this program/,
    ],
  ])("changes nothing when the backup %s", async (_what, spoil, line) => {
    spoil();
    const before = people();
    await expect(restore(file, path, now)).rejects.toThrow(line);
    expect([
      people(),
      unfinished(),
      readdirSync(join(folder, "data")).filter((name) => name.includes("replaced")),
    ]).toEqual([before, [], []]);
  });

  it("reports a backup that this user can't read, instead of calling it missing", async () => {
    const { restore } = await commandsWithoutAccess();
    await expect(restore(file, path, now)).rejects.toThrow(`${file} can't be read by this user (EACCES).`);
  });

  it("refuses the database itself as the backup, also through a symbolic link", async () => {
    await expect(restore(path, path, now)).rejects.toThrow("is the database itself.");
    const link = join(folder, "link.db");
    symlinkSync(path, link);
    for (const [from, to] of [
      [link, path],
      [path, link],
    ] as const)
      await expect(restore(from, to, now)).rejects.toThrow("is the database itself.");
    expect(query("select count(*) as sessions from sessions")).toEqual([{ sessions: 2 }]);
  });

  it("accepts an older backup, which the next start migrates", async () => {
    change("drop table outbox", "delete from migrations where name like '%accounts%'");
    await restore(file, path, now);
    expect(query("select name from migrations where name like '%accounts%'")).toEqual([]);
  });

  function change(...statements: string[]): void {
    const sqlite = new BetterSqlite3(file);
    for (const statement of statements) sqlite.exec(statement);
    sqlite.close();
  }
});

it("deleteDatabase deletes the database and the files that SQLite keeps beside it", () => {
  const names = ["some.db", "some.db-journal", "some.db-shm", "some.db-wal", "some.db.bak"];
  for (const name of names) writeFileSync(join(folder, name), "");
  deleteDatabase(join(folder, "some.db"));
  expect(readdirSync(folder).filter((name) => name.startsWith("some"))).toEqual(["some.db.bak"]);
});

it("a migration deletes a leftover copy with its own PID: in a container each start has the same PID", async () => {
  await addPerson("a@b.co");
  const { sqlite } = openDatabase(path);
  sqlite.exec("delete from migrations where name = (select max(name) from migrations)");
  sqlite.close();
  const left = `${path}.before-20980101_0000_x.bak.${process.pid}`;
  writeFileSync(left, "");
  await migrate(path).catch(() => null);
  expect(existsSync(left)).toBe(false);
});

describe("an unusable database stops the start with one line and is not changed", () => {
  const bytes = () => (existsSync(path) && statSync(path).isFile() ? readFileSync(path) : null);
  it.each([
    ["notes", () => writeFileSync(path, "These are notes. ".repeat(500)), "PATH is not a database."],
    [
      "a folder",
      () => {
        rmSync(path);
        mkdirSync(path);
      },
      "PATH is not a file.",
    ],
    ["a damaged file", () => damage(path), "PATH is damaged. Restore a backup that is not: npm run restore -- FILE"],
    [
      "a truncated file",
      () => truncateSync(path, 40_960),
      "PATH is damaged. Restore a backup that is not: npm run restore -- FILE",
    ],
    [
      "a large truncated file",
      () => {
        enlarge(path, 65);
        truncateSync(path, statSync(path).size - 1024 ** 2);
      },
      "PATH is damaged. Restore a backup that is not: npm run restore -- FILE",
    ],
    ["a read-only file", () => chmodSync(path, 0o444), "PATH is read-only."],
    [
      "another program's database",
      () => {
        rmSync(path);
        createForeignDatabase(path);
      },
      "PATH is another program's database: it has tables, and none of ours.",
    ],
    [
      "a missing file whose WAL is still there",
      () => {
        rmSync(path);
        appendFileSync(`${path}-wal`, "x");
      },
      "PATH is missing, but its log PATH-wal is there. Put the file back, or restore a backup and move the log away.",
    ],
  ])("%s", async (_what, spoil, line) => {
    await addPerson("a@b.co");
    spoil();
    const before = bytes();
    await expect(migrate(path)).rejects.toThrow(
      new RegExp(`^${line.replaceAll("PATH", path).replace(/[.()?]/g, "\\$&")}$`),
    );
    expect(bytes()?.equals(before ?? Buffer.of()) ?? null).toBe(before === null ? null : true);
  });

  it("a folder that can't be created", async () => {
    writeFileSync(join(folder, "file"), "");
    await expect(migrate(join(folder, "file", "x.db"))).rejects.toThrow(
      /^The folder .*file can't be made \(E[A-Z]+\)\.$/,
    );
  });

  it("a locked file", async () => {
    const { sqlite } = openDatabase(path);
    sqlite.pragma("locking_mode = EXCLUSIVE");
    sqlite.exec("begin exclusive");
    await expect(migrate(path)).rejects.toThrow(`${path} is locked by another program.`);
    sqlite.close();
  });

  it("but an empty file becomes a new database", async () => {
    writeFileSync(join(folder, "empty.db"), "");
    expect((await migrate(join(folder, "empty.db"))).length).toBeGreaterThan(0);
  });
});
