import { creates, endpoint, lists } from "../http/api.server.ts";
import { affiliate } from "../http/shapes.server.ts";
import { addAffiliate, listSomeAffiliates } from "../models/affiliates/affiliate.server.ts";

export const { loader, action } = endpoint("/api/affiliates", {
  GET: lists("List the affiliates", listSomeAffiliates, affiliate),
  POST: creates("Add an affiliate", addAffiliate, affiliate),
});
