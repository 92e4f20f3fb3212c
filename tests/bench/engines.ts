/**
 * Both engines with the same 100,000 settled picks, with one and with two processes, in turns. PostgreSQL, the requests'
 * generator and the program share this machine's cores, so only ratios say something.
 */
import { sql } from "kysely";
import { copyAll } from "../../db/copy.ts";
import { engineOf } from "../../db/engine.ts";
import { median } from "./figures.ts";
import { type Cost, type Costs, gameNight, needed, openShare } from "./game-night.ts";
import { type Ask, ask, load } from "./load.ts";
import type { Figure } from "./report.ts";
import { seededWithLedger } from "./seed.ts";
import { type OwnPostgres, startOwnPostgres } from "../support/database/postgres-server.ts";
import { type Server, recordChecked, startProduct } from "./servers.ts";
import { sheetCookie, unchangedAsk } from "./under-load.ts";

const settled = 100_000;
const pages = { today: "/dashboard", history: "/history?page=3&sort=oldest" } as const;
const pace = { quick: { rounds: 1, seconds: 3 }, full: { rounds: 3, seconds: 10 } } as const;
const kinds = ["today", "refresh", "history"] as const;
type Kind = (typeof kinds)[number];
const names = { perSecond: "requests/s", cpuMs: "CPU, ms" } as const;

interface Measured {
  perSecond: number;
  /** Of the server process; NaN for several. */
  cpuMs: number;
  /** Of PostgreSQL's processes. */
  databaseCpuMs: number;
}
type Turn = Readonly<Record<Kind, Measured>>;

export async function measureEngines(isQuick: boolean, say: (text: string) => void): Promise<Figure[]> {
  const { rounds, seconds } = isQuick ? pace.quick : pace.full;
  const database = await seededWithLedger(settled);
  const postgres = await startOwnPostgres();
  try {
    const began = performance.now();
    say(await copyAll(database.path, postgres.url));
    const copyMs = performance.now() - began;
    await analyze(postgres.url);
    const addresses = { SQLite: database.path, PostgreSQL: postgres.url };
    const turns = new Map<string, Turn[]>();
    for (let round = 1; round <= rounds; round += 1)
      for (const workers of [1, 2])
        for (const [engine, address] of Object.entries(addresses)) {
          const name = `${engine} ${workers}`;
          say(`${engine}, ${workers === 1 ? "1 process" : `${workers} processes`}, round ${round} of ${rounds}`);
          const started = new Date().toISOString();
          const server = await startProduct(address, { WORKERS: String(workers) });
          const turn = await recordChecked(address, started)
            .then(() => measured(server, postgres, database.cookies, seconds))
            .finally(server.stop);
          turns.set(name, [...(turns.get(name) ?? []), turn]);
        }
    const of = (name: string, kind: Kind, figure: keyof Measured) =>
      median((turns.get(name) ?? []).map((turn) => turn[kind][figure]));
    return [
      { id: `copy of ${settled.toLocaleString("en-US")} picks to PostgreSQL, ms`, value: copyMs },
      ...kinds.flatMap((kind) => [
        ...(["perSecond", "cpuMs"] as const).map((figure) => ({
          id: `${kind}, PostgreSQL and SQLite, ${names[figure]}`,
          value: of("PostgreSQL 1", kind, figure),
          reference: of("SQLite 1", kind, figure),
        })),
        { id: `${kind}, PostgreSQL's own CPU, ms`, value: of("PostgreSQL 1", kind, "databaseCpuMs") },
        ...Object.keys(addresses).map((engine) => ({
          id: `${kind}, ${engine}, 2 processes and 1, ${names.perSecond}`,
          value: of(`${engine} 2`, kind, "perSecond"),
          reference: of(`${engine} 1`, kind, "perSecond"),
        })),
      ]),
      ...Object.keys(addresses).flatMap((engine) => {
        const cost = (kind: Kind): Cost => ({
          app: of(`${engine} 1`, kind, "cpuMs"),
          database: engine === "SQLite" ? 0 : of(`${engine} 1`, kind, "databaseCpuMs"),
        });
        return nights(engine, { refresh: cost("refresh"), page: cost("today") });
      }),
    ];
  } finally {
    await postgres.stop();
    database.remove();
  }
}

/** What a game night needs by the arithmetic, and how long members wait then in the simulation. */
function nights(engine: string, costs: Costs): Figure[] {
  return [1000, 10_000, 100_000, 1_000_000].map((members) => {
    const tabs = members * openShare;
    const { processes, databaseCores } = needed(costs, tabs);
    const { quietMs, publishedMs } = gameNight(costs, tabs, processes, databaseCores);
    const waits = `99 of 100 within ${Math.round(quietMs)} ms, after a publication ${Math.round(publishedMs)} ms`;
    return {
      id: `${members.toLocaleString("en-US")} members, ${engine}, processes`,
      value: processes,
      remark: `${databaseCores} cores of its own; ${waits}`,
    };
  });
}

/** As autovacuum does within a minute, which the tests' server has switched off. */
async function analyze(address: string): Promise<void> {
  const { db, close } = engineOf(address).open(address);
  await sql`analyze`.execute(db).finally(close);
}

async function measured(
  server: Server,
  postgres: OwnPostgres,
  sessions: readonly string[],
  seconds: number,
): Promise<Turn> {
  const sheet = await sheetCookie(server);
  const cookies = sessions.map((session) => `${session}; ${sheet}`);
  const today = { path: pages.today, cookies };
  // Each process reads what it keeps in memory.
  for (let turn = 0; turn < 8; turn += 1)
    for (const path of Object.values(pages)) await ask(server.origin, { path, cookies });
  await load(server, today, 1);
  const measure = async (asked: Ask): Promise<Measured> => {
    const before = postgres.processorMs();
    const { perSecond, cpuMicros } = await load(server, asked, seconds);
    const databaseCpuMs = (postgres.processorMs() - before) / (perSecond * seconds);
    return { perSecond, cpuMs: cpuMicros / 1000, databaseCpuMs };
  };
  return {
    today: await measure(today),
    refresh: await measure(await unchangedAsk(server, cookies)),
    history: await measure({ path: pages.history, cookies }),
  };
}
