import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { refreshOverdue } from "../../app/models/billing/payment-report.server.ts";
import { startRefreshingSubscriptions } from "../../app/server/jobs.server.ts";
import { messagesOf } from "../support/app/log.ts";

vi.mock("../../app/models/billing/payment-report.server.ts", () => ({ refreshOverdue: vi.fn() }));

const hour = 3_600_000;
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("rereads overdue subscriptions at the start and every hour, also after a failure, until it is stopped", async () => {
  const reread = vi
    .mocked(refreshOverdue)
    .mockResolvedValueOnce(0)
    .mockRejectedValueOnce(new Error("Stripe is down"))
    .mockResolvedValue(0);
  const errors = vi.spyOn(console, "error").mockReturnValue();
  const startedAt = Date.now();
  const stop = startRefreshingSubscriptions();
  const callsAfter = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms);
    return reread.mock.calls.length;
  };
  expect([await callsAfter(500), await callsAfter(hour - 1), await callsAfter(1), await callsAfter(hour)]).toEqual([
    1, 1, 2, 3,
  ]);
  expect(messagesOf(errors.mock.calls)).toEqual([
    "Some subscriptions could not be refreshed. The next try is in an hour.",
  ]);
  const [now, goOn] = reread.mock.lastCall ?? [];
  expect([now?.getTime(), goOn?.()]).toEqual([startedAt + 500 + 2 * hour, true]);
  stop();
  expect([goOn?.(), await callsAfter(24 * hour)]).toEqual([false, 3]);
});
