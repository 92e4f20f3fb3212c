import { endpoint, shows } from "../api.server.ts";
import { findLearn, saveLearn } from "../models/learn.server.ts";
import { listBodyLimit } from "../models/learn.ts";

export const { loader, action } = endpoint({ GET: shows(findLearn), POST: shows(saveLearn) }, { bodyLimit: listBodyLimit });
