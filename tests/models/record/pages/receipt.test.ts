import { describe, expect, it } from "vitest";
import { receiptTexts } from "../../../../app/models/record/pages/receipt.ts";

type Delivery = Parameters<typeof receiptTexts>[1][number];

const zone = "America/New_York";
const published = { published_at: "2026-11-21T00:58:00.000Z", starts_at: "2026-11-21T02:30:00.000Z" };
const at = (minutes: number) => new Date(Date.parse(published.published_at) + minutes * 60_000).toISOString();
const delivery = (changes: Partial<Delivery> = {}): Delivery => ({
  channel: "mail",
  state: "sent",
  reason: "",
  finished_at: at(3),
  ...changes,
});
const textsOf = (...deliveries: Delivery[]) => receiptTexts(published, deliveries, zone).slice(1);

describe("the receipt of a pick", () => {
  it("says when the pick was published, and when its alert and its email were accepted", () => {
    expect(receiptTexts(published, [delivery(), delivery({ channel: "push", finished_at: at(0) })], zone)).toEqual([
      "Published November 20, 2026, 7:58 PM EST, 1 h 32 min before its start.",
      "Your alert about this pick was accepted November 20, 2026, 7:58 PM EST.",
      "Your email about this pick was accepted November 20, 2026, 8:01 PM EST.",
    ]);
    expect(receiptTexts({ ...published, starts_at: null }, [], zone)).toEqual([
      "Published November 20, 2026, 7:58 PM EST.",
    ]);
  });

  it("counts the first device that got the alert", () => {
    const push = (changes: Partial<Delivery>) => delivery({ channel: "push", ...changes });
    expect(
      textsOf(
        push({ state: "refused", reason: "gone", finished_at: at(1) }),
        push({ finished_at: at(5) }),
        push({ finished_at: at(2) }),
      ),
    ).toEqual(["Your alert about this pick was accepted November 20, 2026, 8:00 PM EST."]);
  });

  it.each<[Partial<Delivery>, string]>([
    [
      { state: "waiting", finished_at: null, reason: "held" },
      "is waiting to be sent. Quiet hours: it is sent at their end.",
    ],
    [{ state: "handed-over", finished_at: null }, "is waiting to be sent."],
    [
      { state: "handed-over", reason: "cut" },
      "was sent, but we don't know if it arrived. The connection broke while it was being sent; it may have arrived.",
    ],
    [{ state: "refused", reason: "EENVELOPE 550" }, "was not accepted. The other side answered 550."],
    [{ state: "expired", reason: "late" }, "was not sent. It was not sent in time."],
  ])("says why: %o", (changes, text) => {
    expect(textsOf(delivery(changes))).toEqual([`Your email about this pick ${text}`]);
  });
});
