/** Staff let a member pay nothing for a while. Access stays: whoever should lose it is canceled instead. */
import { db, write } from "../../db.server.ts";
import { env } from "../../env.server.ts";
import { Refusal } from "../../refusal.ts";
import { type CalendarDate, formatCalendarDate } from "../../time/calendar-date.ts";
import { addMonths } from "../../time/calendar-month.ts";
import { dateIn, instantIn } from "../../time/zone-time.ts";
import { calendarDate, textLine } from "../fields.ts";
import { operation } from "../operation.server.ts";
import { recordAuditOnce } from "../trail/audit.server.ts";
import { dayIn } from "./charge.ts";
import { runningOf } from "./membership.ts";
import { billingOrRefuse } from "./membership.server.ts";
import { withNewestAnswer } from "./newest-answer.server.ts";
import { recordSubscription } from "./subscription.server.ts";
import { type StoredSubscription, findSubscriptionOf, subscriptionOfMember } from "./subscription-row.server.ts";

const longestMonths = 12;

/**
 * Charges nothing until a day in the site's zone, at most a year after the next charge; what falls due before is never
 * collected. A day before the next charge would change nothing, so it is refused.
 * Idempotent; another day replaces the first. Returns the day as text. Refuses with "not-found" when the subscription
 * isn't theirs, with "conflict" when it doesn't renew or its last payment failed, and with "busy" when Stripe can't be
 * reached.
 */
export const pauseMembership = operation(
  "users.manage",
  subscriptionOfMember.extend({
    until: calendarDate,
    reason: textLine(200).optional().meta({ description: "Why, for the trail." }),
  }),
  async ({ person }, { id: userId, subscription, until, reason }): Promise<{ until: string }> => {
    const chosen = await findSubscriptionOf(db, userId ?? 0, subscription);
    if (runningOf([chosen]).length === 0 || chosen.status === "past_due")
      throw new Refusal("conflict", "Only a subscription that renews, and whose last payment worked, can be paused.");
    const resumes = resumingAt(until, nextChargeDay(chosen, new Date()));
    await changePause(chosen, resumes, {
      actorId: person.id,
      action: "membership.paused",
      after: { subscription, paused_until: resumes, ...(reason && { reason }) },
    });
    return { until: dayIn(env.SITE_TIMEZONE, resumes) };
  },
);

/** Charges again from now on, at the next date of its billing. Idempotent. Refuses as `pauseMembership` does. */
export const resumeMembership = operation(
  "users.manage",
  subscriptionOfMember,
  async ({ person }, { id: userId, subscription }): Promise<void> => {
    const chosen = await findSubscriptionOf(db, userId ?? 0, subscription);
    if (chosen.paused_at === null) return;
    await changePause(chosen, null, { actorId: person.id, action: "membership.resumed", after: { subscription } });
  },
);

/** Stores Stripe's answer at once, without waiting for the webhook event. */
async function changePause(
  { id: subscriptionId, user_id: subjectId }: StoredSubscription,
  until: string | null,
  entry: { actorId: number; action: string; after: object },
): Promise<void> {
  const billing = billingOrRefuse();
  await withNewestAnswer(subscriptionId, async (version) => {
    const subscription = await billing.pause(subscriptionId, until);
    if (!subscription) throw new Refusal("conflict", "Stripe doesn't know this subscription, or it has ended.");
    await write(async (trx) => {
      await recordSubscription(trx, { subscription, version }, new Date());
      await recordAuditOnce(trx, { ...entry, subject: "user", subjectId });
    });
  });
}

/** In the site's zone; today when Stripe has not told a later one. */
function nextChargeDay({ period_end }: StoredSubscription, now: Date): CalendarDate {
  return dateIn(env.SITE_TIMEZONE, new Date(Math.max(now.getTime(), Date.parse(period_end ?? now.toISOString()))));
}

function resumingAt(date: CalendarDate | "", nextCharge: CalendarDate): string {
  if (date === "") throw Refusal.at("until", "invalid", "Enter the day from which they are charged again.");
  if (date <= nextCharge || date > addMonths(nextCharge, longestMonths))
    throw Refusal.at(
      "until",
      "invalid",
      `Choose a day after ${formatCalendarDate(nextCharge)}, their next charge, and at most a year later.`,
    );
  return instantIn(env.SITE_TIMEZONE, date, 0).toISOString();
}
