import { afterAll, beforeAll, expect, test } from "vitest";
import { responseTimeoutMs } from "../../app/time/durations.ts";
import { type App, complaints, startApp } from "../support/app/app.ts";
import { StripeStandIn } from "../support/stripe.ts";
import { record } from "./table.ts";

const stripe = new StripeStandIn();
let app: App;
beforeAll(async () => {
  await stripe.start();
  app = await startApp(stripe.env);
});
afterAll(async () => {
  await app.stop();
  await stripe.stop();
});

test(
  "while Stripe doesn't answer, requests that need it get 503 in time and other pages load",
  { timeout: 120_000 },
  async () => {
    const { session, subscription } = stripe.buy();
    stripe.hold = new Promise(() => {});
    const waits = [
      timed(() => app.client().post("/checkout", { age_confirmed: "yes" })),
      timed(() => app.client().get(`/signup?payment_success=true&session_id=${session.id}`)),
      timed(() => stripe.deliver(app.origin, stripe.event("customer.subscription.updated", subscription.id))),
    ];
    const home = await timed(() => app.client().get("/"));
    const answers = await Promise.all(waits);
    expect([home.status, answers.map(({ status }) => status)]).toEqual([200, [503, 503, 503]]);
    const longest = Math.max(...answers.map(({ ms }) => ms));
    record({ fault: "Stripe silent", rounds: 1, outageMs: longest });
    // The return from a payment waits for two of Stripe's answers.
    expect([home.ms < 2500, longest < responseTimeoutMs / 2]).toEqual([true, true]);
    expect(complaints(app)).toEqual(["Stripe: StripeConnectionError"]);
  },
);

async function timed(request: () => Promise<Response>): Promise<{ status: number; ms: number }> {
  const began = performance.now();
  const { status } = await request();
  return { status, ms: performance.now() - began };
}
