import { creates, endpoint, lists } from "../http/api.server.ts";
import { betPick, writtenPick } from "../http/shapes.server.ts";
import { proPicks } from "../models/picks/pick.server.ts";

export const { loader, action } = endpoint("/api/propicks", {
  GET: lists("List the pro picks", proPicks.listPicks, betPick),
  POST: creates("Publish a pro pick", proPicks.addPick, writtenPick),
});
