import { endpoint, shows } from "../http/api.server.ts";
import { writtenPick } from "../http/shapes.server.ts";
import { proPicks } from "../models/picks/pick.server.ts";

export const { loader, action } = endpoint("/api/propicks/{id}/publish", {
  POST: shows("Publish a draft of a pro pick", proPicks.publishDraft, writtenPick),
});
