import { z } from "zod";
import { checkout } from "../../payment/checkout.server.ts";
import { type Db, db } from "../../db.server.ts";
import { dayMs } from "../../time/durations.ts";
import { env } from "../../env.server.ts";
import { Refusal } from "../../refusal.ts";
import { cancelAllOf, expectAllCancellable } from "../billing/cancellation.server.ts";
import { dayIn } from "../billing/charge.ts";
import { hasRunningSubscription } from "../billing/subscription-row.server.ts";
import { presentedPassword } from "../fields.ts";
import { queueMail } from "../outbox/outbox.server.ts";
import { type Person, type SignedInActor, operation } from "../operation.server.ts";
import { endAccess, expectSignedIn, writeAs } from "../sign-in/access.server.ts";
import { expectOwnPassword } from "../sign-in/own-password.server.ts";
import { expectCode, presentedCode, withSecondFactor } from "../sign-in/second-factor.server.ts";
import { recordAudit } from "../trail/audit.server.ts";
import { supportEmail } from "../site/current-site.server.ts";

/** A member closes their own account: it is deleted after some days in which they can change their mind. */

const graceMs = 7 * dayMs;

export interface ClosingView {
  email: string;
  /** The date of the deletion if it is closed now. */
  wouldBe: string;
  /** Null = it is not closed. */
  on: string | null;
  twoFactorOn: boolean;
  /** True when closing cancels a subscription. */
  charged: boolean;
  /** False where payments go through a page that this site can't cancel. */
  billed: boolean;
  supportEmail: string;
}

export const readClosingPage = operation("account.close", z.object({}), async ({ person }): Promise<ClosingView> => {
  const { email, closes_at, on_since } = await findOwn(person.id);
  const billed = checkout.billing !== null;
  return {
    email,
    wouldBe: dayText(dayOfDeletion(person, new Date())),
    on: closes_at && dayText(closes_at),
    twoFactorOn: on_since !== null,
    charged: billed && (await hasRunningSubscription(db, person.id)),
    billed,
    supportEmail: supportEmail(),
  };
});

/**
 * Cancels what would charge them, then sets the day of the deletion and ends all other sessions. Takes the password, and
 * a code where two-factor sign-in is on. Idempotent. Refuses with "busy" when Stripe can't be reached: nothing is closed.
 */
export const closeOwnAccount = operation(
  "account.close",
  z.object({ current_password: presentedPassword, code: presentedCode }),
  async (actor, input): Promise<void> => {
    const { id } = actor.person;
    if ((await findOwn(id)).closes_at !== null) return;
    await expectAllCancellable(id);
    await prove(actor, input);
    const proven = async () => {
      await expectSignedIn(db, actor.person);
      await cancelAllOf(id).catch(refuseClosing);
      await writeAs(actor, (trx) => close(trx, actor, new Date()));
    };
    await proven().catch(async (refused: unknown) => {
      // Without scripts a button can be pressed twice: the first press has ended this one's access.
      if ((await findOwn(id)).closes_at === null) throw refused;
    });
  },
);

/** Idempotent. Renews nothing. */
export const keepOwnAccount = operation("account.close", z.object({}), (actor) =>
  writeAs(actor, async (trx): Promise<void> => {
    const { id } = actor.person;
    const kept = await trx
      .updateTable("users")
      .set({ closes_at: null })
      .where("id", "=", id)
      .where("closes_at", "is not", null)
      .returning("id")
      .executeTakeFirst();
    if (kept) await recordAudit(trx, { actorId: id, action: "account.kept", subject: "user", subjectId: id });
  }),
);

/** The date of the deletion as text; null = the account stays. */
export async function findClosingDay(userId: number): Promise<string | null> {
  const { closes_at } = await findOwn(userId);
  return closes_at && dayText(closes_at);
}

async function prove(
  actor: SignedInActor,
  { current_password, code }: { current_password: string; code: string | null },
): Promise<void> {
  const { person } = actor;
  const { on_since } = await findOwn(person.id);
  const given = on_since === null ? null : expectCode(code);
  await expectOwnPassword(actor, current_password);
  if (given === null) return;
  await withSecondFactor(
    { userId: person.id, code: given, account: `own-two-factor:${person.id}`, address: null, refuseAs: "invalid" },
    (trx) => expectSignedIn(trx, person),
  );
}

/** After a break: closing an account ends none early. */
function dayOfDeletion({ breakUntil }: Person, now: Date): string {
  const day = new Date(now.getTime() + graceMs).toISOString();
  return breakUntil && breakUntil > day ? breakUntil : day;
}

async function close(trx: Db, { person, session }: SignedInActor, now: Date): Promise<void> {
  const { id } = person;
  const closes_at = dayOfDeletion(person, now);
  await trx.updateTable("users").set({ closes_at }).where("id", "=", id).execute();
  await endAccess(trx, id, session);
  await recordAudit(trx, {
    actorId: id,
    action: "account.closing",
    subject: "user",
    subjectId: id,
    after: { closes_at },
  });
  await queueMail(trx, id, { kind: "account-closing" }, now);
}

function findOwn(userId: number) {
  return db
    .selectFrom("users")
    .leftJoin("two_factors", "two_factors.user_id", "users.id")
    .select(["email", "closes_at", "on_since"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
}

function dayText(instant: string): string {
  return dayIn(env.SITE_TIMEZONE, instant);
}

function refuseClosing(error: unknown): never {
  if (!(error instanceof Refusal) || error.reason !== "busy") throw error;
  throw new Refusal(
    "busy",
    "Your account was not closed: we couldn't cancel your membership because the payment service is not responding. Try again in a moment.",
    { retryAfter: error.retryAfter },
  );
}
