import { endpoint, shows } from "../http/api.server.ts";
import { betReading } from "../http/shapes.server.ts";
import { proPicks } from "../models/picks/pick.server.ts";

export const { loader, action } = endpoint("/api/propicks/reading", {
  GET: shows("Read the bet that texts describe", proPicks.findReading, betReading),
});
