import { creates, endpoint, shows } from "../http/api.server.ts";
import { tip, tips } from "../http/shapes.server.ts";
import { addTip, listTips } from "../models/content/learn.server.ts";
import { listBodyLimit } from "../models/content/learn.ts";

export const { loader, action } = endpoint(
  "/api/tips",
  { GET: shows("List the tips", listTips, tips), POST: creates("Add a tip", addTip, tip) },
  { bodyLimit: listBodyLimit },
);
