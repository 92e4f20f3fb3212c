import type { LoaderFunctionArgs } from "@remix-run/node";
import type { z } from "zod";
import type { DoorOptions } from "./answers.server.ts";
import { answers, arrive, asJson, inputFromRequest, createdRow, done, refusalHeaders, refusalForPath, unchanged, unexpected } from "./answers.server.ts";
import { authenticator } from "../auth.server.ts";
import type { Input } from "./input.server.ts";
import { readJson, usualLimit } from "./input.server.ts";
import { logError } from "../log.server.ts";
import type { Operation } from "../models/operation.server.ts";
import { codeRequest, requestResetCodeByCall } from "../models/sign-in/reset-request.server.ts";
import { issueApiToken } from "../models/sign-in/session.server.ts";
import * as shapes from "./shapes.server.ts";
import { checkCredentials, expectNoCode } from "../models/sign-in/sign-in.server.ts";
import type { Ability } from "../policy.ts";
import { captureReferral } from "./referral.server.ts";
import { Refusal } from "../refusal.ts";
import type { Identity } from "../session.server.ts";
import { beginSessionFor, carryCookie, endSessionOf, identify } from "../session.server.ts";

export type Method = "GET" | "POST" | "PUT" | "DELETE";
type Answering = (visit: Identity, input: Input, request: Request) => Promise<Response>;

/** What a verb is, for the API's description of itself. */
export interface Call {
  /** In a few words, for whoever looks for a call. */
  summary: string;
  ability: Ability;
  /** Of a GET what the query can say, else what the body can. */
  input: z.ZodType;
  answer: z.ZodType;
  status: number;
  /** The headers that it reads, and what they say. */
  reads?: Readonly<Record<string, string>>;
  /** True where a Link header says where the next page begins. */
  paged?: boolean;
  /** True where the answer has an ETag, and whoever sends that along (If-None-Match) gets a 304 while nothing has changed. */
  tagged?: boolean;
}

export interface Verb extends Answering {
  readonly call: Call;
}

type Verbs = Partial<Record<Method, Verb>>;

/** Every resource by its path, as the routes declared them. */
export const resources = new Map<string, { verbs: Verbs; options: DoorOptions }>();

export const codeHeader: Readonly<Record<string, string>> = { "X-Affiliate-Ref": "An affiliate's code." };

/** The doors of a resource of the JSON API: what each method does. Only for routes without a view; the path is the route's own, ids in braces. */
export function endpoint(path: string, verbs: Verbs, options: DoorOptions = {}) {
  const { bodyLimit = usualLimit } = options;
  resources.set(path, { verbs, options });
  const answer = async ({ request, params }: LoaderFunctionArgs): Promise<Response> => {
    try {
      const method = request.method === "HEAD" ? "GET" : request.method;
      const verb = isMethod(method) ? verbs[method] : undefined;
      if (!verb) throw Object.keys(verbs).length === 0 ? refusalForPath(request) : new Refusal("wrong-method", "There is nothing here for that method.");
      const arrived = await arrive(request);
      const fields = method === "GET" ? arrived.query : await readJson(request.clone(), bodyLimit);
      // A body can take half a minute: whoever was suspended or signed out meanwhile must not have it carried out.
      const visit = method === "GET" ? arrived.visit : await identify(request);
      return await verb(visit, { ...fields, ...params, ...(await inputFromRequest(request, options)) }, request);
    } catch (error) {
      return refuseCall(error, request, Object.keys(verbs));
    }
  };
  return { loader: answer, action: answer };
}

/** A verb of its own kind: what describes it, and what answers. */
export function verb(call: Call, answering: Answering): Verb {
  return Object.assign(answering, { call });
}

/** Shows the operation's result, which has the shape of `answer`. `input` where the operation's own schema says less than its callers need. */
export function shows<R>(summary: string, operation: Operation<R>, answer: z.ZodType<NoInfer<R>>, input = operation.schema): Verb {
  return verb(callOf(summary, operation, answer, { input }), async (visit, input) => asJson(await operation(visit.actor, input)));
}

/** Shows a version. To who has it already, by If-None-Match, an answer says no more than that: it is asked for every half minute. */
export function showsVersion(summary: string, operation: Operation<{ version: string }>, answer: z.ZodType<{ version: string }>): Verb {
  return verb(callOf(summary, operation, answer, { reads: { "If-None-Match": "The ETag of the last answer." }, tagged: true }), async (visit, input, request) => {
    const view = await operation(visit.actor, input);
    const headers = { ETag: `"${view.version}"` };
    return isKnown(headers.ETag, request) ? new Response(null, { status: unchanged, headers }) : asJson(view, { headers });
  });
}

/** Shows what was made of it. */
export function creates<R>(summary: string, operation: Operation<R>, answer: z.ZodType<NoInfer<R>>): Verb {
  return verb(callOf(summary, operation, answer, { status: createdRow }), async (visit, input) => asJson(await operation(visit.actor, input), { status: createdRow }));
}

/** Carries it out, and says no more than that. */
export function carriesOut<R>(summary: string, operation: Operation<R>): Verb {
  return verb(callOf(summary, operation, shapes.done), async (visit, input) => {
    await operation(visit.actor, input);
    return asJson({ ok: true });
  });
}

/** A list as an array; where the next page begins stands in a Link header. */
export function lists<Row>(summary: string, operation: Operation<{ rows: Row[]; next: number | null }>, row: z.ZodType<NoInfer<Row>>): Verb {
  return verb(callOf(summary, operation, row.array(), { paged: true }), async (visit, input, request) => {
    const { rows, next } = await operation(visit.actor, input);
    const headers = new Headers();
    if (next !== null) headers.set("Link", `<${nextPageOf(request, next)}>; rel="next"`);
    return asJson(rows, { headers });
  });
}

/** A report whose sender is known by a signature over the body as it was sent. */
export function receivesWebhook<R>(summary: string, operation: Operation<R>, answer: z.ZodType<NoInfer<R>>, signatureHeader: string): Verb {
  const call = callOf(summary, operation, answer, { input: shapes.report, reads: { [signatureHeader]: "The signature over the body." } });
  return verb(call, async (visit, _input, request) => asJson(await operation(visit.actor, { body: await request.text(), signature: request.headers.get(signatureHeader) ?? "" })));
}

/** Signs in: the person with a bearer, and the session cookie beside it. */
export const signsIn = verb(callOf("Sign in", checkCredentials, shapes.signedInPerson), async (_visit, _input, request) => {
  const found = expectNoCode(await authenticator.authenticate("member", request));
  const { session, headers } = await beginSessionFor(request, found);
  const { id, name, email, role } = found.person;
  return asJson({ id, name, phone: found.phone, email, role, token: await issueApiToken(found.person, session) }, { headers });
});

/** Asks for a reset code. A browser that asked on the page before keeps its cookie; a program gets a token for the code. */
export const asksForCode = verb(callOf("Ask for a code to reset a password", requestResetCodeByCall, shapes.codeAsked, { input: codeRequest }), async (visit, input) => {
  const carried = await requestResetCodeByCall(visit.actor, input);
  if (carried.reset_token === input.reset_token) return asJson({ ok: true }, { headers: { "Set-Cookie": await carryCookie(carried) } });
  return asJson({ ok: true, reset_token: carried.reset_token });
});

/** Counts a visit with the affiliate's code of the header, by the rule of the pages. Answers the same whatever became of it. */
export const tracksVisit = verb({ summary: "Count a visit through an affiliate's link", ability: "visit.record", input: shapes.nothing, answer: shapes.done, status: done, reads: codeHeader }, async (visit, _input, request) => {
  const headers = new Headers();
  for (const cookie of await captureReferral(request, visit)) headers.append("Set-Cookie", cookie);
  return asJson({ ok: true }, { headers });
});

export const signsOut = verb({ summary: "Sign out", ability: "session.end", input: shapes.nothing, answer: shapes.done, status: done }, async (_visit, _input, request) => asJson({ ok: true }, { headers: await endSessionOf(request) }));

/** What a verb is that carries out an operation, but for what its kind does in its own way. */
function callOf<R>(summary: string, { ability, schema }: Operation<R>, answer: z.ZodType, own: Partial<Call> = {}): Call {
  return { summary, ability, input: schema, answer, status: done, ...own };
}

function refuseCall(error: unknown, request: Request, methods: string[]): Response {
  if (!(error instanceof Refusal)) {
    // Whoever left in the middle of sending is no failure.
    if (!request.signal.aborted) logError("The call failed", error, request);
    return asJson({ error: "Something went wrong on our side." }, { status: unexpected });
  }
  const headers = refusalHeaders(error);
  if (error.reason === "wrong-method") headers.set("Allow", methods.includes("GET") ? [...methods, "HEAD"].join(", ") : methods.join(", "));
  const { status } = answers[error.reason];
  // As RFC 9110, 15.5.2 asks: some clients take a 401 without it for a broken answer.
  if (status === answers["signed-out"].status) headers.set("WWW-Authenticate", "Bearer");
  const body = error.reason === "invalid" ? { error: error.message, fields: error.fields ?? {} } : { error: error.message };
  return asJson(error.twoFactor ? { ...body, two_factor: true } : body, { status, headers });
}

/** As RFC 9110, 13.1.2 compares: one of several, any, or a weak one. */
function isKnown(tag: string, { headers }: Request): boolean {
  const known = (headers.get("if-none-match") ?? "").split(",").map((each) => each.trim().replace(/^W\/(?=")/, ""));
  return known.includes(tag) || known.includes("*");
}

function nextPageOf(request: Request, before: number): string {
  const url = new URL(request.url);
  url.searchParams.set("before", String(before));
  return `${url.pathname}${url.search}`;
}

function isMethod(text: string): text is Method {
  return text === "GET" || text === "POST" || text === "PUT" || text === "DELETE";
}
