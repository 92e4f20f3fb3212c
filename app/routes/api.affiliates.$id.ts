import { carriesOut, endpoint, shows } from "../doors/api.server.ts";
import { deleteAffiliate, saveAffiliate } from "../models/affiliate.server.ts";
import { affiliate } from "../models/shapes.server.ts";

export const { loader, action } = endpoint("/api/affiliates/{id}", { PUT: shows(saveAffiliate, affiliate), DELETE: carriesOut(deleteAffiliate) });
