/** The affiliate programme's constants and arithmetic. Pure; money is in integer cents. */

/** Kept with each affiliate's terms. If it changes, what is due has to follow the terms. */
export const dueAfterDays = 30;

/** What an affiliate was promised. */
export interface Terms {
  /** Null for an affiliate from before terms were kept: the site's current setting. */
  since: string | null;
  rate_percent: number;
  due_after_days: number;
}

/** Null for the site's current setting. */
export function keptRate(terms: Terms): number | null {
  return terms.since === null ? null : terms.rate_percent;
}

/** The look-alikes 0 O 1 I are left out. */
export const codeAlphabet = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
export const codeLength = 8;

export const uncountedVisits = {
  repeated: "The same visitor came back within 24 hours",
  "same-address": "Another visitor from the same address within 24 hours",
  bot: "A bot or crawler",
  prefetch: "A browser loaded the page ahead of a click",
  "signed-in": "A visitor who was already signed in",
} as const;
export type VisitOutcome = "counted" | keyof typeof uncountedVisits;

export const uncountedSignups = {
  "own-email": "Signed up with the affiliate's own email",
  staff: "A staff account",
} as const;
export type SignupOutcome = "counted" | keyof typeof uncountedSignups;

/** Only what counts. A purchase is a member's first payment. */
export interface FunnelCounts {
  clicks: number;
  signups: number;
  purchases: number;
}

/** Normalizes case and surrounding spaces. Null when it can't be a code. */
export function canonicalCode(text: string): string | null {
  const code = text.trim().toUpperCase();
  const fits = code.length === codeLength && [...code].every((letter) => codeAlphabet.includes(letter));
  return fits ? code : null;
}

/** Ignores case and +tags, and the dots of Gmail, which is also Googlemail. */
export function isSameMailbox(first: string, second: string): boolean {
  return mailboxOf(first) === mailboxOf(second);
}

/** `rate` percent of the price in cents, half a cent rounded up. */
export function commissionCents(price: number, rate: number): number {
  return Math.floor((price * rate + 50) / 100);
}

/**
 * The change that a refund makes to a commission, in cents, negative or 0. The commission kept is the share of the
 * payment kept, half a cent rounded up. `takenBack` (0 or negative) is the sum of earlier refunds of the payment; it
 * never shrinks.
 */
export function refundCents(
  commission: number,
  takenBack: number,
  payment: { amount: number; refunded: number },
): number {
  const keptPayment = Math.max(0, payment.amount - payment.refunded);
  // Integers only: a rounded share can land on the wrong side of half a cent.
  const kept =
    payment.amount <= 0 ? 0 : Math.floor((2 * commission * keptPayment + payment.amount) / (2 * payment.amount));
  return Math.min(0, kept - (commission + takenBack));
}

export function conversionPercent(signups: number, clicks: number): number | null {
  return clicks === 0 ? null : (signups * 100) / clicks;
}

function mailboxOf(email: string): string {
  const at = email.lastIndexOf("@");
  const [name = ""] = email.slice(0, at).toLowerCase().split("+");
  const host = email.slice(at + 1).toLowerCase();
  return host === "gmail.com" || host === "googlemail.com"
    ? `${name.replaceAll(".", "")}@gmail.com`
    : `${name}@${host}`;
}
