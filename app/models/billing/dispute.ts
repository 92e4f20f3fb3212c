/** What staff read about a payment that a member disputed at their bank. Pure. */
import { dayIn } from "./charge.ts";

export interface StoredDispute {
  disputed_at: string | null;
  dispute_due_by: string | null;
  dispute_status: string | null;
}

/** At first some banks only ask: Stripe calls that an inquiry, or "warning". */
const endTexts: Readonly<Record<string, string>> = {
  won: "Dispute won",
  lost: "Dispute lost",
  prevented: "Dispute prevented",
  warning_closed: "Inquiry closed",
};

/** A status that this version does not know counts as open. */
export const endStatuses: readonly string[] = Object.keys(endTexts);

/** "Disputed on 12/01/2026: answer at Stripe until 12/08/2026". Null for a payment that was never disputed. */
export function disputeText(payment: StoredDispute, zone: string): string | null {
  const { disputed_at, dispute_status } = payment;
  if (disputed_at === null || dispute_status === null) return null;
  const kind = dispute_status.startsWith("warning_") ? "Bank asked" : "Disputed";
  return endTexts[dispute_status] ?? `${kind} on ${dayIn(zone, disputed_at)}: ${nextStepText(payment, zone)}`;
}

/** What an open dispute waits for. */
export function nextStepText({ dispute_status, dispute_due_by }: StoredDispute, zone: string): string {
  if (dispute_status?.endsWith("under_review")) return "answered, the bank decides";
  return `answer at Stripe${dispute_due_by === null ? "" : ` until ${dayIn(zone, dispute_due_by)}`}`;
}
