import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createUser, testPassword } from "../../support/database/factories.ts";
import { alerts, leak, visibleText } from "../../support/pages/html.ts";
import { begunBy, StripeStandIn } from "../../support/stripe.ts";
import { useApp } from "../../support/app/use-app.ts";

const stripe = new StripeStandIn();
beforeAll(() => stripe.start());
afterAll(() => stripe.stop());
const app = useApp(() => stripe.env, ["Stripe: StripeConnectionError"]);
beforeEach(() => {
  stripe.down = false;
});

const page = "/profile/close";
const proof = { current_password: testPassword };

async function member() {
  const user = await createUser(app.db);
  const client = app.client();
  await client.signIn(user.email);
  return { user, client };
}

async function payingMember() {
  const { user, client } = await member();
  const { session, subscription } = stripe.buy(user.email, begunBy(user.id));
  await stripe.deliver(app.origin, stripe.event("checkout.session.completed", session.id));
  return { user, client, subscription };
}

describe("closing one's account", () => {
  test("says what goes and what stays, and takes the password", async () => {
    const { client } = await payingMember();
    expect(await client.text("/profile")).toContain(`href="${page}"`);
    const text = visibleText(await client.text(page));
    for (const part of ["Your membership is canceled", "you can still sign in and keep your account", "What stays:"])
      expect(text).toContain(part);
    const refused = await client.post(page, { current_password: "a-guess-of-mine" });
    const html = await refused.text();
    expect([refused.status, html.includes("Current password is incorrect."), leak(html)]).toEqual([422, true, null]);
    expect(html).not.toContain("a-guess-of-mine");
  });

  test("signs out the other devices and stays open for a change of mind", async () => {
    const { user, client, subscription } = await payingMember();
    const elsewhere = app.client();
    await elsewhere.signIn(user.email);
    const answer = await client.post(page, proof);
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/profile#closed"]);
    expect(subscription.cancel_at_period_end).toBe(true);
    expect((await elsewhere.get("/profile")).status).toBe(302);
    const profile = await client.text("/profile");
    expect(visibleText(profile)).toMatch(
      /Your account is closed\. Your account will be deleted on \d\d\/\d\d\/\d{4} Until then you can change your mind\. Keeping your account does not renew a canceled membership\./,
    );
    expect(profile).not.toContain(`href="${page}"`);
    const back = app.client();
    expect((await back.signIn(user.email)).status).toBe(303);
    expect(visibleText(await back.text("/profile"))).toContain("Your account will be deleted on");
    const kept = await back.post("/profile/keep");
    expect([kept.status, kept.headers.get("location")]).toEqual([303, "/profile"]);
    const after = visibleText(await back.text("/profile"));
    expect([after.includes("Your account won't be deleted."), after.includes("will be deleted")]).toEqual([
      true,
      false,
    ]);
  });

  test("closes nothing while Stripe is down, and says so", async () => {
    const { client, user } = await payingMember();
    stripe.down = true;
    const answer = await client.post(page, proof);
    expect([answer.status, alerts(await answer.text())]).toEqual([
      503,
      [expect.stringMatching(/^Your account was not closed: we couldn't cancel your membership/)],
    ]);
    expect(await app.db.selectFrom("users").select("closes_at").where("id", "=", user.id).executeTakeFirst()).toEqual({
      closes_at: null,
    });
  });

  test("is open to a member whose membership has ended", async () => {
    const { client, user } = await member();
    await app.db
      .updateTable("users")
      .set({ access_until: "2026-01-02T03:04:05.000Z" })
      .where("id", "=", user.id)
      .execute();
    expect((await client.get("/dashboard")).headers.get("location")).toBe("/profile");
    expect((await client.post(page, proof)).status).toBe(303);
  });

  test("mails the day of the deletion", async () => {
    const { client, user } = await member();
    await client.post(page, proof);
    expect(await app.db.selectFrom("outbox").select("kind").where("user_id", "=", user.id).execute()).toContainEqual({
      kind: "account-closing",
    });
  });

  test("a reset password does not stop it", async () => {
    const { client, user } = await member();
    await client.post(page, proof);
    const password = "another-horse-9";
    await client.post("/profile/password", { ...proof, password, confirm_password: password });
    await app.client().signIn(user.email, password);
    expect(visibleText(await client.text("/profile"))).toContain("Your account will be deleted on");
  });

  test("is not offered to staff", async () => {
    const staff = await app.signedIn("admin");
    expect((await staff.text("/profile")).includes(page)).toBe(false);
    expect((await staff.get(page)).headers.get("location")).toBe("/dashboard");
  });
});
