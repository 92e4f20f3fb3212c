import { endpoint, shows } from "../api.server.ts";
import { regularPicks } from "../models/pick.server.ts";

export const { loader, action } = endpoint({ GET: shows(regularPicks.findRecord) });
