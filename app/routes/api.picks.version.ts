import { endpoint, showsVersion } from "../doors/api.server.ts";
import { regularPicks } from "../models/pick.server.ts";
import { listVersion } from "../models/shapes.server.ts";

export const { loader, action } = endpoint("/api/picks/version", { GET: showsVersion(regularPicks.findVersion, listVersion) });
