import { once } from "node:events";
import { createServer, get } from "node:http";
import type { Server } from "node:http";
import { afterEach, expect, it, vi } from "vitest";
import { answerWith } from "../../app/server/exchange.server.ts";
import { messagesOf } from "../support/log.ts";
import { soon } from "../support/soon.ts";

type Handler = Parameters<typeof answerWith>[0];

let server: Server | undefined;
afterEach(() => void server?.close());

/** A server that answers each request with the handler; `answered` gives the end of each answer. */
async function serve(handler: Handler): Promise<{ origin: string; answered: Promise<void>[] }> {
  const answered: Promise<void>[] = [];
  server = createServer((request, response) => void answered.push(answerWith(handler, request, response))).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return { origin: `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`, answered };
}

it("answers 500 without a word where the handler fails, and logs why", async () => {
  const error = vi.spyOn(console, "error").mockReturnValue();
  const { origin } = await serve(() => Promise.reject(new Error("broken inside")));
  const answer = await fetch(origin);
  expect([answer.status, await answer.text()]).toEqual([500, ""]);
  expect(messagesOf(error.mock.calls)).toEqual(["The request failed"]);
  expect(String(error.mock.calls[0])).toContain("broken inside");
});

it("logs nothing of who left meanwhile, whose request is given up", async () => {
  const error = vi.spyOn(console, "error").mockReturnValue();
  const { origin, answered } = await serve(async ({ signal }) => {
    leaving.destroy();
    await once(signal, "abort");
    throw new Error("gave up");
  });
  const leaving = get(origin).on("error", () => undefined);
  await vi.waitFor(() => expect(answered).toHaveLength(1), soon);
  await answered[0];
  expect(error).not.toHaveBeenCalled();
});

it("does not give up a request whose answer was sent", async () => {
  const signals: AbortSignal[] = [];
  const { origin } = await serve(async ({ signal }) => {
    signals.push(signal);
    return new Response("done");
  });
  const closed = new Promise((resolve) => server?.once("request", (_request, response) => response.once("close", resolve)));
  expect(await (await fetch(origin)).text()).toBe("done");
  await closed;
  expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
});
