import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  canonicalCode,
  codeAlphabet,
  commissionCents,
  conversionPercent,
  isSameMailbox,
  refundCents,
} from "../../../app/models/affiliates/affiliate.ts";
import { priceCents } from "../../../app/price.ts";

describe("a code", () => {
  it.each([
    ["AB23CD45", "AB23CD45"],
    [" ab23cd45\n", "AB23CD45"],
    ["AB23CD4", null],
    ["AB23CD456", null],
    ["AB23CD40", null],
    ["AB23CDI5", null],
    ["", null],
    ["AB23CD4É", null],
    ["' or 1=1", null],
  ])("%j is read as %j", (text, code) => expect(canonicalCode(text)).toBe(code));

  it("uses 32 letters and digits that don't look alike", () => {
    expect(new Set(codeAlphabet).size).toBe(32);
    expect(codeAlphabet).not.toMatch(/[01OI]/);
  });
});

it.each([
  ["pat@example.test", "pat@example.test", true],
  ["Pat+bets@Example.test", "pat@example.test", true],
  ["pat@example.test", "pat+x+y@example.test", true],
  ["pat@example.test", "patty@example.test", false],
  ["pat@example.test", "pat@other.test", false],
  ["pat+@example.test", "pat@example.test", true],
  ["p.a.t+x@googlemail.com", "pat@gmail.com", true],
  ["p.at@example.test", "pat@example.test", false],
  ["pat@gmail.com.test", "p.at@gmail.com", false],
])("%s and %s are the same mailbox: %s", (first, second, same) => expect(isSameMailbox(first, second)).toBe(same));

describe("a commission", () => {
  it("of 20 percent of $49.00 is $9.80", () => expect(commissionCents(priceCents, 20)).toBe(980));

  it.each([
    [4900, 0, 0],
    [4900, 15, 735],
    [4999, 15, 750],
    [50, 1, 1],
    [49, 1, 0],
    [0, 20, 0],
  ])("of a price of %i cents at %i percent is %i cents", (price, rate, cents) =>
    expect(commissionCents(price, rate)).toBe(cents),
  );

  it.each([
    ["nothing was refunded", 980, 0, { amount: 4900, refunded: 0 }, 0],
    ["everything was refunded", 980, 0, { amount: 4900, refunded: 4900 }, -980],
    ["half was refunded", 980, 0, { amount: 4900, refunded: 2450 }, -490],
    ["the other half followed", 980, -490, { amount: 4900, refunded: 4900 }, -490],
    ["the same refund is reported again", 980, -980, { amount: 4900, refunded: 4900 }, 0],
    ["more was refunded than paid", 980, 0, { amount: 4900, refunded: 9900 }, -980],
    ["an earlier, smaller refund is reported late", 980, -490, { amount: 4900, refunded: 100 }, 0],
    ["half a cent of 490 would be left", 490, 0, { amount: 4900, refunded: 2375 }, -237],
    ["half a cent of 735 would be left", 735, 0, { amount: 4900, refunded: 1610 }, -241],
    ["nothing was paid", 980, 0, { amount: 0, refunded: 0 }, -980],
  ])("is reduced correctly when %s", (_case, commission, takenBack, payment, cents) =>
    expect(refundCents(commission, takenBack, payment) + 0).toBe(cents),
  );

  it("is never reduced below zero, for any refunds", () => {
    const refunds = fc.array(fc.integer({ min: 0, max: 6000 }), { maxLength: 12 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 5000 }), refunds, (commission, amounts) => {
        let takenBack = 0;
        for (const refunded of amounts) takenBack += refundCents(commission, takenBack, { amount: 4900, refunded });
        const most = Math.min(4900, Math.max(0, ...amounts));
        expect(commission + takenBack).toBe(Math.floor((2 * commission * (4900 - most) + 4900) / 9800));
      }),
    );
  });
});

it.each([
  [0, 0, null],
  [5, 0, null],
  [96, 1284, (96 * 100) / 1284],
  [2, 1, 200],
])("%i signups from %i clicks are %s percent", (signups, clicks, percent) =>
  expect(conversionPercent(signups, clicks)).toBe(percent),
);

// 23 / 80 * 100 is slightly below 28.75 in binary, but must be exact.
it.each([
  [23, 80, 28.75],
  [41, 80, 51.25],
  [1, 80, 1.25],
])("%d signups from %d clicks are exactly %d percent", (signups, clicks, percent) =>
  expect(conversionPercent(signups, clicks)).toBe(percent),
);
