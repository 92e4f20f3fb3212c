import { endpoint, removes, shows } from "../api.server.ts";
import { proPicks } from "../models/pick.server.ts";

export const { loader, action } = endpoint({ GET: shows(proPicks.findPick), PUT: shows(proPicks.savePick), DELETE: removes(proPicks.deletePick) });
