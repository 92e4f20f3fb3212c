import { creates, endpoint, lists } from "../doors/api.server.ts";
import { betPick } from "../doors/shapes.server.ts";
import { proPicks } from "../models/pick.server.ts";

export const { loader, action } = endpoint("/api/propicks", { GET: lists(proPicks.listPicks, betPick), POST: creates(proPicks.publishPick, betPick) });
