import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { rereadOverdue } from "../../app/models/billing/payment-report.server.ts";
import { startRereading } from "../../app/server/errands.server.ts";
import { messagesOf } from "../support/app/log.ts";

vi.mock("../../app/models/billing/payment-report.server.ts", () => ({ rereadOverdue: vi.fn() }));

const hour = 3_600_000;
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("asks about what was not reported at the start and every hour, also after an hour in which it could not, until it is stopped", async () => {
  const asking = vi.mocked(rereadOverdue).mockResolvedValueOnce(0).mockRejectedValueOnce(new Error("Stripe is down")).mockResolvedValue(0);
  const complaint = vi.spyOn(console, "error").mockReturnValue();
  const began = Date.now();
  const stop = startRereading();
  const askedAfter = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms);
    return asking.mock.calls.length;
  };
  expect([await askedAfter(500), await askedAfter(hour - 1), await askedAfter(1), await askedAfter(hour)]).toEqual([1, 1, 2, 3]);
  expect(messagesOf(complaint.mock.calls)).toEqual(["Not all subscriptions whose renewal or end was not reported could be asked about. It is tried again in an hour."]);
  const [now, goOn] = asking.mock.lastCall ?? [];
  expect([now?.getTime(), goOn?.()]).toEqual([began + 500 + 2 * hour, true]);
  stop();
  expect([goOn?.(), await askedAfter(24 * hour)]).toEqual([false, 3]);
});
