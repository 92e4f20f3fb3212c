import { creates, endpoint, shows } from "../http/api.server.ts";
import { apiKey, newApiKey } from "../http/shapes.server.ts";
import { addKey, listKeys } from "../models/keys/key-manager.server.ts";

export const { loader, action } = endpoint("/api/keys", {
  GET: shows("List the keys for programs", listKeys, apiKey.array()),
  POST: creates("Create a key for a program", addKey, newApiKey),
});
