import { endpoint, shows } from "../api.server.ts";
import { regularPicks } from "../models/pick.server.ts";
import { listVersion } from "../models/shapes.server.ts";

export const { loader, action } = endpoint("/api/picks/version", { GET: shows(regularPicks.findVersion, listVersion) });
