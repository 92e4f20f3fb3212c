import { endpoint, shows } from "../http/api.server.ts";
import { ownData } from "../http/own-data-shape.server.ts";
import { readOwnData } from "../models/people/own-data.server.ts";

export const { loader, action } = endpoint("/api/own-data", {
  GET: shows("Read all that is stored about you", readOwnData, ownData),
});
