import { carriesOut, endpoint, shows } from "../http/api.server.ts";
import { betPick, writtenPick } from "../http/shapes.server.ts";
import { regularPicks } from "../models/picks/pick.server.ts";

export const { loader, action } = endpoint("/api/picks/{id}", {
  GET: shows("Read a pick", regularPicks.findPick, betPick),
  PUT: shows("Change a pick", regularPicks.savePick, writtenPick),
  DELETE: carriesOut("Delete a pick", regularPicks.deletePick),
});
