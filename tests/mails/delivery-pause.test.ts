import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { db, write } from "../../app/db.server.ts";
import { startDelivery } from "../../app/mails/delivery.server.ts";
import type { MailTransport } from "../../app/mails/mail.server.ts";
import { listProblems } from "../../app/models/upkeep/health.server.ts";
import type { Problem } from "../../app/models/problem.ts";
import { queueMail } from "../../app/models/outbox/outbox.server.ts";
import { encryptCode } from "../../app/models/password-reset/reset-code.server.ts";
import { actorOf, createUser } from "../support/database/factories.ts";
import { messagesOf } from "../support/app/log.ts";

const start = new Date("2026-11-21T15:00:00.000Z");
const firstRunMs = 500;
const intervalMs = 1000;

beforeEach(async () => {
  await db.deleteFrom("outbox").execute();
  vi.useFakeTimers({ now: start, toFake: ["Date", "setTimeout", "clearTimeout"] });
});
afterEach(() => void vi.useRealTimers());

/** Advances the time, then waits until the triggered run has scheduled the next one. */
async function pass(ms: number): Promise<void> {
  vi.advanceTimersByTime(ms);
  while (vi.getTimerCount() === 0) await new Promise((resolve) => setImmediate(resolve));
}

async function queueCode(): Promise<void> {
  const { id } = await createUser(db);
  await write((trx) => queueMail(trx, id, { kind: "reset-code", encrypted: encryptCode(id, "12345678") }, new Date()));
}

it("the retry delay is 5, 15 and then 60 seconds, and 5 again after a mail was accepted", async () => {
  const [errors, infos] = [
    vi.spyOn(console, "error").mockReturnValue(),
    vi.spyOn(process.stdout, "write").mockReturnValue(true),
  ];
  const tries: number[] = [];
  const problems: Problem[][] = [];
  const superadmin = actorOf("superadmin");
  let isUp = false;
  const transport: MailTransport = {
    send: async (_letter, handOver) => {
      tries.push((Date.now() - start.getTime() - firstRunMs) / 1000);
      if (!isUp) return { what: "unreachable", reason: "ECONNREFUSED" };
      await handOver();
      return { what: "taken" };
    },
    close: () => undefined,
  };
  await queueCode();
  const stop = startDelivery(transport);
  await pass(firstRunMs);
  while (tries.length < 4) await pass(intervalMs);
  problems.push(await listProblems(superadmin, {}));
  isUp = true;
  while (tries.length < 5) await pass(intervalMs);
  problems.push(await listProblems(superadmin, {}));
  isUp = false;
  await queueCode();
  while (tries.length < 7) await pass(intervalMs);
  stop();
  expect(tries).toEqual([0, 5, 20, 80, 140, 141, 146]);
  expect(problems).toEqual([
    [
      {
        text: "No email could be sent.",
        since: "2026-11-21T15:00:00.500Z",
        advice:
          "Check SMTP_URL and the mail server; the server log has the reason. Unsent emails stay in the outbox and leave by themselves.",
      },
    ],
    [],
  ]);
  expect(messagesOf(errors.mock.calls)).toEqual(
    Array(2).fill("Mail can't be sent (ECONNREFUSED). It stays in the outbox."),
  );
  expect(messagesOf(infos.mock.calls)).toEqual(["Mail is being sent again."]);
});

it("logs an error for a permanent refusal only", async () => {
  const [errors, infos] = [
    vi.spyOn(console, "error").mockReturnValue(),
    vi.spyOn(process.stdout, "write").mockReturnValue(true),
  ];
  const reasons = ["EENVELOPE 451", "EENVELOPE 550"];
  const transport: MailTransport = {
    send: async () => ({ what: "deferred", reason: reasons.shift() ?? "" }),
    close: () => undefined,
  };
  for (const _reason of reasons) await queueCode();
  const stop = startDelivery(transport);
  await pass(firstRunMs);
  stop();
  // The log is written after the current turn of the event loop.
  await new Promise((resolve) => setImmediate(resolve));
  expect([messagesOf(infos.mock.calls), messagesOf(errors.mock.calls)]).toEqual([
    [expect.stringMatching(/^Mail \d+: deferred \(EENVELOPE 451\)$/)],
    [expect.stringMatching(/^Mail \d+: deferred \(EENVELOPE 550\)$/)],
  ]);
});

it("the delay does not grow when the clock is set back", async () => {
  vi.spyOn(console, "error").mockReturnValue();
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
  let tries = 0;
  const transport: MailTransport = {
    send: async () => ({ what: "unreachable", reason: `${(tries += 1)}` }),
    close: () => undefined,
  };
  vi.setSystemTime(start.getTime() + 9 * 3_600_000);
  await queueCode();
  const stop = startDelivery(transport);
  await pass(firstRunMs);
  expect(tries).toBe(1);
  vi.setSystemTime(start);
  await pass(intervalMs);
  stop();
  expect(tries).toBe(2);
});
