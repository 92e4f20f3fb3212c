import { endpoint, receivesWebhook } from "../http/api.server.ts";
import { received } from "../http/shapes.server.ts";
import { takeWebhookEvent } from "../models/billing/payment-report.server.ts";

// An event carries the whole object that it is about.
const bodyLimit = 256 * 1024;

export const { loader, action } = endpoint(
  "/api/stripe/webhook",
  { POST: receivesWebhook("Receive a Stripe event", takeWebhookEvent, received, "stripe-signature") },
  { bodyLimit },
);
