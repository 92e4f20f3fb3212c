import type { Db, UserRow } from "../../db.server.ts";
import { announceDeleted } from "../alerts/member-events.server.ts";
import { recordAudit } from "../trail/audit.server.ts";

/**
 * Deletes an account and all that is the person's alone. Payments and the affiliate's bookkeeping stay without it, and so
 * does the trail, which knows a member by id. Without an actor, its owner asked for it.
 */
export async function deleteAccount(trx: Db, { id, role, status }: UserRow, actorId: number | null): Promise<void> {
  await trx
    .updateTable("subscriptions")
    .set({ card_brand: null, card_last4: null })
    .where("user_id", "=", id)
    .execute();
  await announceDeleted(trx, id, new Date());
  await trx.deleteFrom("users").where("id", "=", id).execute();
  await recordAudit(trx, {
    actorId,
    action: actorId === null ? "account.closed" : "user.deleted",
    subject: "user",
    subjectId: id,
    before: { role, status },
  });
}
