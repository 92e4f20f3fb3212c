import { creates, endpoint, lists } from "../doors/api.server.ts";
import { savedProPick } from "../doors/shapes.server.ts";
import { proCard } from "../models/picks/saved-pick.server.ts";

export const { loader, action } = endpoint("/api/member-propicks", {
  GET: lists("List the pro picks on your own card", proCard.listOwnCard, savedProPick),
  POST: creates("Add a pro pick to your own card", proCard.saveToOwnCard, savedProPick),
});
