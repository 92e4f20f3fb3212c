import type { SelectQueryBuilder } from "kysely";
import type { z } from "zod";
import type { Database, Db, PickRow } from "../../db.server.ts";
import { db, withoutIndex } from "../../db.server.ts";
import { Refusal } from "../../refusal.ts";
import { oneOf, pageOfRows } from "../fields.ts";
import { firstPage } from "../list-page.ts";
import { withShownDate } from "../record/settled-picks.server.ts";
import type { BetPick, Stream } from "./pick.ts";
import { betPickColumns, sports } from "./pick.ts";

export const listFilter = pageOfRows.extend({
  status: oneOf(["", "open", "settled"], "Must be open or settled."),
  sport: oneOf(["", "All", ...sports], "Choose a sport from the list."),
});

export function picksIn(stream: Stream) {
  return db.selectFrom("picks").where("stream", "=", stream);
}

/** Newest first; `next` is the id to pass as `before` for the next page, null at the end. */
export async function readList(
  picks: SelectQueryBuilder<Database, "picks", object>,
  { limit, before, status, sport }: z.output<typeof listFilter>,
): Promise<{ rows: BetPick[]; next: number | null }> {
  let query = picks.select(betPickColumns);
  const ofOneSport = sport !== "" && sport !== "All";
  if (ofOneSport) query = query.where("sport", "=", sport);
  if (status === "open") query = query.where("settled", "=", 0);
  // Without this hint SQLite scans all settled picks to find those of a rare sport.
  if (status === "settled") query = query.where(ofOneSport ? withoutIndex<number>("settled") : "settled", "=", 1);
  if (before !== null) query = query.where("id", "<", before);
  const { rows, next } = firstPage(
    await query
      .orderBy("id", "desc")
      .limit(limit + 1)
      .execute(),
    limit,
  );
  return { rows: rows.map(withShownDate), next };
}

/** Refuses with "not-found" when the stream has no such pick. */
export async function findPickRow(source: Db, stream: Stream, pickId: number | null): Promise<PickRow> {
  const row =
    pickId === null
      ? undefined
      : await source
          .selectFrom("picks")
          .selectAll()
          .where("id", "=", pickId)
          .where("stream", "=", stream)
          .executeTakeFirst();
  if (row) return row;
  throw new Refusal("not-found", "This pick no longer exists.");
}
