import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { migrate, migrateFromTheFirst } from "../db/sqlite/migrate.ts";
import { openDatabase } from "../db/sqlite/open.ts";
import { copyProgram } from "./support/app/program-copy.ts";
import { runProgram } from "./support/app/program.ts";

const root = join(import.meta.dirname, "..");
const landed = readdirSync(join(root, "db", "migrations"))
  .map((file) => file.replace(/\.ts$/, ""))
  .sort();

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "simline-migrate-"));
  path = join(folder, "data", "test.db");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const copies = () =>
  readdirSync(join(folder, "data"))
    .filter((name) => name.includes(".before-"))
    .sort();

function query<Row>(source: string, file = path): Row[] {
  const sqlite = new BetterSqlite3(file);
  try {
    const statement = sqlite.prepare<[], Row>(source);
    if (statement.reader) return statement.all();
    statement.run();
    return [];
  } finally {
    sqlite.close();
  }
}

const applied = () => query<{ name: string }>("select name from migrations order by name").map(({ name }) => name);
const tables = (file = path) =>
  query<{ name: string }>("select name from sqlite_schema where type = 'table'", file).map(({ name }) => name);
const addPerson = () =>
  query(
    "insert into users (email, name, phone, password_hash, role, status, created_at) values ('a@b.co', 'A', '', '$argon2id$x', 'user', 'Active', '2026-01-01')",
  );

function addMigration(name: string, ...statements: string[]): void {
  const lines = statements.map((statement) => `  await sql\`${statement}\`.execute(db);`);
  writeFileSync(
    join(folder, "db", "migrations", `${name}.ts`),
    ['import { sql } from "kysely";', "export async function up(db) {", ...lines, "}"].join("\n"),
  );
}

const runCopy = () => run(join(folder, "db", "migrate.ts"));

async function run(program: string): Promise<{ code: number | null; output: string }> {
  const { code, out, err } = await runProgram([program], { env: { DATABASE_PATH: path } });
  return { code, output: out + err };
}

it("creates a new file with every migration, readable by its owner only, and no backup", async () => {
  expect(await migrate(path)).toEqual(landed);
  const rights = () => [path, join(folder, "data")].map((made) => (statSync(made).mode & 0o777).toString(8));
  expect(rights()).toEqual(["600", "700"]);
  // Older versions created it like this.
  chmodSync(path, 0o644);
  openDatabase(path).sqlite.close();
  expect(rights()).toEqual(["600", "700"]);
  expect(applied()).toEqual(landed);
  expect(existsSync(`${path}.before-${landed[0]}.bak`)).toBe(false);
});

it("does nothing the second time", async () => {
  await migrate(path);
  const before = query("select * from migrations");
  expect(await migrate(path)).toEqual([]);
  expect(query("select * from migrations")).toEqual(before);
});

it("refuses a database that is newer than the program, and does not change it", async () => {
  await migrate(path);
  query("insert into migrations values ('20991231_0000_future', 'x', '2099-12-31')");
  await expect(migrate(path)).rejects.toThrow(
    /^The database is newer than this program: it has the migration 20991231_0000_future\./,
  );
  expect(applied()).toEqual([...landed, "20991231_0000_future"]);
});

it("refuses a file that is not a database, and does not change it", async () => {
  mkdirSync(join(folder, "data"));
  writeFileSync(path, "These are somebody's notes, not a database. ".repeat(200));
  const before = readFileSync(path, "utf8");
  await expect(migrate(path)).rejects.toThrow(/not a database/);
  expect(readFileSync(path, "utf8")).toBe(before);
});

describe("with added or changed migrations", () => {
  beforeEach(() => void copyProgram(folder));

  it("refuses a landed migration that was edited", async () => {
    await runCopy();
    appendFileSync(join(folder, "db", "migrations", `${landed[1]}.ts`), "\n// edited\n");
    const { code, output } = await runCopy();
    expect([code, output]).toEqual([
      1,
      expect.stringContaining(`The migration ${landed[1]} was changed after it ran. Add a new one instead.`),
    ]);
  });

  it("applies each migration once when several processes start at the same time", async () => {
    const outcomes = await Promise.all([runCopy(), runCopy(), runCopy()]);
    expect(outcomes.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(applied()).toEqual(landed);
    expect(outcomes.map(({ output }) => output).sort()).toEqual([
      `${path} is up to date.\n`,
      `${path} is up to date.\n`,
      `${path}: created.\n`,
    ]);
  });

  it("backs up a database with data before a migration, and only then", async () => {
    await runCopy();
    addPerson();
    addMigration("20990101_0000_extra", "create table extra (id integer primary key) strict");
    expect(await runCopy()).toEqual({ code: 0, output: `${path}: applied 20990101_0000_extra.\n` });
    const backup = `${path}.before-20990101_0000_extra.bak`;
    expect(query("select email from users", backup)).toEqual([{ email: "a@b.co" }]);
    expect([tables(backup).includes("extra"), tables().includes("extra")]).toEqual([false, true]);
    expect((statSync(backup).mode & 0o777).toString(8)).toBe("600");
    rmSync(backup);
    await runCopy();
    expect(existsSync(backup)).toBe(false);
  });

  it("deletes the copies of killed processes, and no others", async () => {
    await runCopy();
    addPerson();
    addMigration("20990101_0000_extra", "create table extra (id integer primary key) strict");
    // No process has a PID this high.
    const left = [
      "test.db.before-20980101_0000_x.bak.999999999",
      "test.db.before-20990101_0000_extra.bak.999999999-journal",
    ];
    const others = [
      `test.db.before-20980101_0000_x.bak.${process.pid}`,
      "test.db.before-20980101_0000_x.bak",
      "best.db.before-20980101_0000_x.bak.999999999",
    ];
    for (const name of [...left, ...others]) writeFileSync(join(folder, "data", name), "");
    expect((await runCopy()).code).toBe(0);
    expect(copies()).toEqual([...others, "test.db.before-20990101_0000_extra.bak"].sort());
  });

  it("applies the migration and keeps a valid backup when several processes start on a database with data", async () => {
    await runCopy();
    addPerson();
    addMigration("20990101_0000_extra", "create table extra (id integer primary key) strict");
    const outcomes = await Promise.all([runCopy(), runCopy(), runCopy()]);
    expect(outcomes.filter(({ code }) => code !== 0)).toEqual([]);
    const backup = `${path}.before-20990101_0000_extra.bak`;
    expect(query("pragma integrity_check", backup)).toEqual([{ integrity_check: "ok" }]);
    expect(tables()).toContain("extra");
  });

  it("keeps the older backup when another process migrates first", async () => {
    const last = landed.at(-1) ?? "";
    await migrateFromTheFirst(path, last);
    const backup: (this: BetterSqlite3.Database, destination: string) => Promise<BetterSqlite3.BackupMetadata> =
      BetterSqlite3.prototype.backup;
    vi.spyOn(BetterSqlite3.prototype, "backup").mockImplementation(async function (
      this: BetterSqlite3.Database,
      destination: string,
    ) {
      expect((await run(join(root, "db", "migrate.ts"))).code).toBe(0);
      return backup.call(this, destination);
    });
    await migrate(path);
    expect(query("select name from migrations order by name", `${path}.before-${last}.bak`)).toEqual(
      landed.slice(0, -1).map((name) => ({ name })),
    );
    expect(copies()).toEqual([`test.db.before-${last}.bak`]);
  });

  it("does not delete the copy of another user's process", async () => {
    await migrateFromTheFirst(path, landed.at(-1));
    const foreignCopy = "test.db.before-20980101_0000_x.bak.999999999";
    writeFileSync(join(folder, "data", foreignCopy), "");
    vi.spyOn(process, "kill").mockImplementation(() => {
      throw Object.assign(new Error("kill EPERM"), { code: "EPERM" });
    });
    await migrate(path);
    expect(copies()).toContain(foreignCopy);
  });

  it("gives each referral the first payment of its member", async () => {
    await migrateFromTheFirst(path, "20261122");
    addPerson();
    query(
      "insert into affiliates (name, email, ref_code, partner_token, created_at) values ('P', 'p@b.co', 'AAAAAAAA', hex(randomblob(21)) || 'x', '2026-01-01')",
    );
    for (const user of ["1", "null"])
      query(
        `insert into referrals (affiliate_id, user_id, outcome, created_at) values (1, ${user}, 'counted', '2026-01-01')`,
      );
    query(
      "insert into subscriptions (id, customer_id, user_id, status, created_at, updated_at) values ('sub_1', 'cus_1', 1, 'active', '2026-01-01', '2026-01-01')",
    );
    for (const [invoice, at] of [
      ["in_later", "2026-02-01"],
      ["in_first", "2026-01-01"],
    ])
      query(
        `insert into payments (invoice_id, subscription_id, amount_cents, currency, paid_at) values ('${invoice}', 'sub_1', 4900, 'usd', '${at}')`,
      );
    await migrate(path);
    expect(query("select user_id, invoice_id from referrals order by id")).toEqual([
      { user_id: 1, invoice_id: "in_first" },
      { user_id: null, invoice_id: null },
    ]);
  });

  it("gives each earlier payout its lines, with the affiliates' current names", async () => {
    await migrateFromTheFirst(path, "20261124_0400");
    addPerson();
    for (const [name, email] of [
      ["P", "p@b.co"],
      ["Q", "q@b.co"],
    ])
      query(
        `insert into affiliates (name, email, ref_code, partner_token, created_at) values ('${name}', '${email}', 'AAAAAAA${name}', hex(randomblob(21)) || 'x', '2026-01-01')`,
      );
    for (const id of [1, 2, 3])
      query(
        `insert into referrals (id, affiliate_id, outcome, created_at) values (${id}, ${id === 3 ? 2 : 1}, 'counted', '2026-01-01')`,
      );
    for (const [affiliate, referral, kind, cents] of [
      [1, 1, "purchase", 980],
      [1, 2, "purchase", 980],
      [1, 2, "refund", -490],
      [2, 3, "purchase", 980],
    ]) {
      query(
        `insert into commissions (affiliate_id, referral_id, kind, amount_cents, price_cents, rate_percent, created_at) values (${affiliate}, ${referral}, '${kind}', ${cents}, 4900, 20, '2026-01-01')`,
      );
    }
    query("insert into payouts (paid_by, paid_at) values (1, '2026-02-01'), (1, '2026-03-01')");
    query("insert into payout_items (commission_id, payout_id) values (1, 1), (2, 1), (3, 2), (4, 1)");
    await migrate(path);
    expect(
      query(
        "select payout_id, affiliate_id, name, email, ref_code, commissions, amount_cents from payout_lines order by 1, 2",
      ),
    ).toEqual([
      {
        payout_id: 1,
        affiliate_id: 1,
        name: "P",
        email: "p@b.co",
        ref_code: "AAAAAAAP",
        commissions: 2,
        amount_cents: 1960,
      },
      {
        payout_id: 1,
        affiliate_id: 2,
        name: "Q",
        email: "q@b.co",
        ref_code: "AAAAAAAQ",
        commissions: 1,
        amount_cents: 980,
      },
    ]);
    expect(() => query("delete from payout_lines")).toThrow(/append-only/);
  });

  it("rolls back a failed migration, and applies it once it is fixed", async () => {
    await runCopy();
    addPerson();
    addMigration(
      "20990101_0000_extra",
      "create table extra (id integer primary key) strict",
      "delete from users",
      "insert into nowhere values (1)",
    );
    const { code, output } = await runCopy();
    expect([code, output]).toEqual([1, expect.stringContaining("no such table: nowhere")]);
    expect([tables().includes("extra"), applied(), query("select count(*) as people from users")]).toEqual([
      false,
      landed,
      [{ people: 1 }],
    ]);
    addMigration("20990101_0000_extra", "create table extra (id integer primary key) strict");
    expect((await runCopy()).code).toBe(0);
    expect([tables().includes("extra"), applied()]).toEqual([true, [...landed, "20990101_0000_extra"]]);
  });

  it("keeps the migrations before the one that fails", async () => {
    addMigration("20990101_0000_extra", "create table extra (id integer primary key) strict");
    addMigration("20990102_0000_wrong", "insert into nowhere values (1)");
    expect((await runCopy()).code).toBe(1);
    expect([applied(), tables().includes("extra")]).toEqual([[...landed, "20990101_0000_extra"], true]);
  });

  it("refuses a migration that leaves rows without their parent", async () => {
    addMigration(
      "20990101_0000_orphan",
      "pragma defer_foreign_keys = on",
      "insert into api_tokens (token_hash, user_id, created_at) values (hex(zeroblob(32)), 999, '2026-01-01')",
    );
    const { code, output } = await runCopy();
    expect([code, output]).toEqual([
      1,
      expect.stringContaining("The migration 20990101_0000_orphan would leave rows without their parent."),
    ]);
    expect([applied(), query("select * from api_tokens")]).toEqual([landed, []]);
  });
});
