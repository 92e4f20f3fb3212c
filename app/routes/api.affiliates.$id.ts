import { endpoint, removes, shows } from "../api.server.ts";
import { deleteAffiliate, saveAffiliate } from "../models/affiliate.server.ts";

export const { loader, action } = endpoint({ PUT: shows(saveAffiliate), DELETE: removes(deleteAffiliate) });
