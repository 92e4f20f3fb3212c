export interface Checkout {
  /** The URL of a static payment page; null when `begin` creates one for each buyer. */
  readonly link: string | null;
  begin: (buyer: Buyer | null, plan: Plan) => Promise<string>;
  /** What the payment page will ask for. Never rejects: without an answer of the service there is no yearly price. */
  offer: () => Promise<Offer>;
  readonly billing: Billing | null;
}

/** What the payment page asks for. */
export interface Offer {
  /** Free days before the first charge; null = none. */
  trialDays: number | null;
  /** A year at once, beside the monthly price; null = not offered. */
  yearly: { cents: number; currency: string } | null;
}

export type Plan = "monthly" | "yearly";

export interface Buyer {
  userId: number;
  email: string;
  customerId: string | null;
}

export interface Billing {
  findSession: (id: string) => Promise<CheckoutSession | null>;
  findSubscription: (id: string) => Promise<BilledSubscription | null>;
  /**
   * Ends the subscription now, or when its paid period ends. Null for an unknown one, or one that has ended. Idempotent.
   * "now" also ends the retries of a failed payment.
   */
  cancel: (id: string, when: "now" | "period end") => Promise<BilledSubscription | null>;
  /**
   * Charges nothing until an instant in the future, a whole second; null = charges again from now on. What falls due in
   * between is never collected, and the subscription stays "active". Null for an unknown one, or one that has ended.
   */
  pause: (id: string, until: string | null) => Promise<BilledSubscription | null>;
  findInvoice: (id: string) => Promise<Invoice | null>;
  /** The invoice paid by a charge, with the refunded amount. */
  findChargedInvoice: (chargeId: string) => Promise<Invoice | null>;
  findDispute: (id: string) => Promise<Dispute | null>;
  /**
   * Refunds a part of what an invoice's charge still has, or all of it. Returns the invoice with the refunded total; null
   * for one that nothing was charged for. The same key refunds once, within a day. Refuses with "conflict" what Stripe
   * doesn't refund, and another amount with the same key.
   */
  refund: (invoiceId: string, cents: number, key: string) => Promise<Invoice | null>;
  /** The URL of the billing portal; null for an unknown customer. */
  openPortal: (customerId: string) => Promise<string | null>;
  /** Checks signature and age. Refuses with "malformed". */
  readWebhookEvent: (body: string, signature: string) => WebhookEvent;
}

export interface CheckoutSession {
  /** True when it is complete, for a subscription, and paid. */
  paid: boolean;
  subscriptionId: string | null;
  invoiceId: string | null;
  email: string | null;
  /** The signed-in member who started it here: proven. */
  userId: number | null;
  /** The member it names; not proven, since anyone with a payment link of the account can set it. */
  reference: number | null;
}

export interface BilledSubscription {
  id: string;
  customerId: string;
  email: string | null;
  status: string;
  ours: boolean;
  periodEnd: string | null;
  cancelsAt: string | null;
  endedAt: string | null;
  /** Null = it charges; `until` null = paused until somebody resumes it. */
  paused: { until: string | null } | null;
  /** What a period costs; null where no single amount is known. */
  price: Price | null;
  /** Null when something else pays. */
  card: Card | null;
}

export interface Price {
  /** In the currency's smallest unit. */
  cents: number;
  currency: string;
  /** "month", "3 months". */
  period: string;
}

export interface Card {
  /** Stripe's name of it: "visa". */
  brand: string;
  last4: string;
}

export interface Invoice {
  subscriptionId: string;
  payment: Payment | null;
}

export interface Payment {
  invoiceId: string;
  amountCents: number;
  currency: string;
  paidAt: string;
  refundedCents: number;
}

/** The member's bank took a payment back, or asks about it. */
export interface Dispute {
  chargeId: string;
  openedAt: string;
  /** Until when an answer is due; null = no day is known. */
  dueBy: string | null;
  /** Stripe's own: "needs_response", "under_review", "won", "lost", ... */
  status: string;
}

export interface WebhookEvent {
  id: string;
  about: { kind: "session" | "subscription" | "invoice" | "charge" | "dispute"; id: string } | null;
}
