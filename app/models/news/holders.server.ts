/** Those with a pick on their card, who want this kind of news about it. */
import { type Db, batchSize } from "../../db.server.ts";
import { roleAbilities } from "../../policy.ts";
import type { NewsKind } from "../alerts/kinds.ts";
import type { Reader } from "../alerts/queue-members.server.ts";
import { mayGetNews, wants } from "../alerts/recipients.server.ts";

/** A batch of people in the order of their ids. */
export interface Batch {
  readers: Reader[];
  /** The last person of the batch; null = it was the last batch. */
  last: number | null;
}

export async function holdersOf(
  from: Db,
  pick: { id: number; start: string | null },
  kind: NewsKind,
  after: number,
  now: Date,
  most = batchSize,
): Promise<Batch> {
  const holders = await from
    .selectFrom("saved_picks")
    .innerJoin("users", "users.id", "saved_picks.user_id")
    .select(["users.id", wants(kind, "mail").as("mail"), wants(kind, "push").as("push")])
    .where("saved_picks.pick_id", "=", pick.id)
    .where("saved_picks.user_id", ">", after)
    .where("users.role", "in", roleAbilities["card.read"])
    .where(mayGetNews(now))
    .orderBy("saved_picks.user_id")
    .limit(most)
    .execute();
  return batchOf(
    holders.map(({ id, mail, push }) => ({
      userId: id,
      mail: Boolean(mail),
      push: Boolean(push),
      starts: [pick.start],
    })),
    most,
  );
}

export function batchOf(readers: Reader[], most = batchSize): Batch {
  return { readers, last: readers.length < most ? null : (readers.at(-1)?.userId ?? null) };
}
