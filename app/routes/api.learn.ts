import { endpoint, shows } from "../http/api.server.ts";
import { learn } from "../http/shapes.server.ts";
import { findLearn, saveLearn } from "../models/content/learn.server.ts";
import { listBodyLimit } from "../models/content/learn.ts";

export const { loader, action } = endpoint(
  "/api/learn",
  {
    GET: shows("Read the glossary and the tips", findLearn, learn),
    POST: shows("Replace the glossary or the tips", saveLearn, learn),
  },
  { bodyLimit: listBodyLimit },
);
