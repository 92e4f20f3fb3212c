import { creates, endpoint, lists } from "../api.server.ts";
import { proPicks } from "../models/pick.server.ts";

export const { loader, action } = endpoint({ GET: lists(proPicks.listPicks), POST: creates(proPicks.publishPick) });
