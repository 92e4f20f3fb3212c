/** A server that is killed in the middle of an import of 500 picks has imported all of them or none. */
import { randomInt } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Db } from "../../db/database.ts";
import { Client } from "../support/app/app.ts";
import { createUser, futureDate } from "../support/database/factories.ts";
import { dropDatabase, newDatabase } from "../support/database/migrated.ts";
import { expectSoundFile } from "../support/database/sound-file.ts";
import { untilGone } from "../support/database/until-gone.ts";
import { withDatabase } from "../support/database/with-database.ts";
import { ledgerProblems } from "../support/database/ledger-problems.ts";
import { totals } from "../support/database/picks.ts";
import { type Server, freePort, launch } from "../support/app/server.ts";
import { rounds } from "./rounds.ts";
import { record } from "./table.ts";

const size = 500;
const folder = mkdtempSync(join(tmpdir(), "simline-kill-import-"));
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
  `${rounds} times killed in the middle of an import: all or none, and the totals are right`,
  { timeout: 240_000 },
  async () => {
    const seen = { all: 0, none: 0, acknowledged: 0 };
    for (let round = 1; round <= rounds; round += 1) {
      const sport = round % 2 === 0 ? "NBA" : "NFL";
      const rows = Array.from({ length: size }, (_, index) => ({
        game: `Round ${round} @ Here`,
        pick: `Here -${index}`,
        sport,
        tag: "Manual Edge",
        unit_size: 1,
        // Half of them settled, which moves the totals.
        ...(index % 2 === 0
          ? { game_date: futureDate(2) }
          : { game_date: "11/20/2026", verdict: "win", units_result: 1 }),
      }));
      const answer = staff.call("POST", "/api/picks/import", rows).then(
        ({ status }) => status,
        () => null,
      );
      const status = await Promise.race([answer, after(randomInt(1, 1500), undefined)]);
      await server.end("SIGKILL");
      await withDatabase(path, (db) => untilGone(db, server.pid));
      const written = await withDatabase(path, (db) => imported(db, `Round ${round} @ Here`));
      expect([round, [0, size].includes(written)]).toEqual([round, true]);
      if (status === 200) expect([round, written]).toEqual([round, size]);
      seen[written === size ? "all" : "none"] += 1;
      seen.acknowledged += status === 200 ? 1 : 0;
      server = await launch({ path, port });
    }
    record({
      fault: "kill -9 in an import of 500 picks",
      rounds,
      acknowledged: seen.acknowledged * size,
      lost: 0,
      outageMs: 0,
    });
    expect(seen.none).toBeGreaterThan(0);
    expect(server.errors()).toBe("");
  },
);

/** Counts the picks of that game; every pick has its entry in the trail, every open one its place in a mail. */
async function imported(db: Db, game: string): Promise<number> {
  expectSoundFile(path);
  const { stored, counted } = await totals({ db });
  expect(stored).toEqual(counted);
  expect(await ledgerProblems({ db })).toEqual([]);
  const published = await db.selectFrom("audit").select("id").where("action", "=", "pick.published").execute();
  expect(published).toHaveLength((await db.selectFrom("picks").select("id").execute()).length);
  const announced = await db.selectFrom("round_picks").select("pick_id").execute();
  expect(announced).toHaveLength((await db.selectFrom("picks").select("id").where("settled", "=", 0).execute()).length);
  const { length } = await db.selectFrom("picks").select("id").where("game", "=", game).execute();
  return length;
}
