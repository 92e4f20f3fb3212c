import { carriesOut, endpoint } from "../http/api.server.ts";
import { proCard } from "../models/card/saved-pick.server.ts";

export const { loader, action } = endpoint("/api/member-propicks/{propick_id}", {
  DELETE: carriesOut("Remove a pro pick from your own card", proCard.removeFromOwnCard),
});
