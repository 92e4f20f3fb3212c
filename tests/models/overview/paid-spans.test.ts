import { describe, expect, it } from "vitest";
import { lastDays, sumByDay } from "../../../app/models/overview/days.ts";
import { type Sale, churnPercent, isPaidAt, paidSpan, spansOfPeople } from "../../../app/models/overview/paid-spans.ts";
import { monthlyCents, recurringAt, recurringNow } from "../../../app/models/overview/recurring.ts";

const [before, march, april, now] = [
  "2026-03-15T00:00:00.000Z",
  "2026-03-20T12:00:00.000Z",
  "2026-04-20T12:00:00.000Z",
  "2026-05-01T12:00:00.000Z",
];

/** A subscription of $49 a month, paid in March and April. */
function sale(changes: Partial<Sale> = {}): Sale {
  return {
    id: "sub_1",
    user_id: 1,
    status: "active",
    period_end: "2026-05-20T12:00:00.000Z",
    cancels_at: null,
    ended_at: null,
    paused_at: null,
    paused_until: null,
    refunded_at: null,
    created_at: march,
    price_cents: 4900,
    price_currency: "usd",
    price_period: "month",
    payments: [paid(march), paid(april)],
    ...changes,
  };
}

function paid(paid_at: string, amount_cents = 4900, currency = "usd") {
  return { amount_cents, currency, paid_at };
}

const dollars = (cents: number) => [{ currency: "usd", cents }];

describe("monthly recurring revenue", () => {
  it.each([
    ["a month", 4900, "month", 4900],
    ["a year counts a twelfth", 49_000, "year", 4083],
    ["three months", 12_000, "3 months", 4000],
    ["a week", 1200, "week", 5200],
    ["an unknown period is a month", 4900, null, 4900],
  ])("%s", (_what, cents, period, monthly) => expect(monthlyCents(cents, period)).toBe(monthly));

  it("adds up the prices, one sum for each currency", () => {
    const euros = sale({ id: "sub_2", price_cents: 4000, price_currency: "eur", payments: [paid(april, 4000, "eur")] });
    const yearly = sale({ id: "sub_3", price_cents: 48_000, price_period: "year", payments: [paid(march, 48_000)] });
    expect(recurringNow([sale(), euros, yearly], now)).toEqual([
      { currency: "usd", cents: 8900 },
      { currency: "eur", cents: 4000 },
    ]);
    expect(recurringAt([sale(), euros, yearly], "2026-04-01T00:00:00.000Z")).toEqual(dollars(8900));
  });

  it("shows a change of the price: now the new one, on a past day what was paid before", () => {
    const raised = sale({ price_cents: 5900, payments: [paid(march), paid(april, 5900)] });
    expect(recurringAt([raised], "2026-04-19T00:00:00.000Z")).toEqual(dollars(4900));
    expect(recurringAt([raised], "2026-04-21T00:00:00.000Z")).toEqual(dollars(5900));
    expect(recurringNow([{ ...raised, price_cents: 6900 }], now)).toEqual(dollars(6900));
  });

  it.each([
    ["nobody before the first payment", sale(), before, []],
    ["no trial", sale({ status: "trialing", payments: [] }), now, []],
    ["one that is past due", sale({ status: "past_due" }), now, dollars(4900)],
    ["one that is cancelled and still runs", sale({ cancels_at: "2026-05-20T12:00:00.000Z" }), now, dollars(4900)],
    ["one whose only refund was a part", sale({ refunded_at: null }), now, dollars(4900)],
    ["none whose last payment was refunded", sale({ refunded_at: "2026-04-22T00:00:00.000Z" }), now, []],
    ["none that has ended", sale({ status: "canceled", ended_at: "2026-04-25T00:00:00.000Z" }), now, []],
  ])("counts %s", (_what, one, at, sums) => expect(recurringNow([one], at)).toEqual(sums));

  it("counts none while its payments are paused, and those who paid before", () => {
    const paused = sale({ paused_at: "2026-04-25T00:00:00.000Z", paused_until: "2026-06-01T00:00:00.000Z" });
    expect([recurringAt([paused], "2026-04-24T00:00:00.000Z"), recurringNow([paused], now)]).toEqual([
      dollars(4900),
      [],
    ]);
    expect(recurringNow([{ ...paused, paused_until: now }], now)).toEqual(dollars(4900));
  });

  it("still counts on a past day what has ended or was refunded since", () => {
    const ended = sale({ status: "canceled", ended_at: "2026-04-25T00:00:00.000Z" });
    const refunded = sale({ refunded_at: "2026-04-25T00:00:00.000Z" });
    for (const one of [ended, refunded]) expect(recurringAt([one], "2026-04-24T00:00:00.000Z")).toEqual(dollars(4900));
  });
});

describe("who paid from when to when", () => {
  it.each([
    ["cancelled", { status: "canceled", cancels_at: now, ended_at: now }, now, "cancelled"],
    ["failed for good", { status: "unpaid", ended_at: now }, now, "unpaid"],
    ["Stripe cancelled unpaid", { status: "canceled", ended_at: now, payments: [paid(march)] }, now, "unpaid"],
    ["refunded", { refunded_at: april }, april, "refunded"],
    ["ended at once", { status: "canceled", ended_at: now }, now, "other"],
    ["goes on", {}, null, "other"],
  ])("one that %s", (_what, changes, until, reason) =>
    expect(paidSpan(sale(changes))).toEqual({ from: march, until, reason }),
  );

  it("a trial, and one that was never paid, have no span", () => {
    expect(paidSpan(sale({ status: "trialing", payments: [] }))).toBeNull();
    expect(paidSpan(sale({ status: "canceled", ended_at: now, payments: [] }))).toBeNull();
  });

  it("two subscriptions of a person at a time are one span, and one after a gap is another", () => {
    const first = sale({ status: "canceled", ended_at: "2026-04-01T00:00:00.000Z", payments: [paid(march)] });
    const second = sale({ id: "sub_2", payments: [paid("2026-03-25T00:00:00.000Z")] });
    expect(spansOfPeople([second, first])).toEqual([{ from: march, until: null, reason: "other" }]);
    const later = sale({ id: "sub_3", payments: [paid(april)] });
    expect(spansOfPeople([first, later]).map(({ from }) => from)).toEqual([march, april]);
    // Nobody's: an account was deleted.
    expect(spansOfPeople([sale({ user_id: null }), sale({ id: "sub_2", user_id: null })])).toHaveLength(2);
  });

  it("who paid before, plus who joined, less who ended, is who pays now", () => {
    const days = lastDays(new Date(now), "America/New_York");
    const spans = spansOfPeople([
      sale({ id: "a", user_id: 1, payments: [paid(march), paid(april)] }),
      sale({ id: "b", user_id: 2, payments: [paid(march)], status: "canceled", ended_at: april }),
      sale({ id: "c", user_id: 3, payments: [paid(april)] }),
      sale({ id: "d", user_id: 4, payments: [paid(april)], refunded_at: "2026-04-21T00:00:00.000Z" }),
    ]);
    const joined = sumByDay(
      days,
      spans.map(({ from }) => ({ at: from, amount: 1 })),
    );
    const ended = sumByDay(
      days,
      spans.flatMap(({ until }) => (until === null ? [] : [{ at: until, amount: 1 }])),
    );
    const [sum, count] = [
      (values: number[]) => values.reduce((all, value) => all + value, 0),
      (at: string) => spans.filter((span) => isPaidAt(span, at)).length,
    ];
    expect([count(days.start), sum(joined), sum(ended), count(now)]).toEqual([2, 2, 2, 2]);
    // The fourth came and went since.
    expect(churnPercent(spans, days.start, now)).toBe(50);
    expect(churnPercent(spans, before, now)).toBeNull();
  });
});

it("days are those of the site's zone, and what happened outside of them is left out", () => {
  const days = lastDays(new Date("2026-05-01T03:30:00.000Z"), "America/New_York");
  expect([days.first, days.start, days.ends.length]).toEqual(["2026-04-01", "2026-04-01T04:00:00.000Z", 30]);
  const sums = sumByDay(days, [
    { at: "2026-04-01T03:59:00.000Z", amount: 1 },
    { at: "2026-04-02T03:59:00.000Z", amount: 5 },
    { at: "2026-05-01T03:00:00.000Z", amount: 7 },
    { at: "2026-05-01T04:00:00.000Z", amount: 1 },
  ]);
  expect([sums[0], sums.at(-1), sums.slice(1, -1).every((value) => value === 0)]).toEqual([5, 7, true]);
});
