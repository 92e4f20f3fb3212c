import { endpoint, shows } from "../api.server.ts";
import { proPicks } from "../models/pick.server.ts";

export const { loader, action } = endpoint({ GET: shows(proPicks.findRecord) });
