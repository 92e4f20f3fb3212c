import { type Db, type OutboxChannel, db } from "../../db.server.ts";

export interface Delivery {
  channel: OutboxChannel;
  state: "waiting" | "handed-over" | "sent" | "refused" | "expired";
  /** See delivery-reasons.ts. */
  reason: string;
  finished_at: string | null;
}

/** What this person got, or is to get, about the round of new picks with this pick. Empty a month later, when rows are deleted. */
export async function listDeliveriesOfPick(userId: number, pickId: number): Promise<Delivery[]> {
  const causes = await causesOf(db, pickId);
  if (causes.length === 0) return [];
  return db
    .selectFrom("outbox")
    .select(["channel", "state", "reason", "finished_at"])
    .where("user_id", "=", userId)
    .where("cause", "in", causes)
    .execute();
}

async function causesOf(from: Db, pickId: number): Promise<string[]> {
  const rounds = await from
    .selectFrom("round_picks")
    .innerJoin("pick_rounds", "pick_rounds.id", "round_picks.round_id")
    .select("round_id")
    .where("pick_id", "=", pickId)
    .where("kind", "=", "new")
    .execute();
  return rounds.map(({ round_id }) => `round ${round_id}`);
}
