/** A server that is killed in the middle of an import of 500 picks has imported all of them or none. */
import { randomInt } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrate } from "../../db/migrate.ts";
import { openDatabase } from "../../db/sqlite/open.ts";
import { Client } from "../support/app/app.ts";
import { createUser, futureDate } from "../support/database/factories.ts";
import { ledgerProblems } from "../support/database/ledger-problems.ts";
import { totals } from "../support/database/picks.ts";
import { type Server, freePort, launch } from "../support/app/server.ts";
import { record } from "./table.ts";

const rounds = 20;
const size = 500;
const folder = mkdtempSync(join(tmpdir(), "simline-kill-import-"));
const path = join(folder, "app.db");

let port: number;
let server: Server;
let staff: Client;
beforeAll(async () => {
  port = await freePort();
  await migrate(path);
  server = await launch({ path, port });
  staff = new Client(server.origin);
  const { db, sqlite } = openDatabase(path);
  const { email } = await createUser(db, { role: "admin" });
  sqlite.close();
  await staff.signIn(email);
});
afterAll(async () => {
  await server.end("SIGKILL");
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
      const written = await imported(`Round ${round} @ Here`);
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
async function imported(game: string): Promise<number> {
  const { db, sqlite } = openDatabase(path);
  try {
    expect(sqlite.pragma("integrity_check", { simple: true })).toBe("ok");
    const { stored, counted } = await totals({ db });
    expect(stored).toEqual(counted);
    expect(await ledgerProblems({ db })).toEqual([]);
    const count = (source: string) => sqlite.prepare<[], { n: number }>(source).get()?.n;
    expect(count("select count(*) as n from audit where action = 'pick.published'")).toBe(
      count("select count(*) as n from picks"),
    );
    expect(count("select count(*) as n from round_picks")).toBe(
      count("select count(*) as n from picks where settled = 0"),
    );
    return (await db.selectFrom("picks").select("id").where("game", "=", game).execute()).length;
  } finally {
    sqlite.close();
  }
}
