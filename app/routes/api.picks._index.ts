import { creates, endpoint, lists } from "../api.server.ts";
import { regularPicks } from "../models/pick.server.ts";

export const { loader, action } = endpoint({ GET: lists(regularPicks.listPicks), POST: creates(regularPicks.publishPick) });
