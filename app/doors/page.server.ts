import type { LoaderFunctionArgs } from "@remix-run/node";
import { json } from "@remix-run/node";
import type { DoorOptions, Success } from "./answers.server.ts";
import { answers, arrive, inputFromRequest, done, found, invalidForm, redirectAfter, refusalForPath } from "./answers.server.ts";
import { env } from "../env.server.ts";
import { helplineOf } from "./helpline.ts";
import { initialOf } from "../format.ts";
import { wantsScripts } from "./hints.server.ts";
import type { Input } from "./input.server.ts";
import { logError } from "../log.server.ts";
import { listProblems } from "../models/health.server.ts";
import type { Operation } from "../models/operation.server.ts";
import { can } from "../policy.ts";
import { captureReferral } from "./referral.server.ts";
import type { FieldErrors } from "../refusal.ts";
import { Refusal } from "../refusal.ts";
import type { Gate } from "./refused.server.ts";
import { refuseFile, refusePage, redirectOrRefuse } from "./refused.server.ts";
import type { Notice, Identity } from "../session.server.ts";
import { displayModeFor, readerTag, takeNotice, identify } from "../session.server.ts";

export interface PageExtras {
  /** Shown once, after a redirect. */
  notice: Notice | null;
  /** The query parameters that were not understood, and left out. */
  errors: FieldErrors;
}

/**
 * The door of a page: who asks, what is asked (the query, over it the path's parameters), the operation's answer. A query parameter
 * that is refused is left out and named in `errors`, so that the page still shows something. Who may not is sent where the gate says.
 */
export async function page<R extends object>({ request, params }: LoaderFunctionArgs, operation: Operation<R>, gate: Gate = "member", options: DoorOptions = {}) {
  const { visit, query } = await arrive(request).catch(refusePage);
  const kept = await captureReferral(request, visit);
  const input = { ...query, ...(await inputFromRequest(request, options)), ...params };
  const { view, errors } = await askLeniently(operation, visit, input).catch((error: unknown) => redirectOrRefuse(error, visit, gate)).catch((answer: unknown) => keepOn(answer, kept));
  const taken = await takeNotice(request);
  const headers = withCookies(new Headers({ "X-Reader": readerTag(visit) }), kept);
  if (taken) headers.append("Set-Cookie", taken.header);
  const extras: PageExtras = { notice: taken?.notice ?? null, errors };
  return json({ ...view, ...extras }, { status: Object.keys(errors).length === 0 ? done : invalidForm, headers });
}

/** The door of an address that somebody comes back to: does what that calls for, which twice is as good as once, and leads on. */
export async function runThenRedirect<R>({ request, params }: LoaderFunctionArgs, operation: Operation<R>, onSuccess: (result: R) => Success): Promise<Response> {
  const { visit, query } = await arrive(request).catch(refusePage);
  const success = onSuccess(await operation(visit.actor, { ...query, ...params }).catch((error: unknown) => redirectOrRefuse(error, visit, "member")));
  return redirectAfter(request, success, found);
}

/** What the frame around every page needs: who is signed in, and how it looks. Never refuses, so that error pages have a frame too. */
export async function frame({ request }: LoaderFunctionArgs) {
  const visit = await identify(request).catch(() => null);
  const person = visit?.signedIn?.person;
  const { displayMode, header } = await displayModeFor(request, visit?.signedIn ?? null);
  const headers = new Headers(visit ? { "X-Reader": readerTag(visit) } : {});
  if (header !== null) headers.append("Set-Cookie", header);
  const site = { zone: env.SITE_TIMEZONE, communityUrl: env.COMMUNITY_URL, helpline: helplineOf(env.HELPLINE_TEXT), demo: env.DEMO, origin: env.APP_ORIGIN ?? new URL(request.url).origin };
  // Undefined for all others, whose pages are the same to the byte.
  const troubles = visit && can(person ?? null, "server.watch") ? await listProblems(visit.actor, {}).catch(() => undefined) : undefined;
  return json({ troubles, person: visit && person ? { name: person.name, initial: initialOf(person.name), reader: readerTag(visit), role: person.role, lapsed: person.lapsed, twoFactorDue: person.twoFactorDue } : null, displayMode, site, scripts: wantsScripts(request) ? undefined : false }, { headers });
}

/** The door of a file of comma-separated values, through the same gate as a page. */
export async function download<R>({ request, params }: LoaderFunctionArgs, operation: Operation<R>, toCsv: (result: R) => string, fileName: (result: R) => string, gate: Gate = "staff"): Promise<Response> {
  const { visit, query } = await arrive(request).catch(refuseFile);
  const result = await operation(visit.actor, { ...query, ...params }).catch((error: unknown) => redirectOrRefuse(error, visit, gate, refuseFile));
  const headers = { "Content-Type": "text/csv; charset=utf-8", "Content-Disposition": `attachment; filename="${fileName(result)}"` };
  // Spreadsheets take a file for UTF-8 only when it begins with this mark.
  return new Response(`\uFEFF${toCsv(result)}`, { headers });
}

/** Why a health check fails at present. Each is asked every few seconds, so the log hears only of a change. */
const unhealthy = new Map<unknown, string>();

/** The door of a health check: who asks is not looked up. Says no more than yes or no. */
export async function healthCheck<R>({ request }: LoaderFunctionArgs, operation: Operation<R>): Promise<Response> {
  const headers = { "Content-Type": "text/plain; charset=utf-8" };
  try {
    await operation({ person: null, session: null, address: "", device: null }, {});
    unhealthy.delete(operation);
    return new Response("ok\n", { headers });
  } catch (error) {
    // Why is for the log alone.
    noteUnhealthy(operation, error, request);
    return new Response("unavailable\n", { status: answers.busy.status, headers });
  }
}

function noteUnhealthy(operation: unknown, error: unknown, request: Request): void {
  // The megabytes that are left differ each time.
  const reason = String(error).replace(/\d+/g, "");
  if (unhealthy.get(operation) === reason) return;
  unhealthy.set(operation, reason);
  if (error instanceof Refusal) logError(error.message);
  else logError("The health check failed", error, request);
}

/** The door of an address where nothing is. */
export async function notFound({ request }: LoaderFunctionArgs): Promise<never> {
  // An affiliate's link with a typing error still was the affiliate's.
  const visit = await identify(request).catch(() => null);
  const kept = visit && request.method === "GET" ? await captureReferral(request, visit) : [];
  try {
    return refusePage(refusalForPath(request));
  } catch (answer) {
    return keepOn(answer, kept);
  }
}

/** Whoever is turned away keeps the affiliate's code all the same. */
function keepOn(answer: unknown, kept: string[]): never {
  if (answer instanceof Response) withCookies(answer.headers, kept);
  throw answer;
}

function withCookies(headers: Headers, cookies: string[]): Headers {
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  return headers;
}

async function askLeniently<R>(operation: Operation<R>, visit: Identity, input: Input): Promise<{ view: R; errors: FieldErrors }> {
  try {
    return { view: await operation(visit.actor, input), errors: {} };
  } catch (error) {
    if (!(error instanceof Refusal) || error.reason !== "invalid" || !error.fields) throw error;
    const { fields } = error;
    const understood = Object.fromEntries(Object.entries(input).filter(([name]) => !(name in fields)));
    return { view: await operation(visit.actor, understood), errors: fields };
  }
}
