import { endpoint, shows } from "../doors/api.server.ts";
import { learn } from "../doors/shapes.server.ts";
import { findLearn, saveLearn } from "../models/learn.server.ts";
import { listBodyLimit } from "../models/learn.ts";

export const { loader, action } = endpoint("/api/learn", { GET: shows(findLearn, learn), POST: shows(saveLearn, learn) }, { bodyLimit: listBodyLimit });
