/** What a download of one's own data has, for the API's description. */
import { z } from "zod";
import { displayModes } from "../models/display-mode.ts";
import { newsSettings } from "./alert-shapes.server.ts";
import { id, instant } from "./shape-parts.server.ts";
import { ownSession } from "./shapes.server.ts";

const flag = z.union([z.literal(0), z.literal(1)]);
export const ownData = z.strictObject({
  account: z.strictObject({
    id,
    email: z.string(),
    name: z.string(),
    phone: z.string(),
    role: z.string(),
    status: z.enum(["Active", "Suspended"]),
    created_at: instant,
    email_confirmed_at: instant.nullable(),
    age_confirmed_at: instant.nullable(),
    access_until: instant.nullable().describe("Null = no known end."),
    payment_review: z.enum(["none", "waiting", "confirmed", "refused"]),
    break_until: instant.nullable().describe("The end of the last break from picks."),
    closes_at: instant.nullable().describe("When the account is deleted; null = it stays."),
    password_mail: z
      .enum(["due", "sent"])
      .nullable()
      .describe("Of an imported account: the mail to set a first password. Null = not imported."),
    two_factor_since: instant.nullable(),
  }),
  settings: z.strictObject({ email_notifications: flag, sms_alerts: flag, display_mode: z.enum(displayModes) }),
  news: newsSettings,
  sessions: ownSession.omit({ current: true }).array(),
  api_tokens: z.strictObject({ id, created_at: instant, seen_at: instant.nullable() }).array(),
  alert_devices: z.strictObject({ id, name: z.string(), created_at: instant }).array(),
  known_browsers: z.strictObject({ id, seen_at: instant }).array(),
  subscriptions: z
    .strictObject({
      id: z.string(),
      status: z.string(),
      period_end: instant.nullable(),
      cancels_at: instant.nullable(),
      ended_at: instant.nullable(),
      paused_at: instant.nullable(),
      paused_until: instant.nullable(),
      created_at: instant,
      price_cents: z.number().nullable(),
      price_currency: z.string().nullable(),
      price_period: z.string().nullable(),
      card_brand: z.string().nullable(),
      card_last4: z.string().nullable(),
    })
    .array(),
  payments: z
    .strictObject({
      invoice_id: z.string(),
      amount_cents: z.number(),
      currency: z.string(),
      paid_at: instant,
      refunded_cents: z.number(),
      refunded_at: instant.nullable(),
      disputed_at: instant.nullable(),
      dispute_due_by: instant.nullable(),
      dispute_status: z.string().nullable(),
    })
    .array(),
  card: z
    .strictObject({
      pick_id: id,
      saved_at: instant,
      stream: z.enum(["regular", "pro"]),
      game: z.string().describe("Empty, like the next three, for those who can't read picks."),
      game_date: z.string(),
      pick: z.string(),
      verdict: z.string(),
    })
    .array(),
  mails: z
    .strictObject({
      id,
      kind: z.string(),
      state: z.enum(["waiting", "handed-over", "sent", "refused", "expired"]),
      created_at: instant,
      finished_at: instant.nullable(),
    })
    .array(),
  trail: z.strictObject({ id, at: instant, action: z.string() }).array(),
});
