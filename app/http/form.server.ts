import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  createReadableStreamFromReadable,
  json,
  redirect,
} from "@remix-run/node";
import { type Archive, archiveStream } from "../downloads/archive.server.ts";
import { type SignInForm, authenticator } from "./auth.server.ts";
import type { Operation } from "../models/operation.server.ts";
import type { SignedIn } from "../models/sign-in/session.server.ts";
import { finishSignIn } from "../models/sign-in/two-factor-challenge.server.ts";
import { home, afterSignInPath, signInCodePath } from "../paths/paths.ts";
import { returnTo } from "../paths/return-to.ts";
import { Refusal } from "../refusal.ts";
import { type StartedReset, setCookie } from "../session/cookies.server.ts";
import type { Notice } from "../session/notice.ts";
import { endSessionOf, startChallenge, startSession } from "../session/session.server.ts";
import { type Success, answers, redirectAfter, seeOther } from "./answers.server.ts";
import type { PreviewedForm, TimedRedirect } from "./form-state.ts";
import { type FormOptions, type Incoming, readFormBody, receiveForm, receiveRead } from "./incoming.server.ts";
import type { Input } from "./input.server.ts";
import { failedForm, refusedForm, refuseFile, refusePage, withoutSecrets } from "./refused.server.ts";

/**
 * Routes with a form import both from here: the build sends browsers an empty file for each server module of a route.
 */
export { page } from "./page.server.ts";

interface NextPage extends TimedRedirect {
  /** Shown on the next page. */
  notice?: Notice;
  /** Goes to the next page in a cookie. */
  reset?: StartedReset;
  /** Filled in at the next login, by a cookie. */
  signInEmail?: string;
}

/** Takes a form: 303 on success, else the page again with what was typed and its errors. */
export function submit<R>(
  args: ActionFunctionArgs,
  operation: Operation<R>,
  onSuccess: (result: R) => Success,
  options?: FormOptions,
) {
  return answerForm(
    args,
    async ({ identity, input }) => redirectAfter(args.request, onSuccess(await operation(identity.actor, input))),
    options,
  );
}

/**
 * Takes one of several forms of a page: the end of its address names it, "" is the page itself. They share a route, so
 * that a failed one keeps what was typed. Refuses an unknown one.
 */
export function submitOneOf(
  name: string | undefined,
  forms: Readonly<Record<string, () => Promise<Response>>>,
): Promise<Response> {
  const form = new Map(Object.entries(forms)).get(name ?? "");
  return form === undefined ? refuseForm() : form();
}

/** Takes a form whose result is shown once, in its place. `redirectOf` gives a redirect for results that aren't. */
export function submitAndShow<R extends object>(
  args: ActionFunctionArgs,
  operation: Operation<R>,
  redirectOf: (result: R) => Success | null,
  options?: FormOptions,
) {
  return answerForm(
    args,
    async ({ identity, input }) => {
      const result = await operation(identity.actor, input);
      const success = redirectOf(result);
      return success === null ? json(result) : redirectAfter(args.request, success);
    },
    options,
  );
}

/** Takes a form that shows a message, then redirects: scripts after `afterMs`, without them a Refresh header. */
export function submitThenRedirectLater<R>(
  args: ActionFunctionArgs,
  operation: Operation<R>,
  onSuccess: (result: R) => NextPage,
  options?: FormOptions,
) {
  return answerForm(
    args,
    async ({ identity, input }) => {
      const { notice, reset, signInEmail, ...next } = onSuccess(await operation(identity.actor, input));
      // Rounded to whole seconds: browsers ignore the fraction.
      const headers = new Headers({ Refresh: `${Math.ceil(next.afterMs / 1000)};url=${next.to}` });
      // It carries its path: another tab may load a page before this one redirects.
      if (notice) headers.append("Set-Cookie", await setCookie.notice({ ...notice, at: next.to }));
      if (reset) headers.append("Set-Cookie", await setCookie.reset(reset));
      if (signInEmail) headers.append("Set-Cookie", await setCookie.signInEmail(signInEmail));
      return json<TimedRedirect>(next, { headers });
    },
    options,
  );
}

/** Takes a form without a redirect: mail programs post it too, and don't follow one. */
export function submitInPlace<R extends object>(
  args: ActionFunctionArgs,
  operation: Operation<R>,
  options?: FormOptions,
) {
  return answerForm(args, async ({ identity, input }) => json(await operation(identity.actor, input)), options);
}

/** Takes a preview: shows the page again with what was typed and the result of an operation that writes nothing. */
export function preview<R extends object>(args: ActionFunctionArgs, operation: Operation<R>, options?: FormOptions) {
  return answerForm(
    args,
    async ({ identity, input }, body) => {
      const previewed: PreviewedForm<R> = {
        values: withoutSecrets(body),
        outcome: await operation(identity.actor, input),
      };
      return json(previewed);
    },
    options,
  );
}

/** Takes a sign-in form. A refused attempt at the staff's form ends the browser's session. */
export async function submitSignIn(args: ActionFunctionArgs, form: SignInForm) {
  const { request } = args;
  const original = request.clone();
  return answerForm(args, async ({ cookies, input }) => {
    try {
      const { found, wants } = await authenticator.authenticate(form, original);
      if (wants === "code") return redirect(signInCodePath, { status: seeOther, headers: await startChallenge(found) });
      return await signIn(request, cookies, found);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return failedForm(error, input, form === "staff" ? await endSessionOf(request, cookies) : new Headers());
    }
  });
}

/** Takes the form for the two-factor code. */
export function submitSignInCode(args: ActionFunctionArgs) {
  return answerForm(
    args,
    async ({ identity, cookies, input }) => signIn(args.request, cookies, await finishSignIn(identity.actor, input)),
    { cookies: ["challenge"] },
  );
}

async function signIn(request: Request, cookies: Incoming["cookies"], found: SignedIn): Promise<Response> {
  const { headers } = await startSession(request, cookies, found);
  // A new document even with scripts: offline copies (offline.ts) begin with one.
  headers.set("X-Remix-Reload-Document", "true");
  const back = cookies.returnPath === null ? null : returnTo(cookies.returnPath);
  if (back) headers.append("Set-Cookie", await setCookie.returnPath(null));
  return redirect(afterSignInPath(found.person, back?.path), { status: seeOther, headers });
}

/** Takes the sign-out form. */
export function submitSignOut(args: ActionFunctionArgs) {
  return answerForm(args, async ({ cookies }) =>
    redirect(home, { status: seeOther, headers: await endSessionOf(args.request, cookies) }),
  );
}

/** Takes a form whose answer is a file, written while it is sent. A refusal is a plain text. */
export async function submitForArchive(args: ActionFunctionArgs, operation: Operation<Archive>): Promise<Response> {
  const open = async () => {
    const { identity, input } = await receiveForm(args, await readFormBody(args.request, {}), {});
    return operation(identity.actor, input);
  };
  const archive = await open().catch(refuseFile);
  return new Response(createReadableStreamFromReadable(archiveStream(archive, args.request)), {
    headers: {
      "Content-Type": "application/zip",
      "Content-Disposition": `attachment; filename="${archive.name}"`,
    },
  });
}

/** Refuses to show an address that only takes forms. */
export async function refuseReading(args: LoaderFunctionArgs): Promise<never> {
  await receiveRead(args).catch(refuseFile);
  return refuseFile(new Refusal("wrong-method", "This address only accepts forms."));
}

/** Refuses a post to a page without a form. Without it the framework's own answer names its routes. */
export function refuseForm(): never {
  return refusePage(new Refusal("wrong-method", "This page does not accept forms."));
}

async function answerForm(
  args: ActionFunctionArgs,
  perform: (incoming: Incoming, body: Input) => Promise<Response>,
  options: FormOptions = {},
): Promise<Response> {
  const { goneTo, goneWhen = ["not-found"] } = options;
  let body: Input = {};
  try {
    body = await readFormBody(args.request, options);
    return await perform(await receiveForm(args, body, options), body);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (goneTo !== undefined && goneWhen.includes(error.reason))
      return redirect(goneTo, {
        status: seeOther,
        headers: { "Set-Cookie": await setCookie.notice({ text: error.message, tone: "bad" }) },
      });
    if (answers[error.reason].showsFormAgain) return failedForm(error, body);
    throw refusedForm(error, body);
  }
}
