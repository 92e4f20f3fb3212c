import { creates, endpoint, lists } from "../doors/api.server.ts";
import { savedProPick } from "../doors/shapes.server.ts";
import { proCard } from "../models/saved-pick.server.ts";

export const { loader, action } = endpoint("/api/member-propicks", { GET: lists(proCard.listOwnCard, savedProPick), POST: creates(proCard.saveToOwnCard, savedProPick) });
