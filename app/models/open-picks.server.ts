import { z } from "zod";
import { db } from "../db.server.ts";
import { oneOf } from "./fields.ts";
import { withShownDate } from "./pick-history.server.ts";
import type { OpenPick, Stream } from "./pick.ts";
import { openFilterSports, openPickColumns, sportFilterOf } from "./pick.ts";

/** What Today's Picks and Pro Picks can be asked. */
export const openFilter = z.object({
  sort: oneOf(["", "asc", "desc"], "Choose an order of the list."),
  sport: oneOf(["", "All", ...openFilterSports], "Choose a sport of the list."),
});

/** A stream's picks without a verdict, by the time they were added. */
export async function readOpenPicks(stream: Stream, filter: z.output<typeof openFilter>): Promise<OpenPick[]> {
  const direction = filter.sort === "asc" ? "asc" : "desc";
  const allowed = sportFilterOf(filter.sport, openFilterSports);
  let query = db.selectFrom("picks").select(openPickColumns).where("stream", "=", stream).where("settled", "=", 0);
  if (allowed && "only" in allowed) query = query.where("sport", "=", allowed.only);
  if (allowed && "except" in allowed) query = query.where("sport", "not in", allowed.except);
  const rows = await query.orderBy("created_at", direction).orderBy("id", direction).execute();
  return rows.map(withShownDate);
}
