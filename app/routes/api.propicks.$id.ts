import { carriesOut, endpoint, shows } from "../doors/api.server.ts";
import { betPick } from "../doors/shapes.server.ts";
import { proPicks } from "../models/pick.server.ts";

export const { loader, action } = endpoint("/api/propicks/{id}", { GET: shows(proPicks.findPick, betPick), PUT: shows(proPicks.savePick, betPick), DELETE: carriesOut(proPicks.deletePick) });
