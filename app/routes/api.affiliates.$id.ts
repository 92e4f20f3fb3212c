import { carriesOut, endpoint, shows } from "../doors/api.server.ts";
import { affiliate } from "../doors/shapes.server.ts";
import { deleteAffiliate, saveAffiliate } from "../models/affiliates/affiliate.server.ts";

export const { loader, action } = endpoint("/api/affiliates/{id}", {
  PUT: shows("Change an affiliate", saveAffiliate, affiliate),
  DELETE: carriesOut("Delete an affiliate", deleteAffiliate),
});
