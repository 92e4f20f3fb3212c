import type { LoaderFunctionArgs } from "@remix-run/node";
import type { z } from "zod";
import { authenticator } from "./auth.server.ts";
import { logError } from "../log.server.ts";
import type { Operation } from "../models/operation.server.ts";
import { codeRequest, requestResetCodeByCall } from "../models/password-reset/reset-request.server.ts";
import { issueApiToken } from "../models/sign-in/api-token.server.ts";
import { checkCredentials, expectNoCode } from "../models/sign-in/sign-in.server.ts";
import type { Ability } from "../policy.ts";
import { Refusal } from "../refusal.ts";
import { setCookie } from "../session/cookies.server.ts";
import { captureReferral } from "../session/referral.server.ts";
import { endSessionOf, startSession } from "../session/session.server.ts";
import {
  answers,
  asJson,
  createdRow,
  done,
  invalidForm,
  refusalForPath,
  refusalHeaders,
  taggedAnswer,
  tagOf,
  unexpected,
} from "./answers.server.ts";
import { type FormOptions, type Incoming, receiveCall } from "./incoming.server.ts";
import * as shapes from "./shapes.server.ts";

export type Method = "GET" | "POST" | "PUT" | "DELETE";
type Answering = (incoming: Incoming, request: Request) => Promise<Response>;

/** Describes a verb for /api/openapi.json. */
export interface Call {
  summary: string;
  ability: Ability;
  /** The query of a GET, else the body. */
  input: z.ZodType;
  answer: z.ZodType;
  status: number;
  /** Request headers, with their descriptions. */
  reads?: Readonly<Record<string, string>>;
  /** True where a Link header has the next page. */
  paged?: boolean;
  /** True where the answer has an ETag, so that If-None-Match gives 304. */
  tagged?: boolean;
}

export interface Verb extends Answering {
  readonly call: Call;
}

type Verbs = Partial<Record<Method, Verb>>;

/** Every resource by its path, for /api/openapi.json. */
export const resources = new Map<string, { verbs: Verbs; options: FormOptions }>();

export const codeHeader: Readonly<Record<string, string>> = { "X-Affiliate-Ref": "An affiliate's code." };

/** Answers the calls of a resource of the JSON API, for routes without a view. `path` is the route's own, with ids in braces. */
export function endpoint(path: string, verbs: Verbs, options: FormOptions = {}) {
  resources.set(path, { verbs, options });
  const answer = async (args: LoaderFunctionArgs): Promise<Response> => {
    const { request } = args;
    try {
      const method = request.method === "HEAD" ? "GET" : request.method;
      const verb = isMethod(method) ? verbs[method] : undefined;
      if (!verb)
        throw Object.keys(verbs).length === 0
          ? refusalForPath(request)
          : new Refusal("wrong-method", "There is nothing here for that method.");
      return await verb(await receiveCall(args, verb.call.ability, options), request);
    } catch (error) {
      return refuseCall(error, request, Object.keys(verbs));
    }
  };
  return { loader: answer, action: answer };
}

/** A verb with an answer of its own kind. */
export function verb(call: Call, answering: Answering): Verb {
  return Object.assign(answering, { call });
}

/** Answers 200 with the operation's result. `input` replaces the operation's schema in the description. */
export function shows<R>(
  summary: string,
  operation: Operation<R>,
  answer: z.ZodType<NoInfer<R>>,
  input = operation.schema,
): Verb {
  return verb(callOf(summary, operation, answer, { input }), async ({ identity, input }) =>
    asJson(await operation(identity.actor, input)),
  );
}

/** Answers with a version and its ETag: clients poll it every 30 seconds. */
export function showsVersion(
  summary: string,
  operation: Operation<{ version: string }>,
  answer: z.ZodType<{ version: string }>,
): Verb {
  return verb(callOf(summary, operation, answer, taggedCall), async ({ identity, input }, request) => {
    const view = await operation(identity.actor, input);
    return asTagged(view.version, view, request);
  });
}

/** Answers with an ETag: the operation's `tag`, or one of the bytes of what it shows where that is null. */
export function showsTagged<R>(
  summary: string,
  operation: Operation<{ tag: string | null; view: R }>,
  answer: z.ZodType<NoInfer<R>>,
): Verb {
  return verb(callOf(summary, operation, answer, taggedCall), async ({ identity, input }, request) => {
    const { tag, view } = await operation(identity.actor, input);
    return asTagged(tag ?? tagOf(JSON.stringify(view)), view, request);
  });
}

/** Answers 201 with the new row. */
export function creates<R>(summary: string, operation: Operation<R>, answer: z.ZodType<NoInfer<R>>): Verb {
  return verb(callOf(summary, operation, answer, { status: createdRow }), async ({ identity, input }) =>
    asJson(await operation(identity.actor, input), { status: createdRow }),
  );
}

/** Answers `{"ok":true}`. */
export function carriesOut<R>(summary: string, operation: Operation<R>): Verb {
  return verb(callOf(summary, operation, shapes.done), async ({ identity, input }) => {
    await operation(identity.actor, input);
    return asJson({ ok: true });
  });
}

/** Answers with an array, and a Link header for the next page. */
export function lists<Row>(
  summary: string,
  operation: Operation<{ rows: Row[]; next: number | null }>,
  row: z.ZodType<NoInfer<Row>>,
): Verb {
  return verb(callOf(summary, operation, row.array(), { paged: true }), async ({ identity, input }, request) => {
    const { rows, next } = await operation(identity.actor, input);
    const headers = new Headers();
    if (next !== null) headers.set("Link", `<${nextPageOf(request, next)}>; rel="next"`);
    return asJson(rows, { headers });
  });
}

/** Answers with each row; with 422 or 409, and nothing written, when it is refused. `input` describes the body. */
export function importsRows<R extends { refused: "failed" | "unconfirmed" | null; rows: unknown[]; counts: object }>(
  summary: string,
  operation: Operation<R>,
  input: z.ZodType,
): Verb {
  return verb(callOf(summary, operation, shapes.importResult, { input }), async ({ identity, input: sent }) => {
    const { rows, counts, refused } = await operation(identity.actor, sent);
    if (refused === null) return asJson({ rows, counts });
    const { status, error } = importRefusals[refused];
    return asJson({ error, rows, counts }, { status });
  });
}

const importRefusals = {
  failed: { status: invalidForm, error: "Nothing was imported: some rows are refused." },
  unconfirmed: { status: answers.unconfirmed.status, error: "Nothing was imported: some rows have warnings." },
} as const;

/** A webhook, authenticated by a signature over the raw body. */
export function receivesWebhook<R>(
  summary: string,
  operation: Operation<R>,
  answer: z.ZodType<NoInfer<R>>,
  signatureHeader: string,
): Verb {
  const call = callOf(summary, operation, answer, {
    input: shapes.report,
    reads: { [signatureHeader]: "The signature over the body." },
  });
  return verb(call, async ({ identity }, request) =>
    asJson(
      await operation(identity.actor, {
        body: await request.text(),
        signature: request.headers.get(signatureHeader) ?? "",
      }),
    ),
  );
}

/** Answers with the person and a bearer, and sets the session cookie. */
export const signsIn = verb(
  callOf("Sign in", checkCredentials, shapes.signedInPerson),
  async ({ cookies }, request) => {
    const found = expectNoCode(await authenticator.authenticate("member", request));
    const { session, headers } = await startSession(request, cookies, found);
    const { id, name, email, role } = found.person;
    return asJson(
      { id, name, phone: found.phone, email, role, token: await issueApiToken(found.person, session) },
      { headers },
    );
  },
);

/** A browser that asked on the page keeps its cookie; a program gets the token in the answer. */
export const asksForCode = verb(
  callOf("Ask for a code to reset a password", requestResetCodeByCall, shapes.codeAsked, { input: codeRequest }),
  async ({ identity, input }) => {
    const reset = await requestResetCodeByCall(identity.actor, input);
    if (reset.reset_token === input.reset_token)
      return asJson({ ok: true }, { headers: { "Set-Cookie": await setCookie.reset(reset) } });
    return asJson({ ok: true, reset_token: reset.reset_token });
  },
);

/** Counts a visit by the same rule as the pages. The answer is the same for every code. */
export const tracksVisit = verb(
  {
    summary: "Count a visit through an affiliate's link",
    ability: "visit.record",
    input: shapes.nothing,
    answer: shapes.done,
    status: done,
    reads: codeHeader,
  },
  async ({ identity, cookies }, request) => {
    const headers = new Headers();
    for (const cookie of await captureReferral(request, cookies, identity)) headers.append("Set-Cookie", cookie);
    return asJson({ ok: true }, { headers });
  },
);

export const signsOut = verb(
  { summary: "Sign out", ability: "session.end", input: shapes.nothing, answer: shapes.done, status: done },
  async ({ cookies }, request) => asJson({ ok: true }, { headers: await endSessionOf(request, cookies) }),
);

function callOf<R>(
  summary: string,
  { ability, schema }: Operation<R>,
  answer: z.ZodType,
  own: Partial<Call> = {},
): Call {
  return { summary, ability, input: schema, answer, status: done, ...own };
}

function refuseCall(error: unknown, request: Request, methods: string[]): Response {
  if (!(error instanceof Refusal)) {
    // A client that disconnects while sending is not an error.
    if (!request.signal.aborted) logError("The call failed", error, request);
    return asJson({ error: "Something went wrong on our side." }, { status: unexpected });
  }
  const headers = refusalHeaders(error);
  if (error.reason === "wrong-method")
    headers.set("Allow", methods.includes("GET") ? [...methods, "HEAD"].join(", ") : methods.join(", "));
  const { status } = answers[error.reason];
  // RFC 9110, 15.5.2: some clients reject a 401 without it.
  if (status === answers["signed-out"].status) headers.set("WWW-Authenticate", "Bearer");
  const body = {
    error: error.message,
    ...(error.reason === "invalid" ? { fields: error.fields ?? {} } : {}),
    ...(error.warnings ? { warnings: error.warnings } : {}),
  };
  return asJson(error.twoFactor ? { ...body, two_factor: true } : body, { status, headers });
}

const taggedCall = { reads: { "If-None-Match": "The ETag of the last answer." }, tagged: true } as const;

function asTagged(tag: string, view: unknown, request: Request): Response {
  return taggedAnswer(tag, request, (headers) => asJson(view, { headers }));
}

function nextPageOf(request: Request, before: number): string {
  const url = new URL(request.url);
  url.searchParams.set("before", String(before));
  return `${url.pathname}${url.search}`;
}

function isMethod(text: string): text is Method {
  return text === "GET" || text === "POST" || text === "PUT" || text === "DELETE";
}
