import { endpoint, removes, shows } from "../api.server.ts";
import { regularPicks } from "../models/pick.server.ts";

export const { loader, action } = endpoint({ GET: shows(regularPicks.findPick), PUT: shows(regularPicks.savePick), DELETE: removes(regularPicks.deletePick) });
