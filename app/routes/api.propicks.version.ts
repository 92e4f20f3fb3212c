import { endpoint, showsVersion } from "../http/api.server.ts";
import { listVersion } from "../http/shapes.server.ts";
import { proPicks } from "../models/picks/pick.server.ts";

export const { loader, action } = endpoint("/api/propicks/version", {
  GET: showsVersion("Read the version of the open pro picks", proPicks.findVersion, listVersion),
});
