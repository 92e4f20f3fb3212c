import { carriesOut, endpoint, shows } from "../http/api.server.ts";
import { betPick, writtenPick } from "../http/shapes.server.ts";
import { proPicks } from "../models/picks/pick.server.ts";

export const { loader, action } = endpoint("/api/propicks/{id}", {
  GET: shows("Read a pro pick", proPicks.findPick, betPick),
  PUT: shows("Change a pro pick", proPicks.savePick, writtenPick),
  DELETE: carriesOut("Delete a pro pick", proPicks.deletePick),
});
