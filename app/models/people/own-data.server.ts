import { z } from "zod";
import { db } from "../../db.server.ts";
import { can } from "../../policy.ts";
import { readNewsOf } from "../alerts/choices.server.ts";
import { type SignedInActor, operation } from "../operation.server.ts";

const accountColumns = [
  "id",
  "email",
  "name",
  "phone",
  "role",
  "status",
  "created_at",
  "email_confirmed_at",
  "age_confirmed_at",
  "access_until",
  "payment_review",
  "break_until",
  "closes_at",
  "password_mail",
] as const;
const settingColumns = ["email_notifications", "sms_alerts", "display_mode"] as const;

/**
 * All that is stored about and for the person who asks, except for what would let somebody in: hashes, secrets and
 * tokens. The texts of picks only for those who may read picks. Lists are oldest first.
 */
export const readOwnData = operation("profile.read", z.object({}), async (actor) => ({
  ...(await readAccount(actor)),
  ...(await readSignIns(actor)),
  ...(await readPayments(actor)),
  news: await readNewsOf(db, actor.person.id),
  card: await readCard(actor),
  mails: (
    await db
      .selectFrom("outbox")
      .select(["id", "kind", "state", "created_at", "finished_at"])
      .where("user_id", "=", actor.person.id)
      .execute()
  ).toSorted(byId),
  trail: (
    await db
      .selectFrom("audit")
      .select(["id", "at", "action"])
      .where("subject", "=", "user")
      .where("subject_id", "=", actor.person.id)
      .execute()
  ).toSorted(byId),
}));

export type OwnData = Awaited<ReturnType<typeof readOwnData>>;

async function readAccount({ person: { id } }: SignedInActor) {
  const row = await db
    .selectFrom("users")
    .leftJoin("two_factors", "two_factors.user_id", "users.id")
    .select([...accountColumns, ...settingColumns, "on_since as two_factor_since"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const { email_notifications, sms_alerts, display_mode, ...account } = row;
  return { account, settings: { email_notifications, sms_alerts, display_mode } };
}

async function readSignIns({ person: { id } }: SignedInActor) {
  const sessions = await db
    .selectFrom("sessions")
    .select(["id", "browser", "network", "created_at", "seen_at"])
    .where("user_id", "=", id)
    .execute();
  const api_tokens = await db
    .selectFrom("api_tokens")
    .select(["id", "created_at", "seen_at"])
    .where("user_id", "=", id)
    .execute();
  const known_browsers = await db.selectFrom("devices").select(["id", "seen_at"]).where("user_id", "=", id).execute();
  const alert_devices = await db
    .selectFrom("push_devices")
    .select(["id", "name", "created_at"])
    .where("user_id", "=", id)
    .execute();
  return {
    sessions: sessions.toSorted(byId),
    api_tokens: api_tokens.toSorted(byId),
    known_browsers: known_browsers.toSorted(byId),
    alert_devices: alert_devices.toSorted(byId),
  };
}

/** Payments and cards only of subscriptions that are proven to be theirs: anyone can type an email at the checkout. */
async function readPayments({ person: { id } }: SignedInActor) {
  const own = await db
    .selectFrom("subscriptions")
    .select(["id", "status", "period_end", "cancels_at", "ended_at", "created_at", "by_email", "email_proven"])
    .select(["paused_at", "paused_until"])
    .select(["price_cents", "price_currency", "price_period", "card_brand", "card_last4"])
    .where("user_id", "=", id)
    .execute();
  const proven = own.filter(({ by_email, email_proven }) => by_email === 0 || email_proven === 1);
  const payments =
    proven.length === 0
      ? []
      : await db
          .selectFrom("payments")
          .select(["invoice_id", "amount_cents", "currency", "paid_at", "refunded_cents", "refunded_at"])
          .select(["disputed_at", "dispute_due_by", "dispute_status"])
          .where(
            "subscription_id",
            "in",
            proven.map((subscription) => subscription.id),
          )
          .execute();
  return {
    subscriptions: own.map(
      ({ by_email: _byEmail, email_proven: _proven, card_brand, card_last4, ...subscription }) => ({
        ...subscription,
        ...(proven.some(({ id }) => id === subscription.id)
          ? { card_brand, card_last4 }
          : { card_brand: null, card_last4: null }),
      }),
    ),
    payments: payments.toSorted((a, b) => a.paid_at.localeCompare(b.paid_at)),
  };
}

async function readCard({ person }: SignedInActor) {
  const saved = await db
    .selectFrom("saved_picks")
    .innerJoin("picks", "picks.id", "saved_picks.pick_id")
    .select(["pick_id", "saved_at", "stream", "game", "game_date", "pick", "verdict"])
    .where("user_id", "=", person.id)
    .execute();
  const mayRead = can(person, "card.read");
  return saved
    .map(({ game, game_date, pick, verdict, ...row }) =>
      mayRead ? { ...row, game, game_date, pick, verdict } : { ...row, game: "", game_date: "", pick: "", verdict: "" },
    )
    .toSorted((a, b) => a.saved_at.localeCompare(b.saved_at));
}

function byId(a: { id: number }, b: { id: number }): number {
  return a.id - b.id;
}
