import { creates, endpoint, lists } from "../doors/api.server.ts";
import { savedPick } from "../doors/shapes.server.ts";
import { regularCard } from "../models/picks/saved-pick.server.ts";

export const { loader, action } = endpoint("/api/member-picks", {
  GET: lists("List the picks on your own card", regularCard.listOwnCard, savedPick),
  POST: creates("Add a pick to your own card", regularCard.saveToOwnCard, savedPick),
});
