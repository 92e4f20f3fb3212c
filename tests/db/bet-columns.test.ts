/** Migrates a database of before a pick was a bet. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type BetterSqlite3 from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type StoredBet, resolveBet } from "../../app/models/bets/bet-fields.ts";
import { streams } from "../../app/models/bets/stream.ts";
import { migrate } from "../../db/migrate.ts";
import { openDatabase } from "../../db/sqlite/open.ts";
import type { Db } from "../../db/database.ts";
import { differences } from "../../db/totals.ts";
import { createBefore } from "../support/database/before-migration.ts";

const migration = "20261125_0400_bet_columns";
const members = [1, 2, 3];
const results = [
  { verdict: "", units: null },
  { verdict: "", units: 0.5 },
  { verdict: "✅", units: 1.5 },
  { verdict: "✅", units: null },
  { verdict: "❌", units: -1.1 },
  { verdict: "❌", units: 0.4 },
  { verdict: "➖", units: 0 },
  { verdict: "🚫", units: null },
] as const;
const unread = {
  market: "",
  side: "",
  line: null,
  odds: null,
  book: "",
  playable_to: "",
  away: "",
  home: "",
  starts_at: null,
  external_id: null,
  game_external_id: "",
  key_id: null,
  closing_odds: null,
  away_score: null,
  home_score: null,
  graded_by: "",
  corrected_after_start: 0,
  grading_fields_changed_at: null,
};

interface PickOfBefore extends Record<string, unknown> {
  id: number;
  units_result: number | null;
  created_at: string;
}
type Snapshot = Record<string, PickOfBefore[]>;

let folder: string;
let db: Db;
let sqlite: BetterSqlite3.Database;
let [before, after]: Snapshot[] = [{}, {}];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "simline-bets-"));
  const path = join(folder, "data", "test.db");
  await createBefore(migration, path);
  const { sqlite: old } = openDatabase(path);
  fill(old);
  before = snapshotOf(old);
  old.close();
  expect((await migrate(path))[0]).toBe(migration);
  ({ db, sqlite } = openDatabase(path));
  after = snapshotOf(sqlite);
}, 60_000);
afterAll(() => {
  sqlite.close();
  rmSync(folder, { recursive: true, force: true });
});

it("keeps every row of every other table as it was", () => {
  const { picks, migrations, pick_streams, ...others } = before ?? {};
  expect(picks).toHaveLength(streams.length * results.length);
  expect(others.saved_picks).toHaveLength(members.length * streams.length * results.length);
  expect(after).toMatchObject(others);
  expect(after?.migrations?.length).toBeGreaterThan(migrations?.length ?? 0);
  expect(pick_streams).toHaveLength(streams.length);
});

it("keeps everything of every pick, reads no text, and types the results that were entered", () => {
  // Later migrations add columns of their own.
  expect(after?.picks).toMatchObject(
    before?.picks?.map((pick) => ({
      ...pick,
      ...unread,
      published_at: pick.created_at,
      typed_fields: pick.units_result === null ? "[]" : '["units_result"]',
    })) ?? [],
  );
});

it("counts no corrections, and the totals are the same", async () => {
  const counters = (snapshot?: Snapshot) => snapshot?.pick_streams?.map((row) => ({ ...row, version: undefined }));
  expect(counters(after)).toEqual(counters(before));
  expect(counters(after)).toMatchObject(streams.map(() => ({ changed: 0, deleted: 0 })));
  expect(await differences(db)).toEqual([]);
});

it("leaves no row without its parent", () => {
  expect(sqlite.pragma("foreign_key_check")).toEqual([]);
  expect(sqlite.pragma("integrity_check", { simple: true })).toBe("ok");
});

describe("a settled pick of before", () => {
  it.each(results.filter(({ verdict, units }) => verdict !== "" && units !== null))(
    "keeps its result when its stake or price changes: %j",
    ({ verdict, units }) => {
      for (const changes of [{ unit_size: 3 }, { odds: 150 }, { pick: "B -3 (+120)" }])
        expect(resolveBet(storedBet(verdict, units), changes, "UTC").bet.units_result).toBe(units);
    },
  );

  it("without a result gets one once its price is known", () => {
    expect(resolveBet(storedBet("✅", null), { odds: 150 }, "UTC").bet.units_result).toBe(2.25);
    expect(resolveBet(storedBet("🚫", null), { unit_size: 3 }, "UTC").bet.units_result).toBe(0);
  });
});

describe("the database refuses", () => {
  const change = (assignment: string) => () =>
    sqlite.transaction(() => {
      sqlite.prepare(`update picks set ${assignment} where id = 1`).run();
      throw new Error("was accepted");
    })();

  it.each([
    "market = 'props'",
    "side = 'left'",
    "line = 0.3",
    "line = 500.25",
    "line = -501",
    "odds = 99",
    "odds = -99",
    "odds = 0",
    "odds = 100001",
    "odds = -110.5",
    "external_id = ''",
    "typed_fields = 'x'",
    "market = null",
    "side = null",
    "book = null",
    "away = null",
    "typed_fields = null",
  ])("%s", (assignment) => expect(change(assignment)).toThrow(/constraint failed|cannot store/));

  it.each([
    "market = 'total', side = 'over', line = 220.25",
    "line = -500",
    "line = 0",
    "line = null",
    "odds = -110",
    "odds = 100000",
    "odds = null",
    "external_id = 'a'",
    "external_id = null",
  ])("but not %s", (assignment) => expect(change(assignment)).toThrow("was accepted"));

  it("an external ID twice in a stream", () => {
    const name = sqlite.prepare("update picks set external_id = 'a' where id = ?");
    const [first, second] = sqlite.prepare<[], number>("select id from picks where stream = 'pro'").pluck().all();
    const other = sqlite.prepare<[], number>("select id from picks where stream = 'regular'").pluck().get();
    name.run(first);
    name.run(other);
    expect(() => name.run(second)).toThrow("UNIQUE constraint failed: picks.stream, picks.external_id");
  });
});

function storedBet(verdict: string, units: number | null): StoredBet {
  const row = sqlite
    .prepare<unknown[], StoredBet & { typed_fields: string }>(
      "select * from picks where verdict = ? and units_result is ? limit 1",
    )
    .get(verdict, units);
  if (!row) throw new Error(`no pick with ${verdict} ${units}`);
  return { ...row, typedFields: JSON.parse(row.typed_fields) };
}

/** Both streams have a pick with each result, which every member saved, and the totals. */
function fill(database: BetterSqlite3.Database): void {
  const addUser = database.prepare(
    "insert into users (id, email, name, phone, password_hash, role, status, created_at) values (?, ?, 'A', '', '$argon2id$x', 'user', 'Active', '2026-01-01')",
  );
  for (const id of members) addUser.run(id, `a${id}@b.co`);
  const addPick = database.prepare(
    "insert into picks (stream, game, game_date, time, pick, sport, tag, sim_confidence, unit_size, verdict, closing_line, beat_clv, units_result, created_at) values (?, 'A @ B', '2026-11-20', '7 PM', 'B -3', 'NBA', 'Manual Edge', 57.6, 1.5, ?, '-3.5', '✅', ?, ?)",
  );
  const addSaved = database.prepare("insert into saved_picks (user_id, pick_id, saved_at) values (?, ?, '2026-11-20')");
  const addAudit = database.prepare(
    "insert into audit (at, action, subject, subject_id) values ('2026-11-20', 'pick.published', 'pick', ?)",
  );
  for (const [index, { stream, verdict, units }] of streams
    .flatMap((stream) => results.map((result) => ({ stream, ...result })))
    .entries()) {
    const createdAt = new Date(Date.UTC(2026, 10, 20, 13, index)).toISOString();
    const { lastInsertRowid: id } = addPick.run(stream, verdict, units, createdAt);
    for (const member of members) addSaved.run(member, id);
    addAudit.run(id);
  }
  for (const stream of streams) addDay(database, stream);
}

function addDay(database: BetterSqlite3.Database, stream: string): void {
  database
    .prepare(
      `insert into pick_days (stream, sport, game_date, band, picks, bets, wins, losses, units_result_e6, unit_size_e6, sim_confidence_e6, decided_confidence_e6)
       select stream, sport, game_date, 55, count(*), sum(verdict <> '🚫'), sum(verdict = '✅'), sum(verdict = '❌'),
         sum(cast(round(coalesce(units_result, 0) * 1000000) as integer)), sum(verdict in ('✅', '❌')) * 1500000,
         sum(verdict <> '🚫') * 57600000, sum(verdict in ('✅', '❌')) * 57600000
       from picks where settled = 1 and stream = ?`,
    )
    .run(stream);
}

function snapshotOf(database: BetterSqlite3.Database): Snapshot {
  const names = database
    .prepare<[], string>("select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'")
    .pluck()
    .all();
  return Object.fromEntries(
    names.map((name) => [name, database.prepare<[], PickOfBefore>(`select * from ${name} order by 1, 2`).all()]),
  );
}
