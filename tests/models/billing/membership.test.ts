import { describe, expect, it } from "vitest";
import {
  type Subscription,
  accessUntil,
  givesAccess,
  membershipOf,
  membershipText,
  runningOf,
} from "../../../app/models/billing/membership.ts";

const now = new Date("2026-11-21T12:00:00.000Z");
const [past, future, later] = ["2026-11-01T00:00:00.000Z", "2026-12-21T04:30:00.000Z", "2027-01-21T00:00:00.000Z"];
const active: Subscription = {
  id: "sub_1",
  status: "active",
  period_end: future,
  cancels_at: null,
  ended_at: null,
  paused_at: null,
  paused_until: null,
  refunded_at: null,
};
const withChanges = (changes: Partial<Subscription>): Subscription => ({ ...active, ...changes });
const canceled = withChanges({ status: "canceled", ended_at: past });
const paused = withChanges({ paused_at: past, paused_until: later });

describe("access by a subscription", () => {
  it.each([
    ["an active one", active, null],
    ["a trial", withChanges({ status: "trialing" }), null],
    ["a failed card that Stripe retries", withChanges({ status: "past_due" }), null],
    ["one canceled at the period's end", withChanges({ cancels_at: future }), future],
    ["a failed card of a canceled one", withChanges({ status: "past_due", cancels_at: future }), future],
    ["a canceled one", canceled, past],
    ["an unpaid one after all retries", withChanges({ status: "unpaid", ended_at: past }), past],
    ["a paused one", withChanges({ status: "paused", ended_at: past }), past],
    ["one whose latest payment was refunded", withChanges({ refunded_at: past }), past],
    ["one that was canceled and then refunded", withChanges({ cancels_at: future, refunded_at: past }), past],
    [
      "one that was refunded and then canceled",
      withChanges({ status: "canceled", ended_at: later, refunded_at: past }),
      past,
    ],
    [
      "one that was canceled before it was refunded",
      withChanges({ status: "canceled", ended_at: past, refunded_at: later }),
      past,
    ],
    ["one that ended before it was refunded", withChanges({ cancels_at: past, refunded_at: future }), past],
    ["an unknown status without an end", withChanges({ status: "invented" }), "1970-01-01T00:00:00.000Z"],
  ])("ends at the right time: %s", (_what, subscription, end) => expect(accessUntil([subscription])).toBe(end));

  it.each([
    [[], null],
    [[canceled, active], null],
    [[active, canceled], null],
    [[withChanges({ cancels_at: future }), withChanges({ cancels_at: later }), canceled], later],
    [[canceled, withChanges({ cancels_at: future })], future],
  ])("lasts as long as the best of several subscriptions (%#)", (subscriptions, end) =>
    expect(accessUntil(subscriptions)).toBe(end),
  );

  it("is opened by exactly three statuses", () => {
    const states = [
      "active",
      "trialing",
      "past_due",
      "incomplete",
      "incomplete_expired",
      "canceled",
      "unpaid",
      "paused",
      "",
      "ACTIVE",
    ];
    expect(states.filter(givesAccess)).toEqual(["active", "trialing", "past_due"]);
  });
});

describe("the status of a membership", () => {
  it("depends on the open subscriptions, even when a newer one has ended", () => {
    const failed = withChanges({ status: "past_due" });
    expect(membershipOf([canceled, failed], null, now)).toEqual({ kind: "past-due" });
    expect(
      membershipOf(
        [withChanges({ cancels_at: future, period_end: future }), withChanges({ period_end: later })],
        null,
        now,
      ),
    ).toEqual({ kind: "active", renews_at: later });
  });

  it.each([
    ["nothing billed", [], null, { kind: "unbilled" }, "Active"],
    ["nothing billed, and ended", [], past, { kind: "ended", at: past }, "Ended on 10/31/2026"],
    ["an active one", [active], null, { kind: "active", renews_at: future }, "Active · renews on 12/20/2026"],
    [
      "a trial",
      [withChanges({ status: "trialing" })],
      null,
      { kind: "active", renews_at: future },
      "Active · renews on 12/20/2026",
    ],
    ["one without a period", [withChanges({ period_end: null })], null, { kind: "active", renews_at: null }, "Active"],
    ["a failed card", [withChanges({ status: "past_due" })], null, { kind: "past-due" }, "Payment failed"],
    [
      "a failed card and an active one",
      [withChanges({ status: "past_due" }), active],
      null,
      { kind: "active", renews_at: future },
      "Active · renews on 12/20/2026",
    ],
    ["a paused one", [paused], null, { kind: "paused", until: later }, "Active · payments paused until 01/20/2027"],
    [
      "one paused without an end",
      [{ ...paused, paused_until: null }],
      null,
      { kind: "paused", until: null },
      "Active · payments paused",
    ],
    [
      "one that was paused until now",
      [{ ...paused, paused_until: now.toISOString() }],
      null,
      { kind: "active", renews_at: future },
      "Active · renews on 12/20/2026",
    ],
    [
      "a paused one and one that charges",
      [paused, active],
      null,
      { kind: "active", renews_at: future },
      "Active · renews on 12/20/2026",
    ],
    [
      "a paused one, canceled",
      [{ ...paused, cancels_at: future }],
      null,
      { kind: "ending", at: future },
      "Canceled · access until 12/20/2026",
    ],
    [
      "a paused one whose card failed before",
      [{ ...paused, status: "past_due" }],
      null,
      { kind: "past-due" },
      "Payment failed",
    ],
    [
      "a paused one and a failed card, which is tried again",
      [paused, withChanges({ status: "past_due" })],
      null,
      { kind: "past-due" },
      "Payment failed",
    ],
    [
      "a canceled one",
      [withChanges({ cancels_at: future })],
      null,
      { kind: "ending", at: future },
      "Canceled · access until 12/20/2026",
    ],
    ["an ended one", [canceled], null, { kind: "ended", at: past }, "Ended on 10/31/2026"],
    [
      "an active one after an ended one",
      [canceled, active],
      past,
      { kind: "active", renews_at: future },
      "Active · renews on 12/20/2026",
    ],
  ])("is right with %s", (_what, subscriptions, ownEnd, status, text) => {
    const found = membershipOf(subscriptions, ownEnd, now);
    expect(found).toEqual(status);
    // Midnight in UTC is still the day before in New York.
    expect(membershipText(found, "America/New_York")).toBe(text);
  });

  it("changes from ending to ended at the exact instant", () => {
    const at = (ms: number) =>
      membershipOf([withChanges({ cancels_at: future })], null, new Date(Date.parse(future) + ms)).kind;
    expect([at(-1), at(0)]).toEqual(["ending", "ended"]);
  });
});

it("runningOf returns the subscriptions that will be charged again, even without access", () => {
  const all = [
    active,
    withChanges({ status: "past_due" }),
    withChanges({ refunded_at: past }),
    withChanges({ cancels_at: future }),
    canceled,
    withChanges({ status: "unpaid", ended_at: past }),
  ];
  expect(runningOf(all)).toEqual(all.slice(0, 3));
});
