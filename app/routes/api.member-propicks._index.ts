import { creates, endpoint, lists } from "../http/api.server.ts";
import { savedProPick } from "../http/shapes.server.ts";
import { proCard } from "../models/card/saved-pick.server.ts";

export const { loader, action } = endpoint("/api/member-propicks", {
  GET: lists("List the pro picks on your own card", proCard.listOwnCard, savedProPick),
  POST: creates("Add a pro pick to your own card", proCard.saveToOwnCard, savedProPick),
});
