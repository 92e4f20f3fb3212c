import { z } from "zod";
import type { Db, UserRow } from "../../db.server.ts";
import { env } from "../../env.server.ts";
import { type Role, memberRole } from "../../policy.ts";
import { Refusal } from "../../refusal.ts";
import { recordAudit } from "../trail/audit.server.ts";
import { id, oneOf } from "../fields.ts";
import { type SignedInActor, operation } from "../operation.server.ts";
import { queueMail } from "../outbox/outbox.server.ts";
import { bookSignup } from "../affiliates/referral.server.ts";
import { writeAs } from "../sign-in/access.server.ts";
import { findUserRow, shownUser } from "./user-row.server.ts";
import type { Reviewed, User } from "./user.ts";
import { findByCode } from "../affiliates/visit.server.ts";

/** With LINK_SIGNUPS=review, staff check the payment of a sign-up before anything opens or is booked. */

const payment = oneOf(["confirmed", "refused"], "Choose confirmed or refused.");

export function waitsForReview(role: Role): boolean {
  return role === memberRole && env.PAYMENT_MODE === "link" && env.LINK_SIGNUPS === "review";
}

/** Call it in the transaction that creates the account. */
export async function holdSignup(trx: Db, userId: number, code: string): Promise<void> {
  const affiliate = await findByCode(trx, code);
  await trx
    .updateTable("users")
    .set({ payment_review: "waiting", waiting_ref_code: affiliate?.ref_code ?? "" })
    .where("id", "=", userId)
    .execute();
}

/**
 * Confirms or refuses the payment of a sign-up; idempotent. A confirmation is final and books the commission; a refusal
 * can be confirmed later. Refuses with "conflict" when it contradicts a confirmation, or when there is no payment to
 * review.
 */
export const reviewPayment = operation("users.manage", z.object({ id, payment }), async (actor, input): Promise<User> =>
  shownUser((await decide(actor, input, "")).row),
);

/**
 * Works like reviewPayment, but also refuses with "conflict" when a colleague refused the payment since the form was
 * shown. `by` = who decided first.
 */
export const reviewShownPayment = operation(
  "users.manage",
  z.object({ id, payment, shown: oneOf(["", "waiting", "refused"], "Load this page again.") }),
  async (actor, { shown, ...input }): Promise<Reviewed> => {
    const { row, by } = await decide(actor, input, shown);
    return { id: row.id, name: row.name, payment: input.payment, by };
  },
);

interface Decision {
  id: number | null;
  payment: "confirmed" | "refused";
}

function decide(actor: SignedInActor, input: Decision, shown: string): Promise<{ row: UserRow; by: string | null }> {
  return writeAs(actor, async (trx) => {
    const row = await findUserRow(trx, input.id);
    if (row.payment_review === input.payment)
      return { row, by: row.payment_reviewed_by === actor.person.id ? null : await reviewerOf(trx, row) };
    if (row.payment_review === "none") throw new Refusal("conflict", "This account has no payment to confirm.");
    if (row.payment_review === "confirmed")
      throw new Refusal(
        "conflict",
        `${await reviewerOf(trx, row)} has already confirmed this payment. To close the account, suspend it.`,
      );
    if (row.payment_review !== shown && shown !== "")
      throw new Refusal(
        "conflict",
        `${await reviewerOf(trx, row)} has refused this payment in the meantime. You can still confirm it here.`,
      );
    await settle(trx, actor, row, input.payment);
    return { row, by: null };
  });
}

async function settle(trx: Db, actor: SignedInActor, row: UserRow, payment_review: Decision["payment"]): Promise<void> {
  const now = new Date();
  await trx
    .updateTable("users")
    .set({ payment_review, payment_reviewed_by: actor.person.id })
    .where("id", "=", row.id)
    .execute();
  await recordAudit(trx, {
    actorId: actor.person.id,
    action: `payment.${payment_review}`,
    subject: "user",
    subjectId: row.id,
    before: { payment_review: row.payment_review },
    after: { payment_review },
  });
  // The account may have become staff in the meantime; staff don't pay.
  if (payment_review === "refused" || row.role !== memberRole) return;
  const { id, email, role, created_at: signedUpAt } = row;
  await bookSignup(trx, { id, email, role, invoiceId: null, signedUpAt }, row.waiting_ref_code, now);
  await queueMail(trx, row.id, { kind: "membership-active" }, now);
}

async function reviewerOf(trx: Db, { payment_reviewed_by }: UserRow): Promise<string> {
  const reviewer = await trx
    .selectFrom("users")
    .select("name")
    .where("id", "=", payment_reviewed_by)
    .executeTakeFirst();
  return reviewer?.name ?? "A colleague";
}
