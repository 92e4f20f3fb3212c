import { timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { db, write } from "../../db.server.ts";
import { hourSeconds } from "../../time/durations.ts";
import { env } from "../../env.server.ts";
import { type Role, isLapsed, memberRole, secretRole } from "../../policy.ts";
import { Refusal } from "../../refusal.ts";
import { recordAudit, recordRefusal } from "../trail/audit.server.ts";
import { queueConfirmationMail, sendsMail } from "./email-confirmation.server.ts";
import { email, oneOf, personName, phoneNumber, textLine } from "../fields.ts";
import { dayIn, moneyText } from "../billing/charge.ts";
import {
  type PaidCheckout,
  bindPaidCheckout,
  findPaidCheckout,
  notOldEnough,
  unpaid,
  withPaidCheckout,
} from "../billing/membership.server.ts";
import { newPassword, sameTwice } from "../sign-in/new-password.server.ts";
import { operation } from "../operation.server.ts";
import { hashPassword } from "../sign-in/password.server.ts";
import { holdSignup, waitsForReview } from "./payment-review.server.ts";
import type { Profile } from "./profile.server.ts";
import { bookSignup } from "../affiliates/referral.server.ts";
import { hashSecret, newSecret } from "../secret.server.ts";
import { idempotencyKey, storeResult, hashOfRequest, findResult } from "../idempotency-key.server.ts";
import { atMost, countAttempt, forgiveAttempt, perAddress } from "../throttle.server.ts";
import { emailTaken, expectNewEmail } from "./user-row.server.ts";
import { isOpenSite, notOpenYet, supportEmail } from "../site/current-site.server.ts";

interface SignUpPage {
  state: "form" | "unpaid" | "member";
  /** The reason why there is no form; '' with a form. */
  message: string;
  /** "Payment received: $49.00, next on 12/21/2026."; '' where payments are not checked. */
  receipt: string;
  /** The email of the payment, to prefill the form; '' = unknown. */
  email: string;
  /** The checkout session; '' when payments are not checked. */
  sessionId: string;
  idempotencyKey: string;
}

const memberText = () =>
  `You already have a membership. If you have just paid again, write to ${supportEmail()} for a refund.`;
const noForm = { receipt: "", email: "", sessionId: "", idempotencyKey: "" };

/** Refuses with "forbidden" without `payment_success`, and with "too-many" after 60 visits an hour from an address. */
export const readSignUpPage = operation(
  "account.open",
  z.object({ payment_success: z.string().optional(), session_id: textLine(255) }),
  async (actor, input): Promise<SignUpPage> => {
    if (input.payment_success === undefined) throw new Refusal("forbidden", unpaid);
    // They can't have a second account, and need none.
    if (actor.person !== null && !isLapsed(actor.person)) return { state: "member", message: memberText(), ...noForm };
    if (!isOpenSite()) return { state: "unpaid", message: notOpenYet, ...noForm };
    if (input.payment_success !== "true") return { state: "unpaid", message: unpaid, ...noForm };
    // Any visitor can make the server call Stripe.
    if (env.PAYMENT_MODE === "stripe" && input.session_id !== "")
      await countAttempt(
        perAddress("checkout-return", actor.address, {
          attempts: 60,
          windowSeconds: hourSeconds,
          waitSeconds: 60,
          longestWaitSeconds: hourSeconds,
        }),
      );
    try {
      const paid = await findPaidCheckout(input.session_id);
      return {
        state: "form",
        message: "",
        receipt: paid === null ? "" : receiptOf(paid),
        email: paid?.email ?? "",
        sessionId: input.session_id,
        idempotencyKey: newSecret(),
      };
    } catch (error) {
      if (!(error instanceof Refusal) || !["invalid", "conflict"].includes(error.reason)) throw error;
      return { state: "unpaid", message: error.message, ...noForm };
    }
  },
);

function receiptOf({ paidCents, subscription: { periodEnd } }: NonNullable<PaidCheckout>): string {
  const next = periodEnd === null ? "" : dayIn(env.SITE_TIMEZONE, periodEnd);
  if (paidCents === 0)
    return next === "" ? "Nothing was charged today." : `Nothing was charged today. First charge on ${next}.`;
  const paid = paidCents === null ? "Payment received" : `Payment received: ${moneyText(paidCents, "usd")}`;
  return next === "" ? `${paid}.` : `${paid}, next on ${next}.`;
}

const account = z
  .object({
    name: personName,
    phone: phoneNumber.refine((text) => text !== "", "Enter a phone number."),
    email,
    password: newPassword,
    confirm_password: z.string().optional(),
    role: oneOf([memberRole, secretRole], "This role can't be chosen.").default(memberRole),
    admin_secret: z.string({ error: "Must be text." }).max(1000, "At most 1000 characters.").optional(),
    // Only the page asks; API callers are responsible for the age of those they sign up.
    age_confirmed: z.literal("yes", { error: notOldEnough }).optional(),
    session_id: textLine(255),
    ref_code: z.string().default(""),
  })
  .check(sameTwice)
  // `when`: this error is reported together with errors of the fields themselves.
  .refine((input) => input.role !== secretRole || Boolean(input.admin_secret), {
    path: ["admin_secret"],
    message: "Admin secret is required to register as admin",
    when: () => true,
  });

/**
 * Refuses with "invalid", also for a wrong admin secret or an invalid payment, with "conflict" when the email has an
 * account, and with "too-many" after 20 attempts or 5 wrong admin secrets an hour from one address.
 */
export const signUp = operation("account.open", account, async ({ address }, input): Promise<Profile> =>
  checkAndOpenAccount(address, input, null),
);

interface SignedUp {
  id: number;
  email: string;
  /** True while staff check the payment. */
  waits: boolean;
  /** True when a mail with a link is on its way. */
  confirms: boolean;
}

/**
 * The page's call. Refuses with "forbidden" without a payment. Idempotent: a repeated form gives the account that it
 * opened, so that a customer who paid is not told that the email is taken.
 */
export const signUpAfterPayment = operation(
  "account.open",
  account.safeExtend({ payment_success: z.string(), idempotency_key: idempotencyKey }),
  async ({ address }, { payment_success, idempotency_key, ...input }): Promise<SignedUp> => {
    if (payment_success !== "true") throw new Refusal("forbidden", unpaid);
    const { name, phone, email, role, password } = input;
    const requestHash = hashOfRequest(idempotency_key, [name, phone, email, role, password]);
    const earlierId = await findResult(db, requestHash);
    const id =
      earlierId ??
      (await checkAndOpenAccount(address, input, requestHash).then(
        (opened) => opened.id,
        async (refused: unknown) => {
          const parallelId = await findResult(db, requestHash);
          if (parallelId === null) throw refused;
          return parallelId;
        },
      ));
    return { id, email, waits: waitsForReview(role), confirms: sendsMail };
  },
);

async function checkAndOpenAccount(
  address: string,
  input: z.output<typeof account>,
  requestHash: string | null,
): Promise<Profile> {
  if (!isOpenSite()) throw new Refusal("conflict", notOpenYet);
  await checkRole(input.role, input.admin_secret ?? "", address);
  return withPaidCheckout(input.session_id, (paid) => openAccount(input, paid, requestHash));
}

async function openAccount(
  input: z.output<typeof account>,
  paid: PaidCheckout,
  requestHash: string | null,
): Promise<Profile> {
  await expectNewEmail(input.email);
  const { name, phone, email, role } = input;
  const now = new Date().toISOString();
  const row = {
    name,
    phone,
    email,
    role,
    status: "Active",
    password_hash: await hashPassword(input.password),
    age_confirmed_at: input.age_confirmed ? now : null,
    created_at: now,
  } as const;
  return write(async (trx) => {
    const created = await trx
      .insertInto("users")
      .values(row)
      .onConflict((conflict) => conflict.column("email").doNothing())
      .returning(["id", "name", "phone", "email", "role"])
      .executeTakeFirst();
    if (!created) throw emailTaken();
    await storeResult(trx, requestHash, created.id);
    await bindPaidCheckout(trx, paid, created.id);
    if (waitsForReview(role)) await holdSignup(trx, created.id, input.ref_code);
    else
      await bookSignup(
        trx,
        {
          id: created.id,
          email: input.email,
          role,
          invoiceId: paid?.invoiceId ?? null,
          paidCents: paid?.paidCents ?? null,
        },
        input.ref_code,
      );
    await queueConfirmationMail(trx, created.id, new Date(now));
    await recordAudit(trx, {
      actorId: null,
      action: "user.created",
      subject: "user",
      subjectId: created.id,
      after: { role, status: row.status },
    });
    return created;
  });
}

/** Kept for the specification's client and open to everybody. Does nothing: a sign-up records its purchase. */
export const logPurchase = operation("account.open", z.object({}), async (): Promise<void> => {});

async function checkRole(role: Role, secret: string, address: string): Promise<void> {
  const accounts = perAddress("sign-up-from", address, atMost(20, hourSeconds));
  if (role !== secretRole) return countAttempt(accounts);
  const secrets = perAddress("admin-secret-from", address, atMost(5, hourSeconds));
  await countAttempt([...accounts, ...secrets]);
  if (!isAdminSecret(secret)) {
    await write((trx) => recordRefusal(trx, "admin-secret.refused", null));
    throw Refusal.at("admin_secret", "invalid", "Admin secret is incorrect.");
  }
  await forgiveAttempt([], secrets);
}

function isAdminSecret(secret: string): boolean {
  if (env.ADMIN_SECRET === undefined) return false;
  // timingSafeEqual needs inputs of the same length.
  return timingSafeEqual(Buffer.from(hashSecret(secret)), Buffer.from(hashSecret(env.ADMIN_SECRET)));
}
