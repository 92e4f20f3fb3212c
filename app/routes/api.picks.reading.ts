import { endpoint, shows } from "../http/api.server.ts";
import { betReading } from "../http/shapes.server.ts";
import { regularPicks } from "../models/picks/pick.server.ts";

export const { loader, action } = endpoint("/api/picks/reading", {
  GET: shows("Read the bet that texts describe", regularPicks.findReading, betReading),
});
