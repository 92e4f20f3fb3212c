import { env } from "../env.server.ts";
import { noteRequestUser } from "../log.server.ts";
import { networkOf } from "../models/network.ts";
import { type Actor, signedOut } from "../models/operation.server.ts";
import { hashSecret } from "../models/secret.server.ts";
import { type SignedIn, findSession } from "../models/sign-in/session.server.ts";
import { findBearer } from "../models/sign-in/api-token.server.ts";
import { findKey, isKey } from "../models/sign-in/program-key.server.ts";
import { autoReloadParameter, isVersionPath } from "../paths/paths.ts";
import { isLapsed } from "../policy.ts";
import type { RequestCookies } from "./cookies.server.ts";

/** Finds out who sent a request. */
export interface Identity {
  actor: Actor;
  signedIn: SignedIn | null;
  /** True for a bearer token, which no browser sends by itself. */
  byBearer: boolean;
  /**
   * The service worker that keeps copies of pages (public/sw.js) reads it: it names the session, "nobody" where no copy
   * may be kept.
   */
  readerTag: string;
}

// Remix gives every loader of a page its own Request; they share the signal.
const identities = new WeakMap<AbortSignal, Promise<Identity>>();

/**
 * The bearer if there is one (refuses with "signed-out" when it is wrong), else the session cookie, else a visitor. A GET is looked up once for
 * all its loaders; any other method every time, because a long body leaves time to suspend its sender.
 */
export function identify(request: Request, cookies: RequestCookies): Promise<Identity> {
  if (!isRead(request)) return lookUp(request, cookies);
  const identity = identities.get(request.signal) ?? lookUp(request, cookies);
  identities.set(request.signal, identity);
  return identity;
}

async function lookUp(request: Request, { session, device }: RequestCookies): Promise<Identity> {
  const bearer = bearerOf(request);
  const key = bearer !== null && isKey(bearer) ? await findKey(bearer) : null;
  const signedIn = await (bearer === null ? bySession(request, session) : isKey(bearer) ? null : findBearer(bearer));
  noteRequestUser(request, signedIn?.person.id ?? null);
  if (bearer !== null && signedIn === null && key === null) throw signedOut();
  return {
    actor: {
      person: signedIn?.person ?? null,
      key,
      session: signedIn?.sessionId ?? null,
      address: addressOf(request),
      device,
    },
    signedIn,
    byBearer: bearer !== null,
    readerTag: readerTagOf(signedIn),
  };
}

function bySession(request: Request, id: string | null): Promise<SignedIn | null> | null {
  return id === null ? null : findSession(id, new Date(), isAutomatic(request));
}

function readerTagOf(signedIn: SignedIn | null): string {
  if (signedIn === null || signedIn.sessionId === null || isLapsed(signedIn.person)) return "nobody";
  return hashSecret(`${env.SESSION_SECRET[0]} reader ${signedIn.sessionId}`).slice(0, 16);
}

/** Requests that pages send by themselves don't keep a session alive: the list's version, the reload after it, a copy for the worker. */
function isAutomatic(request: Request): boolean {
  if (!isRead(request)) return false;
  const { pathname, searchParams } = new URL(request.url);
  return isVersionPath(pathname) || searchParams.has(autoReloadParameter) || request.headers.has("x-for-copy");
}

function isRead({ method }: Request): boolean {
  return method === "GET" || method === "HEAD";
}

/** The token of an Authorization header; '' for another scheme, which counts as a wrong token. */
export function bearerOf(request: Request): string | null {
  const header = request.headers.get("authorization");
  if (header === null) return null;
  return /^Bearer +(\S+)$/i.exec(header.trim())?.[1] ?? "";
}

// The guard sets this header on every request and drops what a client sent.
function addressOf(request: Request): string {
  return networkOf(request.headers.get("x-client-address") ?? "unknown");
}
