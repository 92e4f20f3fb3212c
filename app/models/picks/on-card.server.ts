/** Which picks are on a person's card. */
import { db } from "../../db.server.ts";
import { can } from "../../policy.ts";
import type { Person } from "../operation.server.ts";
import { picksIn } from "./pick-list.server.ts";
import type { Stream } from "./pick.ts";

/** Ids of the stream's open picks on the person's card; null for a person without a card. */
export async function findAdded(person: Person, stream: Stream): Promise<number[] | null> {
  if (!can(person, "card.write")) return null;
  const rows = await savedBy(person)
    .where("pick_id", "in", picksIn(stream).where("settled", "=", 0).select("id"))
    .execute();
  return rows.map((row) => row.pick_id);
}

export function savedBy(person: Person) {
  return db.selectFrom("saved_picks").select("pick_id").where("user_id", "=", person.id);
}
