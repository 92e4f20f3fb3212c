/** The public record at 1,000 and at 50,000 picks: a reader while nothing changes, and the first one after a publication. */
import { Agent } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { hourMs } from "../../app/time/durations.ts";
import { env } from "../../app/env.server.ts";
import { append, readHead } from "../../app/models/ledger/chain/append.server.ts";
import { contentOf } from "../../app/models/ledger/sealed-content.ts";
import { type Connection, openDatabase } from "../../db/sqlite/open.ts";
import { median } from "./figures.ts";
import { ask } from "./load.ts";
import type { Figure } from "./report.ts";
import { type Seeded, seededWithLedger } from "./seed.ts";
import { type Server, startProduct } from "./servers.ts";

interface Site {
  database: Seeded;
  connection: Connection;
  server: Server;
  agent: Agent;
}

const sizes = [1000, 50_000] as const;
// Together with the warm-up they stay below the limit of calls a minute.
const rounds = 5;
const requests = 16;
const publications = 9;
const callPath = "/api/record";
const pagePath = "/record";

export async function measureRecord(_isQuick: boolean, say: (text: string) => void): Promise<Figure[]> {
  const sites: Site[] = [];
  try {
    for (const size of sizes) {
      say(`a ledger of ${size.toLocaleString("en-US")} settled picks`);
      sites.push(await readSitePage(await seededWithLedger(size, 1)));
    }
    const [small, large] = sites;
    if (!small || !large) throw new Error("There are two sizes.");
    // The first start has kept nothing yet.
    await get(large, pagePath);
    await restart(large);
    const firstMs = await get(large, pagePath);
    await get(small);
    const call = await costs(large, small, callPath);
    const page = await costs(large, small, pagePath);
    return [
      { id: "record.cpu", ...call },
      { id: "record.after-publish", value: await afterPublications(large, callPath) },
      { id: "the record's page, 50 k against 1 k, CPU us", ...page },
      {
        id: "the record's page, the next answer after a publication, 50 k, ms",
        value: await afterPublications(large, pagePath),
      },
      { id: "record.first", value: firstMs },
    ];
  } finally {
    for (const { agent, server, database, connection } of sites) {
      agent.destroy();
      await server.stop();
      connection.sqlite.close();
      database.remove();
    }
  }
}

async function readSitePage(database: Seeded): Promise<Site> {
  const connection = openDatabase(database.path);
  connection.sqlite.pragma("synchronous = OFF");
  return {
    database,
    connection,
    server: await startProduct(database.path),
    agent: new Agent({ keepAlive: true, maxSockets: 1 }),
  };
}

/** The server saves the record in the background after its first answer; the next start reads that. */
async function restart(site: Site): Promise<void> {
  while ((await savedEntries(site)) < (await readHead(site.connection.db)).seq) await sleep(20);
  await site.server.stop();
  site.server = await startProduct(site.database.path);
}

async function savedEntries({ connection: { db } }: Site): Promise<number> {
  return (await db.selectFrom("record_cache").select("seq").executeTakeFirst())?.seq ?? 0;
}

/** Milliseconds. */
async function get({ server, agent }: Site, path = callPath): Promise<number> {
  const { status, ms } = await ask(server.origin, { path }, agent);
  if (status !== 200) throw new Error(`${path} answered ${status}`);
  return ms;
}

/** CPU of a request while nothing changes, in microseconds. */
async function costs(large: Site, small: Site, path: string): Promise<Pick<Figure, "value" | "reference">> {
  const [ofLarge, ofSmall] = [new Array<number>(), new Array<number>()];
  for (const site of [large, small]) await get(site, path);
  for (let round = 0; round < rounds; round += 1) {
    ofLarge.push(await cpuOf(large, path));
    ofSmall.push(await cpuOf(small, path));
  }
  return { value: median(ofLarge), reference: median(ofSmall) };
}

/** Microseconds a request. */
async function cpuOf(site: Site, path: string): Promise<number> {
  const before = (await site.server.used()).cpuMicros;
  for (let count = 0; count < requests; count += 1) await get(site, path);
  return ((await site.server.used()).cpuMicros - before) / requests;
}

/** Milliseconds of the next answer. */
async function afterPublications(site: Site, path: string): Promise<number> {
  const times: number[] = [];
  const row = await site.connection.db.selectFrom("picks").selectAll().limit(1).executeTakeFirstOrThrow();
  for (let count = 1; count <= publications; count += 1) {
    const starts_at = new Date(Date.now() + hourMs).toISOString();
    const id = (path === pagePath ? 2_000_000 : 1_000_000) + count;
    const content = contentOf({ ...row, id, starts_at, game_date: starts_at.slice(0, 10) }, 1);
    const entry = { type: "publish", ref: `${row.stream}:${id}:1`, content } as const;
    const { db } = site.connection;
    await db
      .transaction()
      .execute(async (trx) => append(trx, await readHead(trx), entry, new Date(), env.SITE_TIMEZONE));
    times.push(await get(site, path));
  }
  return median(times);
}
