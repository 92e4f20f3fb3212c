import { z } from "zod";
import { db, write } from "../../db.server.ts";
import { minuteMs } from "../../durations.ts";
import { Refusal } from "../../refusal.ts";
import type { Person } from "../operation.server.ts";
import { operation } from "../operation.server.ts";
import { presentedCode, withSecondFactor } from "./second-factor.server.ts";
import { hashSecret, newSecret } from "../secret.server.ts";
import type { SignedIn } from "./session.server.ts";
import { expectCurrent, personColumns, signedIn } from "./session.server.ts";
import { codeGuesses, guesserOf } from "./sign-in.server.ts";
import { challengeMinutes } from "./two-factor.ts";

const expired = "This sign-in took too long or is finished already. Please sign in again.";
/** What the browser kept since the password was right. */
const challengeId = z.string().nullable().catch(null);

/** Remembers that this person's password was right, for five minutes, and gives the secret by which they come back with the code. Refuses as expectCurrent does. */
export function beginChallenge(person: Person): Promise<string> {
  return write(async (trx) => {
    await expectCurrent(trx, person);
    const id = newSecret();
    await trx.insertInto("two_factor_challenges").values({ id_hash: hashSecret(id), user_id: person.id, created_at: new Date().toISOString() }).execute();
    return id;
  });
}

/** The page for the code: whether a sign-in waits for it. */
export const openChallenge = operation("session.begin", z.object({ challenge: challengeId }), async (_actor, input) => ({ waiting: (await findChallengedUser(input.challenge)) !== null }));

const given = z
  .object({ challenge: challengeId, code: presentedCode, recovery_code: presentedCode })
  .refine(({ code, recovery_code }) => code !== null || recovery_code !== null, { path: ["code"], message: "Enter the 6 digits of the code." });

/**
 * The second half of a sign-in. Refuses with "bad-credentials" for a wrong code and when the first half is too long ago, was
 * finished already or was ended by a new password, and with "too-many" after repeated wrong codes.
 */
export const finishSignIn = operation("session.begin", given, async (actor, input): Promise<SignedIn> => {
  const userId = await findChallengedUser(input.challenge);
  if (userId === null) throw new Refusal("bad-credentials", expired);
  const [field, code] = input.code === null ? ["recovery_code", input.recovery_code ?? ""] : ["code", input.code];
  const { guesser, address } = await guesserOf(userId, actor);
  return withSecondFactor({ userId, code, account: codeGuesses(userId, guesser), address, field }, async (trx) => {
    // Deleting is what uses it up, together with the code: the password opens one session, not two.
    const used = await trx.deleteFrom("two_factor_challenges").where("id_hash", "=", hashSecret(input.challenge ?? "")).returning("user_id").executeTakeFirst();
    if (!used) throw new Refusal("bad-credentials", expired);
    const row = await trx.selectFrom("users").leftJoin("two_factors", "two_factors.user_id", "users.id").select(personColumns).where("users.id", "=", userId).executeTakeFirstOrThrow();
    return signedIn(row, new Date());
  });
});

/** The active person whose code is waited for, as an id; null when nobody's is. */
async function findChallengedUser(id: string | null): Promise<number | null> {
  if (id === null) return null;
  const row = await db.selectFrom("two_factor_challenges").innerJoin("users", "users.id", "two_factor_challenges.user_id").select("users.id")
    .where("id_hash", "=", hashSecret(id)).where("two_factor_challenges.created_at", ">", oldest(new Date())).where("users.status", "=", "Active").executeTakeFirst();
  return row?.id ?? null;
}

function oldest(now: Date): string {
  return new Date(now.getTime() - challengeMinutes * minuteMs).toISOString();
}
