import { type Db, db } from "../../db.server.ts";
import { type NewsChannel, newPicksKind } from "../alerts/kinds.ts";
import { chose, mutedSportsOf } from "../alerts/recipients.server.ts";
import type { Stream } from "../bets/stream.ts";
import type { Delivery } from "./pages/receipt.ts";

/**
 * What this person got, or is to get, about the round of new picks with this pick, by the channels whose news was about
 * it. Empty a month later, when rows are deleted.
 */
export async function listDeliveriesOfPick(userId: number, pickId: number): Promise<Delivery[]> {
  const picks = await picksOfItsRounds(db, pickId);
  if (picks.length === 0) return [];
  const deliveries = await db
    .selectFrom("outbox")
    .select(["channel", "state", "reason", "finished_at", "cause"])
    .where("user_id", "=", userId)
    .where("cause", "in", [...new Set(picks.map(causeOf))])
    .execute();
  if (deliveries.length === 0) return [];
  const isWanted = await wishesOf(userId);
  return deliveries
    .filter(({ channel, cause }) => {
      if (channel !== "mail" && channel !== "push") return false;
      const wanted = picks.filter((pick) => causeOf(pick) === cause && isWanted(pick, channel));
      // If they want none of its picks now, they have changed their mind since: it may have been about this one.
      return wanted.length === 0 || wanted.some(({ pick_id }) => pick_id === pickId);
    })
    .map(({ cause: _cause, ...delivery }) => delivery);
}

interface RoundPick {
  round_id: number;
  pick_id: number;
  stream: Stream;
  sport: string;
}

function picksOfItsRounds(from: Db, pickId: number): Promise<RoundPick[]> {
  return from
    .selectFrom("round_picks as own")
    .innerJoin("pick_rounds", "pick_rounds.id", "own.round_id")
    .innerJoin("round_picks", "round_picks.round_id", "own.round_id")
    .innerJoin("picks", "picks.id", "round_picks.pick_id")
    .select(["round_picks.round_id", "round_picks.pick_id", "picks.stream", "picks.sport"])
    .where("own.pick_id", "=", pickId)
    .where("pick_rounds.kind", "=", "new")
    .execute();
}

function causeOf({ round_id }: Pick<RoundPick, "round_id">): string {
  return `round ${round_id}`;
}

/** Which new picks this person wants now: what they wanted when the news was sent is not kept. */
async function wishesOf(userId: number): Promise<(pick: RoundPick, channel: NewsChannel) => boolean> {
  const person = await db
    .selectFrom("users")
    .select([
      chose(newPicksKind.regular, "mail").as("regular_mail"),
      chose(newPicksKind.regular, "push").as("regular_push"),
      chose(newPicksKind.pro, "mail").as("pro_mail"),
      chose(newPicksKind.pro, "push").as("pro_push"),
    ])
    .where("id", "=", userId)
    .executeTakeFirst();
  const muted = (await mutedSportsOf(db, [userId])).get(userId);
  return ({ stream, sport }, channel) => Boolean(person?.[`${stream}_${channel}`]) && muted?.has(sport) !== true;
}
