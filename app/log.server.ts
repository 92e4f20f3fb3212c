import { channel } from "node:diagnostics_channel";
import { env } from "./env.server.ts";

/** Goes through a diagnostics channel: guard.ts has its own module instances in the same process. */
export interface RequestUser {
  requestId: string;
  userId: number | null;
}

export const requestUsers = channel("simline.asker");

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
  const cause = error === undefined ? undefined : stackOf(error);
  const fields = request && {
    id: request.headers.get("x-request-id"),
    method: request.method,
    route: request.headers.get("x-route"),
  };
  const line = JSON.stringify({ time: new Date().toISOString(), level: "error", ...fields, message, error: cause });
  console.error(env.DEMO ? [fields?.method, fields?.route, message, cause].filter(Boolean).join(" ") : line);
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
