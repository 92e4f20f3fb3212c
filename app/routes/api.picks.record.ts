import { endpoint, shows } from "../http/api.server.ts";
import { pickRecord } from "../http/shapes.server.ts";
import { regularPicks } from "../models/picks/pick.server.ts";

export const { loader, action } = endpoint("/api/picks/record", {
  GET: shows("Read the record of the picks", regularPicks.findHistoryFigures, pickRecord),
});
