/** Three invented affiliates with five months of history, booked by the product's own code. */
import { dayMs } from "../../app/time/durations.ts";
import { env } from "../../app/env.server.ts";
import { dueAfterDays, type VisitOutcome } from "../../app/models/affiliates/affiliate.ts";
import { priceCents } from "../../app/price.ts";
import { storeSubmission } from "../../app/models/affiliates/affiliate-request-history.server.ts";
import { addDays } from "../../app/time/calendar-date.ts";
import { instantIn } from "../../app/time/zone-time.ts";
import { bookRefund, bookSignup } from "../../app/models/affiliates/referral.server.ts";
import { giveTerms } from "../../app/models/affiliates/terms.server.ts";
import { newSecret } from "../../app/models/secret.server.ts";
import { memberRole } from "../../app/policy.ts";
import type { Db } from "../database.ts";
import { mulberry32 } from "./mulberry32.ts";

interface DemoAffiliate {
  name: string;
  email: string;
  ref_code: string;
  joined: Date;
  visits: { day: string; outcome: VisitOutcome; visits: number }[];
  signups: DemoSignup[];
}

interface DemoSignup {
  at: Date;
  isOwn: boolean;
  refund: { at: Date; refunded: number } | null;
}

interface Profile {
  name: string;
  email: string;
  ref_code: string;
  seed: number;
  joined: number;
  /** Average counted clicks per day, for a week that starts with their issue or episode. */
  week: readonly number[];
  conversion: number;
  /** The refunded signups: 1-based number, days until the refund, cents refunded. */
  refunds: readonly { signup: number; days: number; refunded: number }[];
  /** They tried their own link so many days ago; null = never. */
  ownSignup: number | null;
}

const profiles: readonly Profile[] = [
  {
    name: "Lantern Street Podcast",
    email: "hello@lanternstreet.test",
    ref_code: "K7WMQ4TD",
    seed: 11,
    joined: 152,
    week: [21, 14, 9, 6, 5, 8, 7],
    conversion: 0.036,
    refunds: [
      { signup: 5, days: 12, refunded: priceCents },
      { signup: 9, days: 100, refunded: priceCents / 2 },
    ],
    ownSignup: null,
  },
  {
    name: "Quillfeather Newsletter",
    email: "editor@quillfeather.test",
    ref_code: "9HXV3RBE",
    seed: 23,
    joined: 118,
    week: [26, 7, 3, 2, 1, 1, 1],
    conversion: 0.045,
    refunds: [{ signup: 7, days: 3, refunded: priceCents }],
    ownSignup: null,
  },
  {
    name: "Northgate Bettors Club",
    email: "club@northgate.test",
    ref_code: "T2PLZ8NC",
    seed: 43,
    joined: 46,
    week: [3, 2, 2, 1, 1, 2, 4],
    conversion: 0.05,
    refunds: [],
    ownSignup: 41,
  },
];

const uncounted: Readonly<Record<Exclude<VisitOutcome, "counted">, number>> = {
  repeated: 14,
  "same-address": 5,
  bot: 22,
  prefetch: 4,
  "signed-in": 3,
};
const [morning, evening, noon] = [8 * 60, 23 * 60, 12 * 60];
const payoutDaysAgo = 40;

/** The same history for every `today`, ending yesterday. */
export function demoAffiliates(today: string): DemoAffiliate[] {
  return profiles.map(({ name, email, ref_code, joined, ...profile }) => {
    const random = mulberry32(profile.seed);
    const days = Array.from({ length: joined }, (_, index) => addDays(today, index - joined));
    const visits = days.flatMap((day, index) => visitsOf(day, profile.week[index % 7] ?? 0, random));
    const clicks = visits
      .filter(({ outcome }) => outcome === "counted")
      .flatMap(({ day, visits: count }) => Array<string>(count).fill(day));
    const times = clicks
      .filter(() => random() < profile.conversion)
      .map((day) => timeOn(day, morning + Math.floor(random() * (evening - morning))))
      .sort((a, b) => a.getTime() - b.getTime());
    const signups = times.map((at, index): DemoSignup => ({
      at,
      isOwn: false,
      refund: refundOf(profile, index + 1, at),
    }));
    if (profile.ownSignup !== null)
      signups.push({ at: timeOn(addDays(today, -profile.ownSignup), noon), isOwn: true, refund: null });
    return { name, email, ref_code, joined: timeOn(addDays(today, -joined), morning), visits, signups };
  });
}

/** The members whom affiliates brought. */
export interface ReferredMember {
  id: number;
  email: string;
  joined: string;
  refCode: string | null;
  payments: readonly { invoiceId: string }[];
  refund: { at: Date; refunded: number } | null;
}

/**
 * Inserts them with one payout and one open request, inside a transaction, before the members' payments. The account that
 * an affiliate opened by their own link is deleted again.
 */
export async function fillAffiliates(
  db: Db,
  today: string,
  { passwordHash, paidBy, members }: { passwordHash: string; paidBy: number; members: readonly ReferredMember[] },
): Promise<void> {
  const own: number[] = [];
  const events: { at: Date; happen: () => Promise<void> }[] = [
    { at: timeOn(addDays(today, -payoutDaysAgo), noon), happen: () => payOut(db, today, paidBy) },
  ];
  for (const { joined, visits, signups, ...affiliate } of demoAffiliates(today)) {
    const { id } = await db
      .insertInto("affiliates")
      .values({ ...affiliate, page_token: newSecret(), created_at: joined.toISOString() })
      .returning("id")
      .executeTakeFirstOrThrow();
    await giveTerms(db, id, joined.toISOString());
    await db
      .insertInto("affiliate_visits")
      .values(visits.map((visit) => ({ affiliate_id: id, ...visit })))
      .execute();
    for (const { at } of signups.filter(({ isOwn }) => isOwn)) {
      const account = { email: affiliate.email.replace("@", "+test@"), role: memberRole } as const;
      const { id: userId } = await db
        .insertInto("users")
        .values({
          ...account,
          name: affiliate.name,
          phone: "",
          password_hash: passwordHash,
          status: "Active",
          created_at: at.toISOString(),
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      own.push(userId);
      events.push({
        at,
        happen: () =>
          bookSignup(db, { ...account, id: userId, invoiceId: `in_demo_own_${userId}` }, affiliate.ref_code, at),
      });
    }
  }
  for (const member of members) events.push(...eventsOf(db, member));
  // Sorted by time: a payout pays only what was booked before it.
  for (const { happen } of events.sort((a, b) => a.at.getTime() - b.at.getTime())) await happen();
  await db.deleteFrom("users").where("id", "in", own).execute();
  const words = {
    name: "Taylor Demo",
    phone: "555-0134",
    remarks: "I write about college basketball every Sunday, for some 900 readers.",
  };
  const asked = timeOn(addDays(today, -1), noon).toISOString();
  const { id } = await db
    .insertInto("affiliate_requests")
    .values({ ...words, email: "taylor@demo.test", created_at: asked })
    .returning("id")
    .executeTakeFirstOrThrow();
  await storeSubmission(db, id, words, asked);
}

function eventsOf(db: Db, { id, email, joined, refCode, payments: [first], refund }: ReferredMember) {
  if (refCode === null || first === undefined) return [];
  const [at, { invoiceId }] = [new Date(joined), first];
  const signup = { at, happen: () => bookSignup(db, { id, email, role: memberRole, invoiceId }, refCode, at) };
  if (refund === null) return [signup];
  const amounts = { amount: priceCents, refunded: refund.refunded };
  return [signup, { at: refund.at, happen: () => bookRefund(db, invoiceId, amounts, refund.at) }];
}

async function payOut(db: Db, today: string, paidBy: number): Promise<void> {
  const at = timeOn(addDays(today, -payoutDaysAgo), noon);
  const before = new Date(at.getTime() - dueAfterDays * dayMs).toISOString();
  const due = await db
    .selectFrom("commissions")
    .select(["id", "affiliate_id", "amount_cents"])
    .where(
      "referral_id",
      "in",
      db
        .selectFrom("commissions")
        .select("referral_id")
        .where("kind", "=", "purchase")
        .where("created_at", "<=", before),
    )
    .execute();
  const { id } = await db
    .insertInto("payouts")
    .values({ paid_by: paidBy, paid_at: at.toISOString() })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("payout_items")
    .values(due.map((entry) => ({ commission_id: entry.id, payout_id: id })))
    .execute();
  const affiliates = await db.selectFrom("affiliates").select(["id", "name", "email", "ref_code"]).execute();
  const lines = affiliates.map(({ id: affiliate_id, ...named }) => {
    const entries = due.filter((entry) => entry.affiliate_id === affiliate_id);
    return {
      payout_id: id,
      affiliate_id,
      ...named,
      commissions: entries.length,
      amount_cents: entries.reduce((sum, entry) => sum + entry.amount_cents, 0),
    };
  });
  await db
    .insertInto("payout_lines")
    .values(lines.filter(({ amount_cents }) => amount_cents > 0))
    .execute();
}

function visitsOf(day: string, usual: number, random: () => number): DemoAffiliate["visits"] {
  const counted = Math.round(usual * (0.4 + 1.2 * random()));
  const others = Object.entries(uncounted).map(([outcome, share]) => ({
    outcome,
    visits: Math.round((counted * share * 2 * random()) / 100),
  }));
  const all = [{ outcome: "counted", visits: counted }, ...others];
  return all
    .filter(({ visits }) => visits > 0)
    .flatMap(({ outcome, visits }) => (isOutcome(outcome) ? [{ day, outcome, visits }] : []));
}

function isOutcome(text: string): text is VisitOutcome {
  return text === "counted" || text in uncounted;
}

function refundOf({ refunds }: Pick<Profile, "refunds">, signup: number, at: Date): DemoSignup["refund"] {
  const refund = refunds.find((line) => line.signup === signup);
  return refund ? { at: new Date(at.getTime() + refund.days * dayMs), refunded: refund.refunded } : null;
}

function timeOn(day: string, minute: number): Date {
  return instantIn(env.SITE_TIMEZONE, day, minute);
}
