import { cachedByVersion } from "../version-cache.ts";
import { openFilter, readOpenPicks } from "./open-picks.server.ts";
import { operation } from "../operation.server.ts";
import type { Panels } from "../content/sidebar.server.ts";
import { readPanels } from "../content/sidebar.server.ts";

const panels = cachedByVersion<Panels>();

export const openTodaysPicks = operation("picks.read", openFilter, async (actor, filter) => {
  const open = await readOpenPicks(actor.person, "regular", filter);
  return { ...open, sidebar: await panels("", open.version, readPanels) };
});
