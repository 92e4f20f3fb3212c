import { endpoint, removes, shows } from "../api.server.ts";
import { saveOwnAccount } from "../models/profile.server.ts";
import { deleteUser } from "../models/user-account.server.ts";

export const { loader, action } = endpoint({ PUT: shows(saveOwnAccount), DELETE: removes(deleteUser) });
