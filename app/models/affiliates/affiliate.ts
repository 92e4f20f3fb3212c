/** The affiliate programme's constants and arithmetic. Pure; money is in integer cents. */

/** A commission is due this long after the purchase. */
export const dueAfterDays = 30;

/** 32 letters and digits without the look-alikes 0 O 1 I. */
export const codeAlphabet = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
export const codeLength = 8;

/** Why a visit with a code was not counted, in words. */
export const uncountedVisits = {
  repeated: "The same visitor came back within 24 hours",
  "same-address": "Another visitor from the same address within 24 hours",
  bot: "A bot or crawler",
  prefetch: "A browser loaded the page ahead of a click",
  "signed-in": "Somebody who was already signed in",
} as const;
export type VisitOutcome = "counted" | keyof typeof uncountedVisits;

/** Why a signup with a code was not counted, in words. */
export const uncountedSignups = {
  "own-email": "Signed up with the affiliate's own email",
  staff: "A staff account",
} as const;
export type SignupOutcome = "counted" | keyof typeof uncountedSignups;

/** A code as it is stored, or null for what can't be one: case and blanks around do not matter. */
export function canonicalCode(text: string): string | null {
  const code = text.trim().toUpperCase();
  const fits = code.length === codeLength && [...code].every((letter) => codeAlphabet.includes(letter));
  return fits ? code : null;
}

/** True when both addresses reach one mailbox: case and a +tag do not matter, nor do dots at Gmail, which is Googlemail too. */
export function isSameMailbox(first: string, second: string): boolean {
  return mailboxOf(first) === mailboxOf(second);
}

/** The commission on a price: `rate` percent in cents, half a cent up. */
export function commissionCents(price: number, rate: number): number {
  return Math.floor((price * rate + 50) / 100);
}

/**
 * What a refund takes back of a commission, in cents, negative or 0. The part that is kept is the part of the payment that is kept, half a
 * cent up; `takenBack` (0 or negative) is what earlier refunds of the same payment took. Refunds never give anything back.
 */
export function refundCents(commission: number, takenBack: number, payment: { amount: number; refunded: number }): number {
  const keptPayment = Math.max(0, payment.amount - payment.refunded);
  // In whole numbers: a share that was rounded before is on the wrong side of half a cent now and then.
  const kept = payment.amount <= 0 ? 0 : Math.floor((2 * commission * keptPayment + payment.amount) / (2 * payment.amount));
  return Math.min(0, kept - (commission + takenBack));
}

/** Signups per click in percent, null without clicks. */
export function conversionPercent(signups: number, clicks: number): number | null {
  return clicks === 0 ? null : (signups * 100) / clicks;
}

function mailboxOf(email: string): string {
  const at = email.lastIndexOf("@");
  const [name = ""] = email.slice(0, at).toLowerCase().split("+");
  const host = email.slice(at + 1).toLowerCase();
  return host === "gmail.com" || host === "googlemail.com" ? `${name.replaceAll(".", "")}@gmail.com` : `${name}@${host}`;
}
