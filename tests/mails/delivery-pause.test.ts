/** A mail server that can't be reached is left alone for a while, and longer each time. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { db, write } from "../../app/db.server.ts";
import { startDelivery } from "../../app/mails/delivery.server.ts";
import type { MailTransport } from "../../app/mails/mail.server.ts";
import { listProblems } from "../../app/models/health.server.ts";
import { queueMail } from "../../app/models/mail/outbox.server.ts";
import { encryptCode } from "../../app/models/sign-in/reset-code.server.ts";
import { actorOf, createUser } from "../support/database/factories.ts";
import { messagesOf } from "../support/app/log.ts";

const start = new Date("2026-11-21T15:00:00.000Z");
const firstLook = 500;
const everyLook = 1000;

beforeEach(async () => {
  await db.deleteFrom("outbox").execute();
  // What the database does waits for no timer.
  vi.useFakeTimers({ now: start, toFake: ["Date", "setTimeout", "clearTimeout"] });
});
afterEach(() => void vi.useRealTimers());

/** Lets so much time pass, and the look at the outbox that then begins come to its end: the next one is set by then. */
async function pass(ms: number): Promise<void> {
  vi.advanceTimersByTime(ms);
  while (vi.getTimerCount() === 0) await new Promise((resolve) => setImmediate(resolve));
}

async function queueCode(): Promise<void> {
  const { id } = await createUser(db);
  await write((trx) => queueMail(trx, id, { kind: "reset-code", sealed: encryptCode(id, "12345678") }, new Date()));
}

it("waits 5, 15 and then 60 seconds after it failed, and 5 again after a mail was taken", async () => {
  const [complaints, news] = [vi.spyOn(console, "error").mockReturnValue(), vi.spyOn(process.stdout, "write").mockReturnValue(true)];
  const tries: number[] = [];
  const told: string[][] = [];
  const owner = actorOf("superadmin");
  let isUp = false;
  const carrier: MailTransport = {
    send: async (_letter, handOver) => {
      tries.push((Date.now() - start.getTime() - firstLook) / 1000);
      if (!isUp) return { what: "unreachable", reason: "ECONNREFUSED" };
      await handOver();
      return { what: "taken" };
    },
    close: () => undefined,
  };
  await queueCode();
  const stop = startDelivery(carrier);
  await pass(firstLook);
  while (tries.length < 4) await pass(everyLook);
  told.push(await listProblems(owner, {}));
  isUp = true;
  while (tries.length < 5) await pass(everyLook);
  told.push(await listProblems(owner, {}));
  isUp = false;
  await queueCode();
  while (tries.length < 7) await pass(everyLook);
  stop();
  expect(tries).toEqual([0, 5, 20, 80, 140, 141, 146]);
  expect(told).toEqual([["Emails have not left since November 21, 2026, 10:00 AM EST. They wait. The server's log says why."], []]);
  // Once for each time that it was down.
  expect(messagesOf(complaints.mock.calls)).toEqual(Array(2).fill("Mail can't leave (ECONNREFUSED). It waits."));
  expect(messagesOf(news.mock.calls)).toEqual(["Mail goes out again."]);
});

it("gives up what is not worth sending any more, and complains of a final no alone, not of a later one", async () => {
  const [complaints, news] = [vi.spyOn(console, "error").mockReturnValue(), vi.spyOn(process.stdout, "write").mockReturnValue(true)];
  const reasons = ["EENVELOPE 451", "EENVELOPE 550"];
  const carrier: MailTransport = { send: async () => ({ what: "deferred", reason: reasons.shift() ?? "" }), close: () => undefined };
  for (const hours of [-1, 0, 0]) {
    vi.setSystemTime(start.getTime() + hours * 3_600_000);
    await queueCode();
  }
  const stop = startDelivery(carrier);
  await pass(firstLook);
  stop();
  const rows = await db.selectFrom("outbox").select(["state", "params"]).orderBy("id").execute();
  expect(rows.map(({ state }) => state)).toEqual(["expired", "waiting", "waiting"]);
  expect(rows[0]?.params).toBe("{}");
  // What was logged in one turn of the event loop goes out after it.
  await new Promise((resolve) => setImmediate(resolve));
  expect([messagesOf(news.mock.calls), messagesOf(complaints.mock.calls)]).toEqual([[expect.stringMatching(/^Mail \d+: deferred \(EENVELOPE 451\)$/)], [expect.stringMatching(/^Mail \d+: deferred \(EENVELOPE 550\)$/)]]);
});

it("waits no longer where the clock is put back meanwhile", async () => {
  vi.spyOn(console, "error").mockReturnValue();
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
  let tries = 0;
  const carrier: MailTransport = { send: async () => ({ what: "unreachable", reason: `${(tries += 1)}` }), close: () => undefined };
  vi.setSystemTime(start.getTime() + 9 * 3_600_000);
  await queueCode();
  const stop = startDelivery(carrier);
  await pass(firstLook);
  expect(tries).toBe(1);
  vi.setSystemTime(start);
  await pass(everyLook);
  stop();
  expect(tries).toBe(2);
});
