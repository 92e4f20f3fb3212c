import type { Expression } from "kysely";
import { db } from "../../db.server.ts";
import { streams } from "../bets/stream.ts";

/**
 * Counts the open picks of both streams on a user's card. It starts from the open picks, which are few: a card grows
 * for years.
 */
export function pendingCount(userId: Expression<number>) {
  return openPicks()
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("saved_picks")
          .select("pick_id")
          .where("saved_picks.user_id", "=", userId)
          .whereRef("saved_picks.pick_id", "=", "picks.id"),
      ),
    );
}

/** What is at stake on them, in units: the user's own stakes, and the picks' where they noted none. */
export function openStake(userId: Expression<number>) {
  return openPicks().select(({ fn, selectFrom }) =>
    fn
      .sum<number | null>(
        selectFrom("saved_picks")
          .select((own) => own.fn.coalesce("own_units", "picks.unit_size").as("units"))
          .where("saved_picks.user_id", "=", userId)
          .whereRef("saved_picks.pick_id", "=", "picks.id")
          .where("is_bet", "=", 1),
      )
      .as("units"),
  );
}

function openPicks() {
  return db.selectFrom("picks").where("stream", "in", streams).where("settled", "=", 0);
}
