/** The API's description (OpenAPI 3.1), generated from what the routes declare. */
import { z } from "zod";
import { describeEvents } from "./alert-shapes.server.ts";
import { answers, done, invalidForm, unchanged, unexpected } from "./answers.server.ts";
import { type Call, type Verb, codeHeader, resources, verb } from "./api.server.ts";
import { usualLimit } from "./input.server.ts";
import type { FormOptions } from "./incoming.server.ts";
import * as recordShapes from "./record-shapes.server.ts";
import { type Schema, inputOf, isEmpty, isNeeded, outputOf, rowsIn, withNulls, without } from "./json-schema.server.ts";
import * as shapes from "./shapes.server.ts";
import { type Ability, can, isOpen, memberRole, roleAbilities, roleLabel, scopesWith } from "../policy.ts";
import type { Reason } from "../refusal.ts";
import { sessionCookieName } from "../session/cookies.server.ts";
import { siteName } from "../site.ts";

type Text = Readonly<Record<string, unknown>>;

const about = [
  'Errors are {"error": "…"}, for invalid input with "fields". A call that changes something is refused from another site\'s pages (Sec-Fetch-Site, Origin);',
  "with a cookie it must come from the product's own pages, with a bearer it need not. Bodies are JSON objects. A body may also have what a form sends: numbers as digits, an empty text for no value.",
].join(" ");

const license = { name: "All rights reserved", identifier: "LicenseRef-all-rights-reserved" } as const;

const { nothing: _nothing, report: _report, ...outward } = shapes;
const names = new Map<z.ZodType, string>(
  Object.entries({ ...outward, ...recordShapes }).map(([name, shape]) => [
    shape,
    name.charAt(0).toUpperCase() + name.slice(1),
  ]),
);

/** The tags, each with the first words of its paths. */
const subjects = [
  { name: "picks", description: "The picks and their record.", paths: ["picks", "propicks"] },
  { name: "record", description: "The public record and its ledger, for everybody.", paths: ["record"] },
  { name: "results", description: "Results of games, by which picks are graded.", paths: ["results"] },
  { name: "card", description: "A member's saved picks.", paths: ["member-picks", "member-propicks"] },
  { name: "texts", description: "The side column, the glossary and the tips.", paths: ["sidebar", "learn", "tips"] },
  {
    name: "sign-in",
    description: "Signing up, in and out, and password resets.",
    paths: ["signup", "log-purchase", "login", "logout", "request-otp", "verify-otp"],
  },
  {
    name: "accounts",
    description: "Your own account and settings; all accounts for superadmins.",
    paths: ["users", "settings", "news-settings", "alert-devices", "sessions", "own-data", "break"],
  },
  { name: "affiliates", description: "Affiliates and their visits.", paths: ["affiliates", "track-visit"] },
  { name: "keys", description: "Keys for programs.", paths: ["keys"] },
  { name: "channels", description: "The operator's chats and outgoing webhooks.", paths: ["channels"] },
  { name: "deliveries", description: "What became of mails, alerts and posts, for staff.", paths: ["deliveries"] },
  { name: "audit", description: "The audit trail.", paths: ["audit"] },
  { name: "payment", description: "Webhooks of the payment service.", paths: ["stripe"] },
  { name: "api", description: "The API itself.", paths: ["openapi.json"] },
] as const;

const rowId = { type: "integer", minimum: 1, maximum: Number.MAX_SAFE_INTEGER } as const;
const anyCall: readonly Reason[] = ["signed-out", "wrong-host", "busy"];
const unsafeCall: readonly Reason[] = [
  "malformed",
  "invalid",
  "foreign-origin",
  "conflict",
  "too-large",
  "wrong-type",
  "too-many",
  "not-found",
];

const again = { "Retry-After": "Seconds until another try can succeed." };
/** Response headers by status. */
const refusalHeaders: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  401: { "WWW-Authenticate": "Bearer." },
  429: again,
  503: again,
};

let text: string | undefined;

/** Answers with the description, generated once: it is the same for every caller. */
export const describesItself: Verb = verb(
  {
    summary: "Read this description",
    ability: "site.read",
    input: shapes.nothing,
    answer: shapes.description,
    status: done,
  },
  async () => {
    text ??= JSON.stringify(describeApi());
    return new Response(text, { headers: { "Content-Type": "application/json; charset=utf-8" } });
  },
);

function describeApi(): Text {
  const described = [...resources]
    .filter(([, { verbs }]) => Object.keys(verbs).length > 0)
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  return {
    openapi: "3.1.0",
    info: { title: `${siteName()} API`, version: "1", description: about, contact: { name: siteName() }, license },
    // Relative, so it doesn't depend on the host name.
    servers: [{ url: "/" }],
    tags: subjects.map(({ name, description }) => ({ name, description })),
    paths: Object.fromEntries(
      described.map(([path, { verbs, options }]) => [
        path,
        Object.fromEntries(
          Object.entries(verbs).map(([method, { call }]) => [
            method.toLowerCase(),
            describeCall(
              method,
              path,
              options.cookies?.includes("referral") ? { ...call, reads: codeHeader } : call,
              options,
            ),
          ]),
        ),
      ]),
    ),
    webhooks: describeEvents(),
    components: {
      schemas: Object.fromEntries([...names].map(([shape, name]) => [name, outputOf(shape)])),
      responses: Object.fromEntries(
        refusalsByStatus().map(([status, reasons]) => [
          `Refused${status}`,
          { description: reasons, ...headersNamed(refusalHeaders[status]), content: asJson(refTo(shapes.failure)) },
        ]),
      ),
      securitySchemes: {
        bearer: {
          type: "http",
          scheme: "bearer",
          description:
            "The token of POST /api/login, valid for seven days, for staff until 12 hours without a call. Revoked with its sign-in.",
        },
        key: {
          type: "http",
          scheme: "bearer",
          description: "A key for programs, key_…, until it is revoked. At most 600 calls an hour.",
        },
        session: { type: "apiKey", in: "cookie", name: sessionCookieName },
      },
    },
  };
}

function describeCall(
  method: string,
  path: string,
  call: Call,
  { bodyLimit = usualLimit, takesRows, query = [] }: FormOptions,
): Text {
  const input = inputOf(call.input);
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const inQuery = Object.keys(input.properties ?? {}).filter((name) =>
    method === "GET" ? !inPath.includes(name) : query.includes(name),
  );
  const parameters = [
    ...inPath.map((name) => ({ name, in: "path", required: true, schema: rowId })),
    ...inQuery.map((name) => ({
      name,
      in: "query",
      required: input.required?.includes(name) ?? false,
      schema: input.properties?.[name],
    })),
    ...Object.entries(call.reads ?? {}).map(([name, description]) => ({
      name,
      in: "header",
      required: false,
      description,
      schema: { type: "string" },
    })),
  ];
  const body = takesRows
    ? rowsIn(input)
    : method === "GET"
      ? null
      : without(withNulls(input, call.input), call.reads === codeHeader ? [...inPath, "ref_code"] : inPath);
  const refusals = reasonsOf(method, path, call.ability, input).map((reason) => String(answers[reason].status));
  return {
    operationId: `${method.toLowerCase()}${path
      .split(/\W+/)
      .slice(2)
      .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
      .join("")}`,
    tags: [subjectOf(path)],
    summary: call.summary,
    ...whoMay(call.ability),
    ...(parameters.length > 0 && { parameters }),
    ...(body &&
      !isEmpty(body) && {
        requestBody: {
          required: isNeeded(body),
          description: `At most ${bodyLimit / 1024} KB.`,
          content: asJson(body),
        },
      }),
    responses: {
      [call.status]: { description: "Done.", ...headersOf(call), content: asJson(answerOf(call.answer)) },
      ...(call.tagged && { [unchanged]: { description: "Not modified." } }),
      ...Object.fromEntries(
        [...new Set([...refusals, String(unexpected)])]
          .toSorted()
          .map((status) => [status, { $ref: `#/components/responses/Refused${status}` }]),
      ),
      // A refused import answers with its rows.
      ...(takesRows && {
        [answers.unconfirmed.status]: { description: "Nothing was written.", content: asJson(answerOf(call.answer)) },
        [invalidForm]: { description: "Nothing was written.", content: asJson(answerOf(call.answer)) },
      }),
    },
  };
}

function subjectOf(path: string): string | undefined {
  const word = path.split("/")[2];
  return subjects.find(({ paths }) => paths.some((each) => each === word))?.name ?? word;
}

function headersOf({ paged, tagged }: Call): Text {
  return headersNamed({
    ...(paged && { Link: "Where the next page begins, if there is one." }),
    ...(tagged && { ETag: "Names what is shown." }),
  });
}

function headersNamed(headers: Readonly<Record<string, string>> = {}): Text {
  const described = Object.entries(headers).map(([name, description]) => [
    name,
    { description, schema: { type: "string" } },
  ]);
  return described.length === 0 ? {} : { headers: Object.fromEntries(described) };
}

function reasonsOf(method: string, path: string, ability: Ability, input: Schema): Reason[] {
  const reasons =
    method !== "GET" ? unsafeCall : isEmpty(input) ? (["malformed"] as const) : (["malformed", "invalid"] as const);
  return [
    ...anyCall,
    ...reasons,
    ...(isOpen(ability) ? [] : (["forbidden"] as const)),
    ...(path.includes("{") || "pick_id" in (input.properties ?? {}) ? (["not-found"] as const) : []),
  ];
}

function whoMay(ability: Ability): Text {
  if (isOpen(ability))
    return { description: "For everybody.", "x-ability": ability, security: [{}, { bearer: [] }, { session: [] }] };
  const roles = roleAbilities[ability];
  const ended =
    roles.includes(memberRole) && !can({ role: memberRole, lapsed: true }, ability)
      ? ", not after a membership has ended or during a break"
      : "";
  const keyScopes = scopesWith(ability);
  const keys = keyScopes.length === 0 ? "" : ` Also for keys with the scope ${keyScopes.join(" or ")}.`;
  return {
    description: `For ${roles.map(roleLabel).join(", ")}${ended}.${keys}`,
    "x-ability": ability,
    "x-roles": roles,
    ...(keyScopes.length > 0 && { "x-scopes": keyScopes }),
    security: [{ bearer: [] }, { session: [] }, ...(keyScopes.length > 0 ? [{ key: [] }] : [])],
  };
}

function refusalsByStatus(): [string, string][] {
  // Only described methods are listed, so none of them answers 405.
  const statuses = [...new Set(Object.values(answers).map(({ status }) => status))].filter(
    (status) => status !== answers["wrong-method"].status,
  );
  const reasonsFor = (status: number) =>
    Object.entries(answers)
      .filter((each) => each[1].status === status)
      .map(([reason]) => reason)
      .join(", ");
  return [
    ...statuses.map((status): [string, string] => [String(status), reasonsFor(status)]),
    [String(unexpected), "unexpected"],
  ];
}

function answerOf(shape: z.ZodType): Schema {
  if (names.has(shape)) return refTo(shape);
  return shape instanceof z.ZodArray && shape.element instanceof z.ZodType && names.has(shape.element)
    ? { type: "array", items: refTo(shape.element) }
    : outputOf(shape);
}

function refTo(shape: z.ZodType): Schema {
  return { $ref: `#/components/schemas/${names.get(shape)}` };
}

function asJson(schema: Schema): Text {
  return { "application/json": { schema } };
}
