/** Who gets news: pieces of a query over `users`, used by all kinds. */
import { expressionBuilder } from "kysely";
import type { Database, Db } from "../../db.server.ts";
import { memberRole } from "../../policy.ts";
import { mostRefusals } from "../mail-refusals.ts";
import { openReviews } from "../payment-hold.ts";
import { type NewsChannel, type NewsKind, kindsOfNews } from "./kinds.ts";

/**
 * Members need a running membership, a confirmed payment and an account that isn't closed, and take no break; staff pay
 * nothing. What somebody chose is not part of it.
 */
export function mayGetNews(now: Date) {
  const { eb, and, or } = expressionBuilder<Database, "users">();
  const isStaff = eb("users.role", "<>", memberRole);
  return and([
    isReachable(now),
    or([isStaff, eb("users.access_until", "is", null), eb("users.access_until", ">", now.toISOString())]),
    or([isStaff, eb("users.payment_review", "in", openReviews)]),
  ]);
}

/** An account that isn't suspended or closed, and takes no break, with or without access. */
export function isReachable(now: Date) {
  const { eb, and, or } = expressionBuilder<Database, "users">();
  return and([
    eb("users.status", "=", "Active"),
    eb("users.closes_at", "is", null),
    or([
      eb("users.role", "<>", memberRole),
      eb("users.break_until", "is", null),
      eb("users.break_until", "<=", now.toISOString()),
    ]),
  ]);
}

/** True for those who want this kind by this channel, and for mail only while mail can reach them. */
export function wants(kind: NewsKind, channel: NewsChannel) {
  const { and } = expressionBuilder<Database, "users">();
  return channel === "mail" ? and([chose(kind, channel), getsMail()]) : chose(kind, channel);
}

/** True for those whose choice it is, or who have the default. */
export function chose(kind: NewsKind, channel: NewsChannel) {
  const { not, exists, lit, selectFrom } = expressionBuilder<Database, "users">();
  const usual = kindsOfNews[kind][channel];
  // A kind that this channel doesn't have.
  if (usual === null) return lit(false);
  const other = exists(
    selectFrom("alert_choices")
      .select("alert_choices.user_id")
      .whereRef("alert_choices.user_id", "=", "users.id")
      .where("alert_choices.kind", "=", kind)
      .where("alert_choices.channel", "=", channel)
      .where("alert_choices.wanted", "=", usual ? 0 : 1),
  );
  return usual ? not(other) : other;
}

/** The sports of which these people want no new picks, by person. */
export async function mutedSportsOf(from: Db, userIds: readonly number[]): Promise<Map<number, Set<string>>> {
  const rows =
    userIds.length === 0
      ? []
      : await from.selectFrom("muted_sports").select(["user_id", "sport"]).where("user_id", "in", userIds).execute();
  const muted = new Map<number, Set<string>>();
  for (const { user_id, sport } of rows) muted.set(user_id, (muted.get(user_id) ?? new Set()).add(sport));
  return muted;
}

/** True for those whom mail reaches and who have not turned it off. */
export function getsMail() {
  const { eb, and } = expressionBuilder<Database, "users">();
  return and([
    eb("users.email_notifications", "=", 1),
    eb("users.email_confirmed_at", "is not", null),
    eb("users.mail_refusals", "<", mostRefusals),
  ]);
}
