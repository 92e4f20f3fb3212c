/** What the product asks of a payment provider. Types alone. */

/** How a membership is paid for. Whatever asks the payment provider refuses with "busy" when it can't be reached. */
export interface Checkout {
  /** The address of a payment page that needs no preparation, or null where `begin` makes one for each buyer. */
  readonly link: string | null;
  /** Prepares a payment and gives the address of its page. */
  begin: (buyer: Buyer | null) => Promise<string>;
  /** Where payments can be asked about; null where nobody hears who paid. */
  readonly billing: Billing | null;
}

/** A member who pays again; a visitor is null. */
export interface Buyer {
  userId: number;
  email: string;
  customerId: string | null;
}

export interface Billing {
  /** Null when there is no such session. */
  findSession: (id: string) => Promise<CheckoutSession | null>;
  /** As it is now; null when there is no such subscription. */
  findSubscription: (id: string) => Promise<BilledSubscription | null>;
  /** Null when it is not for a subscription. */
  findInvoice: (id: string) => Promise<Invoice | null>;
  /** The invoice that a charge paid, with what of it was given back. */
  findChargedInvoice: (chargeId: string) => Promise<Invoice | null>;
  /** The address of the page where a customer changes card or cancels; null when there is no such customer. */
  openPortal: (customerId: string) => Promise<string | null>;
  /** What a report is about, once its signature over the raw body is right and fresh. Refuses with "malformed". */
  readReport: (body: string, signature: string) => Report;
}

export interface CheckoutSession {
  /** True when it is complete, a subscription, and the money has been taken. */
  paid: boolean;
  subscriptionId: string | null;
  /** The invoice that it paid. */
  invoiceId: string | null;
  email: string | null;
  /** The member who began it here, signed in: proven. */
  userId: number | null;
  /** The member whom it names, which anybody can who has a payment link of the account. */
  reference: number | null;
}

/** Instants are ISO texts in UTC. */
export interface BilledSubscription {
  id: string;
  customerId: string;
  email: string | null;
  status: string;
  /** True when it is for our price. */
  ours: boolean;
  periodEnd: string | null;
  cancelsAt: string | null;
  endedAt: string | null;
}

export interface Invoice {
  subscriptionId: string;
  /** Null while nothing has been paid. */
  payment: Payment | null;
}

export interface Payment {
  invoiceId: string;
  amountCents: number;
  currency: string;
  paidAt: string;
  refundedCents: number;
}

export interface Report {
  id: string;
  /** Null for what needs nothing done. */
  about: { kind: "session" | "subscription" | "invoice" | "charge"; id: string } | null;
}
