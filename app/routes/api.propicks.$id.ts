import { carriesOut, endpoint, shows } from "../doors/api.server.ts";
import { proPicks } from "../models/pick.server.ts";
import { betPick } from "../models/shapes.server.ts";

export const { loader, action } = endpoint("/api/propicks/{id}", { GET: shows(proPicks.findPick, betPick), PUT: shows(proPicks.savePick, betPick), DELETE: carriesOut(proPicks.deletePick) });
