import { endpoint, shows } from "../doors/api.server.ts";
import { pickRecord } from "../doors/shapes.server.ts";
import { regularPicks } from "../models/picks/pick.server.ts";

export const { loader, action } = endpoint("/api/picks/record", {
  GET: shows("Read the record of the picks", regularPicks.findRecord, pickRecord),
});
