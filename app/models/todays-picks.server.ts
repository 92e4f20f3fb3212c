import { openFilter, readOpenPicks } from "./open-picks.server.ts";
import { operation } from "./operation.server.ts";
import { readSidebar } from "./sidebar.server.ts";

/** Today's Picks: the open regular picks and the three side panels. */
export const openTodaysPicks = operation("picks.read", openFilter, async (actor, filter) => {
  const [open, sidebar] = await Promise.all([readOpenPicks(actor.person, "regular", filter), readSidebar()]);
  return { ...open, sidebar };
});
