/** Faults of the PostgreSQL server: the program goes on, says what is wrong, and loses nothing. */
import { randomInt } from "node:crypto";
import { setTimeout as passed } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { engineOf } from "../../../db/engine.ts";
import { migrate } from "../../../db/migrate.ts";
import { Client } from "../../support/app/app.ts";
import { type Server, launchOnFreePort } from "../../support/app/server.ts";
import { createUser } from "../../support/database/factories.ts";
import { type OwnPostgres, startOwnPostgres } from "../../support/database/postgres-server.ts";
import { withDatabase } from "../../support/database/with-database.ts";
import { visibleText } from "../../support/pages/html.ts";
import { soon } from "../../support/soon.ts";
import { StripeStandIn } from "../../support/stripe.ts";
import { rounds } from "../rounds.ts";
import { record } from "../table.ts";
import { prepareLoad } from "../under-load.ts";

const awayMs = 30_000;
const stripe = new StripeStandIn();
let postgres: OwnPostgres;
let app: Server;
let member: Client;

beforeAll(async () => {
  await stripe.start();
  postgres = await startOwnPostgres();
  await migrate(postgres.url);
  app = await launchOnFreePort({ path: postgres.url, env: { ...stripe.env, TRUST_PROXY: "1", DATABASE_POOL: "6" } });
  const { email } = await withDatabase(postgres.url, (db) => createUser(db));
  member = new Client(app.origin);
  await member.signIn(email);
});
afterAll(async () => {
  await app.end("SIGKILL");
  await Promise.all([postgres.stop(), stripe.stop()]);
});

const isReady = async () => (await fetch(`${app.origin}/readyz`)).status === 200;

/** The milliseconds until the program answers again. */
async function back(): Promise<number> {
  const began = performance.now();
  await vi.waitUntil(isReady, soon);
  return performance.now() - began;
}

test(
  `${rounds} times the server is killed during writes: no acknowledged write is lost or doubled, and the program goes on`,
  { timeout: 300_000 },
  async () => {
    const load = await prepareLoad(postgres.url, [app.origin], stripe, true);
    const outages: number[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      const stop = load.begin();
      const enough = load.acknowledged() + randomInt(20, 100);
      // What was there before the first write of a kind is unknown.
      const isEnough = () =>
        (load.acknowledged() >= enough && load.leastAcknowledged() > 0) || load.problems.length > 0;
      await vi.waitUntil(isEnough, { timeout: 30_000, interval: 1 });
      await postgres.kill();
      await stop();
      await postgres.start();
      outages.push(await back());
      expect([...load.problems, ...(await load.problemsIn())], `after round ${round}`).toEqual([]);
    }
    load.expectEveryKindWritten();
    record({
      fault: "kill -9 of PostgreSQL under writes of every kind",
      rounds,
      acknowledged: load.acknowledged(),
      lost: 0,
      outageMs: Math.max(...outages),
    });
  },
);

describe("while the server is away", () => {
  const pages = ["/", "/login", "/dashboard", "/history", "/record", "/admin/picks"];

  test("pages and calls say so for half a minute, and all is well when it is back", { timeout: 90_000 }, async () => {
    await postgres.kill();
    const until = performance.now() + awayMs;
    const seen = new Set<string>();
    while (performance.now() < until) {
      for (const path of pages) {
        const answer = await member.get(path);
        const text = visibleText(await answer.text());
        seen.add(
          `${path} ${answer.status} ${/database doesn't answer right now\. Please try again in a moment/.test(text) ? "says so" : text.slice(0, 80)}`,
        );
      }
      const call = await member.call("GET", "/api/picks");
      seen.add(`the API ${call.status} ${JSON.stringify(await call.json())}`);
      const saved = await member.post("/settings", { display_mode: "light" });
      seen.add(`a form ${saved.status}`);
      seen.add(`healthz ${(await member.get("/healthz")).status}, readyz ${(await member.get("/readyz")).status}`);
      await passed(500);
    }
    await postgres.start();
    const outageMs = await back();
    const text = "The site's database doesn't answer right now. Please try again in a moment.";
    expect([...seen].toSorted()).toEqual(
      [
        ...pages.map((path) => `${path} 503 says so`),
        "a form 503",
        "healthz 200, readyz 503",
        `the API 503 ${JSON.stringify({ error: text })}`,
      ].toSorted(),
    );
    expect((await member.get("/dashboard")).status).toBe(200);
    record({ fault: "PostgreSQL away for 30 s", rounds: 1, outageMs });
  });
});

test("when all connections are taken, answers say so in time, and come again when they are free", async () => {
  const { db, close } = engineOf(postgres.url).open(postgres.url);
  const answers = await db.transaction().execute(async (other) => {
    await sql`lock table picks, pick_streams in access exclusive mode`.execute(other);
    const began = performance.now();
    const all = await Promise.all(Array.from({ length: 40 }, () => member.get("/dashboard")));
    return { statuses: all.map(({ status }) => status), ms: performance.now() - began };
  });
  await close();
  expect(new Set(answers.statuses)).toEqual(new Set([503]));
  expect(answers.ms).toBeLessThan(10_000);
  expect((await member.get("/dashboard")).status).toBe(200);
  record({ fault: "all connections taken", rounds: 1, outageMs: answers.ms });
});
