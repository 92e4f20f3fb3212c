import { z } from "zod";
import type { Db, UserRow } from "../../db.server.ts";
import { secondMs } from "../../time/durations.ts";
import { env } from "../../env.server.ts";
import { memberRole } from "../../policy.ts";
import { Refusal } from "../../refusal.ts";
import { recordAudit, recordAudits } from "../trail/audit.server.ts";
import { type CalendarDate, addDays, formatCalendarDate } from "../../time/calendar-date.ts";
import { dateIn, instantIn } from "../../time/zone-time.ts";
import { calendarDate, id, oneOf, textLine } from "../fields.ts";
import { type Charge, chargeOf } from "../billing/charge.ts";
import { type AccessRule, isPaused, membershipOf, membershipText, runningOf } from "../billing/membership.ts";
import { operation } from "../operation.server.ts";
import { writeAs } from "../sign-in/access.server.ts";
import {
  type StoredSubscription,
  findSubscription,
  settleAccess,
  settleAccesses,
  subscriptionOfMember,
} from "../billing/subscription-row.server.ts";
import { findUserRow, shownUser } from "./user-row.server.ts";
import type { User } from "./user.ts";

export interface UserAccess {
  access: AccessRule["access_rule"];
  /** The last day as MM/DD/YYYY; '' = none. */
  until: string;
  subscriptions: {
    id: string;
    customer: string;
    text: string;
    charge: Charge;
    /** It charges again. */
    running: boolean;
    /** What staff can do with its payments; null = nothing, as while a failed one is retried. */
    pause: "pause" | "resume" | null;
    byEmail: boolean;
  }[];
}

export const lastDate = "2999-12-31";
const accessInput = z.object({
  id,
  access: oneOf(["paid", "until", "open"], "Choose an access option."),
  until: calendarDate.optional(),
  reason: textLine(200).optional().meta({ description: "Why, for the trail." }),
});

/** Sets the guaranteed access: as paid, until the end of a day, or without end. A longer paid period still counts. */
export const setAccess = operation("users.manage", accessInput, (actor, input): Promise<User> =>
  writeAs(actor, async (trx) => {
    const row = await findMember(trx, input.id);
    const rule: AccessRule = {
      access_rule: input.access,
      access_rule_until: input.access === "until" ? endOfGivenDay(input.until ?? "") : null,
    };
    const before = ruleOf(row);
    if (rule.access_rule === before.access_rule && rule.access_rule_until === before.access_rule_until)
      return shownUser(row);
    await setRules(trx, actor.person.id, [{ id: row.id, before, rule }], input.reason);
    return shownUser(row);
  }),
);

/**
 * Detaches a subscription from a member. Only a sign-up with its payment can attach it again. Does nothing when it is
 * no longer the member's.
 */
export const detachSubscription = operation("users.manage", subscriptionOfMember, (actor, input): Promise<User> =>
  writeAs(actor, async (trx) => {
    const row = await findUserRow(trx, input.id);
    const subscription = await findSubscription(trx, input.subscription);
    if (!subscription) throw new Refusal("not-found", "There is no such subscription.");
    if (subscription.user_id !== row.id) return shownUser(row);
    const now = new Date();
    await trx
      .updateTable("subscriptions")
      .set({ user_id: null, by_email: 0, detached_at: now.toISOString() })
      .where("id", "=", subscription.id)
      .execute();
    await recordAudit(trx, {
      actorId: actor.person.id,
      action: "membership.detached",
      subject: "user",
      subjectId: row.id,
      before: { subscription: subscription.id },
    });
    await settleAccess(trx, row.id, now);
    return shownUser(row);
  }),
);

/** Sets the access rules of at most 1000 members, with an entry for each in the trail. */
export async function setRules(
  trx: Db,
  actorId: number,
  members: readonly { id: number; before: AccessRule; rule: AccessRule }[],
  reason: string | undefined,
): Promise<void> {
  for (const { id, rule } of members) await trx.updateTable("users").set(rule).where("id", "=", id).execute();
  await recordAudits(
    trx,
    actorId,
    members.map(({ id, before, rule }) => ({
      action: "access.set",
      subject: "user",
      subjectId: id,
      before,
      after: reason ? { ...rule, reason } : rule,
    })),
  );
  await settleAccesses(
    trx,
    members.map(({ id }) => id),
    new Date(),
  );
}

export function userAccess(row: UserRow, own: readonly StoredSubscription[], now: Date): UserAccess | null {
  if (row.role !== memberRole) return null;
  return {
    access: row.access_rule,
    until:
      row.access_rule_until === null
        ? ""
        : formatCalendarDate(dateIn(env.SITE_TIMEZONE, new Date(row.access_rule_until))),
    subscriptions: own.map((subscription) => ({
      id: subscription.id,
      text: membershipText(membershipOf([subscription], null, now), env.SITE_TIMEZONE),
      customer: subscription.customer_id,
      charge: chargeOf(subscription, env.SITE_TIMEZONE),
      running: runningOf([subscription]).length > 0,
      pause: pauseOf(subscription, now),
      byEmail: subscription.by_email === 1,
    })),
  };
}

function pauseOf(subscription: StoredSubscription, now: Date): "pause" | "resume" | null {
  if (runningOf([subscription]).length === 0 || subscription.status === "past_due") return null;
  return isPaused(subscription, now.toISOString()) ? "resume" : "pause";
}

async function findMember(trx: Db, userId: number | null): Promise<UserRow> {
  const row = await findUserRow(trx, userId);
  if (row.role !== memberRole) throw new Refusal("conflict", "Staff don't pay, so their access has no end.");
  return row;
}

function endOfGivenDay(date: string): string {
  if (date === "" || date > lastDate)
    throw Refusal.at("until", "invalid", date === "" ? "Enter the last day." : "Date input not valid.");
  return endOfDay(date);
}

/** In the site's zone. */
export function endOfDay(date: CalendarDate): string {
  return new Date(instantIn(env.SITE_TIMEZONE, addDays(date, 1), 0).getTime() - secondMs).toISOString();
}

export function ruleOf({ access_rule, access_rule_until }: Pick<UserRow, keyof AccessRule>): AccessRule {
  return { access_rule, access_rule_until };
}
