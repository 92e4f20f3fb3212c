import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { db, write } from "../../app/db.server.ts";
import { listProblems } from "../../app/models/upkeep/health.server.ts";
import { append, readHead } from "../../app/models/ledger/chain/append.server.ts";
import { startHeadPublishing } from "../../app/server/publish-head.server.ts";
import { messagesOf } from "../support/app/log.ts";
import { actorOf } from "../support/database/factories.ts";

const url = "https://chat.test/hooks/a-secret";
const minute = 60_000;
const stops: (() => void)[] = [];
let count = 0;

beforeEach(async () => {
  vi.useFakeTimers({ now: new Date(`2026-11-${String((count += 1) + 10)}T15:00:00.000Z`) });
  await db.updateTable("witness").set({ hash: "", tried_at: null }).execute();
  await change();
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  vi.useRealTimers();
});

/** One more entry. */
async function change(): Promise<void> {
  const zone = "America/New_York";
  await write(async (trx) => {
    const head = await readHead(trx);
    const entry =
      head.seq === 0
        ? ({ type: "begin", ref: "", fields: { zone, format: "1" } } as const)
        : ({ type: "restore", ref: "", fields: { from: head.seq } } as const);
    await append(trx, head, entry, new Date(), zone);
  });
}

async function line(): Promise<string> {
  const { seq, hash, at } = await readHead(db);
  return `Record head ${seq}:${hash} ${at}`;
}

function answering(...statuses: (number | Error)[]) {
  const fetching = vi.spyOn(globalThis, "fetch");
  for (const status of statuses)
    if (status instanceof Error) fetching.mockRejectedValueOnce(status);
    else fetching.mockImplementationOnce(async () => new Response(null, { status }));
  fetching.mockImplementation(async () => new Response(null, { status: 204 }));
  return () => fetching.mock.calls.map(([, init]) => JSON.parse(String(init?.body)).content);
}

const problems = async () =>
  (await listProblems(actorOf("superadmin"), {})).filter(({ text }) => text.includes("witness"));

it("gets each change of the head, once, at most once a minute, in a form that Discord and Slack take", async () => {
  const sent = answering();
  stops.push(startHeadPublishing(url));
  const first = await line();
  await vi.advanceTimersByTimeAsync(500);
  const [[address, init] = []] = vi.mocked(fetch).mock.calls;
  expect([address, init?.method, init?.redirect, JSON.parse(String(init?.body))]).toEqual([
    url,
    "POST",
    "error",
    { content: first, text: first },
  ]);
  await change();
  await change();
  await vi.advanceTimersByTimeAsync(minute - 5000);
  expect(sent()).toEqual([first]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(sent()).toEqual([first, await line()]);
  await vi.advanceTimersByTimeAsync(10 * minute);
  expect(sent()).toHaveLength(2);
});

it("two processes send it once", async () => {
  const sent = answering();
  stops.push(startHeadPublishing(url), startHeadPublishing(url));
  await vi.advanceTimersByTimeAsync(5 * minute);
  expect(sent()).toEqual([await line()]);
});

it("that is down is said once, and catches up with the newest head", async () => {
  const errors = vi.spyOn(console, "error").mockReturnValue();
  const refused = Object.assign(new Error(), { code: "ECONNREFUSED" });
  const sent = answering(new TypeError("fetch failed", { cause: refused }), 404, 404);
  stops.push(startHeadPublishing(url));
  await vi.advanceTimersByTimeAsync(500);
  expect(await problems()).toMatchObject([{ text: "The witness of the record gets no heads." }]);
  await change();
  await vi.advanceTimersByTimeAsync(2 * minute + 10_000);
  expect(sent()).toHaveLength(3);
  expect(await problems()).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(minute + 10_000);
  expect([sent().at(-1), await problems()]).toEqual([await line(), []]);
  const logged = messagesOf(errors.mock.calls);
  expect(logged).toEqual([
    "The witness of the record got no head: it can't be reached, or its answer took too long. The next one is tried in a minute.",
    "The witness of the record got no head: it answers 404. The next one is tried in a minute.",
  ]);
  expect(JSON.stringify([logged, await problems()])).not.toContain("secret");
});

it.each([
  ["is cut off", new TypeError("fetch failed")],
  ["answers 502", 502],
])("that %s may have got the head: it is not sent again, and the next one is", async (_how, answer) => {
  vi.spyOn(console, "error").mockReturnValue();
  const first = await line();
  const sent = answering(answer);
  stops.push(startHeadPublishing(url));
  await vi.advanceTimersByTimeAsync(5 * minute);
  expect(sent()).toEqual([first]);
  await change();
  await vi.advanceTimersByTimeAsync(minute);
  expect(sent()).toEqual([first, await line()]);
});

it("that was stopped while it sent one sends no head twice", async () => {
  const first = await line();
  const sent = answering();
  vi.mocked(fetch).mockReset();
  vi.mocked(fetch)
    .mockImplementationOnce(() => new Promise(() => undefined))
    .mockResolvedValue(new Response());
  const stop = startHeadPublishing(url);
  await vi.advanceTimersByTimeAsync(500);
  stop();
  stops.push(startHeadPublishing(url));
  await vi.advanceTimersByTimeAsync(5 * minute);
  expect(sent()).toEqual([first]);
});

it("is nothing without an address", async () => {
  const sent = answering();
  stops.push(startHeadPublishing(undefined));
  await vi.advanceTimersByTimeAsync(2 * minute);
  expect(sent()).toEqual([]);
});
