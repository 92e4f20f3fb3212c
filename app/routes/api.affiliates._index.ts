import { creates, endpoint, shows } from "../api.server.ts";
import { addAffiliate, listAffiliates } from "../models/affiliate.server.ts";

export const { loader, action } = endpoint({ GET: shows(listAffiliates), POST: creates(addAffiliate) });
