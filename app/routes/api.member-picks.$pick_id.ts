import { endpoint, removes } from "../doors/api.server.ts";
import { regularCard } from "../models/saved-pick.server.ts";

export const { loader, action } = endpoint("/api/member-picks/{pick_id}", { DELETE: removes(regularCard.removeFromOwnCard) });
