/** The scripts of the build, packed once: packed anew for each first visit, they cost many times what its page does. */
import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { promisify } from "node:util";
import { constants, gzip } from "node:zlib";
import { encodingFor } from "./packing.server.ts";

const gzipped = promisify(gzip);
const best = { level: constants.Z_BEST_COMPRESSION };
// The build names a script by its content, so it never changes.
const script = /^\/build(?:\/[\w$-][\w.$-]*)+-[A-Z0-9]{8}\.js$/;

const kept = new Map<string, Buffer>();

/** Whether this asks for the script at the path in a way that `sendScript` can answer: another encoding, and whether it has changed, are remix-serve's. */
export function asksForScript(path: string, request: IncomingMessage): boolean {
  const { method, headers } = request;
  return method === "GET" && script.test(path) && !headers["if-none-match"] && !headers["if-modified-since"] && encodingFor(request) === "gzip";
}

/** Sends a script that is there. Rejects where it can't be read. */
export async function sendScript(path: string, response: ServerResponse): Promise<void> {
  const body = kept.get(path) ?? (await gzipped(await readFile(join("public", path)), best));
  kept.set(path, body);
  response.setHeader("Content-Type", "application/javascript; charset=UTF-8").setHeader("Content-Encoding", "gzip").setHeader("Vary", "Accept-Encoding");
  response.setHeader("Cache-Control", "public, max-age=31536000, immutable").setHeader("Content-Length", body.length).end(body);
}
