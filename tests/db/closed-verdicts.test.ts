/** Migrates a database of before, when every verdict other than ✅ was a loss. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type BetterSqlite3 from "better-sqlite3";
import { afterAll, beforeAll, expect, it } from "vitest";
import { streams } from "../../app/models/bets/stream.ts";
import { migrate } from "../../db/migrate.ts";
import { openDatabase } from "../../db/sqlite/open.ts";
import type { Db } from "../../db/database.ts";
import { differences } from "../../db/totals.ts";
import { createBefore } from "../support/database/before-migration.ts";

const migration = "20261125_0300_closed_verdicts";
const odd = ["push", "win", "➖", "Void", "L", "🚫", " ", "it's off"];
const verdicts = ["", "✅", "❌", ...odd];
const members = [1, 2, 3];

interface StoredPick {
  id: number;
  verdict: string;
  settled: number;
}
interface Snapshot {
  counts: Record<string, number>;
  picks: StoredPick[];
  saved: unknown[];
  announced: unknown[];
  days: unknown[];
  streams: unknown[];
}

let folder: string;
let db: Db;
let sqlite: BetterSqlite3.Database;
let [before, after]: Snapshot[] = [];

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

it("keeps every row of every table, and adds one entry to the trail per odd verdict", () => {
  expect(before?.counts).toMatchObject({
    users: 3,
    picks: streams.length * verdicts.length,
    saved_picks: members.length * streams.length * verdicts.length,
    round_picks: streams.length * verdicts.length,
  });
  const { audit = 0, migrations = 0, ...others } = before?.counts ?? {};
  expect(after?.counts).toMatchObject({ ...others, audit: audit + streams.length * odd.length });
  expect(after?.counts.migrations).toBeGreaterThan(migrations);
  expect([after?.saved, after?.announced]).toMatchObject([before?.saved, before?.announced]);
});

it("turns each odd verdict into a loss, and changes nothing else of any pick", () => {
  const expected = before?.picks.map((pick) => ({
    ...pick,
    verdict: odd.includes(pick.verdict) ? "❌" : pick.verdict,
  }));
  expect(after?.picks).toMatchObject(expected ?? []);
  expect(new Set(after?.picks.map(({ verdict }) => verdict))).toEqual(new Set(["", "✅", "❌"]));
});

it("keeps the old text in the trail", () => {
  const changed = before?.picks.filter(({ verdict }) => odd.includes(verdict)) ?? [];
  expect(
    sqlite
      .prepare(
        `select actor_id, actor_name, action, subject, subject_id, "before", "after" from audit where subject = 'pick' and action = 'pick.changed' order by subject_id`,
      )
      .all(),
  ).toEqual(
    changed.map(({ id, verdict }) => ({
      actor_id: null,
      actor_name: null,
      action: "pick.changed",
      subject: "pick",
      subject_id: id,
      before: JSON.stringify({ verdict }),
      after: JSON.stringify({ verdict: "❌" }),
    })),
  );
  const instants = sqlite.prepare<[], { at: string }>("select at from audit where action = 'pick.changed'").all();
  for (const { at } of instants) expect(new Date(at).toISOString()).toBe(at);
});

it("counts no corrections: the record is the same", () => {
  const counters = (snapshot?: Snapshot) => snapshot?.streams.map((row) => ({ ...Object(row), version: undefined }));
  expect(counters(before)).toMatchObject([
    { stream: "pro", changed: 0, deleted: 0 },
    { stream: "regular", changed: 0, deleted: 0 },
  ]);
  expect(counters(after)).toEqual(counters(before));
});

it("keeps the totals, which equal a fresh count of the picks", async () => {
  expect(await differences(db)).toEqual([]);
  expect(after?.days).toMatchObject(before?.days ?? []);
  expect(
    sqlite
      .prepare(
        "select stream, sum(picks) as picks, sum(bets) as bets, sum(wins) as wins, sum(losses) as losses from pick_days group by 1",
      )
      .all(),
  ).toEqual(
    ["pro", "regular"].map((stream) => ({
      stream,
      picks: verdicts.length - 1,
      bets: verdicts.length - 1,
      wins: 1,
      losses: odd.length + 1,
    })),
  );
});

it("leaves no row without its parent", () => {
  expect(sqlite.pragma("foreign_key_check")).toEqual([]);
  expect(sqlite.pragma("integrity_check", { simple: true })).toBe("ok");
});

/**
 * Both streams have a pick with each verdict, which every member saved, and the totals as the older program counted
 * them.
 */
function fill(database: BetterSqlite3.Database): void {
  const addUser = database.prepare(
    "insert into users (id, email, name, phone, password_hash, role, status, created_at) values (?, ?, 'A', '', '$argon2id$x', 'user', 'Active', '2026-01-01')",
  );
  for (const id of members) addUser.run(id, `a${id}@b.co`);
  database.exec(
    "insert into pick_rounds (id, opened_at, last_pick_at, closed_at) values (1, '2026-11-20', '2026-11-20', '2026-11-20')",
  );
  const addPick = database.prepare(
    "insert into picks (stream, game, game_date, time, pick, sport, tag, sim_confidence, unit_size, verdict, closing_line, beat_clv, units_result, created_at) values (?, 'A @ B', ?, '7 PM', 'B -3', ?, '', ?, 1.5, ?, '', '', ?, '2026-11-20T13:05:00.000Z')",
  );
  for (const stream of streams) {
    for (const [index, verdict] of verdicts.entries()) {
      const date = ["2026-11-20", "2026-11-21", ""][index % 3];
      const units = verdict === "✅" ? 1.36 : verdict === "❌" ? -1.5 : verdict === "L" ? -1.1 : null;
      const { lastInsertRowid: id } = addPick.run(
        stream,
        date,
        index % 2 ? "NBA" : "MLB",
        [57.6, 61, null][index % 3],
        verdict,
        units,
      );
      database.prepare("insert into round_picks (round_id, pick_id) values (1, ?)").run(id);
      for (const member of members)
        database
          .prepare("insert into saved_picks (user_id, pick_id, saved_at) values (?, ?, '2026-11-20')")
          .run(member, id);
      database
        .prepare(
          "insert into audit (at, action, subject, subject_id) values ('2026-11-20', 'pick.published', 'pick', ?)",
        )
        .run(id);
    }
  }
  database.exec(`insert into pick_days (stream, sport, game_date, band, bets, wins, units_result_e6, unit_size_e6, sim_confidence_e6)
    select stream, sport, game_date, cast(coalesce(sim_confidence, 0) / 5 as integer) * 5, count(*), sum(verdict = '✅'),
      sum(cast(round(coalesce(units_result, 0) * 1000000) as integer)), sum(cast(round(unit_size * 1000000) as integer)),
      sum(cast(round(coalesce(sim_confidence, 0) * 1000000) as integer))
    from picks where settled = 1 group by 1, 2, 3, 4`);
}

function snapshotOf(database: BetterSqlite3.Database): Snapshot {
  const names = database
    .prepare<[], { name: string }>("select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'")
    .all();
  const rowsOf = (table: string, order: string) =>
    database.prepare<[], StoredPick>(`select * from ${table} order by ${order}`).all();
  return {
    counts: Object.fromEntries(names.map(({ name }) => [name, rowsOf(name, "1").length])),
    picks: rowsOf("picks", "id"),
    saved: rowsOf("saved_picks", "user_id, pick_id"),
    announced: rowsOf("round_picks", "pick_id"),
    days: rowsOf("pick_days", "stream, game_date, sport, band"),
    streams: rowsOf("pick_streams", "stream"),
  };
}
