import { timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { db, write } from "../../db.server.ts";
import { hourSeconds } from "../../durations.ts";
import { env } from "../../env.server.ts";
import type { Role } from "../../policy.ts";
import { memberRole, secretRole } from "../../policy.ts";
import { Refusal } from "../../refusal.ts";
import { recordAudit, recordRefusal } from "../trail/audit.server.ts";
import { askToConfirm } from "./email-confirmation.server.ts";
import { email, oneOf, personName, phoneNumber, textLine } from "../fields.ts";
import type { PaidCheckout } from "../billing/membership.server.ts";
import { bindPaidCheckout, findPaidCheckout, unpaid, withPaidCheckout } from "../billing/membership.server.ts";
import { newPassword, sameTwice } from "../sign-in/new-password.server.ts";
import { operation } from "../operation.server.ts";
import { hashPassword } from "../sign-in/password.server.ts";
import { holdSignup, waitsForReview } from "../billing/payment-review.server.ts";
import type { Profile } from "./profile.server.ts";
import { bookSignup } from "../affiliates/referral.server.ts";
import { hashSecret, newSecret } from "../secret.server.ts";
import { idempotencyKey, storeResult, hashOfRequest, findResult } from "../idempotency-key.server.ts";
import { atMost, countAttempt, forgiveAttempt, fromAddress } from "../throttle.server.ts";
import { emailTaken, expectNewEmail } from "./user-row.server.ts";

/** What the sign-up page shows: the form, or why there is none. */
interface SignUpPage {
  state: "form" | "unpaid";
  /** Why there is no form; '' with one. */
  message: string;
  /** What the payment was made with, as a start; '' = unknown. */
  email: string;
  /** Names the payment when the form is sent; '' where payments are not checked. */
  sessionId: string;
  /** Names the form: see idempotency-key.server.ts. */
  idempotencyKey: string;
}

const noForm = { email: "", sessionId: "", idempotencyKey: "" };

/** The way back from the payment. Refuses with "forbidden" a visit that does not claim to come from there, and with "too-many" after 60 an hour from one address. */
export const openSignUp = operation("account.open", z.object({ payment_success: z.string().optional(), session_id: textLine(255) }), async (actor, input): Promise<SignUpPage> => {
  if (input.payment_success === undefined) throw new Refusal("forbidden", unpaid);
  if (input.payment_success !== "true") return { state: "unpaid", message: unpaid, ...noForm };
  // Anybody can make the server ask Stripe.
  if (env.PAYMENT_MODE === "stripe" && input.session_id !== "") await countAttempt(fromAddress("checkout-return", actor.address, { attempts: 60, windowSeconds: hourSeconds, waitSeconds: 60, longestWaitSeconds: hourSeconds }));
  try {
    return { state: "form", message: "", email: (await findPaidCheckout(input.session_id))?.email ?? "", sessionId: input.session_id, idempotencyKey: newSecret() };
  } catch (error) {
    if (!(error instanceof Refusal) || !["invalid", "conflict"].includes(error.reason)) throw error;
    return { state: "unpaid", message: error.message, ...noForm };
  }
});

const account = z
  .object({
    name: personName,
    phone: phoneNumber.refine((text) => text !== "", "Enter a phone number."),
    email,
    password: newPassword,
    confirm_password: z.string().optional(),
    role: oneOf([memberRole, secretRole], "This role can't be chosen.").default(memberRole),
    admin_secret: z.string({ error: "Must be text." }).max(1000, "At most 1000 characters.").optional(),
    // The page asks; the API's callers answer for whom they sign up.
    age_confirmed: z.literal("yes", { error: "Please confirm that you are 21 or older." }).optional(),
    session_id: textLine(255),
    /** An affiliate's code, as the door found it; an unknown one counts nothing. */
    ref_code: z.string().default(""),
  })
  .check(sameTwice)
  // `when`: said together with what is wrong with the fields themselves.
  .refine((input) => input.role !== secretRole || Boolean(input.admin_secret), { path: ["admin_secret"], message: "Admin secret is required to register as admin", when: () => true });

/**
 * Opens an account. Refuses with "invalid", also for a wrong admin secret or a payment that opens none, with "conflict" when
 * the e-mail has an account already, and with "too-many" after 20 attempts or 5 wrong admin secrets an hour from one address.
 */
export const signUp = operation("account.open", account, async ({ address }, input): Promise<Profile> => openFrom(address, input, null));

/**
 * The same by the page's form, which is there for whoever comes back from the payment alone: else it refuses with "forbidden". Pressed again, or sent
 * again after the answer was lost, it gives the account that it opened: who has paid must not be told that somebody else has it.
 */
export const signUpAfterPayment = operation("account.open", account.safeExtend({ payment_success: z.string(), idempotency_key: idempotencyKey }), async ({ address }, { payment_success, idempotency_key, ...input }): Promise<{ id: number; waits: boolean }> => {
  if (payment_success !== "true") throw new Refusal("forbidden", unpaid);
  const { name, phone, email, role, password } = input;
  const sent = hashOfRequest(idempotency_key, [name, phone, email, role, password]);
  const before = await findResult(db, sent);
  const id = before ?? (await openFrom(address, input, sent).then((opened) => opened.id, async (refused: unknown) => {
    // Of two presses at once the other one was faster.
    const faster = await findResult(db, sent);
    if (faster === null) throw refused;
    return faster;
  }));
  return { id, waits: waitsForReview(role) };
});

async function openFrom(address: string, input: z.output<typeof account>, sent: string | null): Promise<Profile> {
  await checkRole(input.role, input.admin_secret ?? "", address);
  return withPaidCheckout(input.session_id, (paid) => openAccount(input, paid, sent));
}

async function openAccount(input: z.output<typeof account>, paid: PaidCheckout, sent: string | null): Promise<Profile> {
  await expectNewEmail(input.email);
  const { name, phone, email, role } = input;
  const now = new Date().toISOString();
  const row = { name, phone, email, role, status: "Active", password_hash: await hashPassword(input.password), age_confirmed_at: input.age_confirmed ? now : null, created_at: now } as const;
  return write(async (trx) => {
    const created = await trx.insertInto("users").values(row).onConflict((conflict) => conflict.column("email").doNothing()).returning(["id", "name", "phone", "email", "role"]).executeTakeFirst();
    // Another sign-up came first while this one was hashing.
    if (!created) throw emailTaken();
    await storeResult(trx, sent, created.id);
    await bindPaidCheckout(trx, paid, created.id);
    if (waitsForReview(role)) await holdSignup(trx, created.id, input.ref_code);
    else await bookSignup(trx, { id: created.id, email: input.email, role, invoiceId: paid?.invoiceId ?? null, paidCents: paid?.paidCents ?? null }, input.ref_code);
    await askToConfirm(trx, created.id, new Date(now));
    await recordAudit(trx, { actorId: null, action: "user.created", subject: "user", subjectId: created.id, after: { role, status: row.status } });
    return created;
  });
}

/** Kept for the specification's client, and open to everybody: a purchase is booked with its sign-up, so this books nothing. */
export const logPurchase = operation("account.open", z.object({}), async (): Promise<void> => {});

async function checkRole(role: Role, secret: string, address: string): Promise<void> {
  const accounts = fromAddress("sign-up-from", address, atMost(20, hourSeconds));
  if (role !== secretRole) return countAttempt(accounts);
  const secrets = fromAddress("admin-secret-from", address, atMost(5, hourSeconds));
  await countAttempt([...accounts, ...secrets]);
  if (!isAdminSecret(secret)) {
    await write((trx) => recordRefusal(trx, "admin-secret.refused", null));
    throw Refusal.at("admin_secret", "invalid", "Admin secret is incorrect.");
  }
  await forgiveAttempt([], secrets);
}

function isAdminSecret(secret: string): boolean {
  if (env.ADMIN_SECRET === undefined) return false;
  // Hashed, both are equally long, as the comparison in constant time needs.
  return timingSafeEqual(Buffer.from(hashSecret(secret)), Buffer.from(hashSecret(env.ADMIN_SECRET)));
}
