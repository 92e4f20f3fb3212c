import { carriesOut, endpoint, shows } from "../doors/api.server.ts";
import { betPick } from "../doors/shapes.server.ts";
import { regularPicks } from "../models/pick.server.ts";

export const { loader, action } = endpoint("/api/picks/{id}", { GET: shows(regularPicks.findPick, betPick), PUT: shows(regularPicks.savePick, betPick), DELETE: carriesOut(regularPicks.deletePick) });
