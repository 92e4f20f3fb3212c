import { z } from "zod";
import { db } from "../../db.server.ts";
import { cachedByVersion } from "../version-cache.ts";
import { oneOf } from "../fields.ts";
import type { Person } from "../operation.server.ts";
import { withShownDate } from "../record/settled-picks.server.ts";
import type { OpenPick, SportFilter, Stream } from "./pick.ts";
import { openFilterSports, openPickColumns, sportFilterOf } from "./pick.ts";
import { findAdded } from "./saved-pick.server.ts";

export const openFilter = z.object({
  sort: oneOf(["", "asc", "desc"], "Choose an order from the list."),
  sport: oneOf(["", "All", ...openFilterSports], "Choose a sport from the list."),
});

export interface OpenPicks {
  picks: OpenPick[];
  /** Ids of the open picks on the person's card; null for a person without a card. */
  added: number[] | null;
  version: string;
}

const openLists = cachedByVersion<OpenPick[]>();

export async function readOpenPicks(
  person: Person,
  stream: Stream,
  filter: z.output<typeof openFilter>,
): Promise<OpenPicks> {
  const version = await readVersion(stream);
  const order = filter.sort === "asc" ? "asc" : "desc";
  const allowed = sportFilterOf(filter.sport, openFilterSports);
  const list = openLists(JSON.stringify([stream, order, allowed]), version, () => listOpen(stream, order, allowed));
  const [picks, added] = await Promise.all([list, findAdded(person, stream)]);
  return { picks, added, version };
}

/** Changes with every pick of the stream, and for the regular stream with the side panels shown beside it. */
export async function readVersion(stream: Stream): Promise<string> {
  const versions = await db
    .selectFrom(["pick_streams", "sidebar"])
    .select(["pick_streams.version as picks", "sidebar.version as panels"])
    .where("stream", "=", stream)
    .where("sidebar.id", "=", 1)
    .executeTakeFirstOrThrow();
  return stream === "pro" ? String(versions.picks) : `${versions.picks}.${versions.panels}`;
}

async function listOpen(stream: Stream, order: "asc" | "desc", allowed: SportFilter): Promise<OpenPick[]> {
  let query = db.selectFrom("picks").select(openPickColumns).where("stream", "=", stream).where("settled", "=", 0);
  if (allowed && "only" in allowed) query = query.where("sport", "=", allowed.only);
  if (allowed && "except" in allowed) query = query.where("sport", "not in", allowed.except);
  const rows = await query.orderBy("created_at", order).orderBy("id", order).execute();
  return rows.map(withShownDate);
}
