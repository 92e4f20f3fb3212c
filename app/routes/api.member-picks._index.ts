import { creates, endpoint, lists } from "../http/api.server.ts";
import { savedPick } from "../http/shapes.server.ts";
import { regularCard } from "../models/card/saved-pick.server.ts";

export const { loader, action } = endpoint("/api/member-picks", {
  GET: lists("List the picks on your own card", regularCard.listOwnCard, savedPick),
  POST: creates("Add a pick to your own card", regularCard.saveToOwnCard, savedPick),
});
