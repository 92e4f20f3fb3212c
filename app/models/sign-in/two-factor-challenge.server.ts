import { z } from "zod";
import { db, write } from "../../db.server.ts";
import { minuteMs } from "../../time/durations.ts";
import { Refusal } from "../../refusal.ts";
import { type Person, operation } from "../operation.server.ts";
import { presentedCode, withSecondFactor } from "./second-factor.server.ts";
import { hashSecret, newSecret } from "../secret.server.ts";
import { type SignedIn, personColumns, signedIn } from "./session.server.ts";
import { expectCurrent } from "./access.server.ts";
import { codeThrottleKey, guesserOf } from "./sign-in.server.ts";
import { challengeMinutes } from "./two-factor.ts";
import { supportEmail } from "../site/current-site.server.ts";

const expiredText = "This sign-in has expired or is already complete. Please sign in again.";
const challengeId = z.string().nullable().catch(null);

/**
 * Begins a challenge, valid for five minutes. Returns the secret to send with the code. Refuses as expectCurrent does.
 */
export function beginChallenge(person: Person): Promise<string> {
  return write(async (trx) => {
    await expectCurrent(trx, person);
    const id = newSecret();
    await trx
      .insertInto("two_factor_challenges")
      .values({ id_hash: hashSecret(id), user_id: person.id, created_at: new Date().toISOString() })
      .execute();
    return id;
  });
}

export const readChallengePage = operation(
  "session.begin",
  z.object({ challenge: challengeId }),
  async (_actor, input) => ({
    waiting: (await findChallengedUser(input.challenge)) !== null,
    supportEmail: supportEmail(),
  }),
);

const codeInput = z
  .object({ challenge: challengeId, code: presentedCode, recovery_code: presentedCode.optional() })
  .superRefine(({ code, recovery_code }, issues) => {
    if (code !== null || recovery_code) return;
    const [field, message] =
      recovery_code === null ? ["recovery_code", "Enter a recovery code."] : ["code", "Enter the 6-digit code."];
    issues.addIssue({ code: "custom", path: [field], message });
  });

/**
 * Refuses with "bad-credentials" for a wrong code and for a challenge that expired, was used or was revoked, and with
 * "too-many" after repeated wrong codes.
 */
export const finishSignIn = operation("session.begin", codeInput, async (actor, input): Promise<SignedIn> => {
  const userId = await findChallengedUser(input.challenge);
  if (userId === null) throw new Refusal("bad-credentials", expiredText);
  const [field, code] = input.code === null ? ["recovery_code", input.recovery_code ?? ""] : ["code", input.code];
  const { guesser, address } = await guesserOf(userId, actor);
  return withSecondFactor({ userId, code, account: codeThrottleKey(userId, guesser), address, field }, async (trx) => {
    // Deleting uses up the challenge together with the code: one right password opens one session.
    const used = await trx
      .deleteFrom("two_factor_challenges")
      .where("id_hash", "=", hashSecret(input.challenge ?? ""))
      .returning("user_id")
      .executeTakeFirst();
    if (!used) throw new Refusal("bad-credentials", expiredText);
    const row = await trx
      .selectFrom("users")
      .leftJoin("two_factors", "two_factors.user_id", "users.id")
      .select(personColumns)
      .where("users.id", "=", userId)
      .executeTakeFirstOrThrow();
    return signedIn(row, new Date());
  });
});

async function findChallengedUser(id: string | null): Promise<number | null> {
  if (id === null) return null;
  const row = await db
    .selectFrom("two_factor_challenges")
    .innerJoin("users", "users.id", "two_factor_challenges.user_id")
    .select("users.id")
    .where("id_hash", "=", hashSecret(id))
    .where("two_factor_challenges.created_at", ">", oldestValid(new Date()))
    .where("users.status", "=", "Active")
    .executeTakeFirst();
  return row?.id ?? null;
}

function oldestValid(now: Date): string {
  return new Date(now.getTime() - challengeMinutes * minuteMs).toISOString();
}
