import { creates, endpoint, lists } from "../http/api.server.ts";
import { betPick, writtenPick } from "../http/shapes.server.ts";
import { regularPicks } from "../models/picks/pick.server.ts";

export const { loader, action } = endpoint("/api/picks", {
  GET: lists("List the picks", regularPicks.listPicks, betPick),
  POST: creates("Publish a pick", regularPicks.addPick, writtenPick),
});
