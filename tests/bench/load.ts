import { type Agent, request } from "node:http";
import { type Asked, drive } from "./generators.ts";
import type { Server } from "./servers.ts";

export interface Loaded {
  perSecond: number;
  p50Ms: number;
  p95Ms: number;
  p99Ms: number;
  /** The server's CPU time per answer, all threads included. */
  cpuMicros: number;
  rssMb: number;
}

export interface Ask {
  path: string;
  /** Used instead of `path`, one per cookie in turn: each person always requests the same path. */
  paths?: readonly string[];
  cookies?: readonly string[];
  encoding?: "gzip" | "br" | "identity";
  headers?: Readonly<Record<string, string>>;
}

/** Sends requests as fast as the server answers. Throws when an answer is an error. */
export async function load(server: Server, ask: Ask, seconds: number): Promise<Loaded> {
  const before = await server.used();
  const { answers, refused, faults, ...measured } = await drive(server.origin, requestsOf(ask), seconds);
  const after = await server.used();
  if (refused + faults > 0)
    throw new Error(`${ask.path}: ${faults} requests without an answer, ${refused} answers with an error`);
  const { p50Ms, p95Ms, p99Ms } = measured;
  return {
    perSecond: answers / measured.seconds,
    p50Ms,
    p95Ms,
    p99Ms,
    cpuMicros: (after.cpuMicros - before.cpuMicros) / answers,
    rssMb: after.rssBytes / 2 ** 20,
  };
}

function requestsOf({ path, paths = [path], cookies = [], encoding = "gzip", headers }: Ask): Asked[] {
  const always = { "Accept-Encoding": encoding, ...headers };
  return cookies.length === 0
    ? [{ path, headers: always }]
    : cookies.map((Cookie, index) => ({ path: paths[index % paths.length] ?? path, headers: { ...always, Cookie } }));
}

export interface Answer {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  bodyBytes: number;
  headerBytes: number;
  ms: number;
}

export function ask(
  origin: string,
  { path, cookies = [], encoding = "gzip", headers }: Ask,
  agent?: Agent,
): Promise<Answer> {
  const began = performance.now();
  const sent = { "Accept-Encoding": encoding, ...headers, ...(cookies[0] === undefined ? {} : { Cookie: cookies[0] }) };
  return new Promise((resolve, reject) => {
    const asked = request(`${origin}${path}`, { agent, headers: sent }, (response) => {
      let bodyBytes = 0;
      response.on("data", (chunk: Buffer) => (bodyBytes += chunk.length));
      response.on("end", () => {
        const headerBytes = response.rawHeaders.reduce(
          (sum, text) => sum + text.length + 2,
          `HTTP/1.1 ${response.statusCode} ${response.statusMessage}\r\n\r\n`.length,
        );
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          bodyBytes,
          headerBytes,
          ms: performance.now() - began,
        });
      });
      response.on("error", reject);
    });
    asked.on("error", reject).end();
  });
}
