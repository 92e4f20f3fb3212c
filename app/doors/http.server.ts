import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { json, redirect } from "@remix-run/node";
import type { DoorOptions } from "./answers.server.ts";
import { answers, arrive, broughtAlong, done, invalidForm, refusalAt, seeOther } from "./answers.server.ts";
import type { SignInDoor } from "../auth.server.ts";
import { authenticator } from "../auth.server.ts";
import { env } from "../env.server.ts";
import { helplineOf } from "../helpline.ts";
import type { MovingOn, TriedForm } from "./form-state.ts";
import { initialOf } from "../format.ts";
import { wantsScripts } from "../documents/hints.server.ts";
import type { Input } from "./input.server.ts";
import { checkOrigin, ignoreBody, readForm, usualLimit } from "./input.server.ts";
import { logError } from "../log.server.ts";
import { finishSignIn } from "../models/half-way.server.ts";
import type { Operation } from "../models/operation.server.ts";
import type { SignedIn } from "../models/session.server.ts";
import { home, landingOf, signInCodePath } from "../paths.ts";
import { captureReferral } from "./referral.server.ts";
import type { FieldErrors } from "../refusal.ts";
import { Refusal } from "../refusal.ts";
import type { Gate } from "./refused.server.ts";
import { failedForm, keepable, refusedForm, refuseFile, refusePage, turnAway } from "./refused.server.ts";
import type { Carried, Notice, Visit } from "../session.server.ts";
import { begin, carries, displayModeFor, end, flash, readerOf, takeNotice, waitForCode, whoAsks } from "../session.server.ts";

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
  const input = { ...query, ...(await broughtAlong(request, options)), ...params };
  const { view, errors } = await askLeniently(operation, visit, input).catch((error: unknown) => turnAway(error, visit, gate)).catch((answer: unknown) => keepOn(answer, kept));
  const taken = await takeNotice(request);
  const headers = withCookies(new Headers({ "X-Reader": readerOf(visit) }), kept);
  if (taken) headers.append("Set-Cookie", taken.header);
  const extras: PageExtras = { notice: taken?.notice ?? null, errors };
  return json({ ...view, ...extras }, { status: Object.keys(errors).length === 0 ? done : invalidForm, headers });
}

/** The door of an address that somebody comes back to: does what that calls for, which twice is as good as once, and leads on. */
export async function passOn<R>({ request, params }: LoaderFunctionArgs, operation: Operation<R>, onSuccess: (result: R) => Success): Promise<Response> {
  const { visit, query } = await arrive(request).catch(refusePage);
  const { to, notice } = onSuccess(await operation(visit.actor, { ...query, ...params }).catch((error: unknown) => turnAway(error, visit, "member")));
  return redirect(to, { headers: await noticing(request, notice) });
}

/** What the frame around every page needs: who is signed in, and how it looks. Never refuses, so that error pages have a frame too. */
export async function frame({ request }: LoaderFunctionArgs) {
  const visit = await whoAsks(request).catch(() => null);
  const person = visit?.signedIn?.person;
  const { displayMode, header } = await displayModeFor(request, visit?.signedIn ?? null);
  const headers = new Headers(visit ? { "X-Reader": readerOf(visit) } : {});
  if (header !== null) headers.append("Set-Cookie", header);
  const site = { zone: env.SITE_TIMEZONE, communityUrl: env.COMMUNITY_URL, helpline: helplineOf(env.HELPLINE_TEXT), demo: env.DEMO, origin: env.APP_ORIGIN ?? new URL(request.url).origin };
  return json({ person: person ? { name: person.name, initial: initialOf(person.name), role: person.role, lapsed: person.lapsed, twoFactorDue: person.twoFactorDue } : null, displayMode, site, scripts: wantsScripts(request) ? undefined : false }, { headers });
}

/** The door of a file of comma-separated values, through the same gate as a page. */
export async function download<R>({ request, params }: LoaderFunctionArgs, operation: Operation<R>, toCsv: (result: R) => string, fileName: (result: R) => string, gate: Gate = "staff"): Promise<Response> {
  const { visit, query } = await arrive(request).catch(refuseFile);
  const result = await operation(visit.actor, { ...query, ...params }).catch((error: unknown) => turnAway(error, visit, gate, refuseFile));
  const headers = { "Content-Type": "text/csv; charset=utf-8", "Content-Disposition": `attachment; filename="${fileName(result)}"` };
  // Spreadsheets take a file for UTF-8 only when it begins with this mark.
  return new Response(`\uFEFF${toCsv(result)}`, { headers });
}

/** The door of a health check: who asks is not looked up and nothing is remembered. Says no more than yes or no. */
export async function probe<R>({ request }: LoaderFunctionArgs, operation: Operation<R>): Promise<Response> {
  const headers = { "Content-Type": "text/plain; charset=utf-8" };
  try {
    await operation({ person: null, session: null, address: "", device: null }, {});
    return new Response("ok\n", { headers });
  } catch (error) {
    // Why is for the log alone.
    if (error instanceof Refusal) logError(error.message);
    else logError("The health check failed", error, request);
    return new Response("unavailable\n", { status: answers.busy.status, headers });
  }
}

/** The door of an address where nothing is. */
export async function nothingHere({ request }: LoaderFunctionArgs): Promise<never> {
  // An affiliate's link with a typing error still was the affiliate's.
  const visit = await whoAsks(request).catch(() => null);
  const kept = visit && request.method === "GET" ? await captureReferral(request, visit) : [];
  try {
    return refusePage(refusalAt(request));
  } catch (answer) {
    return keepOn(answer, kept);
  }
}

/** The door of a post to a page that has no form. Without it the framework answers, and names its routes. */
export function noForm(): never {
  return refusePage(new Refusal("wrong-method", "This page takes no form."));
}

interface Success {
  to: string;
  notice?: string;
}

interface Move extends MovingOn {
  /** Shown where it leads. */
  notice?: Notice;
  /** What the next pages need to know and no URL may show. */
  carry?: Carried;
}

/** The door of a form: a 303 on success; on failure the page again with what was typed and what is wrong with it. */
export function submit<R>({ request, params }: ActionFunctionArgs, operation: Operation<R>, onSuccess: (result: R) => Success, options?: DoorOptions) {
  return answerForm(request, async (visit, input) => leadOn(request, onSuccess(await operation(visit.actor, { ...input, ...params }))), options);
}

/** The door of a form whose answer is shown once, in its place, but where `leadsTo` says where to go on. */
export function submitAndShow<R extends object>({ request, params }: ActionFunctionArgs, operation: Operation<R>, leadsTo: (result: R) => Success | null) {
  return answerForm(request, async (visit, input) => {
    const result = await operation(visit.actor, { ...input, ...params });
    const success = leadsTo(result);
    return success === null ? json(result) : leadOn(request, success);
  });
}

async function leadOn(request: Request, { to, notice }: Success): Promise<Response> {
  return redirect(to, { status: seeOther, headers: await noticing(request, notice) });
}

async function noticing(request: Request, notice: string | undefined): Promise<HeadersInit> {
  return notice === undefined ? {} : { "Set-Cookie": await flash({ text: notice, tone: "good", from: new URL(request.url).pathname }) };
}

/** The door of a form whose answer says what was done and moves on by itself: with scripts after `afterMs`, without them by a Refresh header. */
export function submitThenMove<R>({ request, params }: ActionFunctionArgs, operation: Operation<R>, onSuccess: (result: R) => Move, options?: DoorOptions) {
  return answerForm(request, async (visit, input) => {
    const { notice, carry, ...moving } = onSuccess(await operation(visit.actor, { ...input, ...params }));
    // Whole seconds: browsers ignore the fraction.
    const headers = new Headers({ Refresh: `${Math.ceil(moving.afterMs / 1000)};url=${moving.to}` });
    // Named: with scripts this page asks for its own data once more before it moves.
    if (notice) headers.append("Set-Cookie", await flash({ ...notice, at: moving.to }));
    if (carry) headers.append("Set-Cookie", await carries(carry));
    return json<MovingOn>(moving, { headers });
  }, options);
}

/** The door of a form that the page itself answers, where a redirect would not be followed: mail programs post it too. */
export function submitInPlace<R extends object>({ request, params }: ActionFunctionArgs, operation: Operation<R>, options?: DoorOptions) {
  return answerForm(request, async (visit, input) => json(await operation(visit.actor, { ...input, ...params })), options);
}

/** The door of a form that is only tried out: the page again with what was typed and the operation's answer, which must change nothing. */
export function tryOut<R extends object>({ request, params }: ActionFunctionArgs, operation: Operation<R>, options?: DoorOptions) {
  return answerForm(request, async (visit, input, typed) => {
    const tried: TriedForm<R> = { values: keepable(typed), outcome: await operation(visit.actor, { ...input, ...params }) };
    return json(tried);
  }, options);
}

/** The door of a sign-in form. A refused attempt at the staff's door ends the session that the browser had. */
export async function submitSignIn({ request }: ActionFunctionArgs, door: SignInDoor) {
  const original = request.clone();
  return answerForm(request, async (_visit, input) => {
    try {
      const { found, wants } = await authenticator.authenticate(door, original);
      if (wants === "code") return redirect(signInCodePath, { status: seeOther, headers: await waitForCode(found) });
      return await letIn(request, found);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return failedForm(error, input, door === "staff" ? await end(request) : new Headers());
    }
  });
}

/** The door of the form for the code that some are asked for after the password. */
export function submitSignInCode({ request }: ActionFunctionArgs) {
  return answerForm(request, async (visit, input) => letIn(request, await finishSignIn(visit.actor, input)), { halfWay: true });
}

async function letIn(request: Request, found: SignedIn): Promise<Response> {
  const headers = await begin(request, found);
  // As a document, scripts or not: what works without a network (offline.ts) begins with a member's document alone.
  headers.set("X-Remix-Reload-Document", "true");
  return redirect(landingOf(found.person), { status: seeOther, headers });
}

/** The door of the sign-out form. */
export function submitSignOut({ request }: ActionFunctionArgs) {
  return answerForm(request, async () => redirect(home, { status: seeOther, headers: await end(request) }));
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

async function askLeniently<R>(operation: Operation<R>, visit: Visit, input: Input): Promise<{ view: R; errors: FieldErrors }> {
  try {
    return { view: await operation(visit.actor, input), errors: {} };
  } catch (error) {
    if (!(error instanceof Refusal) || error.reason !== "invalid" || !error.fields) throw error;
    const { fields } = error;
    const understood = Object.fromEntries(Object.entries(input).filter(([name]) => !(name in fields)));
    return { view: await operation(visit.actor, understood), errors: fields };
  }
}

async function answerForm(request: Request, perform: (visit: Visit, input: Input, typed: Input) => Promise<Response>, options: DoorOptions = {}): Promise<Response> {
  const { bodyLimit = usualLimit, byToken = false, goneTo, goneWhen = ["not-found"] } = options;
  // What the browser brought along besides is nobody's typing: it is never sent back.
  let typed: Input = {};
  try {
    if (!byToken) checkOrigin(request);
    if (request.method !== "POST") throw new Refusal("wrong-method", "A form is sent by POST.");
    typed = byToken ? await ignoreBody(request.clone(), bodyLimit) : await readForm(request.clone(), bodyLimit);
    const input = { ...typed, ...(await broughtAlong(request, options)) };
    return await perform(await whoAsks(request), input, typed);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (goneTo !== undefined && goneWhen.includes(error.reason)) return redirect(goneTo, { status: seeOther, headers: { "Set-Cookie": await flash({ text: error.message, tone: "bad" }) } });
    if (answers[error.reason].showsFormAgain) return failedForm(error, typed);
    throw refusedForm(error, typed);
  }
}
