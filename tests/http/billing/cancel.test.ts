import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createUser } from "../../support/database/factories.ts";
import { alerts, fieldValue, visibleText } from "../../support/pages/html.ts";
import { begunBy, StripeStandIn } from "../../support/stripe.ts";
import { useApp } from "../../support/app/use-app.ts";

const stripe = new StripeStandIn();
beforeAll(() => stripe.start());
afterAll(() => stripe.stop());
const app = useApp(() => stripe.env, ["Stripe: StripeConnectionError"]);
beforeEach(() => {
  stripe.down = false;
});

async function payingMember() {
  const user = await createUser(app.db);
  const bought = stripe.buy(user.email, begunBy(user.id));
  await stripe.deliver(app.origin, stripe.event("checkout.session.completed", bought.session.id));
  const client = app.client();
  await client.signIn(user.email);
  return { ...bought, user, client };
}

const page = "/profile/cancel";

describe("cancelling a membership", () => {
  test("takes two clicks: the page says what happens, its button does it", async () => {
    const { client, subscription } = await payingMember();
    expect(await client.text("/profile")).toContain(`href="${page}"`);
    const form = await client.text(page);
    expect(visibleText(form)).toMatch(
      /You keep access until \d\d\/\d\d\/\d{4} ?\. You will not be charged again\. There is no refund\./,
    );
    expect(subscription.cancel_at_period_end).toBe(false);
    const answer = await client.post(page, { subscription: fieldValue(form, "subscription") });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/profile#membership"]);
    expect(subscription.cancel_at_period_end).toBe(true);
    const profile = await client.text("/profile");
    expect(alerts(profile)).toEqual([
      expect.stringMatching(
        /^Your membership ends on \d\d\/\d\d\/\d{4}\. You can renew it under "Manage billing" until then\.$/,
      ),
    ]);
    expect(visibleText(profile)).toContain("Canceled · access until");
    expect(profile).not.toContain(`href="${page}"`);
    expect((await client.get("/dashboard")).status).toBe(200);
  });

  test("shows a sentence and the way to the billing page while Stripe is down", async () => {
    const { client, subscription } = await payingMember();
    stripe.down = true;
    const answer = await client.post(page, { subscription: subscription.id });
    const html = await answer.text();
    expect([answer.status, alerts(html)]).toEqual([
      503,
      [expect.stringMatching(/^Your membership could not be canceled: the payment service is not responding/)],
    ]);
    expect(html).toContain('action="/profile/billing#membership"');
  });

  test("has no button without a subscription that renews", async () => {
    const client = await app.signedIn("user");
    const html = await client.text(page);
    expect([html.includes("There is nothing"), html.includes('name="subscription"')]).toEqual([false, false]);
    expect(visibleText(html)).toContain("You don't have a subscription that renews, so there is nothing to cancel.");
  });
});
