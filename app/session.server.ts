import { createCookie } from "@remix-run/node";
import { monthSeconds } from "./durations.ts";
import { env } from "./env.server.ts";
import { noteAsker } from "./log.server.ts";
import { beginChallenge } from "./models/sign-in/two-factor-challenge.server.ts";
import type { Actor } from "./models/operation.server.ts";
import { signedOut } from "./models/operation.server.ts";
import { networkOf } from "./models/network.ts";
import { hashSecret, newSecret } from "./models/secret.server.ts";
import type { SignedIn } from "./models/sign-in/session.server.ts";
import { beginSession, endApiToken, endSession, findBearer, findSession } from "./models/sign-in/session.server.ts";
import type { DisplayMode } from "./models/people/settings.ts";
import { displayModes } from "./models/people/settings.ts";
import { signInOrigin } from "./models/sign-in/sign-in-origin.ts";
import { challengeMinutes } from "./models/sign-in/two-factor.ts";
import { autoParameter, isVersionPath } from "./paths/paths.ts";
import { isLapsed } from "./policy.ts";

const secure = env.APP_ORIGIN?.startsWith("https://") ?? false;
/** What all our cookies have in common. */
export const cookieOptions = { httpOnly: true, sameSite: "lax", path: "/", secure } as const;

// The __Host- prefix makes browsers refuse a cookie of that name from a sub-domain or over plain http.
export const sessionCookieName = secure ? "__Host-session" : "session";
const sessionCookie = createCookie(sessionCookieName, { ...cookieOptions, maxAge: monthSeconds });
const deviceCookie = createCookie(secure ? "__Host-device" : "device", { ...cookieOptions, maxAge: 12 * monthSeconds });
// Signing out leaves it: the public pages keep the look that this reader chose.
const displayModeCookie = createCookie("display-mode", { ...cookieOptions, maxAge: 12 * monthSeconds });
const flashCookie = createCookie("flash", { ...cookieOptions, maxAge: 60, secrets: [...env.SESSION_SECRET] });

// Fifteen minutes: a code lives ten.
const carriedCookie = createCookie(secure ? "__Host-carried" : "carried", { ...cookieOptions, maxAge: 15 * 60, secrets: [...env.SESSION_SECRET] });

// Lives as long as what it names: see models/sign-in/two-factor-challenge.server.ts.
const challengeCookie = createCookie(secure ? "__Host-two-factor-challenge" : "two-factor-challenge", { ...cookieOptions, maxAge: challengeMinutes * 60 });

/** What travels from one public page to the next in a signed cookie, because no URL may show it. */
export interface Carried {
  email: string;
  /** By which the code that was asked for is this browser's own. */
  reset_token: string;
}

export interface Identity {
  actor: Actor;
  signedIn: SignedIn | null;
  /** True when a bearer said who asks: then no browser sent the request by itself. */
  byBearer: boolean;
}

export interface Notice {
  text: string;
  tone: "good" | "bad" | "plain";
  /** The path of the form that it answers, for pages with several. */
  from?: string;
  /** Where to go next. */
  link?: { to: string; label: string };
  /** The path that it waits for; the next page of any path when none is named. */
  at?: string;
}

// By what is one for all loaders of a request, each of which gets a Request of its own.
const visits = new WeakMap<AbortSignal, Promise<Identity>>();

/**
 * Who asks: the bearer if there is one (a wrong one refuses with "signed-out"), else the session cookie, else a visitor. Looked up once for
 * all that a page loads; each time anew where something is sent, since that may change who it is.
 */
export function identify(request: Request): Promise<Identity> {
  if (request.method !== "GET" && request.method !== "HEAD") return lookUp(request);
  const visit = visits.get(request.signal) ?? lookUp(request);
  visits.set(request.signal, visit);
  return visit;
}

async function lookUp(request: Request): Promise<Identity> {
  const [bearer, device] = [bearerOf(request), await textOf(deviceCookie, request)];
  const signedIn = bearer === null ? await bySession(request) : await findBearer(bearer);
  noteAsker(request, signedIn?.person.id ?? null);
  if (bearer !== null && signedIn === null) throw signedOut();
  return { actor: { person: signedIn?.person ?? null, session: signedIn?.sessionId ?? null, address: addressOf(request), device }, signedIn, byBearer: bearer !== null };
}

/**
 * Whose pages these are, for the worker that keeps copies of them on the device (public/sw.js): another value for every session, and
 * "nobody" where nothing may be kept.
 */
export function readerTag({ signedIn }: Identity): string {
  if (signedIn === null || signedIn.sessionId === null || isLapsed(signedIn.person)) return "nobody";
  return hashSecret(`${env.SESSION_SECRET[0]} reader ${signedIn.sessionId}`).slice(0, 16);
}

/** True when the request carries cookies, so that a browser may have sent it on somebody else's behalf. */
export function hasCookies(request: Request): boolean {
  return request.headers.has("cookie");
}

/** Begins a session for a person whose credentials were checked, ends the one the browser had, and gives its secret id and the headers that say so. */
export async function beginSessionFor(request: Request, found: SignedIn): Promise<{ session: string; headers: Headers }> {
  const [previous, device] = [await textOf(sessionCookie, request), (await textOf(deviceCookie, request)) ?? newSecret()];
  noteAsker(request, found.person.id);
  const headers = new Headers();
  const origin = signInOrigin(request.headers.get("user-agent"), request.headers.get("x-client-address"));
  const session = await beginSession(found.person, device, origin);
  headers.append("Set-Cookie", await sessionCookie.serialize(session));
  if (previous !== null) await endSession(previous);
  headers.append("Set-Cookie", await deviceCookie.serialize(device));
  if ((await challengeOf(request)) !== null) headers.append("Set-Cookie", await challengeCookie.serialize("", { maxAge: 0 }));
  return { session, headers };
}

/** Remembers a person whose password was right and whose code is still wanted, and gives the header by which the browser comes back with it. */
export async function startChallenge(found: SignedIn): Promise<Headers> {
  return new Headers({ "Set-Cookie": await challengeCookie.serialize(await beginChallenge(found.person)) });
}

/** What names the sign-in that waits for its code in this browser; null when none does. */
export function challengeOf(request: Request): Promise<string | null> {
  return textOf(challengeCookie, request);
}

/** Ends the session or the bearer of the request and gives the headers that make the browser forget. */
export async function endSessionOf(request: Request): Promise<Headers> {
  const [bearer, session] = [bearerOf(request), await textOf(sessionCookie, request)];
  if (bearer !== null) await endApiToken(bearer);
  if (session !== null) await endSession(session);
  const headers = new Headers({ "Clear-Site-Data": '"cache", "storage"' });
  headers.append("Set-Cookie", await sessionCookie.serialize("", { maxAge: 0 }));
  return headers;
}

/** How pages look for whoever asks: as the signed-in person chose, else as this browser remembers, else dark. The header makes it remember a new choice. */
export async function displayModeFor(request: Request, signedIn: SignedIn | null): Promise<{ displayMode: DisplayMode; header: string | null }> {
  const remembered = await textOf(displayModeCookie, request);
  if (signedIn === null) return { displayMode: displayModes.find((mode) => mode === remembered) ?? "dark", header: null };
  const { displayMode } = signedIn;
  return { displayMode, header: displayMode === remembered ? null : await displayModeCookie.serialize(displayMode) };
}

/** The header that shows a notice on the next page. */
export function flash(notice: Notice): Promise<string> {
  return flashCookie.serialize(notice);
}

/** The notice that waits for this page, with the header that takes it away; null when none does, or the worker only wants a copy (public/sw.js). */
export async function takeNotice(request: Request): Promise<{ notice: Notice; header: string } | null> {
  if (request.headers.has("x-for-copy")) return null;
  const value: unknown = await flashCookie.parse(request.headers.get("cookie"));
  if (!isNotice(value) || (value.at !== undefined && value.at !== new URL(request.url).pathname)) return null;
  return { notice: value, header: await flashCookie.serialize("", { maxAge: 0 }) };
}

/** The header that carries it to the next pages. */
export function carryCookie(carried: Carried): Promise<string> {
  return carriedCookie.serialize(carried);
}

/** What earlier pages carried here. Undefined when they did not, or it is older than a quarter of an hour: then no address or body may say it instead. */
export async function carriedBy(request: Request): Promise<Partial<Carried>> {
  const value: unknown = await carriedCookie.parse(request.headers.get("cookie"));
  return isCarried(value) ? { email: value.email, reset_token: value.reset_token } : { email: undefined, reset_token: undefined };
}

async function bySession(request: Request): Promise<SignedIn | null> {
  const id = await textOf(sessionCookie, request);
  return id === null ? null : findSession(id, new Date(), isAutomatic(request));
}

/** What pages ask without their reader: a list's version every half minute, the reload after it, a copy for the worker (public/sw.js). */
function isAutomatic(request: Request): boolean {
  if (request.method !== "GET" && request.method !== "HEAD") return false;
  const { pathname, searchParams } = new URL(request.url);
  return isVersionPath(pathname) || searchParams.has(autoParameter) || request.headers.has("x-for-copy");
}

/** The credential of an Authorization header; any other scheme counts as a wrong bearer. */
function bearerOf(request: Request): string | null {
  const header = request.headers.get("authorization");
  if (header === null) return null;
  return /^Bearer +(\S+)$/i.exec(header.trim())?.[1] ?? "";
}

async function textOf(cookie: typeof sessionCookie, request: Request): Promise<string | null> {
  const value: unknown = await cookie.parse(request.headers.get("cookie"));
  return typeof value === "string" && value !== "" && value.length <= 200 ? value : null;
}

// guard.ts writes this header for every request, over whatever a client sent.
function addressOf(request: Request): string {
  return networkOf(request.headers.get("x-client-address") ?? "unknown");
}

function isCarried(value: unknown): value is Carried {
  return typeof value === "object" && value !== null && "email" in value && "reset_token" in value && typeof value.email === "string" && typeof value.reset_token === "string";
}

function isNotice(value: unknown): value is Notice {
  return typeof value === "object" && value !== null && "text" in value && "tone" in value && typeof value.text === "string";
}
