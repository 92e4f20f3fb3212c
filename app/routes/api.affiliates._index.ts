import { creates, endpoint, lists } from "../doors/api.server.ts";
import { affiliate } from "../doors/shapes.server.ts";
import { addAffiliate, listSomeAffiliates } from "../models/affiliates/affiliate.server.ts";

export const { loader, action } = endpoint("/api/affiliates", {
  GET: lists("List the affiliates", listSomeAffiliates, affiliate),
  POST: creates("Add an affiliate", addAffiliate, affiliate),
});
