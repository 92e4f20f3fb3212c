/** Invented people and what they paid for the last five months. Pure: the same for every `today`, with moved dates. */
import type { AccessRule } from "../../app/models/billing/membership.ts";
import type { BilledSubscription, Payment } from "../../app/payment/provider.ts";
import { priceCents } from "../../app/price.ts";
import { addDays } from "../../app/time/calendar-date.ts";
import { addMonths } from "../../app/time/calendar-month.ts";
import { dayMs, hourMs } from "../../app/time/durations.ts";
import { demoAffiliates } from "./affiliates.ts";
import { mulberry32 } from "./mulberry32.ts";

export interface DemoMember {
  name: string;
  email: string;
  joined: string;
  /** Of the affiliate who brought them; null = they came by themselves. */
  refCode: string | null;
  rule: AccessRule;
  /** As Stripe would report it today, with its paid invoices; null = they pay nothing. */
  subscription: BilledSubscription | null;
  payments: Payment[];
  refund: Refund | null;
}

/** Of the first payment. */
interface Refund {
  at: Date;
  refunded: number;
}

interface Story {
  plan: "monthly" | "yearly" | "trial" | "granted";
  /** Payments until they leave; without it they stay. */
  payments?: number;
  /** They leave because their card fails, not by canceling. */
  fails?: boolean;
  refund?: Refund | null;
}

const yearlyCents = 49_000;
const trialDays = 7;
/** Stripe tries a card for so many days, then ends the subscription. */
const retryDays = 14;
/** Of the members that an affiliate brought, in each month. */
const leaving = 0.08;

/** Who came without an affiliate: so many days ago. Each state that staff can meet is among them on every day. */
const direct: readonly (Omit<Story, "refund"> & { days: number; refund?: { days: number; refunded: number } })[] = [
  { days: 128, plan: "monthly" },
  { days: 121, plan: "yearly" },
  { days: 117, plan: "monthly", payments: 2 },
  { days: 110, plan: "monthly" },
  { days: 103, plan: "yearly", payments: 1 },
  { days: 96, plan: "monthly" },
  { days: 92, plan: "granted" },
  { days: 88, plan: "monthly", payments: 1, fails: true },
  { days: 81, plan: "yearly" },
  { days: 75, plan: "monthly", refund: { days: 9, refunded: 2000 } },
  { days: 66, plan: "monthly", payments: 2, fails: true },
  { days: 60, plan: "monthly", payments: 1, fails: true },
  { days: 52, plan: "yearly" },
  { days: 45, plan: "monthly", payments: 1 },
  { days: 38, plan: "monthly" },
  { days: 33, plan: "monthly", payments: 1, fails: true },
  { days: 26, plan: "monthly" },
  { days: 24, plan: "granted" },
  { days: 20, plan: "monthly", refund: { days: 6, refunded: priceCents } },
  { days: 17, plan: "monthly" },
  { days: 12, plan: "monthly", payments: 1 },
  { days: 8, plan: "yearly" },
  { days: 5, plan: "monthly" },
  { days: 3, plan: "trial" },
];

// 13 and 14 have no common factor, so 182 names differ.
const given = "Ada Bo Cleo Dex Etta Finn Gus Hattie Ike Juno Kit Lou Mabel".split(" ");
const family =
  "Fairweather Longshot Halftime Bullpen Backdoor Sideline Faceoff Tipoff Southpaw Homestand Underdog Bunting Overtime Sixthman".split(
    " ",
  );

/** Oldest first. */
export function demoMembers(today: string, now: Date): DemoMember[] {
  return [...cameByThemselves(today), ...broughtByAffiliates(today)]
    .sort((one, other) => one.joined.getTime() - other.joined.getTime())
    .map(({ joined, refCode, story }, index) => {
      const name = [given[index % given.length], family[index % family.length]].join(" ");
      const email = `${name.toLowerCase().replace(" ", ".")}@demo.test`;
      const person = { name, email, joined: joined.toISOString(), refCode, refund: story.refund ?? null };
      return { ...person, ...billed(index + 1, person, story, now.toISOString()) };
    });
}

function cameByThemselves(today: string) {
  return direct.map(({ days, refund, ...story }, index) => {
    // Between 9 AM and 8 PM in New York.
    const joined = new Date(Date.parse(`${addDays(today, -days)}T14:00:00Z`) + ((index * 7) % 11) * hourMs);
    const at = refund && new Date(joined.getTime() + refund.days * dayMs);
    return { joined, refCode: null, story: { ...story, refund: at ? { at, refunded: refund.refunded } : null } };
  });
}

function broughtByAffiliates(today: string) {
  const random = mulberry32(31);
  return demoAffiliates(today).flatMap(({ ref_code, signups }) =>
    signups
      .filter(({ isOwn }) => !isOwn)
      .map(({ at, refund }) => {
        const payments = 1 + Math.floor(Math.log(1 - random()) / Math.log(1 - leaving));
        return { joined: at, refCode: ref_code, story: { plan: "monthly", payments, refund } as const };
      }),
  );
}

/** Stripe bills at the same time of day in UTC, each month or year. */
function billed(
  number: number,
  { joined, email }: Pick<DemoMember, "joined" | "email">,
  story: Story,
  now: string,
): Pick<DemoMember, "rule" | "subscription" | "payments"> {
  if (story.plan === "granted")
    return { rule: { access_rule: "open", access_rule_until: null }, subscription: null, payments: [] };
  const [months, cents, period] = story.plan === "yearly" ? [12, yearlyCents, "year"] : [1, priceCents, "month"];
  const due = (index: number) => addMonths(joined.slice(0, 10), index * months) + joined.slice(10);
  const payments = paidTimes(story, due, now).map((paidAt, index) => ({
    invoiceId: `in_demo_${number}_${index + 1}`,
    amountCents: cents,
    currency: "usd",
    paidAt,
    refundedCents: index === 0 ? (story.refund?.refunded ?? 0) : 0,
  }));
  const subscription = {
    id: `sub_demo_${number}`,
    customerId: `cus_demo_${number}`,
    email,
    ours: true,
    paused: null,
    price: { cents, currency: "usd", period },
    card: { brand: number % 3 === 0 ? "mastercard" : "visa", last4: String(1000 + ((number * 577) % 9000)) },
    ...(story.plan === "trial"
      ? { ...open, status: "trialing", periodEnd: later(joined, trialDays) }
      : stateOf(story, payments.length, due, now)),
  };
  return { rule: { access_rule: "paid", access_rule_until: null }, subscription, payments };
}

function paidTimes(
  { plan, payments = Infinity, refund }: Story,
  due: (index: number) => string,
  now: string,
): string[] {
  if (plan === "trial") return [];
  const most = refund?.refunded === priceCents ? 1 : payments;
  const times = [due(0)];
  while (times.length < most && due(times.length) <= now) times.push(due(times.length));
  return times;
}

const open = { cancelsAt: null, endedAt: null };

/** What Stripe would say `now`, after so many payments. */
function stateOf(
  { payments = Infinity, fails = false, refund }: Story,
  paid: number,
  due: (index: number) => string,
  now: string,
): Pick<BilledSubscription, "status" | "periodEnd" | "cancelsAt" | "endedAt"> {
  const end = due(paid);
  if (refund?.refunded === priceCents)
    return { status: "canceled", periodEnd: end, cancelsAt: null, endedAt: refund.at.toISOString() };
  if (paid < payments || (fails && end > now)) return { ...open, status: "active", periodEnd: end };
  if (!fails) {
    const isOver = end <= now;
    return { status: isOver ? "canceled" : "active", periodEnd: end, cancelsAt: end, endedAt: isOver ? end : null };
  }
  const givenUp = later(end, retryDays);
  // Stripe begins the next period also when its payment fails.
  return givenUp > now
    ? { ...open, status: "past_due", periodEnd: due(paid + 1) }
    : { status: "canceled", periodEnd: due(paid + 1), cancelsAt: null, endedAt: givenUp };
}

function later(instant: string, days: number): string {
  return new Date(Date.parse(instant) + days * dayMs).toISOString();
}
