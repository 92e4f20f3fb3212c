import { endpoint, shows } from "../http.server.ts";
import { saveOwnAccount } from "../models/profile.server.ts";

export const { loader, action } = endpoint({ PUT: shows(saveOwnAccount) });
