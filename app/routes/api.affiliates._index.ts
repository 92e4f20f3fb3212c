import { creates, endpoint, shows } from "../api.server.ts";
import { addAffiliate, listAffiliates } from "../models/affiliate.server.ts";
import { affiliate } from "../models/shapes.server.ts";

export const { loader, action } = endpoint("/api/affiliates", { GET: shows(listAffiliates, affiliate.array()), POST: creates(addAffiliate, affiliate) });
