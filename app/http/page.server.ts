import { type LoaderFunctionArgs, createReadableStreamFromReadable, json } from "@remix-run/node";
import { Readable } from "node:stream";
import { byteOrderMark } from "../csv/csv.ts";
import { env } from "../env.server.ts";
import { initialOf } from "../format.ts";
import { formatInstant } from "../time/instant-text.ts";
import { logError } from "../log.server.ts";
import { sendsMail } from "../models/people/email-confirmation.server.ts";
import { listProblems } from "../models/upkeep/health.server.ts";
import type { Actor, Operation } from "../models/operation.server.ts";
import type { Problem } from "../models/problem.ts";
import { shortZoneName } from "../time/zone-name.ts";
import { formatStart } from "../time/start-text.ts";
import { profilePath } from "../paths/paths.ts";
import { gradingPath } from "../paths/grading.ts";
import { can } from "../policy.ts";
import { type FieldErrors, Refusal } from "../refusal.ts";
import { readCookies, setCookie } from "../session/cookies.server.ts";
import { identify } from "../session/identity.server.ts";
import type { Notice } from "../session/notice.ts";
import type { SignedIn } from "../models/sign-in/session.server.ts";
import { displayModeFor } from "../session/session.server.ts";
import { navigationOf } from "./navigation.server.ts";
import {
  answers,
  done,
  found,
  invalidForm,
  redirectAfter,
  refusalForPath,
  taggedAnswer,
  tagOf,
} from "./answers.server.ts";
import { scriptsFor } from "./hints.server.ts";
import { type FormOptions, type Incoming, receivePage, receiveRead, rememberedBy } from "./incoming.server.ts";
import { type Audience, redirectOrRefuse, refuseFile, refusePage } from "./refused.server.ts";
import { communityUrl, logoVersion, savedName } from "../models/site/current-site.server.ts";
import { siteTextsPath } from "../paths/site-texts.ts";

export interface PageExtras {
  /** Shown once, after a redirect. */
  notice: Notice | null;
  /** Query parameters that were invalid and ignored. */
  errors: FieldErrors;
}

/**
 * Loads a page. An invalid query parameter is ignored and named in `errors`, so that the page still shows something. A caller who may not see
 * it is redirected, by its audience.
 */
export async function page<R extends object>(
  args: LoaderFunctionArgs,
  operation: Operation<R>,
  audience: Audience = "member",
  options: FormOptions = {},
) {
  const incoming = await receivePage(args, options).catch(refusePage);
  const { view, errors } = await runLeniently(operation, incoming)
    .catch((error: unknown) => redirectOrRefuse(error, incoming.identity, audience, refusePage, args.request.url))
    .catch((answer: unknown) => throwWithCookies(answer, incoming.referral));
  const notice = noticeFor(args.request, incoming);
  const headers = withCookies(new Headers({ "X-Reader": incoming.identity.readerTag }), incoming.referral);
  if (notice) headers.append("Set-Cookie", await setCookie.notice(null));
  const remembered =
    Object.keys(errors).length === 0 ? await rememberedBy(args.request, incoming.cookies, options) : null;
  if (remembered !== null) headers.append("Set-Cookie", remembered);
  const extras: PageExtras = { notice, errors };
  return json({ ...view, ...extras }, { status: Object.keys(errors).length === 0 ? done : invalidForm, headers });
}

/** Answers an address to which Stripe sends somebody back: runs an idempotent operation, then shows their profile. */
export async function returnToProfile(
  args: LoaderFunctionArgs,
  operation: Operation<unknown>,
  notice: string,
): Promise<Response> {
  const { identity, input } = await receiveRead(args).catch(refusePage);
  await operation(identity.actor, input).catch((error: unknown) => redirectOrRefuse(error, identity, "member"));
  return redirectAfter(args.request, { to: profilePath, notice }, found);
}

/** The start of the demo's record. Its first run seals older picks with times of its own: db/demo/ledger.ts. */
const simulatedTimes = "Times before this demo started are simulated.";

const demoText = `Demo: real games, shifted dates, graded ${
  env.AUTO_GRADE === "apply" ? "automatically" : "by staff"
}. ${simulatedTimes}`;

/** Reads what the frame of every page needs. It never refuses, so that error pages have a frame too. */
export async function frame({ request }: LoaderFunctionArgs) {
  const cookies = await readCookies(request);
  const identity = await identify(request, cookies).catch(() => null);
  const person = identity?.signedIn?.person;
  const { displayMode, header } = await displayModeFor(cookies, identity?.signedIn ?? null);
  const headers = new Headers(identity ? { "X-Reader": identity.readerTag } : {});
  if (header !== null) headers.append("Set-Cookie", header);
  const site = {
    zone: env.SITE_TIMEZONE,
    zoneName: shortZoneName(env.SITE_TIMEZONE),
    communityUrl: communityUrl(),
    helpline: env.HELPLINE_TEXT,
    // Undefined costs no byte.
    demo: env.DEMO ? demoText : undefined,
    name: savedName() ?? undefined,
    logo: logoVersion() ?? undefined,
    hidesRecord: env.PUBLIC_RECORD ? undefined : true,
    origin: originOf(request),
  };
  return json(
    {
      // Undefined for everybody else, whose pages then are byte for byte the same.
      problems:
        identity && can(person ?? null, "server.watch")
          ? await problemsFor(identity.actor).catch(() => undefined)
          : undefined,
      person:
        identity && person
          ? {
              name: person.name,
              initial: initialOf(person.name),
              reader: identity.readerTag,
              role: person.role,
              ...navigationOf(person),
              lapsed: person.lapsed || undefined,
              odds: person.odds === "american" ? undefined : person.odds,
              removes: can(person, "card.write") || undefined,
              unconfirmed: sendsMail && identity.signedIn ? addressText(identity.signedIn) : undefined,
              // Undefined for those without a card.
              pending: can(person, "card.read") ? identity.signedIn?.pending : undefined,
              // In units.
              staked: (can(person, "card.read") && identity.signedIn?.staked) || undefined,
              money: identity.signedIn?.money ?? undefined,
            }
          : null,
      displayMode,
      site,
      // Only members' lists are printed. A visitor's page is the same every minute.
      now: person ? formatStart(new Date().toISOString(), env.SITE_TIMEZONE) : "",
      scripts: scriptsFor(request),
    },
    { headers },
  );
}

/** Sent as a text: the script of every page would be larger. */
function addressText({ unconfirmed, refusesMail }: Pick<SignedIn, "unconfirmed" | "refusesMail">): string | undefined {
  if (refusesMail)
    return "Your mail server rejected our last emails, so we stopped sending news. If your address is right, try again.";
  return unconfirmed ? "Confirm your email to get new picks by email. We sent you a link." : undefined;
}

function originOf({ url }: Request): string {
  return env.APP_ORIGIN ?? new URL(url).origin;
}

const pagesOfProblems = { grading: gradingPath, site: siteTextsPath } as const;

/** Undefined without any. */
async function problemsFor(actor: Actor) {
  const problems = await listProblems(actor, {});
  return problems.length === 0 ? undefined : problems.map(shownProblem);
}

/** Problems are sent as texts: scripts would be larger, and the time of the newest backup is in the site's zone. */
function shownProblem({ text, since, advice, page: name }: Problem) {
  const more = since === null ? advice : `Since ${formatInstant(since, env.SITE_TIMEZONE)}. ${advice}`;
  return { text, more: ` ${more}`, to: name && pagesOfProblems[name] };
}

/** Answers with a CSV file, for the audience of a page. One that comes in parts is sent while it is written. */
export async function download<R>(
  args: LoaderFunctionArgs,
  operation: Operation<R>,
  toCsv: (result: R) => string | AsyncIterable<string>,
  fileName: (result: R) => string,
  audience: Audience = "staff",
): Promise<Response> {
  const { identity, input } = await receiveRead(args).catch(refuseFile);
  const result = await operation(identity.actor, input).catch((error: unknown) =>
    redirectOrRefuse(error, identity, audience, refuseFile),
  );
  const headers = {
    "Content-Type": "text/csv; charset=utf-8",
    "Content-Disposition": `attachment; filename="${fileName(result)}"`,
  };
  const csv = toCsv(result);
  return new Response(typeof csv === "string" ? byteOrderMark + csv : streamOf(csv), { headers });
}

function streamOf(parts: AsyncIterable<string>): ReadableStream<Uint8Array> {
  async function* marked() {
    yield byteOrderMark;
    yield* parts;
  }
  return createReadableStreamFromReadable(Readable.from(marked()));
}

interface TextOptions<R> {
  type?: string;
  /** Sets an ETag of its bytes. */
  tagged?: boolean;
  /** The browser saves it as a file of this name. */
  fileName?: (result: R) => string;
  audience?: Audience;
}

/** Answers with a text or a picture, for the audience of a page. `toText` gets the site's origin. */
export async function showText<R>(
  args: LoaderFunctionArgs,
  operation: Operation<R>,
  toText: (result: R, origin: string) => string | Promise<Uint8Array<ArrayBuffer>>,
  { type = "text/plain; charset=utf-8", tagged = false, fileName, audience = "member" }: TextOptions<R> = {},
): Promise<Response> {
  const { identity, input } = await receiveRead(args).catch(refuseFile);
  const result = await operation(identity.actor, input).catch((error: unknown) =>
    redirectOrRefuse(error, identity, audience, refuseFile),
  );
  const text = await toText(result, originOf(args.request));
  return tagged
    ? taggedAnswer(
        tagOf(text),
        args.request,
        (headers) => new Response(text, { headers: { ...headers, "Content-Type": type } }),
      )
    : new Response(text, {
        headers: {
          "Content-Type": type,
          ...(fileName && { "Content-Disposition": `attachment; filename="${fileName(result)}"` }),
        },
      });
}

/** Why each health check fails at present. They run every few seconds, so only a change is logged. */
const failures = new Map<unknown, string>();

/** Answers a health check. The caller isn't identified, and the answer gives no reason. */
export async function healthCheck<R>({ request }: LoaderFunctionArgs, operation: Operation<R>): Promise<Response> {
  const headers = { "Content-Type": "text/plain; charset=utf-8" };
  try {
    await operation({ person: null, key: null, session: null, address: "", device: null }, {});
    failures.delete(operation);
    return new Response("ok\n", { headers });
  } catch (error) {
    logNewFailure(operation, error, request);
    return new Response("unavailable\n", { status: answers.busy.status, headers });
  }
}

function logNewFailure(operation: unknown, error: unknown, request: Request): void {
  // Numbers such as the free megabytes change every time.
  const reason = String(error).replace(/\d+/g, "");
  if (failures.get(operation) === reason) return;
  failures.set(operation, reason);
  if (error instanceof Refusal) logError(error.message);
  else logError("The health check failed", error, request);
}

/** Answers an unknown address. An affiliate's mistyped link still counts for the affiliate. */
export async function notFound(args: LoaderFunctionArgs): Promise<never> {
  const incoming = args.request.method === "GET" ? await receivePage(args).catch(() => null) : null;
  try {
    return refusePage(refusalForPath(args.request));
  } catch (answer) {
    return throwWithCookies(answer, incoming?.referral ?? []);
  }
}

/** The notice for this page; null for a copy that the worker fetches (public/sw.js). */
function noticeFor({ url, headers }: Request, { cookies: { notice } }: Incoming): Notice | null {
  if (notice === null || headers.has("x-for-copy")) return null;
  return notice.at === undefined || notice.at === new URL(url).pathname ? notice : null;
}

function throwWithCookies(answer: unknown, cookies: string[]): never {
  if (answer instanceof Response) withCookies(answer.headers, cookies);
  throw answer;
}

function withCookies(headers: Headers, cookies: string[]): Headers {
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  return headers;
}

async function runLeniently<R>(
  operation: Operation<R>,
  { identity, input }: Incoming,
): Promise<{ view: R; errors: FieldErrors }> {
  try {
    return { view: await operation(identity.actor, input), errors: {} };
  } catch (error) {
    if (!(error instanceof Refusal) || error.reason !== "invalid" || !error.fields) throw error;
    const { fields } = error;
    const valid = Object.fromEntries(Object.entries(input).filter(([name]) => !(name in fields)));
    return { view: await operation(identity.actor, valid), errors: fields };
  }
}
