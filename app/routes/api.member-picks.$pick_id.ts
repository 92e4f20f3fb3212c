import { carriesOut, endpoint } from "../http/api.server.ts";
import { regularCard } from "../models/card/saved-pick.server.ts";

export const { loader, action } = endpoint("/api/member-picks/{pick_id}", {
  DELETE: carriesOut("Remove a pick from your own card", regularCard.removeFromOwnCard),
});
