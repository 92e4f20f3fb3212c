import { creates, endpoint, lists } from "../api.server.ts";
import { regularCard } from "../models/saved-pick.server.ts";

export const { loader, action } = endpoint({ GET: lists(regularCard.listOwnCard), POST: creates(regularCard.saveToOwnCard) });
