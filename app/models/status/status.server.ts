/** How the server does, for superadmins when something is wrong. */
import { readFileSync } from "node:fs";
import { z } from "zod";
import { db, engineVersion, migrationNames } from "../../db.server.ts";
import { env } from "../../env.server.ts";
import { operation } from "../operation.server.ts";
import { type Jobs, readJobs } from "./jobs.server.ts";
import { type Queues, readQueues } from "./queues.server.ts";
import type { RequestFigures } from "./requests.ts";
import { readRequests } from "./requests.server.ts";

export interface Status {
  /** When it was read (ISO). */
  now: string;
  program: {
    /** Null = built outside of a clone. */
    commit: string | null;
    builtAt: string | null;
    node: string;
    engine: string;
  };
  process: { startedAt: string; pid: number; workers: number };
  migrations: {
    count: number;
    last: string | null;
    /** Beside the program, and not in the database: they run at the next start. */
    pending: string[];
  };
  jobs: Jobs;
  queues: Queues;
  /** Of this process alone. */
  requests: RequestFigures;
}

export const readStatusPage = operation("server.watch", z.object({}), () => readStatus(new Date()));

export async function readStatus(now: Date): Promise<Status> {
  return {
    now: now.toISOString(),
    program: { ...readBuild(), node: process.version, engine: await engineVersion() },
    process: {
      startedAt: new Date(performance.timeOrigin).toISOString(),
      pid: process.pid,
      workers: env.WORKERS,
    },
    migrations: await readMigrations(),
    jobs: await readJobs(),
    queues: await readQueues(now),
    requests: readRequests(now),
  };
}

const built = z.object({ at: z.string(), commit: z.string().nullable() });

/** What tools/build.ts wrote. */
export function readBuild(): { commit: string | null; builtAt: string | null } {
  try {
    const { at, commit } = built.parse(JSON.parse(readFileSync("build/built.json", "utf8")));
    return { commit, builtAt: at };
  } catch {
    return { commit: null, builtAt: null };
  }
}

async function readMigrations(): Promise<Status["migrations"]> {
  const rows = await db.selectFrom("migrations").select("name").orderBy("name").execute();
  const done = new Set(rows.map(({ name }) => name));
  return {
    count: done.size,
    last: rows.at(-1)?.name ?? null,
    pending: migrationNames().filter((name) => !done.has(name)),
  };
}
