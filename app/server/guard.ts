/**
 * Loaded into the server process before remix-serve (`node --import ./build/guard.js`): checks the environment, migrates, and adds to every
 * response and connection what remix-serve lacks. It uses Node's documented event `http.server.request.start`, which hands over request
 * and response before any handler runs. Nothing is patched.
 */
import { subscribe } from "node:diagnostics_channel";
import { readdirSync, statSync } from "node:fs";
import { join, posix, relative } from "node:path";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { migrate } from "../../db/migrate.ts";
import { secondMs } from "../durations.ts";
import type { Env } from "../env.server.ts";
import { whenListening } from "./listening.server.ts";
import { newNonce } from "../random-text.server.ts";
import { patternFinder, routePatterns } from "./route-pattern.server.ts";
import { noteExchange, stopInOrder } from "./stop.server.ts";

interface RequestStart {
  request: IncomingMessage;
  response: ServerResponse;
}

const workerPath = "/sw.js";
const leastNode = 24;

// A log that can't be written, for want of room or of a reader, is no reason to stop serving. It goes on when there is room again.
process.stdout.on("error", () => undefined);
const env = await start();
// After the environment was checked, which they read.
const { logError, write } = await import("../log.server.ts");
const { logRequest, startRequestLog } = await import("./request-log.server.ts");
const ownHost = env.APP_ORIGIN === undefined ? "invalid.host" : new URL(env.APP_ORIGIN).host;
const probes = new Set(["/healthz", "/readyz"]);
const secure = env.APP_ORIGIN?.startsWith("https://") ?? false;
// The affiliate request form may post to a service elsewhere.
const collectors = env.AFFILIATE_FORM_URL === undefined ? [] : [new URL(env.AFFILIATE_FORM_URL).origin];
const everywhere = {
  "X-Content-Type-Options": "nosniff",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  ...(secure ? { "Strict-Transport-Security": "max-age=31536000; includeSubDomains" } : {}),
};
const pageHeaders = Object.entries({
  ...everywhere,
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "X-Frame-Options": "DENY",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=(), interest-cohort=()",
});
// Short, since a first visit brings a dozen of these and each refresh one: of all that a page may do, what is no page can only be framed.
const callHeaders = Object.entries({
  ...everywhere,
  "Referrer-Policy": "no-referrer",
  "Permissions-Policy": "camera=()",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
});
const publicFiles = new Set(filesBelow("public").map((name) => `/${name}`));
const publicFolders = new Set([...publicFiles].map((name) => posix.dirname(name).toLowerCase()));
const routeOf = patternFinder(routePatterns());
let heardOfProxy = env.TRUST_PROXY;

startRequestLog();
// Before it listens: the first connection has its limits too.
whenListening(setLimits);
subscribe("http.server.request.start", (message) => {
  if (isRequestStart(message)) prepare(message);
});

process.once("uncaughtException", (error: NodeJS.ErrnoException) => {
  if (error.code === "EADDRINUSE") console.error(`Port ${env.PORT} is taken by another program. Set PORT to a free one.`);
  else if (error.syscall === "listen" || error.syscall === "getaddrinfo") console.error(`The server can't listen on ${env.HOST}, port ${env.PORT} (${error.code}). Set HOST and PORT to what this machine has.`);
  else logError("The server failed and ends", error);
  process.exit(1);
});

async function start(): Promise<Env> {
  try {
    // On an older one the database's driver takes the process down without a word.
    if (parseInt(process.versions.node, 10) < leastNode) throw new Error(`This needs Node ${leastNode}, and was started with ${process.version}. Start it with node_modules/.bin/node, which npm ci brings.`);
    const { env, tellWhereToListen } = await import("../env.server.ts");
    const { log } = await import("../log.server.ts");
    const isNew = (statSync(env.DATABASE_PATH, { throwIfNoEntry: false })?.size ?? 0) === 0;
    const applied = await migrate(env.DATABASE_PATH);
    if (isNew) log(`A new, empty database was made: ${env.DATABASE_PATH}`);
    else if (applied.length > 0) log(`The database was migrated: ${applied.join(", ")}. What it was before is kept beside it.`);
    tellWhereToListen();
    return env;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

function prepare({ request, response }: RequestStart): void {
  const [path = ""] = (request.url ?? "").split("?");
  logRequest(request, response, publicFiles.has(path) ? path : routeOf(pathnameOf(path)));
  cleanHeaders(request);
  // Whoever checks the server's health calls it by its address.
  if (probes.has(path)) request.headers.host = ownHost;
  const refusal = refusalOf(request);
  if (refusal !== null) turnTo(request, refusal);
  const isShort = loadsNothing(request);
  for (const [name, value] of isShort ? callHeaders : [...pageHeaders, policyFor(request)]) response.setHeader(name, value);
  // That a connection stays open goes without saying in HTTP/1.1.
  if (isShort && request.httpVersion === "1.1") response.removeHeader("Connection");
  // After that: while the server ends, it does not.
  noteExchange(request, response);
  if (!isStatic(request)) response.setHeader("Cache-Control", "no-store");
  // A browser must hear of a new worker at once; the other files are kept for an hour.
  if (request.url === workerPath) response.setHeader("Cache-Control", "no-cache");
}

/** As the framework reads it: without what is left out of an address, such as /x/.. or #x. */
function pathnameOf(url: string): string {
  return URL.parse(`http://${ownHost}${url}`)?.pathname ?? url;
}

function setLimits(server: Server): void {
  // Node looks only every 30 s, unless it is told before it listens.
  Object.assign(server, { connectionsCheckingInterval: secondMs });
  server.headersTimeout = 10 * secondMs;
  server.requestTimeout = 30 * secondMs;
  // It must outlive the 30 s refresh of Today's Picks, or every refresh opens a new connection.
  server.keepAliveTimeout = 40 * secondMs;
  stopInOrder(server);
}

/** The app believes these headers, so a client must not be able to write them. */
function cleanHeaders(request: IncomingMessage): void {
  const { headers } = request;
  if (!heardOfProxy && headers["x-forwarded-for"] !== undefined) tellOfProxy();
  const forwardedFor = String(headers["x-forwarded-for"] ?? "").split(",").at(-1)?.trim();
  headers["x-client-address"] = (env.TRUST_PROXY && forwardedFor) || request.socket.remoteAddress || "unknown";
  // What can't be met is answered in the static server's own words, and logged with a stack. Our files are small.
  delete headers.range;
  delete headers["if-match"];
  delete headers["if-unmodified-since"];
  delete headers["x-csp-nonce"];
  delete headers.forwarded;
  delete headers["x-forwarded-for"];
  delete headers["x-forwarded-host"];
  // The framework's own check of Origin answers 500; ours (input.server.ts) reads it here.
  delete headers["x-request-origin"];
  if (headers.origin !== undefined) headers["x-request-origin"] = headers.origin;
  delete headers.origin;
}

/** Once: a stranger can send the header too, but a proxy that is not trusted makes all its visitors one, for limits and for clicks. */
function tellOfProxy(): void {
  heardOfProxy = true;
  const message = "A request came with X-Forwarded-For, which is not believed. If there is a proxy of yours in front, set TRUST_PROXY=1: else all its visitors count as one.";
  write({ level: "warning", message }, message);
}

type Refused = "not-found" | "wrong-method" | "wrong-host";

const pageMethods = ["GET", "HEAD", "POST"];
const apiMethods = [...pageMethods, "PUT", "PATCH", "DELETE", "OPTIONS"];

/** What the framework would answer with a 500 or in words of its own. */
function refusalOf({ method = "", url = "", headers }: IncomingMessage): Refused | null {
  if (!isServed(headers.host ?? "")) return "wrong-host";
  if (!(isApi(url) ? apiMethods : pageMethods).includes(method)) return "wrong-method";
  const [path = ""] = url.split("?");
  return isReadable(path) ? null : "not-found";
}

function isServed(host: string): boolean {
  if (host === ownHost) return true;
  if (!/^[\w.:[\]-]+$/.test(host) || !URL.canParse(`http://${host}`)) return false;
  return env.APP_ORIGIN === undefined || new URL(`http://${host}`).host === ownHost;
}

/**
 * A path that decodes to printable text, and is no folder of the static files, however it is written: the static server would redirect there,
 * in its own words. No address has two slashes in a row, of which the framework's router looks at a long run for a fifth of a second.
 */
function isReadable(path: string): boolean {
  if (!path.startsWith("/") || path.includes("//") || /%(?:0|1|7f)/i.test(path)) return false;
  try {
    const folder = posix.normalize(decodeURIComponent(path)).replace(/\/$/, "").toLowerCase();
    return folder === "" ? path === "/" : !publicFolders.has(folder);
  } catch {
    return false;
  }
}

/** Sends the request to the address that refuses so, a page's or the API's; a body stays unread. */
function turnTo(request: IncomingMessage, refused: Refused): void {
  const api = isApi(request.url ?? "") ? "/api" : "";
  request.url = `${api}/-/${refused}`;
  request.method = "GET";
  if (refused === "wrong-host") request.headers.host = ownHost;
}

function isApi(url: string): boolean {
  // As the router reads it: upper or lower.
  return /^\/api(?:\/|$)/i.test(pathnameOf(url));
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}

/** A file, and no page at the address of one. */
function isStatic({ method, url = "/" }: IncomingMessage): boolean {
  const [path = ""] = url.split("?");
  return (method === "GET" || method === "HEAD") && publicFiles.has(path);
}

/** Answers of the API and files, but for the worker, which fetches. */
function loadsNothing(request: IncomingMessage): boolean {
  return isApi(request.url ?? "") || (isStatic(request) && request.url !== workerPath);
}

/** With a nonce of its own, which the page's styles and scripts carry too. */
function policyFor(request: IncomingMessage): [string, string] {
  const nonce = newNonce();
  request.headers["x-csp-nonce"] = nonce;
  const policy = [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    ["form-action 'self'", ...collectors].join(" "),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return ["Content-Security-Policy", policy.join("; ")];
}

function isRequestStart(message: unknown): message is RequestStart {
  return typeof message === "object" && message !== null && "request" in message && "response" in message;
}
