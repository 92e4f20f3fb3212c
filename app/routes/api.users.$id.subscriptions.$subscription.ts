import { carriesOut, endpoint } from "../http/api.server.ts";
import { detachSubscription } from "../models/people/user-access.server.ts";

export const { loader, action } = endpoint("/api/users/{id}/subscriptions/{subscription}", {
  DELETE: carriesOut("Detach a subscription from a member's account", detachSubscription),
});
