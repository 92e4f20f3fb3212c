import { creates, endpoint, lists } from "../doors/api.server.ts";
import { savedPick } from "../doors/shapes.server.ts";
import { regularCard } from "../models/saved-pick.server.ts";

export const { loader, action } = endpoint("/api/member-picks", { GET: lists(regularCard.listOwnCard, savedPick), POST: creates(regularCard.saveToOwnCard, savedPick) });
