/** What a break means for the payments, where they are made at Stripe. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Client } from "../../support/app/app.ts";
import { createUser } from "../../support/database/factories.ts";
import { alerts, visibleText } from "../../support/pages/html.ts";
import { begunBy, StripeStandIn } from "../../support/stripe.ts";
import { useApp } from "../../support/app/use-app.ts";

const stripe = new StripeStandIn();
beforeAll(() => stripe.start());
afterAll(() => stripe.stop());
const app = useApp(() => stripe.env);

async function memberOnBreak({ pays }: { pays: boolean }) {
  const user = await createUser(app.db);
  const bought = pays ? stripe.buy(user.email, begunBy(user.id)) : null;
  if (bought) await send("checkout.session.completed", bought.session.id);
  await app.db
    .updateTable("users")
    .set({ break_until: "2098-12-07T20:15:00.000Z" })
    .where("id", "=", user.id)
    .execute();
  const client = app.client();
  await client.signIn(user.email);
  return { bought, client };
}

async function send(type: string, id: string): Promise<void> {
  expect((await stripe.deliver(app.origin, stripe.event(type, id))).status).toBe(200);
}

async function billing(client: Client): Promise<string> {
  const html = await client.text("/profile/break");
  return visibleText(/<section[^>]*aria-labelledby="billing"[\s\S]*?<\/section>/.exec(html)?.[0] ?? "");
}

test("a member reads that billing goes on, and opens Stripe's page from there during the break", async () => {
  const { client } = await memberOnBreak({ pays: true });
  expect(await billing(client)).toBe(
    `Billing A break doesn't stop billing: your membership continues at $49 / month. To stop it, cancel or, if offered, pause it under "Manage billing". Manage billing`,
  );
  const portal = await client.post("/profile/billing");
  expect([portal.status, portal.headers.get("refresh")]).toEqual([200, expect.stringContaining(stripe.origin)]);
});

test("a member whose payments are paused reads that a break doesn't make the pause longer", async () => {
  const { bought, client } = await memberOnBreak({ pays: true });
  if (bought) {
    bought.subscription.pause_collection = { behavior: "void", resumes_at: Date.UTC(2097, 1, 1, 12) / 1000 };
    await send("customer.subscription.updated", bought.subscription.id);
  }
  expect(await billing(client)).toBe(
    "Billing Your membership: Active · payments paused until 02/01/2097. Then charges begin again, also during a break. Manage billing",
  );
});

test("a member who pays nothing reads that nothing is charged", async () => {
  const { client } = await memberOnBreak({ pays: false });
  expect(await billing(client)).toBe("Billing You are not being charged through this site.");
});

test("a member whose membership ends meanwhile can't renew it before the break is over", async () => {
  const { bought, client } = await memberOnBreak({ pays: true });
  if (bought) {
    stripe.end(bought.subscription);
    await send("customer.subscription.deleted", bought.subscription.id);
  }
  const profile = await client.text("/profile");
  expect(visibleText(profile)).toContain("You can renew after your break. We keep your saved picks.");
  expect(profile).not.toContain("Renew your membership");
  const answer = await client.post("/checkout");
  expect([answer.status, alerts(await answer.text())]).toEqual([
    409,
    ["You are on a break until Sunday, December 7, 2098, 3:15 PM ET. You can renew after that."],
  ]);
});
