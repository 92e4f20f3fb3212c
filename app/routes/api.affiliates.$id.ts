import { carriesOut, endpoint, shows } from "../http/api.server.ts";
import { affiliate } from "../http/shapes.server.ts";
import { deleteAffiliate, saveAffiliate } from "../models/affiliates/affiliate.server.ts";

export const { loader, action } = endpoint("/api/affiliates/{id}", {
  PUT: shows("Change an affiliate", saveAffiliate, affiliate),
  DELETE: carriesOut("Delete an affiliate", deleteAffiliate),
});
