import { carriesOut, endpoint } from "../doors/api.server.ts";
import { proCard } from "../models/picks/saved-pick.server.ts";

export const { loader, action } = endpoint("/api/member-propicks/{propick_id}", {
  DELETE: carriesOut("Remove a pro pick from your own card", proCard.removeFromOwnCard),
});
