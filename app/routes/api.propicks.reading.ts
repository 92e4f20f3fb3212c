import { endpoint, shows } from "../doors/api.server.ts";
import { betReading } from "../doors/shapes.server.ts";
import { proPicks } from "../models/picks/pick.server.ts";

export const { loader, action } = endpoint("/api/propicks/reading", {
  GET: shows("Read the bet that texts describe", proPicks.findReading, betReading),
});
