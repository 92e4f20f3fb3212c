import { carriesOut, endpoint } from "../doors/api.server.ts";
import { detachSubscription } from "../models/billing/user-access.server.ts";

export const { loader, action } = endpoint("/api/users/{id}/subscriptions/{subscription}", {
  DELETE: carriesOut("Detach a subscription from a member's account", detachSubscription),
});
