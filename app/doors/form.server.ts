import type { ActionFunctionArgs } from "@remix-run/node";
import { json, redirect } from "@remix-run/node";
import type { DoorOptions, Success } from "./answers.server.ts";
import { answers, inputFromRequest, redirectAfter, seeOther } from "./answers.server.ts";
import type { SignInDoor } from "../auth.server.ts";
import { authenticator } from "../auth.server.ts";
import type { TimedRedirect, PreviewedForm } from "./form-state.ts";
import type { Input } from "./input.server.ts";
import { checkOrigin, ignoreBody, readForm, usualLimit } from "./input.server.ts";
import { finishSignIn } from "../models/sign-in/two-factor-challenge.server.ts";
import type { Operation } from "../models/operation.server.ts";
import type { SignedIn } from "../models/sign-in/session.server.ts";
import { home, landingOf, signInCodePath } from "../paths/paths.ts";
import { Refusal } from "../refusal.ts";
import { failedForm, withoutSecrets, refusedForm, refusePage } from "./refused.server.ts";
import type { Carried, Notice, Identity } from "../session.server.ts";
import { beginSessionFor, carryCookie, endSessionOf, flash, startChallenge, identify } from "../session.server.ts";

interface Move extends TimedRedirect {
  /** Shown where it leads. */
  notice?: Notice;
  /** What the next pages need to know and no URL may show. */
  carry?: Carried;
}

/** The door of a form: a 303 on success; on failure the page again with what was typed and what is wrong with it. */
export function submit<R>(args: ActionFunctionArgs, operation: Operation<R>, onSuccess: (result: R) => Success, options?: DoorOptions) {
  return answerForm(args, async (visit, input) => redirectAfter(args.request, onSuccess(await operation(visit.actor, input))), options);
}

/** The door of a form whose answer is shown once, in its place, but where `leadsTo` says where to go on. */
export function submitAndShow<R extends object>(args: ActionFunctionArgs, operation: Operation<R>, leadsTo: (result: R) => Success | null) {
  return answerForm(args, async (visit, input) => {
    const result = await operation(visit.actor, input);
    const success = leadsTo(result);
    return success === null ? json(result) : redirectAfter(args.request, success);
  });
}

/** The door of a form whose answer says what was done and moves on by itself: with scripts after `afterMs`, without them by a Refresh header. */
export function submitThenRedirectLater<R>(args: ActionFunctionArgs, operation: Operation<R>, onSuccess: (result: R) => Move, options?: DoorOptions) {
  return answerForm(args, async (visit, input) => {
    const { notice, carry, ...moving } = onSuccess(await operation(visit.actor, input));
    // Whole seconds: browsers ignore the fraction.
    const headers = new Headers({ Refresh: `${Math.ceil(moving.afterMs / 1000)};url=${moving.to}` });
    // Named: a page in another tab may be asked for before this one moves.
    if (notice) headers.append("Set-Cookie", await flash({ ...notice, at: moving.to }));
    if (carry) headers.append("Set-Cookie", await carryCookie(carry));
    return json<TimedRedirect>(moving, { headers });
  }, options);
}

/** The door of a form that the page itself answers, where a redirect would not be followed: mail programs post it too. */
export function submitInPlace<R extends object>(args: ActionFunctionArgs, operation: Operation<R>, options?: DoorOptions) {
  return answerForm(args, async (visit, input) => json(await operation(visit.actor, input)), options);
}

/** The door of a form that is only tried out: the page again with what was typed and the operation's answer, which must change nothing. */
export function preview<R extends object>(args: ActionFunctionArgs, operation: Operation<R>, options?: DoorOptions) {
  return answerForm(args, async (visit, input, typed) => {
    const tried: PreviewedForm<R> = { values: withoutSecrets(typed), outcome: await operation(visit.actor, input) };
    return json(tried);
  }, options);
}

/** The door of a sign-in form. A refused attempt at the staff's door ends the session that the browser had. */
export async function submitSignIn(args: ActionFunctionArgs, door: SignInDoor) {
  const { request } = args;
  const original = request.clone();
  return answerForm(args, async (_visit, input) => {
    try {
      const { found, wants } = await authenticator.authenticate(door, original);
      if (wants === "code") return redirect(signInCodePath, { status: seeOther, headers: await startChallenge(found) });
      return await startSession(request, found);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return failedForm(error, input, door === "staff" ? await endSessionOf(request) : new Headers());
    }
  });
}

/** The door of the form for the code that some are asked for after the password. */
export function submitSignInCode(args: ActionFunctionArgs) {
  return answerForm(args, async (visit, input) => startSession(args.request, await finishSignIn(visit.actor, input)), { challenge: true });
}

async function startSession(request: Request, found: SignedIn): Promise<Response> {
  const { headers } = await beginSessionFor(request, found);
  // As a document, scripts or not: what works without a network (offline.ts) begins with a member's document alone.
  headers.set("X-Remix-Reload-Document", "true");
  return redirect(landingOf(found.person), { status: seeOther, headers });
}

/** The door of the sign-out form. */
export function submitSignOut(args: ActionFunctionArgs) {
  return answerForm(args, async () => redirect(home, { status: seeOther, headers: await endSessionOf(args.request) }));
}

/** The door of a post to a page that has no form. Without it the framework answers, and names its routes. */
export function refuseForm(): never {
  return refusePage(new Refusal("wrong-method", "This page takes no form."));
}

async function answerForm({ request, params }: ActionFunctionArgs, perform: (visit: Identity, input: Input, typed: Input) => Promise<Response>, options: DoorOptions = {}): Promise<Response> {
  const { bodyLimit = usualLimit, byToken = false, goneTo, goneWhen = ["not-found"] } = options;
  // What the browser brought along besides is nobody's typing: it is never sent back.
  let typed: Input = {};
  try {
    if (!byToken) checkOrigin(request);
    if (request.method !== "POST") throw new Refusal("wrong-method", "A form is sent by POST.");
    typed = byToken ? await ignoreBody(request.clone(), bodyLimit) : await readForm(request.clone(), bodyLimit);
    const input = { ...typed, ...(await inputFromRequest(request, options)), ...params };
    return await perform(await identify(request), input, typed);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (goneTo !== undefined && goneWhen.includes(error.reason)) return redirect(goneTo, { status: seeOther, headers: { "Set-Cookie": await flash({ text: error.message, tone: "bad" }) } });
    if (answers[error.reason].showsFormAgain) return failedForm(error, typed);
    throw refusedForm(error, typed);
  }
}
