import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalCode, codeAlphabet, commissionCents, conversionPercent, isSameMailbox, refundCents } from "../../../app/models/affiliates/affiliate.ts";
import { priceCents } from "../../../app/models/billing/price.ts";

describe("a code", () => {
  it.each([["AB23CD45", "AB23CD45"], [" ab23cd45\n", "AB23CD45"], ["AB23CD4", null], ["AB23CD456", null], ["AB23CD40", null], ["AB23CDI5", null], ["", null], ["AB23CD4É", null], ["' or 1=1", null]])(
    "%j is read as %j", (text, code) => expect(canonicalCode(text)).toBe(code));

  it("has 32 letters and digits, and none that look alike", () => {
    expect(new Set(codeAlphabet).size).toBe(32);
    expect(codeAlphabet).not.toMatch(/[01OI]/);
  });
});

it.each([
  ["pat@example.test", "pat@example.test", true], ["Pat+bets@Example.test", "pat@example.test", true], ["pat@example.test", "pat+x+y@example.test", true],
  ["pat@example.test", "patty@example.test", false], ["pat@example.test", "pat@other.test", false], ["pat+@example.test", "pat@example.test", true],
  ["p.a.t+x@googlemail.com", "pat@gmail.com", true], ["p.at@example.test", "pat@example.test", false], ["pat@gmail.com.test", "p.at@gmail.com", false],
])("%s and %s are one mailbox: %s", (first, second, same) => expect(isSameMailbox(first, second)).toBe(same));

describe("money", () => {
  it("pays 20 percent of $49.00 as $9.80", () => expect(commissionCents(priceCents, 20)).toBe(980));

  it.each([[4900, 0, 0], [4900, 15, 735], [4999, 15, 750], [50, 1, 1], [49, 1, 0], [0, 20, 0]])("of %i cents %i percent are %i cents", (price, rate, cents) => expect(commissionCents(price, rate)).toBe(cents));

  it.each([
    ["nothing was refunded", 980, 0, { amount: 4900, refunded: 0 }, 0],
    ["everything was", 980, 0, { amount: 4900, refunded: 4900 }, -980],
    ["half was", 980, 0, { amount: 4900, refunded: 2450 }, -490],
    ["the other half followed", 980, -490, { amount: 4900, refunded: 4900 }, -490],
    ["it is said again", 980, -980, { amount: 4900, refunded: 4900 }, 0],
    ["more came back than was paid", 980, 0, { amount: 4900, refunded: 9900 }, -980],
    ["an earlier, smaller refund is said late", 980, -490, { amount: 4900, refunded: 100 }, 0],
    ["half a cent would be left, of 490", 490, 0, { amount: 4900, refunded: 2375 }, -237],
    ["half a cent would be left, of 735", 735, 0, { amount: 4900, refunded: 1610 }, -241],
    ["nothing was paid", 980, 0, { amount: 0, refunded: 0 }, -980],
  ])("when %s", (_case, commission, takenBack, payment, cents) => expect(refundCents(commission, takenBack, payment) + 0).toBe(cents));

  it("never takes back more than was earned, whatever the refunds", () => {
    const refunds = fc.array(fc.integer({ min: 0, max: 6000 }), { maxLength: 12 });
    fc.assert(fc.property(fc.integer({ min: 0, max: 5000 }), refunds, (commission, amounts) => {
      let takenBack = 0;
      for (const refunded of amounts) takenBack += refundCents(commission, takenBack, { amount: 4900, refunded });
      const most = Math.min(4900, Math.max(0, ...amounts));
      expect(commission + takenBack).toBe(Math.floor((2 * commission * (4900 - most) + 4900) / 9800));
    }));
  });
});

it.each([[0, 0, null], [5, 0, null], [96, 1284, (96 * 100) / 1284], [2, 1, 200]])("%i signups of %i clicks are %s percent", (signups, clicks, percent) => expect(conversionPercent(signups, clicks)).toBe(percent));

// 23 / 80 * 100 is a hair below 28.75: a half must not be lost on the way.
it.each([[23, 80, 28.75], [41, 80, 51.25], [1, 80, 1.25]])("%d signups of %d clicks are exactly %d percent", (signups, clicks, percent) => expect(conversionPercent(signups, clicks)).toBe(percent));
