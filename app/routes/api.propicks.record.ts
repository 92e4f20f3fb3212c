import { endpoint, shows } from "../http/api.server.ts";
import { pickRecord } from "../http/shapes.server.ts";
import { proPicks } from "../models/picks/pick.server.ts";

export const { loader, action } = endpoint("/api/propicks/record", {
  GET: shows("Read the record of the pro picks", proPicks.findHistoryFigures, pickRecord),
});
