import { db } from "../../../db.server.ts";
import type { Stream } from "../../bets/stream.ts";
import { ofPicks, readStored } from "./pick-history.server.ts";
import { readRef } from "../ledger-entry.ts";
import { isFilledIn } from "../pick-history.ts";

/**
 * Returns the ids of those picks that were changed after their start. Pass only a few: each id is a search of its own.
 */
export async function correctedAmong(stream: Stream, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom("ledger")
    .select(["ref", "body"])
    .where("type", "=", "correct")
    .where(ofPicks(ids.map((pick_id) => ({ stream, pick_id }))))
    .execute();
  return new Set(
    rows.flatMap(({ ref, body }) => {
      const { entry } = readStored({ body, salt: null, content: null });
      return entry.type === "correct" && !isFilledIn(entry) ? (readRef(ref)?.pick_id ?? []) : [];
    }),
  );
}
