import { creates, endpoint, shows } from "../doors/api.server.ts";
import { apiKey, newApiKey } from "../doors/shapes.server.ts";
import { addKey, listKeys } from "../models/keys/key-manager.server.ts";

export const { loader, action } = endpoint("/api/keys", {
  GET: shows("List the keys for programs", listKeys, apiKey.array()),
  POST: creates("Create a key for a program", addKey, newApiKey),
});
