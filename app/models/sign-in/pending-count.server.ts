import type { Expression } from "kysely";
import { db } from "../../db.server.ts";
import { streams } from "../bets/stream.ts";

/**
 * Counts the open picks of both streams on a user's card. It starts from the open picks, which are few: a card grows
 * for years.
 */
export function pendingCount(userId: Expression<number>) {
  return db
    .selectFrom("picks")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("stream", "in", streams)
    .where("settled", "=", 0)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("saved_picks")
          .select("pick_id")
          .where("saved_picks.user_id", "=", userId)
          .whereRef("saved_picks.pick_id", "=", "picks.id"),
      ),
    );
}
