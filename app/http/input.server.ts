import { env } from "../env.server.ts";
import { noteForeign } from "../models/status/requests.server.ts";
import { Refusal } from "../refusal.ts";

export type Input = Record<string, unknown>;

const kilobyte = 1024;
export const usualLimit = 64 * kilobyte;
const usualFields = 100;
const unsafe = ["POST", "PUT", "PATCH", "DELETE"];

/** A form's fields as texts; {} without a body. Refuses with "too-large" while it streams, "wrong-type" and "malformed". */
export async function readForm(request: Request, limit = usualLimit, mostFields = usualFields): Promise<Input> {
  const text = await readText(request, "application/x-www-form-urlencoded", limit);
  return fieldsOf([...new URLSearchParams(text)], mostFields);
}

/** Reads and drops a body of any type. Refuses with "too-large". */
export async function ignoreBody(request: Request, limit = usualLimit): Promise<Input> {
  await readBytes(request, limit);
  return {};
}

/** A JSON object, with the same refusals. */
export async function readJson(request: Request, limit = usualLimit): Promise<Input> {
  const text = await readText(request, "application/json", limit);
  return text === "" ? {} : objectOf(text);
}

/** The body of an import, as `rows`. Its operation refuses what is no array. */
export async function readJsonRows(request: Request, limit: number): Promise<Input> {
  return { rows: parsed(await readText(request, "application/json", limit)) };
}

/** The query as texts. Of a repeated parameter the first counts, as on the page. Never an `id`: ids are in the path. */
export function readQuery(request: Request): Input {
  const { url } = request;
  // The most frequent request, the refresh of Today's Picks, has no query.
  if (!url.includes("?")) return {};
  const { id: _ignored, ...query } = fieldsOf([...new URL(url).searchParams].reverse());
  return query;
}

/**
 * CSRF check of an unsafe request: refuses with "foreign-origin". Sec-Fetch-Site decides if the browser sends it, else Origin must be ours; with
 * neither there must be no cookie. The framework's own check can be bypassed.
 */
export function checkOrigin(request: Request, byBearer = false): void {
  if (!unsafe.includes(request.method)) return;
  const site = request.headers.get("sec-fetch-site");
  if (site !== null) {
    if (site === "same-origin" || site === "none") return;
    throw foreign(request);
  }
  // The guard moves Origin to this header, out of the framework's sight.
  const origin = request.headers.get("x-request-origin");
  if (origin === null) {
    if (byBearer || !request.headers.has("cookie")) return;
    throw foreign(request);
  }
  if (!isOurs(origin, request)) throw foreign(request);
}

async function readText(request: Request, type: string, limit: number): Promise<string> {
  const text = decode(await readBytes(request, limit));
  const sent = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (text !== "" && sent !== type) throw new Refusal("wrong-type", `Send the body as ${type}.`);
  return text;
}

async function readBytes(request: Request, limit: number): Promise<Uint8Array> {
  const tooLarge = new Refusal("too-large", `This is too long: at most ${limit / kilobyte} KB can be sent at once.`);
  if (Number(request.headers.get("content-length") ?? 0) > limit) throw tooLarge;
  const reader = request.body?.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (let chunk = await reader?.read(); chunk?.value; chunk = await reader?.read()) {
    size += chunk.value.byteLength;
    if (size > limit) throw tooLarge;
    chunks.push(chunk.value);
  }
  return Buffer.concat(chunks);
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Refusal("malformed", "The text is not valid UTF-8.");
  }
}

/** The last one of a repeated name counts. */
function fieldsOf(entries: readonly [string, unknown][], mostFields = usualFields): Input {
  if (entries.length > mostFields) throw new Refusal("malformed", "Too many fields.");
  return Object.fromEntries(entries);
}

function objectOf(text: string): Input {
  const value = parsed(text);
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new Refusal("malformed", "The body must be a JSON object.");
  return fieldsOf(Object.entries(value));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal("malformed", "The body is not valid JSON.");
  }
}

function isOurs(origin: string, request: Request): boolean {
  if (env.APP_ORIGIN !== undefined) return origin === env.APP_ORIGIN;
  const ours = new URL(request.url).host;
  return origin === `http://${ours}` || origin === `https://${ours}`;
}

function foreign(request: Request): Refusal {
  noteForeign(request.method, request.headers.get("x-route") ?? "");
  return new Refusal("foreign-origin", "This request came from another site and was not carried out.");
}
