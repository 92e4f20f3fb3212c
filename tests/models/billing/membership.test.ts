import { describe, expect, it } from "vitest";
import { withMutex } from "../../../app/models/mutex.ts";
import type { Subscription } from "../../../app/models/billing/membership.ts";
import { accessUntil, isOpening, membershipOf, membershipText, runningOf } from "../../../app/models/billing/membership.ts";
import { newGate } from "../../support/app/gate.ts";

const now = new Date("2026-11-21T12:00:00.000Z");
const [past, future, later] = ["2026-11-01T00:00:00.000Z", "2026-12-21T04:30:00.000Z", "2027-01-21T00:00:00.000Z"];
const active: Subscription = { id: "sub_1", status: "active", period_end: future, cancels_at: null, ended_at: null, refunded_at: null };
const of = (changes: Partial<Subscription>): Subscription => ({ ...active, ...changes });
const canceled = of({ status: "canceled", ended_at: past });

describe("access by a subscription", () => {
  it.each([
    ["one that runs", active, null],
    ["a trial", of({ status: "trialing" }), null],
    ["a failed card that is tried again", of({ status: "past_due" }), null],
    ["one cancelled at the period's end", of({ cancels_at: future }), future],
    ["a failed card of a cancelled one", of({ status: "past_due", cancels_at: future }), future],
    ["one that was cancelled", canceled, past],
    ["one whose payments were given up", of({ status: "unpaid", ended_at: past }), past],
    ["a paused one", of({ status: "paused", ended_at: past }), past],
    ["one whose latest payment was given back", of({ refunded_at: past }), past],
    ["one that was cancelled and then given back", of({ cancels_at: future, refunded_at: past }), past],
    ["one that was given back and then cancelled", of({ status: "canceled", ended_at: later, refunded_at: past }), past],
    ["one that was over before it was given back", of({ status: "canceled", ended_at: past, refunded_at: later }), past],
    ["one that ended before it was given back", of({ cancels_at: past, refunded_at: future }), past],
    ["a state that nobody knows, without an end", of({ status: "invented" }), "1970-01-01T00:00:00.000Z"],
  ])("of %s ends when it should", (_what, subscription, end) => expect(accessUntil([subscription])).toBe(end));

  it.each([
    [[], null],
    [[canceled, active], null],
    [[active, canceled], null],
    [[of({ cancels_at: future }), of({ cancels_at: later }), canceled], later],
    [[canceled, of({ cancels_at: future })], future],
  ])("goes by the best of several (%#)", (subscriptions, end) => expect(accessUntil(subscriptions)).toBe(end));

  it("is opened by three states alone", () => {
    const states = ["active", "trialing", "past_due", "incomplete", "incomplete_expired", "canceled", "unpaid", "paused", "", "ACTIVE"];
    expect(states.filter(isOpening)).toEqual(["active", "trialing", "past_due"]);
  });
});

describe("where a member stands", () => {
  it("is told by those that are open, whatever became of a newer one", () => {
    const failed = of({ status: "past_due" });
    expect(membershipOf([canceled, failed], null, now)).toEqual({ kind: "past-due" });
    expect(membershipOf([of({ cancels_at: future, period_end: future }), of({ period_end: later })], null, now)).toEqual({ kind: "active", renews_at: later });
  });

  it.each([
    ["nothing billed", [], null, { kind: "unbilled" }, "Active"],
    ["nothing billed, and ended", [], past, { kind: "ended", at: past }, "Ended on 10/31/2026"],
    ["one that runs", [active], null, { kind: "active", renews_at: future }, "Active · renews on 12/20/2026"],
    ["a trial", [of({ status: "trialing" })], null, { kind: "active", renews_at: future }, "Active · renews on 12/20/2026"],
    ["one without a period", [of({ period_end: null })], null, { kind: "active", renews_at: null }, "Active"],
    ["a failed card", [of({ status: "past_due" })], null, { kind: "past-due" }, "Payment failed"],
    ["a failed card beside one that runs", [of({ status: "past_due" }), active], null, { kind: "active", renews_at: future }, "Active · renews on 12/20/2026"],
    ["one that was cancelled", [of({ cancels_at: future })], null, { kind: "ending", at: future }, "Canceled · access until 12/20/2026"],
    ["one that ended", [canceled], null, { kind: "ended", at: past }, "Ended on 10/31/2026"],
    ["one that runs after one that ended", [canceled, active], past, { kind: "active", renews_at: future }, "Active · renews on 12/20/2026"],
  ])("with %s", (_what, subscriptions, ownEnd, status, text) => {
    const found = membershipOf(subscriptions, ownEnd, now);
    expect(found).toEqual(status);
    // Midnight in UTC is still the day before in New York.
    expect(membershipText(found, "America/New_York")).toBe(text);
  });

  it("turns from ending to ended at the very instant", () => {
    const at = (ms: number) => membershipOf([of({ cancels_at: future })], null, new Date(Date.parse(future) + ms)).kind;
    expect([at(-1), at(0)]).toEqual(["ending", "ended"]);
  });
});

it("counts as running what will be charged again, even where it opens nothing", () => {
  const all = [active, of({ status: "past_due" }), of({ refunded_at: past }), of({ cancels_at: future }), canceled, of({ status: "unpaid", ended_at: past })];
  expect(runningOf(all)).toEqual(all.slice(0, 3));
});

describe("work under a mutex", () => {
  it("waits for what began before it under the same key, and for nothing else", async () => {
    const order: string[] = [];
    const gate = newGate();
    const works = [
      withMutex("a", () => gate.passed.then(() => void order.push("a1"))),
      withMutex("a", async () => void order.push("a2")),
    ];
    await withMutex("b", async () => void order.push("b"));
    gate.open();
    await Promise.all(works);
    expect(order).toEqual(["b", "a1", "a2"]);
  });

  it("waits for all that began before it, also after the first of them is done", async () => {
    const gate = newGate();
    const first = withMutex("d", async () => undefined);
    const second = withMutex("d", () => gate.passed);
    await first;
    // Whatever follows the end of the first has happened.
    await new Promise((resolve) => setImmediate(resolve));
    let isThird = false;
    const third = withMutex("d", async () => { isThird = true; });
    await new Promise((resolve) => setImmediate(resolve));
    expect(isThird).toBe(false);
    gate.open();
    await Promise.all([second, third]);
    expect(isThird).toBe(true);
  });

  it("goes on after a failure, which only its own caller hears of", async () => {
    const failing = withMutex("c", () => Promise.reject(new Error("no")));
    const next = withMutex("c", async () => "yes");
    await expect(failing).rejects.toThrow("no");
    expect(await next).toBe("yes");
  });
});
