/**
 * Stripe's answers about one subscription are stored in the order of the questions, whatever process asks. The database
 * counts the answers that were taken. An answer is taken only if none was taken since its question.
 */
import { type Db, db } from "../../db.server.ts";
import { Refusal } from "../../refusal.ts";

/** Stripe sends several events about a new subscription at once. */
const rounds = 10;

/** Another answer was taken after the question. */
class OutdatedAnswer extends Error {
  override name = "OutdatedAnswer";
}

/**
 * Runs `work`, which asks Stripe about the subscription and calls `takeAnswer` with the version in the transaction that
 * stores the answer. Runs it again when the answer is outdated by then. Refuses with "busy" when that doesn't end.
 */
export async function withNewestAnswer<R>(subscriptionId: string, work: (version: number) => Promise<R>): Promise<R> {
  for (let round = 1; round <= rounds; round += 1) {
    try {
      return await work(await readVersion(subscriptionId));
    } catch (error) {
      if (!(error instanceof OutdatedAnswer)) throw error;
    }
  }
  throw new Refusal("busy", "We are recording your payment. It is safe. Please reload this page in a moment.", {
    retryAfter: 5,
  });
}

/** Also for an answer that changes nothing: it is newer than those of earlier questions. */
export async function takeAnswer(trx: Db, subscriptionId: string, version: number): Promise<void> {
  const next = { version: version + 1 };
  const taken = await trx
    .insertInto("subscription_versions")
    .values({ subscription_id: subscriptionId, ...next })
    .onConflict((conflict) =>
      conflict.column("subscription_id").doUpdateSet(next).where("subscription_versions.version", "=", version),
    )
    .returning("version")
    .executeTakeFirst();
  if (!taken) throw new OutdatedAnswer("Another answer about this subscription was taken.");
}

async function readVersion(subscriptionId: string): Promise<number> {
  const row = await db
    .selectFrom("subscription_versions")
    .select("version")
    .where("subscription_id", "=", subscriptionId)
    .executeTakeFirst();
  return row?.version ?? 0;
}
