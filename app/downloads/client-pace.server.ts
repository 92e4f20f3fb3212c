/**
 * The framework writes a stream's parts without waiting for the client: those that a slow one has not taken yet would
 * fill the memory. So a long stream waits here, for the response itself.
 */
import { subscribe } from "node:diagnostics_channel";
import type { ServerResponse } from "node:http";
import { isRequestStart, requestStart } from "../request-start.ts";
import { minuteMs } from "../time/durations.ts";

const patienceMs = minuteMs;
/** By X-Request-Id. */
const responses = new Map<string, ServerResponse>();

subscribe(requestStart, (message) => {
  if (!isRequestStart(message) || message.request.method !== "POST") return;
  const { request, response } = message;
  const id = String(request.headers["x-request-id"]);
  responses.set(id, response);
  response.once("close", () => responses.delete(id));
});

/** Asks for the next part when the client has taken those before. One that takes none for a minute is cut off. */
export async function* atPaceOf<Part>({ headers }: Request, parts: AsyncIterable<Part>): AsyncGenerator<Part> {
  const response = responses.get(headers.get("x-request-id") ?? "");
  for await (const part of parts) {
    yield part;
    if (response?.writableNeedDrain) await drained(response);
  }
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      response.off("drain", end).off("close", end);
      resolve();
    };
    const timer = setTimeout(() => response.destroy(), patienceMs);
    response.on("drain", end).on("close", end);
  });
}
