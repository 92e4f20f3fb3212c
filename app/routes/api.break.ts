import { endpoint, shows } from "../http/api.server.ts";
import { ownBreak } from "../http/shapes.server.ts";
import { findOwnBreak, takeBreak } from "../models/people/break.server.ts";

export const { loader, action } = endpoint("/api/break", {
  GET: shows("Read your own break", findOwnBreak, ownBreak),
  PUT: shows("Begin a break, or make it longer", takeBreak, ownBreak),
});
