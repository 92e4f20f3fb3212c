/** db/schema.sql is the schema: new databases are created from it, and older ones end at it. */
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { checkLedger } from "../../app/models/ledger/chain/check-tables.server.ts";
import { migrate, migrateFromTheFirst } from "../../db/sqlite/migrate.ts";
import { openDatabase } from "../../db/sqlite/open.ts";
import { schemaText } from "../../db/sqlite/schema-text.ts";
import { startLedger } from "../../db/start-ledger.ts";
import { differences, rebuild } from "../../db/totals.ts";
import { schemaOfMigrations } from "../../db/write-schema.ts";

const folder = mkdtempSync(join(tmpdir(), "simline-schema-"));
afterAll(() => rmSync(folder, { recursive: true }));

const file = readFileSync(join(import.meta.dirname, "../../db/sqlite/schema.sql"), "utf8");
const names = readdirSync(join(import.meta.dirname, "../../db/migrations"))
  .map((name) => name.replace(/\.ts$/, ""))
  .sort();

it("has what the migrations make, written by npm run schema", async () =>
  expect(await schemaOfMigrations()).toBe(file));

it("creates a database that has the same schema", async () => {
  const path = join(folder, "created.db");
  await migrate(path);
  const { sqlite } = openDatabase(path);
  expect(file).toContain(schemaText(sqlite));
  sqlite.close();
});

// Everything that was released had at least these tables. An older database goes through all later migrations anyway: of
// the older ones every fourth is enough.
const released = names.filter((name) => name >= "20261121_0990_pick_streams");
const tried = released.filter((_name, index) => index % 4 === 0 || index >= released.length - 8);

it.each(tried)(
  "a database of the program that ended at %s ends at it, with its rows and an intact ledger",
  async (last) => {
    const path = join(folder, `${last}.db`);
    await createAt(last, path);
    await migrate(path);
    const { sqlite, db } = openDatabase(path);
    const rowsOf = (query: string) => sqlite.prepare(query).all();
    expect(rowsOf("select id, game, verdict, settled from picks")).toEqual([
      { id: 1, game: "A @ B", verdict: "✅", settled: 1 },
      { id: 2, game: "C @ D", verdict: "", settled: 0 },
    ]);
    expect(
      rowsOf("select email, stream, invoice_id from saved_picks, users, picks, referrals where picks.id = pick_id"),
    ).toEqual([{ email: "a@b.co", stream: "pro", invoice_id: null }]);
    await rebuild(db);
    expect(await differences(db)).toEqual([]);
    expect([sqlite.pragma("foreign_key_check"), sqlite.pragma("integrity_check", { simple: true })]).toEqual([
      [],
      "ok",
    ]);
    await startLedger(path);
    expect(await checkLedger(db)).toMatchObject({ findings: { verdict: "intact" }, differences: [] });
    // What began the ledger and the picks went in; the tables are the same.
    expect(withoutRows(schemaText(sqlite))).toBe(withoutRows(file.slice(file.indexOf("create table"))));
    sqlite.close();
  },
);

const base = join(folder, "base.db");

/** Makes a database by the migrations up to `last`, and fills it as that program could have. */
async function createAt(last: string, path: string): Promise<void> {
  await migrateFromTheFirst(base, names[names.indexOf(last) + 1]);
  copyFileSync(base, path);
  const { sqlite } = openDatabase(path);
  const columns = sqlite.pragma("table_info(picks)");
  const hasDrafts = JSON.stringify(columns).includes('"published_at"');
  const hasPageToken = JSON.stringify(sqlite.pragma("table_info(affiliates)")).includes('"page_token"');
  const created = "2026-11-20T13:05:00.000Z";
  sqlite.exec(`
    insert into users (id, email, name, phone, password_hash, role, status, created_at) values (1, 'a@b.co', 'A', '', '$argon2id$x', 'user', 'Active', '${created}');
    insert into picks (id, stream, game, game_date, time, pick, sport, tag, sim_confidence, unit_size, verdict, closing_line, beat_clv, units_result, created_at${hasDrafts ? ", published_at" : ""})
    select value, case value when 1 then 'regular' else 'pro' end, case value when 1 then 'A @ B' else 'C @ D' end, '2026-11-20', '7 PM', 'B -3', 'NBA', '', 57.6, 1.5,
      case value when 1 then '✅' else '' end, '', '', case value when 1 then 1.36 end, '${created}'${hasDrafts ? `, '${created}'` : ""} from json_each('[1, 2]');
    insert into saved_picks (user_id, pick_id, saved_at) values (1, 2, '${created}');
    insert into affiliates (id, name, email, ref_code, ${hasPageToken ? "page_token" : "partner_token"}, created_at) values (1, 'P', 'p@b.co', 'AAAAAAAA', '${"x".repeat(43)}', '${created}');
    insert into referrals (id, affiliate_id, user_id, outcome, created_at) values (1, 1, 1, 'counted', '${created}');
  `);
  sqlite.close();
}

function withoutRows(text: string): string {
  return text
    .split("\n")
    .filter((line) => !line.startsWith("insert into"))
    .join("\n");
}
