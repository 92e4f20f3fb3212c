import { redirect } from "@remix-run/node";
import type { Input } from "./input.server.ts";
import { checkOrigin, readQuery } from "./input.server.ts";
import { referralOf } from "./referral.server.ts";
import type { Reason } from "../refusal.ts";
import { Refusal } from "../refusal.ts";
import type { Identity } from "../session.server.ts";
import { carriedBy, flash, challengeOf, identify } from "../session.server.ts";

/** What each reason looks like: its status, and whether a form is shown again with what was typed. Forms say 422 where the API says 400. */
export const answers: Readonly<Record<Reason, { status: number; showsFormAgain: boolean }>> = {
  malformed: { status: 400, showsFormAgain: false },
  invalid: { status: 400, showsFormAgain: true },
  "bad-credentials": { status: 401, showsFormAgain: true },
  "signed-out": { status: 401, showsFormAgain: false },
  forbidden: { status: 403, showsFormAgain: false },
  "foreign-origin": { status: 403, showsFormAgain: false },
  "not-found": { status: 404, showsFormAgain: false },
  "wrong-method": { status: 405, showsFormAgain: false },
  conflict: { status: 409, showsFormAgain: true },
  "too-large": { status: 413, showsFormAgain: false },
  "wrong-type": { status: 415, showsFormAgain: false },
  "wrong-host": { status: 421, showsFormAgain: false },
  "too-many": { status: 429, showsFormAgain: true },
  busy: { status: 503, showsFormAgain: true },
};
export const done = 200;
export const invalidForm = 422;
export const found = 302;
export const seeOther = 303;
export const createdRow = 201;
export const unchanged = 304;
export const unexpected = 500;

/** What every door begins with: who asks, from where, and the query. */
export async function arrive(request: Request): Promise<{ visit: Identity; query: Input }> {
  const visit = await identify(request);
  checkOrigin(request, visit.byBearer);
  return { visit, query: readQuery(request) };
}

export interface Success {
  to: string;
  notice?: string;
}

/** Leads on from what was done, and says so there. */
export async function redirectAfter(request: Request, { to, notice }: Success, status: typeof found | typeof seeOther = seeOther): Promise<Response> {
  const headers: HeadersInit = notice === undefined ? {} : { "Set-Cookie": await flash({ text: notice, tone: "good", from: new URL(request.url).pathname }) };
  return redirect(to, { status, headers });
}

/** With its length, which the answer to a HEAD tells without a body. */
export function asJson(value: unknown, init: ResponseInit = {}): Response {
  const body = JSON.stringify(value);
  const headers = new Headers(init.headers);
  headers.set("Content-Type", "application/json; charset=utf-8");
  headers.set("Content-Length", String(Buffer.byteLength(body)));
  return new Response(body, { ...init, headers });
}

/** guard.ts turns what must not reach the framework to an address that ends in the reason. */
export function refusalForPath(request: Request): Refusal {
  const { pathname } = new URL(request.url);
  if (pathname.endsWith("/-/wrong-host")) return new Refusal("wrong-host", "This server does not answer for that host.");
  if (pathname.endsWith("/-/wrong-method")) return new Refusal("wrong-method", "There is nothing here for that method.");
  return new Refusal("not-found", "There is nothing at this address. It may have been moved or deleted.");
}

/** The headers that a refusal comes with. */
export function refusalHeaders(error: Refusal): Headers {
  const headers = new Headers();
  if (error.retryAfter !== undefined) headers.set("Retry-After", String(error.retryAfter));
  // The rest of the body stays unread, so the next request on this connection would wait for ever.
  if (error.reason === "too-large") headers.set("Connection", "close");
  return headers;
}

export interface DoorOptions {
  /** What of the address is part of the input, by its names in the query, '' where it is absent: a form is sent to where it stands. */
  asked?: readonly string[];
  /** The most bytes that a body may have, where the usual limit is too low. */
  bodyLimit?: number;
  /** True where what earlier pages carried here (see Carried) is part of the input. */
  carried?: boolean;
  /**
   * True where a secret in the path says who may, so that it does not matter where the post comes from: a mail program has no Origin, no
   * cookie, and a body of its own kind (RFC 8058), which is not read. A stranger's page can't know the secret.
   */
  byToken?: boolean;
  /** Where a form leads that somebody else was faster with, which says so there: there is nothing to show it again for, and nothing typed to keep. */
  goneTo?: string;
  /** The refusals that lead there; "not-found" alone where nothing is said. */
  goneWhen?: readonly Reason[];
  /** True where the sign-in that waits for its code in this browser is part of the input, as `challenge`. */
  challenge?: boolean;
  /** True where the token of the code that this browser asked for before is part of the input, as `reset_token`. */
  asksAgain?: boolean;
  /** True where the affiliate's code that the browser keeps is part of the input, as `ref_code`. */
  referred?: boolean;
}

/** The part of an operation's input that is neither typed nor called: what the address says and the browser brings along in cookies, as the door's options ask for it. */
export async function inputFromRequest(request: Request, { asked = [], asksAgain = false, carried = false, challenge: halfWay = false, referred = false }: DoorOptions): Promise<Input> {
  const { searchParams } = new URL(request.url);
  return {
    ...Object.fromEntries(asked.map((name) => [name, searchParams.get(name) ?? ""])),
    ...(asksAgain ? { reset_token: (await carriedBy(request)).reset_token } : {}),
    ...(carried ? await carriedBy(request) : {}),
    ...(halfWay ? { challenge: await challengeOf(request) } : {}),
    ...(referred ? { ref_code: await referralOf(request) } : {}),
  };
}
