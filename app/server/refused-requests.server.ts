/** Rejects requests that the framework would answer with a 500 or with its own error page. Part of guard.ts. */
import type { IncomingMessage } from "node:http";
import { env } from "../env.server.ts";
import { isApi, isReadable, pathOf } from "./addresses.server.ts";

type Refused = "not-found" | "wrong-method" | "wrong-host";

const own = new URL(env.APP_ORIGIN ?? "http://invalid.host");
const ownHost = own.host;
const probes = new Set(["/healthz", "/readyz"]);
const pageMethods = ["GET", "HEAD", "POST"];
const apiMethods = [...pageMethods, "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Rewrites the request to the route that refuses it, for a page or the API. The body stays unread. */
export function rejectRequest(request: IncomingMessage): void {
  const { url = "", headers } = request;
  // Health checks call the server by its IP address.
  if (probes.has(pathOf(url))) headers.host = ownHost;
  const refused = refusalOf(request);
  if (refused === null) return;
  request.url = `${isApi(url) ? "/api" : ""}/-/${refused}`;
  request.method = "GET";
  if (refused === "wrong-host") headers.host = ownHost;
}

function refusalOf({ method = "", url = "", headers }: IncomingMessage): Refused | null {
  if (!isServed(headers.host ?? "")) return "wrong-host";
  if (!(isApi(url) ? apiMethods : pageMethods).includes(method)) return "wrong-method";
  return isReadable(url) ? null : "not-found";
}

function isServed(host: string): boolean {
  if (host === ownHost) return true;
  if (!/^[\w.:[\]-]+$/.test(host) || !URL.canParse(`http://${host}`)) return false;
  // The site's protocol decides whether the default port may be left out.
  return env.APP_ORIGIN === undefined || new URL(`${own.protocol}//${host}`).host === ownHost;
}
