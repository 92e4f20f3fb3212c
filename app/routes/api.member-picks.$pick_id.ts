import { endpoint, removes } from "../api.server.ts";
import { regularCard } from "../models/saved-pick.server.ts";

export const { loader, action } = endpoint({ DELETE: removes(regularCard.removeFromOwnCard) });
