import type { LookupAddress, LookupAllOptions } from "node:dns";
import { Resolver } from "node:dns/promises";
import { type ClientRequest, type IncomingMessage, Agent as HttpAgent, request as requestHttp } from "node:http";
import { Agent as HttpsAgent, request as requestHttps } from "node:https";
import { type LookupFunction, type Socket, isIP } from "node:net";
import { env } from "../env.server.ts";
import { secondMs } from "../time/durations.ts";
import { isLoopback, isPublic } from "./public-address.server.ts";

/**
 * The only place that posts to addresses that people typed or browsers gave. They must be public: otherwise anybody could let this server talk to
 * the machines beside it. The address is checked at each connection, after its name is resolved, and no redirect is followed.
 */

export interface OutsideMessage {
  headers: Readonly<Record<string, string>>;
  body: string | Buffer;
  method?: "POST";
}

/**
 * "unreachable" = the request certainly didn't arrive whole. "cut" = it may have arrived. Codes are Node's, such as ECONNREFUSED: they never
 * contain the address.
 */
export type OutsideAnswer =
  | { what: "answered"; status: number; retryAfterMs: number | null; body: string }
  | { what: "failed"; reason: "not-public" | "unreachable" | "cut"; code: string };

type Resolve = (
  name: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
) => void;

export interface OutsideOptions {
  /** Allows this machine, and http to it: for the demo and for tests. */
  loopback?: boolean;
  timeoutMs?: number;
  /** Asks the name server. */
  resolve?: Resolve;
}

const timeoutMs = 10 * secondMs;
const maxAnswerBytes = 64 * 1024;
const maxAddressLength = 2000;
const notPublic = "ENOTPUBLIC";
const allowsLoopback = env.DEMO || env.NODE_ENV !== "production";

const agentOptions = { keepAlive: true, maxSockets: 50, maxFreeSockets: 50, timeout: 30 * secondMs };
const agents = { "http:": new HttpAgent(agentOptions), "https:": new HttpsAgent(agentOptions) };

/** Connections that are established: a kept one says so no second time. `reusedSocket` is not true for all of them. */
const open = new WeakSet<Socket>();

/** Null when the address may be posted to, as far as its form tells; otherwise a sentence for a form. */
export function checkAddress(address: string, loopback: boolean = allowsLoopback): string | null {
  if (!URL.canParse(address) || address.length > maxAddressLength)
    return "Enter a web address that begins with https://";
  const url = new URL(address);
  const host = hostOf(url);
  if (url.username !== "" || url.password !== "") return "Enter the address without a user name or password.";
  const isLocal = host === "localhost" || isLoopback(host);
  if (url.protocol !== "https:" && !(loopback && isLocal && url.protocol === "http:"))
    return "Enter a web address that begins with https://";
  if (isLocal ? !loopback : isIP(host) !== 0 && !isPublic(host))
    return "Enter an address on the internet. This one is of a private network.";
  return null;
}

/** Takes at most ten seconds. An answer longer than 64 KB is cut off there. Never rejects. */
export function postOutside(
  address: string,
  { headers, body, method = "POST" }: OutsideMessage,
  options: OutsideOptions = {},
): Promise<OutsideAnswer> {
  const { loopback = allowsLoopback, resolve = askNameServer } = options;
  if (checkAddress(address, loopback) !== null)
    return Promise.resolve({ what: "failed", reason: "not-public", code: notPublic });
  const url = new URL(address);
  const isHttp = url.protocol === "http:";
  const request = (isHttp ? requestHttp : requestHttps)({
    hostname: hostOf(url),
    port: url.port,
    path: url.pathname + url.search,
    method,
    agent: isHttp ? agents["http:"] : agents["https:"],
    headers: { "User-Agent": "Simline", ...headers, "Content-Length": String(Buffer.byteLength(body)) },
    lookup: publicLookup(loopback, resolve),
  });
  const answer = answerTo(request, options.timeoutMs ?? timeoutMs);
  request.end(body);
  return answer;
}

const nameServer = new Resolver({ timeout: 3 * secondMs, tries: 2 });

/**
 * Asks by Node's own resolver. The system's would take a thread of the pool in which passwords are hashed, and whoever owns
 * a slow name server could keep them all.
 */
function askNameServer(name: string, _options: unknown, done: Parameters<Resolve>[2]): void {
  if (name === "localhost") return done(null, [{ address: "127.0.0.1", family: 4 }]);
  void Promise.allSettled([nameServer.resolve4(name), nameServer.resolve6(name)]).then(([four, six]) => {
    const found = [
      ...(four.status === "fulfilled" ? four.value.map((address) => ({ address, family: 4 })) : []),
      ...(six.status === "fulfilled" ? six.value.map((address) => ({ address, family: 6 })) : []),
    ];
    done(found.length === 0 && four.status === "rejected" ? four.reason : null, found);
  });
}

/** Resolves to public addresses alone. The connection goes to what this returns, so no second answer of the name server can replace it. */
function publicLookup(loopback: boolean, resolve: Resolve): LookupFunction {
  return (name, options, callback) => {
    resolve(name, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, []);
      const allowed = found.filter(({ address }) => isPublic(address) || (loopback && isLoopback(address)));
      const [first] = allowed;
      if (first === undefined) return callback(Object.assign(new Error("Not public"), { code: notPublic }), []);
      if (options.all) callback(null, allowed);
      else callback(null, first.address, first.family);
    });
  };
}

function answerTo(request: ClientRequest, limitMs: number): Promise<OutsideAnswer> {
  return new Promise((resolve) => {
    let connected = false;
    let answer: IncomingMessage | null = null;
    const chunks: Buffer[] = [];
    const settle = (code: string) => {
      clearTimeout(timer);
      // The status was read: how the connection ended says nothing more.
      if (answer !== null) return resolve(answered(answer, chunks));
      const reason = code === notPublic ? "not-public" : connected ? "cut" : "unreachable";
      resolve({ what: "failed", reason, code });
    };
    const timer = setTimeout(() => {
      settle("ETIMEDOUT");
      request.destroy();
    }, limitMs);
    request.on("socket", (socket) => {
      const noteConnection = () => {
        open.add(socket);
        connected = true;
      };
      if (open.has(socket)) connected = true;
      else socket.once("encrypted" in socket ? "secureConnect" : "connect", noteConnection);
    });
    request.on("error", (error) => settle(codeOf(error)));
    request.on("response", (response) => {
      answer = response;
      readAtMost(response, chunks, () => settle(""));
    });
  });
}

function readAtMost(response: IncomingMessage, chunks: Buffer[], done: () => void): void {
  let bytes = 0;
  response.on("data", (chunk: Buffer) => {
    chunks.push(chunk.subarray(0, maxAnswerBytes - bytes));
    bytes += chunk.length;
    if (bytes >= maxAnswerBytes) response.destroy();
  });
  response.once("close", done);
  response.once("error", done);
}

function answered({ statusCode = 0, headers }: IncomingMessage, chunks: readonly Buffer[]): OutsideAnswer {
  return {
    what: "answered",
    status: statusCode,
    retryAfterMs: millisecondsOf(headers["retry-after"], Date.now()),
    body: Buffer.concat(chunks).toString("utf8"),
  };
}

/** Retry-After has seconds or a date (RFC 9110). Null = none, or not readable. */
export function millisecondsOf(retryAfter: string | undefined, now: number): number | null {
  if (retryAfter === undefined) return null;
  if (/^\d{1,9}$/.test(retryAfter)) return Number(retryAfter) * secondMs;
  const at = Date.parse(retryAfter);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}

/** Without the brackets of an IPv6 address. */
function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, "$1");
}

function codeOf(error: Error): string {
  return "code" in error && typeof error.code === "string" && /^[A-Z][A-Z0-9_]*$/.test(error.code)
    ? error.code
    : "UNKNOWN";
}
