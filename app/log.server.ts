import { channel } from "node:diagnostics_channel";
import { env } from "./env.server.ts";

/** Who turned out to ask, for the request log: guard.ts writes it, in the same process but with modules of its own. */
export interface Asker {
  requestId: string;
  userId: number | null;
}

export const askers = channel("simline.asker");

/** Not written yet. */
const lines: string[] = [];
process.once("exit", flush);

/** Tells the request log who asks. */
export function noteAsker({ headers }: Request, userId: number | null): void {
  askers.publish({ requestId: headers.get("x-request-id"), userId });
}

/** Writes a line of the server's log: JSON, or for the demo words. Never with an e-mail address, a password, a code or a token in it. */
export function log(message: string): void {
  write({ level: "info", message }, message);
}

/** Writes a line of the error log, with what was thrown and the request that it ended. */
export function logError(message: string, error?: unknown, request?: Request): void {
  const cause = error === undefined ? undefined : stackOf(error);
  const fields = request && { id: request.headers.get("x-request-id"), method: request.method, route: request.headers.get("x-route") };
  const line = JSON.stringify({ time: new Date().toISOString(), level: "error", ...fields, message, error: cause });
  console.error(env.DEMO ? [fields?.method, fields?.route, message, cause].filter(Boolean).join(" ") : line);
}

/** Writes a line: the fields with the time, or for the demo the words. Those of one turn of the event loop go out together. */
export function write(fields: object, words: string): void {
  if (lines.length === 0) setImmediate(flush);
  lines.push(`${env.DEMO ? words : JSON.stringify({ time: new Date().toISOString(), ...fields })}\n`);
}

function flush(): void {
  if (lines.length > 0) process.stdout.write(lines.splice(0).join(""));
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
