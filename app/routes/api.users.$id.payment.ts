import { endpoint, shows } from "../doors/api.server.ts";
import { user } from "../doors/shapes.server.ts";
import { reviewPayment } from "../models/billing/payment-review.server.ts";

export const { loader, action } = endpoint("/api/users/{id}/payment", {
  PUT: shows("Confirm or refuse the payment of a waiting account", reviewPayment, user),
});
