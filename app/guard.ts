/**
 * Loaded into the server process before remix-serve (`node --import ./app/guard.ts`): checks the environment, migrates, and adds to every
 * response and connection what remix-serve lacks. It uses Node's documented event `http.server.request.start`, which hands over request
 * and response before any handler runs. Nothing is patched.
 */
import { subscribe } from "node:diagnostics_channel";
import { randomBytes } from "node:crypto";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { migrate } from "../db/migrate.ts";
import type { Env } from "./env.server.ts";

interface RequestStart {
  request: IncomingMessage;
  response: ServerResponse;
  server: Server;
}

const seconds = 1000;
const graceSeconds = 10;

const env = await start();
const secure = env.APP_ORIGIN?.startsWith("https://") ?? false;
const prepared = new WeakSet<Server>();

subscribe("http.server.request.start", (message) => {
  if (isRequestStart(message)) prepare(message);
});

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  // remix-serve stops accepting and waits for open connections; a half-sent body must not hold it for ever.
  process.once(signal, () => setTimeout(() => process.exit(0), graceSeconds * seconds).unref());
}

async function start(): Promise<Env> {
  try {
    const { env } = await import("./env.server.ts");
    await migrate(env.DATABASE_PATH);
    return env;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

function prepare({ request, response, server }: RequestStart): void {
  if (!prepared.has(server)) setLimits(server);
  cleanHeaders(request);
  const nonce = randomBytes(16).toString("base64");
  request.headers["x-csp-nonce"] = nonce;
  for (const [name, value] of Object.entries(securityHeaders(nonce))) response.setHeader(name, value);
}

function setLimits(server: Server): void {
  prepared.add(server);
  server.headersTimeout = 10 * seconds;
  server.requestTimeout = 30 * seconds;
  // It must outlive the 30 s refresh of Today's Picks, or every refresh opens a new connection.
  server.keepAliveTimeout = 40 * seconds;
  process.once("SIGTERM", () => server.closeIdleConnections());
}

/** The app believes these headers, so a client must not be able to write them. */
function cleanHeaders(request: IncomingMessage): void {
  const { headers } = request;
  const forwardedFor = String(headers["x-forwarded-for"] ?? "").split(",").at(-1)?.trim();
  headers["x-client-address"] = (env.TRUST_PROXY && forwardedFor) || request.socket.remoteAddress || "unknown";
  delete headers.forwarded;
  delete headers["x-forwarded-for"];
  delete headers["x-forwarded-host"];
  // The framework builds a URL of these two and would answer 500 to what is none.
  if (!/^[\w.-]+(:\d{1,5})?$|^\[[\da-f:.]+\](:\d{1,5})?$/i.test(headers.host ?? "")) headers.host = "invalid.host";
  if (!request.url?.startsWith("/")) request.url = "/";
}

function securityHeaders(nonce: string): Record<string, string> {
  const policy = [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    "Content-Security-Policy": policy.join("; "),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=(), interest-cohort=()",
    ...(secure ? { "Strict-Transport-Security": "max-age=31536000; includeSubDomains" } : {}),
  };
}

function isRequestStart(message: unknown): message is RequestStart {
  return typeof message === "object" && message !== null && "request" in message && "response" in message && "server" in message;
}
