import { endpoint, showsVersion } from "../http/api.server.ts";
import { listVersion } from "../http/shapes.server.ts";
import { regularPicks } from "../models/picks/pick.server.ts";

export const { loader, action } = endpoint("/api/picks/version", {
  GET: showsVersion("Read the version of the open picks", regularPicks.findVersion, listVersion),
});
