/** Benchmark databases: made once per size, schema and day, cached in the temp folder, and copied for each run. */
import { createHash } from "node:crypto";
import {
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hash } from "@node-rs/argon2";
import type BetterSqlite3 from "better-sqlite3";
import type { Db } from "../../app/db.server.ts";
import { addDays } from "../../app/time/calendar-date.ts";
import { dateIn } from "../../app/time/zone-time.ts";
import { streams } from "../../app/models/bets/stream.ts";
import { hashSecret, newSecret } from "../../app/models/secret.server.ts";
import { sealDemo } from "../../db/demo/ledger.ts";
import { migrate } from "../../db/migrate.ts";
import { openDatabase } from "../../db/sqlite/open.ts";
import { rebuild } from "../../db/totals.ts";
import { type SeedPick, fiftyYears, openPicks, settledPicks } from "./spread.ts";

export const members = 5000;
export const password = "line-shopping-2026";
/** The number of settled picks on the first member's card, besides all open ones. */
const savedResults = 400;
const openOfEachStream = 10;
const cacheFolder = join(tmpdir(), "simline-bench");

export interface Seeded {
  path: string;
  cookies: readonly string[];
  remove: () => void;
}

/** Copies a database with `settled` picks of the last `days`, and creates sessions for `signedIn` members. */
export function seeded(settled: number, signedIn = 64, days = fiftyYears): Promise<Seeded> {
  return copied({ settled, days, hasLedger: false }, signedIn);
}

/** The same with the ledger of its picks: each has a price, is published the day before its game and settled after it. */
export function seededWithLedger(settled: number, signedIn = 64): Promise<Seeded> {
  return copied({ settled, days: fiftyYears, hasLedger: true }, signedIn);
}

interface Content {
  settled: number;
  days: number;
  hasLedger: boolean;
}

async function copied(content: Content, signedIn: number): Promise<Seeded> {
  const folder = mkdtempSync(join(tmpdir(), "simline-bench-run-"));
  const path = join(folder, "bench.db");
  copyFileSync(await cachedDatabase(content), path, constants.COPYFILE_FICLONE);
  const { sqlite } = openDatabase(path);
  try {
    return {
      path,
      cookies: beginSessions(sqlite, signedIn),
      remove: () => rmSync(folder, { recursive: true, force: true }),
    };
  } finally {
    sqlite.close();
  }
}

export function emailOf(member: number): string {
  return `member${member}@bench.test`;
}

/** Today in New York. The settled picks end the day before. */
export function today(): string {
  return dateIn("America/New_York", new Date());
}

async function cachedDatabase(content: Content): Promise<string> {
  mkdirSync(cacheFolder, { recursive: true });
  const start = `${content.settled}-in-${content.days}-${content.hasLedger ? "sealed" : "plain"}-`;
  const path = join(cacheFolder, `${start}${checksum()}.db`);
  if (existsSync(path)) return path;
  for (const name of readdirSync(cacheFolder).filter((name) => name.startsWith(start))) rmSync(join(cacheFolder, name));
  const unfinished = `${path}.${process.pid}`;
  await migrate(unfinished);
  await fill(unfinished, content);
  renameSync(unfinished, path);
  return path;
}

async function fill(path: string, { settled, days, hasLedger }: Content): Promise<void> {
  const passwordHash = await hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  const { db, sqlite } = openDatabase(path);
  try {
    // An interrupted fill is thrown away, so it needs no durability.
    sqlite.pragma("synchronous = OFF");
    sqlite.pragma("cache_size = -400000");
    await db.transaction().execute(async (trx) => {
      const picks = settledPicks(settled, addDays(today(), -1), days);
      await insertPicks(trx, hasLedger ? Array.from(picks, timed) : picks);
      for (const stream of streams) await insertPicks(trx, openPicks(stream, openOfEachStream, today()));
      addPeople(sqlite, passwordHash);
      addTexts(sqlite);
      await rebuild(trx);
    });
    if (hasLedger)
      await db.transaction().execute(async (trx) => sealDemo(trx, await trx.selectFrom("picks").selectAll().execute()));
    sqlite.exec("pragma wal_checkpoint(truncate); pragma journal_mode = delete");
  } finally {
    sqlite.close();
  }
}

/** As a ledger wants it: with an exact start, and published the day before. */
function timed(pick: SeedPick): SeedPick {
  const { game_date } = pick;
  return {
    ...pick,
    starts_at: `${game_date}T23:30:00.000Z`,
    created_at: `${addDays(game_date, -1)}T15:00:00.000Z`,
  };
}

const atOnce = 500;

export async function insertPicks(trx: Db, picks: Iterable<SeedPick>): Promise<void> {
  const rows = Array.from(picks, (pick) => ({ ...pick, published_at: pick.created_at }));
  for (let start = 0; start < rows.length; start += atOnce)
    await trx
      .insertInto("picks")
      .values(rows.slice(start, start + atOnce))
      .execute();
}

function addPeople(sqlite: BetterSqlite3.Database, passwordHash: string): void {
  const insert = sqlite.prepare(
    "insert into users (email, name, phone, password_hash, role, status, created_at) values (?, ?, '555-0100', ?, ?, 'Active', '2026-01-02T03:04:05.000Z')",
  );
  for (let number = 1; number <= members; number += 1)
    insert.run(emailOf(number), `Member ${number}`, passwordHash, "user");
  insert.run("admin@bench.test", "Admin", passwordHash, "admin");
  const card =
    "insert into saved_picks (user_id, pick_id, saved_at) select 1, id, created_at from picks where stream = 'regular' and settled = ? order by id desc limit ?";
  for (const settled of [0, 1]) sqlite.prepare(card).run(settled, savedResults);
}

function addTexts(sqlite: BetterSqlite3.Database): void {
  sqlite
    .prepare("update sidebar set results = ?, notes = ?, next = ? where id = 1")
    .run(
      "Yesterday 4-1, +3.18u\nLast 7 days 19-11, +6.42u",
      "Rest and travel are priced in.\nLate scratches are not: check the line-up before tip-off.",
      "Tomorrow, 9:00 AM ET",
    );
  const entry = sqlite.prepare("insert into learn_entries (kind, position, body) values (?, ?, ?)");
  for (let position = 1; position <= 20; position += 1) {
    entry.run(
      "glossary",
      position,
      `## Term ${position}\n\nWhat it means, in **two** sentences. The second one has an example: -110 pays 0.91 units for one.`,
    );
    entry.run(
      "tip",
      position,
      `### Tip ${position}\n\nStake the same unit every time, and write down the line that you got.`,
    );
  }
}

function beginSessions(sqlite: BetterSqlite3.Database, count: number): string[] {
  const insert = sqlite.prepare("insert into sessions (id_hash, user_id, created_at, seen_at) values (?, ?, ?, ?)");
  const now = new Date().toISOString();
  return Array.from({ length: count }, (_, index) => {
    const id = newSecret();
    insert.run(hashSecret(id), index + 1, now, now);
    return `session=${encodeURIComponent(Buffer.from(JSON.stringify(id)).toString("base64"))}`;
  });
}

function checksum(): string {
  const sum = createHash("sha256").update(today());
  const folder = join(import.meta.dirname, "../../db/migrations");
  for (const name of readdirSync(folder).sort()) sum.update(name).update(readFileSync(join(folder, name)));
  for (const name of ["seed.ts", "spread.ts"]) sum.update(readFileSync(join(import.meta.dirname, name)));
  return sum.digest("hex").slice(0, 16);
}
