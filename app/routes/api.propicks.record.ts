import { endpoint, shows } from "../http.server.ts";
import { proPicks } from "../models/pick.server.ts";

export const { loader, action } = endpoint({ GET: shows(proPicks.findRecord) });
