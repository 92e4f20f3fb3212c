/** A server that is killed while it grades 200 picks has settled all of them or none. */
import { randomInt } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Db } from "../../db/database.ts";
import { Client } from "../support/app/app.ts";
import { type Server, freePort, launch } from "../support/app/server.ts";
import { createUser } from "../support/database/factories.ts";
import { dropDatabase, newDatabase } from "../support/database/migrated.ts";
import { expectSoundFile } from "../support/database/sound-file.ts";
import { untilGone } from "../support/database/until-gone.ts";
import { withDatabase } from "../support/database/with-database.ts";
import { ledgerProblems } from "../support/database/ledger-problems.ts";
import { totals } from "../support/database/picks.ts";
import { rounds } from "./rounds.ts";
import { record } from "./table.ts";

const size = 200;
const games = size / 2;
const folder = mkdtempSync(join(tmpdir(), "simline-kill-grading-"));
let path: string;

let port: number;
let server: Server;
let staff: Client;
beforeAll(async () => {
  port = await freePort();
  path = await newDatabase(join(folder, "app.db"));
  server = await launch({ path, port });
  staff = new Client(server.origin);
  const { email } = await withDatabase(path, (db) => createUser(db, { role: "admin" }));
  await staff.signIn(email);
});
afterAll(async () => {
  await server.end("SIGKILL");
  await dropDatabase(path);
  rmSync(folder, { recursive: true, force: true });
});

test(
  `${rounds} times killed while it grades ${size} picks: all or none are settled, and the totals are right`,
  { timeout: 240_000 },
  async () => {
    await openPicks(0);
    const began = performance.now();
    expect(await grade(0)).toBe(200);
    // A server that has just started takes longer, and then knows the way.
    const longest = Math.ceil(1.2 * (performance.now() - began));
    let settled = await withDatabase(path, (db) => settledIn(db, 0));
    expect(settled).toBe(size);
    const seen = { all: 0, none: 0, acknowledged: 0 };
    let day = 0;
    for (let round = 1; round <= rounds; round += 1) {
      // What the last round didn't settle is still open.
      if (settled === size) await openPicks((day += 1));
      const status = await Promise.race([grade(day), after(randomInt(1, longest), null)]);
      await server.end("SIGKILL");
      await withDatabase(path, (db) => untilGone(db, server.pid));
      settled = await withDatabase(path, (db) => settledIn(db, day));
      expect([round, [0, size].includes(settled)]).toEqual([round, true]);
      if (status !== null) expect([round, status, settled]).toEqual([round, 200, size]);
      seen[settled === size ? "all" : "none"] += 1;
      seen.acknowledged += status === 200 ? 1 : 0;
      server = await launch({ path, port });
    }
    record({
      fault: `kill -9 while it grades ${size} picks`,
      rounds,
      acknowledged: seen.acknowledged * size,
      lost: 0,
      outageMs: 0,
    });
    expect(seen.none).toBeGreaterThan(0);
    expect(server.errors()).toBe("");
  },
);

const dateOf = (day: number) => `2026-10-${String(day + 1).padStart(2, "0")}`;
const gameIn = (day: number, game: number) => ({ away: `Visitors ${day} ${game}`, home: `Hosts ${day} ${game}` });

/** Two on each game: one wins, one loses. */
async function openPicks(day: number): Promise<void> {
  const picks = Array.from({ length: games }, (_, game) => gameIn(day, game)).flatMap(({ away, home }) =>
    [away, home].map((side) => ({
      game: `${away} @ ${home}`,
      game_date: dateOf(day),
      pick: `${side} ML (+120)`,
      sport: "NBA",
      tag: "Manual Edge",
      unit_size: 1,
    })),
  );
  expect((await staff.call("POST", "/api/picks/import", picks)).status).toBe(200);
}

/** The status of the answer; null when there is none. */
function grade(day: number): Promise<number | null> {
  const results = Array.from({ length: games }, (_, game) => ({
    sport: "NBA",
    game_date: dateOf(day),
    ...gameIn(day, game),
    away_score: 104,
    home_score: 112,
  }));
  return staff.call("POST", "/api/results", { results, apply: true }).then(
    ({ status }) => status,
    () => null,
  );
}

/** Counts the settled picks of that day; the results, the trail and the totals must agree. */
async function settledIn(db: Db, day: number): Promise<number> {
  expectSoundFile(path);
  const { stored, counted } = await totals({ db });
  expect(stored).toEqual(counted);
  expect(await ledgerProblems({ db })).toEqual([]);
  const ofDay = `Visitors ${day} %`;
  const picks = await db.selectFrom("picks").selectAll().where("game", "like", ofDay).execute();
  expect(picks).toHaveLength(size);
  const settled = picks.filter(({ verdict }) => verdict !== "");
  expect(settled.filter(({ graded_by, away_score }) => graded_by !== "rule" || away_score !== 104)).toEqual([]);
  const results = await db.selectFrom("results").select("id").where("away", "like", ofDay).execute();
  expect(results).toHaveLength(settled.length / 2);
  const trail = db.selectFrom("audit").select("subject_id").where("action", "=", "pick.settled");
  const entries = (await trail.orderBy("subject_id").execute()).map(({ subject_id }) => subject_id);
  const all = db.selectFrom("picks").select("id").where("verdict", "<>", "").orderBy("id");
  expect(entries).toEqual((await all.execute()).map(({ id }) => id));
  return settled.length;
}
