import { endpoint, shows } from "../api.server.ts";
import { giveRole } from "../models/user-account.server.ts";

export const { loader, action } = endpoint({ PUT: shows(giveRole) });
