import { creates, endpoint, shows } from "../api.server.ts";
import { addTip, listTips } from "../models/learn.server.ts";
import { listBodyLimit } from "../models/learn.ts";

export const { loader, action } = endpoint({ GET: shows(listTips), POST: creates(addTip) }, { bodyLimit: listBodyLimit });
