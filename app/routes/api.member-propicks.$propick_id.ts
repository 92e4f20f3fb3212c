import { endpoint, removes } from "../http.server.ts";
import { proCard } from "../models/saved-pick.server.ts";

export const { loader, action } = endpoint({ DELETE: removes(proCard.removeFromOwnCard) });
