/** The built app as a production server in its own process, with clients that sign in through the real form. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as passed } from "node:timers/promises";
import type { Db } from "../../../db/database.ts";
import { engineOf } from "../../../db/engine.ts";
import { saveRows } from "../database/saved-rows.ts";
import type { Role } from "../../../app/policy.ts";
import { createUser, testPassword } from "../database/factories.ts";
import { messageOf } from "./log.ts";
import { dropDatabase, newDatabase } from "../database/migrated.ts";
import { launchOnFreePort } from "./server.ts";

export interface App {
  origin: string;
  db: Db;
  /** The address of its database. */
  path: string;
  mailFolder: string;
  client: () => Client;
  signedIn: (role: Role) => Promise<Client>;
  errors: () => string;
  /** The server's stdout: the "listening" line, then the request log. */
  output: () => string;
  /** Exit code; null while it runs or when a signal ended it. */
  code: () => number | null;
  stop: () => Promise<void>;
  /** SIGTERM; `kill` sends SIGKILL. Both keep the files until `stop`. */
  end: () => Promise<void>;
  kill: () => Promise<void>;
  /** Pauses the process (SIGSTOP): it accepts connections and answers nothing. Returns the function that resumes it. */
  freeze: () => () => void;
  /** Puts the data back that the server began with, while it runs. Its log goes on. */
  reset: () => Promise<void>;
}

/** Starts the built app on a free port with a new migrated database in its own folder below `parent`. */
export async function startApp(env: Readonly<Record<string, string>> = {}, parent = tmpdir()): Promise<App> {
  const folder = mkdtempSync(join(parent, "simline-app-"));
  const [path, mailFolder] = [await newDatabase(join(folder, "app.db")), join(folder, "mail")];
  const { db, close } = engineOf(path).open(path);
  const server = await launchOnFreePort({ path, mailFolder, env });
  const { origin } = server;
  // What is put back has the server's lease, so that the server keeps it.
  if (!("DATABASE_PATH" in env || "DATABASE_URL" in env))
    while (!(await db.selectFrom("leases").select("fence").executeTakeFirst())) await passed(10);
  const reset = await saveRows(db, path);
  let code: number | null = null;
  void server.gone.then((ended) => {
    code = ended;
  });
  const end = async (signal: NodeJS.Signals) => {
    await server.end(signal);
  };
  return {
    origin,
    path,
    mailFolder,
    db,
    client: () => new Client(origin),
    signedIn: async (role) => {
      const user = await createUser(db, { role });
      const client = new Client(origin);
      await client.signIn(user.email);
      return client;
    },
    errors: server.errors,
    output: server.output,
    code: () => code,
    stop: async () => {
      await end("SIGTERM");
      await close();
      await dropDatabase(path);
      rmSync(folder, { recursive: true, force: true });
    },
    end: () => end("SIGTERM"),
    kill: () => end("SIGKILL"),
    freeze: () => {
      process.kill(server.pid, "SIGSTOP");
      return () => process.kill(server.pid, "SIGCONT");
    },
    reset,
  };
}

export function complaints({ errors }: Pick<App, "errors">): string[] {
  const lines = errors()
    .split("\n")
    .filter((line) => line !== "" && !/^\s|^[}\]]/.test(line));
  return [...new Set(lines.map(messageOf))].slice(0, 20);
}

/** A browser without scripts: keeps cookies, sends a browser's headers, follows no redirects. */
export class Client {
  readonly origin: string;
  readonly cookies = new Map<string, string>();

  constructor(origin: string) {
    this.origin = origin;
  }

  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (this.cookies.size > 0 && !headers.has("cookie"))
      headers.set("Cookie", [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    const response = await fetch(new URL(path, this.origin), { redirect: "manual", ...init, headers });
    for (const cookie of response.headers.getSetCookie()) this.#keep(cookie);
    return response;
  }

  get(path: string): Promise<Response> {
    return this.fetch(path);
  }

  async text(path: string): Promise<string> {
    return (await this.get(path)).text();
  }

  post(path: string, fields: Readonly<Record<string, unknown>> = {}): Promise<Response> {
    const body = new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)]));
    return this.fetch(path, {
      method: "POST",
      body,
      headers: { Origin: this.origin, "Sec-Fetch-Site": "same-origin" },
    });
  }

  call(method: string, path: string, body?: unknown): Promise<Response> {
    const headers = { Origin: this.origin, "Sec-Fetch-Site": "same-origin", "Content-Type": "application/json" };
    return this.fetch(path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  }

  signIn(email: string, password = testPassword): Promise<Response> {
    return this.post("/login", { email, password });
  }

  #keep(cookie: string): void {
    const match = /^([^=]+)=([^;]*)/.exec(cookie);
    if (!match?.[1]) return;
    if (/max-age=0/i.test(cookie)) this.cookies.delete(match[1]);
    else this.cookies.set(match[1], match[2] ?? "");
  }
}
