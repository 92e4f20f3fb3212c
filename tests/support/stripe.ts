/** A fake of Stripe's HTTP API on loopback: in-memory objects, a payment page and signed webhooks. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { once } from "node:events";
import Stripe from "stripe";
import { createHmac } from "node:crypto";
import { nextNumber } from "./database/factories.ts";

export const ourPrice = "price_all_access";
const secrets = { webhook: "signing-value-of-the-tests", key: "sk-for-tests" };
/** The app's SESSION_SECRET, which signs the proof of who started a checkout. */
export const provingSecret = "what-proves-who-began-a-checkout-0123456789";
const { webhooks } = new Stripe(secrets.key);

export interface Subscribed {
  id: string;
  customer: string;
  email: string;
  price: string;
  otherItem?: { price: string; current_period_end: number };
  status: string;
  /** Seconds since 1970, like all times here. */
  current_period_end: number;
  cancel_at_period_end: boolean;
  cancel_at: number | null;
  ended_at: number | null;
  pause_collection: { behavior: string; resumes_at: number | null } | null;
  /** Of its own, and of its customer. */
  card: TestCard | null;
  customersCard: TestCard | null;
  amount: number | null;
}

interface TestCard {
  brand: string;
  last4: string;
}

interface Session {
  id: string;
  status: "open" | "complete";
  payment_status: "unpaid" | "paid" | "no_payment_required";
  mode: string;
  price: string;
  customer: string | null;
  customer_email: string | null;
  client_reference_id: string | null;
  metadata: Readonly<Record<string, string>>;
  success_url: string;
  cancel_url: string;
  subscription: string | null;
  invoice: string | null;
}

interface Invoiced {
  id: string;
  subscription: string | null;
  status: "open" | "paid";
  amount_paid: number;
  currency: string;
  paid_at: number | null;
  /** Null for a charge without a payment intent. */
  intent: string | null;
  charge: string;
  refunded: number;
}

interface Disputed {
  id: string;
  charge: string;
  created: number;
  evidence_details: { due_by: number | null };
  status: string;
}

export function begunBy(
  userId: number,
  secret: string = provingSecret,
): Pick<Session, "client_reference_id" | "metadata"> {
  const proof = createHmac("sha256", secret).update(`checkout begun by user ${userId}`).digest("base64url");
  return { client_reference_id: String(userId), metadata: { user_id: String(userId), proof } };
}

export interface StripeEvent {
  id: string;
  type: string;
  data: { object: { id: string } };
}

export interface SignOptions {
  secret?: string;
  at?: number;
  forged?: string;
}

const day = 24 * 3600;
const now = () => Math.floor(Date.now() / 1000);

export class StripeStandIn {
  readonly sessions = new Map<string, Session>();
  readonly subscriptions = new Map<string, Subscribed>();
  readonly invoices = new Map<string, Invoiced>();
  readonly prices = new Map<string, { unit_amount: number; currency: string }>();
  readonly disputes = new Map<string, Disputed>();
  readonly customers = new Map<string, { id: string; email: string }>();
  /** "POST /v1/checkout/sessions", … in order of arrival. */
  readonly requests: string[] = [];
  /** The charge of each refund, by its idempotency key. */
  readonly refunds = new Map<string, string>();
  lastForm = new URLSearchParams();
  down = false;
  /** So many of the next requests fail with status 500. */
  failures = 0;
  /** When set, every API request fails with this error code. */
  errorCode = "";
  /** Ids whose requests fail with "lock_timeout". */
  readonly lockedIds = new Set<string>();
  hold: Promise<void> = Promise.resolve();
  origin = "";
  readonly #server = createServer((request, response) => void this.#answer(request, response));

  async start(): Promise<this> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    const address = this.#server.address();
    this.origin = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
    return this;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  get env() {
    return {
      SESSION_SECRET: provingSecret,
      PAYMENT_MODE: "stripe",
      STRIPE_SECRET_KEY: secrets.key,
      STRIPE_WEBHOOK_SECRET: `an-older-one-of-the-tests,${secrets.webhook}`,
      STRIPE_PRICE_ID: ourPrice,
      STRIPE_API_BASE: this.origin,
    };
  }

  openSession(changes: Partial<Session> = {}): Session {
    const session: Session = {
      id: `cs_${nextNumber()}`,
      status: "open",
      payment_status: "unpaid",
      mode: "subscription",
      price: ourPrice,
      customer: null,
      customer_email: null,
      client_reference_id: null,
      metadata: {},
      success_url: "",
      cancel_url: "",
      subscription: null,
      invoice: null,
      ...changes,
    };
    this.sessions.set(session.id, session);
    return session;
  }

  pay(
    session: Session,
    email = session.customer_email ?? `buyer${nextNumber()}@example.test`,
  ): { session: Session; subscription: Subscribed; invoice: Invoiced } {
    const customer = session.customer ?? `cus_${nextNumber()}`;
    if (!this.customers.has(customer)) this.customers.set(customer, { id: customer, email });
    const subscription: Subscribed = {
      id: `sub_${nextNumber()}`,
      customer,
      email,
      price: session.price,
      status: "active",
      current_period_end: now() + 30 * day,
      cancel_at_period_end: false,
      cancel_at: null,
      ended_at: null,
      pause_collection: null,
      card: { brand: "visa", last4: "4242" },
      customersCard: null,
      amount: 4900,
    };
    this.subscriptions.set(subscription.id, subscription);
    const invoice = this.charge(subscription);
    Object.assign(session, {
      status: "complete",
      payment_status: "paid",
      customer,
      subscription: subscription.id,
      invoice: invoice.id,
    });
    return { session, subscription, invoice };
  }

  charge(subscription: Subscribed, paidAt = now()): Invoiced {
    const number = nextNumber();
    const invoice: Invoiced = {
      id: `in_${number}`,
      subscription: subscription.id,
      status: "paid",
      amount_paid: 4900,
      currency: "usd",
      paid_at: paidAt,
      intent: `pi_${number}`,
      charge: `ch_${number}`,
      refunded: 0,
    };
    this.invoices.set(invoice.id, invoice);
    return invoice;
  }

  dispute({ charge }: Invoiced, changes: Partial<Disputed> = {}): Disputed {
    const dispute: Disputed = {
      id: `du_${nextNumber()}`,
      charge,
      created: now(),
      evidence_details: { due_by: now() + 7 * day },
      status: "needs_response",
      ...changes,
    };
    this.disputes.set(dispute.id, dispute);
    return dispute;
  }

  failCard(subscription: Subscribed): Invoiced {
    subscription.status = "past_due";
    return Object.assign(this.charge(subscription), { status: "open", amount_paid: 0, paid_at: null });
  }

  cancelAtPeriodEnd(subscription: Subscribed, at = subscription.current_period_end): void {
    Object.assign(subscription, { cancel_at_period_end: true, cancel_at: at, current_period_end: at });
  }

  end(subscription: Subscribed, status = "canceled"): void {
    Object.assign(subscription, { status, ended_at: status === "canceled" ? now() : null });
  }

  buy(email?: string, changes: Partial<Session> = {}) {
    return this.pay(this.openSession(changes), email);
  }

  event(type: string, id: string): StripeEvent {
    return { id: `evt_${nextNumber()}`, type, data: { object: { id } } };
  }

  signed(
    event: object,
    { secret = secrets.webhook, at, forged }: SignOptions = {},
  ): { body: string; signature: string } {
    // Indented like Stripe's own bodies: the signature covers the exact bytes.
    const payload = JSON.stringify({ object: "event", api_version: "2020-08-27", ...event }, null, 2);
    return {
      body: forged ?? payload,
      signature: webhooks.generateTestHeaderString({ payload, secret, ...(at !== undefined && { timestamp: at }) }),
    };
  }

  deliver(appOrigin: string, event: object, options: SignOptions = {}): Promise<Response> {
    const { body, signature } = this.signed(event, options);
    return fetch(`${appOrigin}/api/stripe/webhook`, {
      method: "POST",
      body,
      headers: { "Content-Type": "application/json; charset=utf-8", "Stripe-Signature": signature },
    });
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", this.origin);
    let body = "";
    for await (const chunk of request) body += String(chunk);
    if (request.method === "POST") this.lastForm = new URLSearchParams(body);
    this.requests.push(`${request.method} ${url.pathname}`);
    // Read before waiting, so that a held answer can be outdated.
    const key = String(request.headers["idempotency-key"]);
    const found = JSON.stringify(this.#find(request.method ?? "", url, this.lastForm, key) ?? null);
    await this.hold;
    if (this.down) return void request.socket.destroy();
    if (this.failures > 0) {
      this.failures -= 1;
      return answerJson(response, 500, { error: { type: "api_error" } });
    }
    if (url.pathname.startsWith("/pay/")) return this.#payPage(url, response);
    if (url.pathname.startsWith("/portal/"))
      return void response
        .setHeader("Content-Type", "text/html")
        .end("<!doctype html><title>Billing</title><h1>Billing portal</h1>");
    if (request.headers.authorization !== `Bearer ${secrets.key}`)
      return answerJson(response, 401, { error: { type: "invalid_request_error" } });
    if (this.lockedIds.has(url.pathname.split("/").at(-1) ?? ""))
      return answerJson(response, 400, { error: { type: "invalid_request_error", code: "lock_timeout" } });
    if (this.errorCode !== "")
      return answerJson(response, 400, { error: { type: "invalid_request_error", code: this.errorCode } });
    // It changes no subscription that has ended.
    if (request.method === "POST" && this.subscriptions.get(url.pathname.split("/")[3] ?? "")?.status === "canceled")
      return answerJson(response, 400, {
        error: { type: "invalid_request_error", code: "invalid_canceled_subscription_fields" },
      });
    if (found === "null")
      return answerJson(response, 404, {
        error: { type: "invalid_request_error", code: "resource_missing", message: "No such thing" },
      });
    answerJson(response, 200, JSON.parse(found));
  }

  #find(method: string, { pathname, searchParams }: URL, sent: URLSearchParams, key: string): object | undefined {
    const [, , noun = "", id = "", more = ""] = pathname.split("/");
    if (method === "POST" && sent.has("customer") && !this.customers.has(sent.get("customer") ?? "")) return undefined;
    if (method === "POST" && pathname === "/v1/checkout/sessions") return this.#sessionOf(this.#begin(sent));
    if (method === "POST" && pathname === "/v1/billing_portal/sessions")
      return { object: "billing_portal.session", url: `${this.origin}/portal/${sent.get("customer")}` };
    if (noun === "prices") return this.prices.get(id) && { object: "price", id, ...this.prices.get(id) };
    if (noun === "checkout") return this.#sessionOf(this.sessions.get(more));
    if (method === "DELETE" && noun === "subscriptions") {
      const subscription = this.#ready(this.subscriptions.get(id));
      if (subscription?.status === "canceled") return undefined;
      if (subscription) this.end(subscription);
    }
    if (method === "POST" && noun === "subscriptions") this.#change(this.subscriptions.get(id), sent);
    if (noun === "payment_methods") {
      const paid = this.subscriptions.get(id.replace("pm_of_", ""));
      return (paid && paymentMethodOf(paid.customersCard ?? null)) ?? undefined;
    }
    if (noun === "subscriptions")
      return this.#subscriptionOf(this.subscriptions.get(id), method === "POST" ? sent : searchParams);
    if (noun === "invoices") return this.#invoiceOf(this.invoices.get(id));
    if (noun === "disputes") return this.disputes.get(id) && { object: "dispute", ...this.disputes.get(id) };
    const invoices = [...this.invoices.values()];
    if (method === "POST" && noun === "refunds") return this.#refund(key, sent);
    if (noun === "charges") return chargeOf(invoices.find(({ charge }) => charge === id));
    if (noun !== "invoice_payments") return undefined;
    const paid = invoices.filter(
      ({ intent, id: ofInvoice }) =>
        intent === searchParams.get("payment[payment_intent]") || ofInvoice === searchParams.get("invoice"),
    );
    const isExpanded = searchParams.get("expand[0]") === "data.invoice";
    return {
      object: "list",
      data: paid.map((invoice) => ({
        object: "invoice_payment",
        payment: { type: "payment_intent", payment_intent: invoice.intent },
        invoice: isExpanded ? this.#invoiceOf(invoice) : invoice.id,
      })),
      has_more: false,
    };
  }

  /** The same key refunds once. */
  #refund(key: string, sent: URLSearchParams): object | undefined {
    const earlier = this.refunds.get(key);
    if (earlier !== undefined) return { object: "refund", charge: earlier };
    const invoice = [...this.invoices.values()].find(({ intent }) => intent === sent.get("payment_intent"));
    const cents = Number(sent.get("amount"));
    if (!invoice || this.down || this.errorCode !== "" || invoice.refunded + cents > invoice.amount_paid)
      return undefined;
    invoice.refunded += cents;
    this.refunds.set(key, invoice.charge);
    return { object: "refund", charge: invoice.charge };
  }

  #change(found: Subscribed | undefined, sent: URLSearchParams): void {
    const subscription = this.#ready(found);
    if (!subscription || subscription.status === "canceled") return;
    if (sent.get("cancel_at_period_end") === "true") this.cancelAtPeriodEnd(subscription);
    const resumesAt = sent.get("pause_collection[resumes_at]");
    if (sent.get("pause_collection") === "") subscription.pause_collection = null;
    if (resumesAt !== null)
      subscription.pause_collection = {
        behavior: sent.get("pause_collection[behavior]") ?? "",
        resumes_at: Number(resumesAt),
      };
  }

  /** Nothing while requests fail. */
  #ready(subscription: Subscribed | undefined): Subscribed | undefined {
    return this.down || this.errorCode !== "" || this.lockedIds.has(subscription?.id ?? "") ? undefined : subscription;
  }

  #begin(sent: URLSearchParams): Session {
    return this.openSession({
      mode: sent.get("mode") ?? "",
      price: sent.get("line_items[0][price]") ?? "",
      customer: sent.get("customer"),
      customer_email: sent.get("customer_email"),
      client_reference_id: sent.get("client_reference_id"),
      metadata: { user_id: sent.get("metadata[user_id]") ?? "", proof: sent.get("metadata[proof]") ?? "" },
      success_url: sent.get("success_url") ?? "",
      cancel_url: sent.get("cancel_url") ?? "",
    });
  }

  #sessionOf(session: Session | undefined) {
    if (!session) return undefined;
    const email = this.customers.get(session.customer ?? "")?.email ?? session.customer_email;
    return {
      object: "checkout.session",
      ...session,
      customer_details: email === null ? null : { email },
      url: `${this.origin}/pay/${session.id}#fragment`,
    };
  }

  #subscriptionOf(subscription: Subscribed | undefined, query: URLSearchParams) {
    if (!subscription) return undefined;
    const { current_period_end, price, otherItem, card, customersCard, amount, ...rest } = subscription;
    const items = [...(otherItem ? [otherItem] : []), { price, current_period_end }];
    const known = this.customers.get(rest.customer);
    const found = known
      ? { ...known, invoice_settings: { default_payment_method: customersCard ? `pm_of_${rest.id}` : null } }
      : { id: rest.customer, deleted: true };
    const isExpanded = query.get("expand[0]") === "customer";
    const customer = isExpanded ? { object: "customer", ...found } : rest.customer;
    const hasCard = query.get("expand[1]") === "default_payment_method";
    return {
      object: "subscription",
      ...rest,
      customer,
      default_payment_method: hasCard ? paymentMethodOf(card) : card && "pm_1",
      items: {
        object: "list",
        data: items.map((item, index) => ({
          id: `si_${index}`,
          current_period_end: item.current_period_end,
          quantity: 1,
          price: {
            id: item.price,
            unit_amount: amount,
            currency: "usd",
            recurring: { interval: "month", interval_count: 1 },
          },
        })),
      },
    };
  }

  #invoiceOf(invoice: Invoiced | undefined) {
    if (!invoice) return undefined;
    const { subscription, paid_at, id, status, amount_paid, currency } = invoice;
    const parent =
      subscription === null ? null : { type: "subscription_details", subscription_details: { subscription } };
    return { object: "invoice", id, status, amount_paid, currency, parent, status_transitions: { paid_at } };
  }

  #payPage({ pathname, searchParams }: URL, response: ServerResponse): void {
    const session = this.sessions.get(pathname.slice("/pay/".length));
    if (!session) return answerJson(response, 404, {});
    if (searchParams.has("email")) {
      if (session.status === "open") this.pay(session, searchParams.get("email") || undefined);
      return void response
        .writeHead(303, { Location: session.success_url.replace("{CHECKOUT_SESSION_ID}", session.id) })
        .end();
    }
    const form = `<form><label>Email <input name="email" value="${session.customer_email ?? ""}"></label><button>Pay</button></form><a href="${session.cancel_url}">Back</a>`;
    response
      .setHeader("Content-Type", "text/html")
      .end(`<!doctype html><html lang="en"><title>Pay</title><h1>Pay $49.00</h1>${form}`);
  }
}

function paymentMethodOf(card: TestCard | null) {
  return card && { object: "payment_method", id: "pm_1", type: "card", card };
}

function chargeOf(invoice: Invoiced | undefined) {
  return (
    invoice && {
      object: "charge",
      id: invoice.charge,
      amount: invoice.amount_paid,
      amount_refunded: invoice.refunded,
      payment_intent: invoice.intent,
    }
  );
}

function answerJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "Content-Type": "application/json", "Request-Id": "req_1" }).end(JSON.stringify(body));
}
