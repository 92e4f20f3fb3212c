import { endpoint, shows } from "../api.server.ts";
import { saveOwnAccount } from "../models/profile.server.ts";

export const { loader, action } = endpoint({ PUT: shows(saveOwnAccount) });
