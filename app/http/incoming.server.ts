import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { type RequestCookies, readCookies, setCookie } from "../session/cookies.server.ts";
import { type Identity, identify } from "../session/identity.server.ts";
import { captureReferral, referralOf } from "../session/referral.server.ts";
import { countKeyCall } from "../models/sign-in/program-key.server.ts";
import { keyText } from "../models/operation.server.ts";
import { type Ability, keyCan } from "../policy.ts";
import { type Reason, Refusal } from "../refusal.ts";
import {
  type Input,
  checkOrigin,
  ignoreBody,
  readForm,
  readJson,
  readJsonRows,
  readQuery,
  usualLimit,
} from "./input.server.ts";

/**
 * Everything that is read of a request. The input is the query or the body, then cookies, then the path's parameters:
 * the last one wins.
 */
export interface Incoming {
  identity: Identity;
  cookies: RequestCookies;
  input: Input;
}

type CookieInput = "challenge" | "reset" | "reset-token" | "referral" | "sign-in-email";

export interface FormOptions {
  /** Query parameters of a form's address that belong to its input; '' for an absent one. */
  query?: readonly string[];
  /** In bytes. */
  bodyLimit?: number;
  /** The most fields of a form. */
  fieldLimit?: number;
  /** True where the body is an array: the input's `rows`. */
  takesRows?: boolean;
  /** Query parameters that a page remembers for the next visit without them. */
  remembers?: readonly string[];
  /**
   * The cookies that the input takes: `challenge`; `email`, `reset_token` and `done`; `reset_token` alone; `ref_code`;
   * `email`.
   */
  cookies?: readonly CookieInput[];
  /**
   * True where a secret in the path authorises the post, so its origin doesn't matter: a mail program sends no Origin, no cookie, and a body of its
   * own type (RFC 8058), which is not read.
   */
  byToken?: boolean;
  /** A form redirects there when somebody else was faster, with the refusal as a notice. */
  goneTo?: string;
  /** The refusals that redirect there; by default "not-found". */
  goneWhen?: readonly Reason[];
}

/** A page's request. `referral` has the cookies that keep an affiliate's code. */
export async function receivePage(
  args: LoaderFunctionArgs,
  options?: FormOptions,
): Promise<Incoming & { referral: string[] }> {
  const incoming = await receiveRead(args, options);
  return { ...incoming, referral: await captureReferral(args.request, incoming.cookies, incoming.identity) };
}

/** A GET request for anything but a page. */
export async function receiveRead(
  { request, params }: LoaderFunctionArgs,
  options: FormOptions = {},
): Promise<Incoming> {
  const cookies = await readCookies(request);
  const identity = await identify(request, cookies);
  expectNoKey(identity);
  return {
    identity,
    cookies,
    input: {
      ...rememberedFor(request, cookies, options),
      ...readQuery(request),
      ...(await inputFrom(request, cookies, options)),
      ...params,
    },
  };
}

/** Nothing once the address names one of them. */
function rememberedFor(request: Request, { list }: RequestCookies, { remembers = [] }: FormOptions): Input {
  const { searchParams } = new URL(request.url);
  if (list === null || remembers.some((name) => searchParams.has(name))) return {};
  const kept = new URLSearchParams(list);
  return Object.fromEntries(remembers.map((name) => [name, kept.get(name) ?? ""]));
}

/** The cookie for the address's own choices; null when it names none, or the same. */
export async function rememberedBy({ url }: Request, { list }: RequestCookies, { remembers = [] }: FormOptions) {
  const { searchParams } = new URL(url);
  if (!remembers.some((name) => searchParams.has(name))) return null;
  const chosen = new URLSearchParams(remembers.map((name) => [name, searchParams.get(name) ?? ""])).toString();
  return chosen === list ? null : setCookie.list(chosen);
}

/** A form's body alone; kept apart from the input because a refused form shows it again. */
export async function readFormBody(
  request: Request,
  { byToken = false, bodyLimit = usualLimit, fieldLimit }: FormOptions,
): Promise<Input> {
  if (!byToken) checkOrigin(request);
  if (request.method !== "POST") throw new Refusal("wrong-method", "A form is sent by POST.");
  return byToken ? ignoreBody(request.clone(), bodyLimit) : readForm(request.clone(), bodyLimit, fieldLimit);
}

/** A form's request, after its body was read: that can take half a minute, and its sender may be suspended meanwhile. */
export async function receiveForm(
  { request, params }: ActionFunctionArgs,
  body: Input,
  options: FormOptions,
): Promise<Incoming> {
  const cookies = await readCookies(request);
  const input = { ...body, ...(await inputFrom(request, cookies, options)), ...params };
  const identity = await identify(request, cookies);
  expectNoKey(identity);
  return { identity, cookies, input };
}

/** An API request. The sender is identified again after the body, for the same reason. A key opens its own calls alone. */
export async function receiveCall(
  { request, params }: LoaderFunctionArgs,
  ability: Ability,
  options: FormOptions,
): Promise<Incoming> {
  const cookies = await readCookies(request);
  const identity = await identify(request, cookies);
  const { key } = identity.actor;
  const isRead = request.method === "GET" || request.method === "HEAD";
  if (key !== null) {
    await countKeyCall(key, isRead ? "reads" : "writes");
    if (!keyCan(key.scopes, ability)) throw new Refusal("forbidden", keyText);
  }
  checkOrigin(request, identity.byBearer);
  const { bodyLimit = usualLimit, takesRows = false } = options;
  const readBody = takesRows ? readJsonRows : readJson;
  const fields = isRead ? readQuery(request) : await readBody(request.clone(), bodyLimit);
  const input = { ...fields, ...params, ...(await inputFrom(request, cookies, options)) };
  return { identity: isRead ? identity : await identify(request, cookies), cookies, input };
}

/** A key never opens a page or a file. */
function expectNoKey({ actor }: Identity): void {
  if (actor.key !== null) throw new Refusal("forbidden", keyText);
}

async function inputFrom(
  request: Request,
  cookies: RequestCookies,
  { query = [], cookies: wanted = [] }: FormOptions,
): Promise<Input> {
  const { searchParams } = new URL(request.url);
  return {
    ...Object.fromEntries(query.map((name) => [name, searchParams.get(name) ?? ""])),
    ...(wanted.includes("reset-token") ? { reset_token: cookies.reset?.reset_token } : {}),
    ...(wanted.includes("reset")
      ? { email: undefined, reset_token: undefined, done: undefined, ...cookies.reset }
      : {}),
    ...(wanted.includes("sign-in-email") ? { email: cookies.signInEmail } : {}),
    ...(wanted.includes("challenge") ? { challenge: cookies.challenge } : {}),
    ...(wanted.includes("referral") ? { ref_code: await referralOf(request, cookies) } : {}),
  };
}
