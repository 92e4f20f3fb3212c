import { channel } from "node:diagnostics_channel";
import { EventEmitter } from "node:events";
import { expect, it, vi } from "vitest";
import { archiveStream } from "../../app/downloads/archive.server.ts";
import { atPaceOf } from "../../app/downloads/client-pace.server.ts";
import { requestStart } from "../../app/request-start.ts";

/** An archive that never ends by itself, and whether its file is still being read. */
function endless() {
  const state = { isOpen: false, parts: 0 };
  async function* parts() {
    state.isOpen = true;
    try {
      for (;;) {
        state.parts += 1;
        yield await Promise.resolve(String(Math.random()).repeat(1000));
      }
    } finally {
      state.isOpen = false;
    }
  }
  const end = vi.fn();
  return {
    state,
    end,
    archive: { name: "a.zip", at: new Date("2026-11-21T13:05:00.000Z"), entries: [{ name: "a", parts: parts() }], end },
  };
}

it("stops reading and ends when the client leaves", async () => {
  const { state, end, archive } = endless();
  const client = new AbortController();
  const stream = archiveStream(archive, new Request("https://site.test/", { signal: client.signal }));
  stream.resume();
  await expect.poll(() => [state.isOpen, end.mock.calls.length]).toEqual([true, 0]);
  client.abort();
  await expect.poll(() => [state.isOpen, end.mock.calls.length]).toEqual([false, 1]);
});

it("ends when the client has left before the first part", async () => {
  const { state, end, archive } = endless();
  archiveStream(archive, new Request("https://site.test/", { signal: AbortSignal.abort() }));
  await expect.poll(() => end.mock.calls.length).toBe(1);
  expect(state.parts).toBe(0);
});

it("asks for no part while the client has not taken those before", async () => {
  const response = Object.assign(new EventEmitter(), { writableNeedDrain: false });
  channel(requestStart).publish({ request: { method: "POST", headers: { "x-request-id": "r1" } }, response });
  const { state, archive } = endless();
  const [file] = archive.entries;
  if (file === undefined) throw new Error("It has a file.");
  const parts = atPaceOf(new Request("https://site.test/", { headers: { "X-Request-Id": "r1" } }), file.parts);
  await parts.next();
  await parts.next();
  response.writableNeedDrain = true;
  const next = parts.next();
  await new Promise(setImmediate);
  expect(state.parts).toBe(2);
  response.writableNeedDrain = false;
  response.emit("drain");
  await next;
  expect(state.parts).toBe(3);
  await parts.return(undefined);
  expect(state.isOpen).toBe(false);
});
