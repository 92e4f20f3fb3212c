import { carriesOut, endpoint, shows } from "../http/api.server.ts";
import { ownLine } from "../http/shapes.server.ts";
import { proOwnLine } from "../models/card/own-line.server.ts";
import { proCard } from "../models/card/saved-pick.server.ts";

export const { loader, action } = endpoint("/api/member-propicks/{propick_id}", {
  PUT: shows("Note what you really got for a pro pick on your card", proOwnLine, ownLine),
  DELETE: carriesOut("Remove a pro pick from your own card", proCard.removeFromOwnCard),
});
