import { type Db, batchSize, db, write } from "../../db.server.ts";
import { memberRole } from "../../policy.ts";
import { cancelAllOf } from "../billing/cancellation.server.ts";
import { deleteAccount } from "../people/delete-account.server.ts";

const maxFailures = 5;

/**
 * Deletes the accounts that their owners closed and whose day has come. Cancels first what was subscribed to or continued
 * since: nobody is charged without an account. Returns how many were deleted. One failure does not stop the others; it is thrown at the end.
 */
export async function deleteClosed(now: Date, goOn: () => boolean = () => true): Promise<number> {
  const failures: unknown[] = [];
  let deleted = 0;
  for (const { id } of await due(db, now).select("id").orderBy("closes_at").limit(batchSize).execute()) {
    if (!goOn() || failures.length === maxFailures) break;
    try {
      if (!(await due(db, now).select("id").where("id", "=", id).executeTakeFirst())) continue;
      await cancelAllOf(id);
      if (await write((trx) => deleteDue(trx, id, now))) deleted += 1;
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return deleted;
}

/** False for somebody who changed their mind, or became staff, meanwhile. */
async function deleteDue(trx: Db, id: number, now: Date): Promise<boolean> {
  const row = await due(trx, now).selectAll().where("id", "=", id).executeTakeFirst();
  if (row) await deleteAccount(trx, row, null);
  return row !== undefined;
}

/** Closing an account ends no break early, and a suspended person can't begin anew with the same address. */
function due(source: Db, now: Date) {
  const at = now.toISOString();
  return source
    .selectFrom("users")
    .where("closes_at", "<=", at)
    .where("role", "=", memberRole)
    .where("status", "=", "Active")
    .where((or) => or.or([or("break_until", "is", null), or("break_until", "<=", at)]));
}
