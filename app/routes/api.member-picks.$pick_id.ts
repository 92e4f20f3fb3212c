import { carriesOut, endpoint, shows } from "../http/api.server.ts";
import { ownLine } from "../http/shapes.server.ts";
import { regularOwnLine } from "../models/card/own-line.server.ts";
import { regularCard } from "../models/card/saved-pick.server.ts";

export const { loader, action } = endpoint("/api/member-picks/{pick_id}", {
  PUT: shows("Note what you really got for a pick on your card", regularOwnLine, ownLine),
  DELETE: carriesOut("Remove a pick from your own card", regularCard.removeFromOwnCard),
});
