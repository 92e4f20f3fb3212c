import { creates, endpoint, lists } from "../api.server.ts";
import { proCard } from "../models/saved-pick.server.ts";

export const { loader, action } = endpoint({ GET: lists(proCard.listOwnCard), POST: creates(proCard.saveToOwnCard) });
