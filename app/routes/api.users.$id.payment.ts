import { endpoint, shows } from "../http/api.server.ts";
import { user } from "../http/shapes.server.ts";
import { reviewPayment } from "../models/people/payment-review.server.ts";

export const { loader, action } = endpoint("/api/users/{id}/payment", {
  PUT: shows("Confirm or refuse the payment of a waiting account", reviewPayment, user),
});
