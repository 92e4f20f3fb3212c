import { endpoint, shows } from "../http/api.server.ts";
import { writtenPick } from "../http/shapes.server.ts";
import { regularPicks } from "../models/picks/pick.server.ts";

export const { loader, action } = endpoint("/api/picks/{id}/publish", {
  POST: shows("Publish a draft of a pick", regularPicks.publishDraft, writtenPick),
});
