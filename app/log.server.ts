import { channel } from "node:diagnostics_channel";
import { env } from "./env.server.ts";
import { noteFailure } from "./repeatedly.server.ts";

/** Goes through a diagnostics channel: guard.ts has its own module instances in the same process. */
export interface RequestUser {
  requestId: string;
  userId: number | null;
}

export const requestUsers = channel("simline.asker");

/** A request that the log has; `status` is null when the client left before the answer. Files of public/ are left out. */
export interface RequestEnd {
  method: string;
  route: string;
  status: number | null;
  ms: number;
}

/** For the same reason a channel. */
export const requestEnds = channel("simline.request-end");

/** An error of the log as a support bundle has it: no text of the error itself, which may quote what people typed. */
export interface LoggedError {
  time: string;
  route: string | null;
  message: string;
  /** Its class and code, and where in the program it happened. */
  error: string | null;
  at: string[];
}

const mostErrors = 200;
const recentErrors: LoggedError[] = [];
const pendingLines: string[] = [];
process.once("exit", flush);

export function noteRequestUser({ headers }: Request, userId: number | null): void {
  requestUsers.publish({ requestId: headers.get("x-request-id"), userId });
}

/** Never log an e-mail address, a password, a code or a token. */
export function log(message: string): void {
  write({ level: "info", message }, message);
}

export function logError(message: string, error?: unknown, request?: Request): void {
  const time = new Date().toISOString();
  const cause = error === undefined ? undefined : stackOf(error);
  const fields = request && {
    id: request.headers.get("x-request-id"),
    method: request.method,
    route: request.headers.get("x-route"),
  };
  const line = JSON.stringify({ time, level: "error", ...fields, message, error: cause });
  console.error(env.DEMO ? [fields?.method, fields?.route, message, cause].filter(Boolean).join(" ") : line);
  const cleaned = masked(message);
  noteFailure(cleaned);
  recentErrors.push({ time, route: fields?.route ?? null, message: cleaned, ...placeOf(error) });
  if (recentErrors.length > mostErrors) recentErrors.shift();
}

/** The newest of this process last. */
export function listErrors(): readonly LoggedError[] {
  return recentErrors;
}

/** JSON, or `text` in the demo. Batches the lines of one event loop turn. */
export function write(fields: object, text: string): void {
  if (pendingLines.length === 0) setImmediate(flush);
  pendingLines.push(`${env.DEMO ? text : JSON.stringify({ time: new Date().toISOString(), ...fields })}\n`);
}

function flush(): void {
  if (pendingLines.length > 0) process.stdout.write(pendingLines.splice(0).join(""));
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

const longestMessage = 300;
const secrets =
  /"[^"]*"|'[^']*'|`[^`]*`|\S*[@\\]\S*|\S*:\/\/\S*|(?<!\w)\/\S+|\b[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}\b|\b[\da-f]+[.:][\da-f.:]+|\S{20,}|\S*\d{5}\S*/gi;

/** Our own texts, with "…" for what they may quote: names in quotes, addresses, hosts, paths, tokens and long numbers. */
function masked(message: string): string {
  const [line = ""] = message.split("\n");
  return line.slice(0, longestMessage).replace(secrets, "…");
}

function placeOf(error: unknown): Pick<LoggedError, "error" | "at"> {
  if (!(error instanceof Error)) return { error: null, at: [] };
  const code = "code" in error && typeof error.code === "string" ? ` ${error.code}` : "";
  const frames = (error.stack ?? "").split("\n").filter((line) => /^ {4}at .*:\d+\)?$/.test(line));
  const ours = frames.map((line) =>
    line.trim().replaceAll(`file://${process.cwd()}/`, "").replaceAll(`${process.cwd()}/`, ""),
  );
  return { error: `${error.name}${code}`, at: ours.slice(0, 8) };
}
