/** Payment on the hosted page of the specification, which sends no webhook. */
import { expect, test } from "vitest";
import { createUser } from "../../support/database/factories.ts";
import { alerts, linksIn, visibleText } from "../../support/pages/html.ts";
import { useApp } from "../../support/app/use-app.ts";

const app = useApp();

test("a post to the checkout leads to the hosted page", async () => {
  const answer = await app.client().post("/checkout", { age_confirmed: "yes" });
  expect([answer.status, answer.headers.get("refresh")]).toEqual([200, "0;url=https://checkout.example/simline"]);
});

test("a visitor says that they are 21 or older before they pay, and reads what it costs", async () => {
  const page = visibleText(await app.client().text("/checkout"));
  expect(page).toContain("I am 21 or older $49.00 today, then $49.00 every month until you cancel. Get Started");
  const answer = await app.client().post("/checkout");
  const html = await answer.text();
  expect([answer.status, answer.headers.get("refresh"), alerts(html)]).toEqual([
    422,
    null,
    ["Please confirm that you are 21 or older."],
  ]);
  expect(html).toContain('aria-invalid="true"');
});

test.each(["/pricing", "/checkout", "/signup?payment_success=true"])(
  "a member who comes to %s is told that they have a membership, and finds their profile",
  async (path) => {
    const html = await (await app.signedIn("user")).text(path);
    expect(visibleText(html)).toContain("You already have a membership.");
    expect(linksIn(html, "main").map(([, to]) => to)).toContain("/profile");
    expect(html).not.toContain('action="/checkout"');
    expect(html).not.toContain('name="password"');
  },
);

test("public pages show a member the links of their own pages", async () => {
  const html = await (await app.signedIn("user")).text("/pricing");
  const links = linksIn(html, "header").map(([label]) => label);
  expect(links).toEqual(expect.arrayContaining(["Today's Picks", "Profile"]));
  expect(links).not.toContain("Login");
});

test("a member is refused another payment", async () => {
  const answer = await (await app.signedIn("user")).post("/checkout");
  expect([answer.status, alerts(await answer.text())]).toEqual([409, ["You already have a membership."]]);
});

test("there is no webhook", async () => {
  const answer = await fetch(`${app.origin}/api/stripe/webhook`, {
    method: "POST",
    body: "{}",
    headers: { "Content-Type": "application/json", "Stripe-Signature": "t=1,v1=abc" },
  });
  expect([answer.status, await answer.json()]).toEqual([404, { error: "There is nothing at this address." }]);
});

test("the profile names the support address, and no billing page opens", async () => {
  const client = await app.signedIn("user");
  const text = visibleText(await client.text("/profile"));
  expect(text).toContain(
    `Membership Active To cancel, email support@simline.example from this account's address, with the subject "Cancel my membership".`,
  );
  expect(text).not.toContain("Manage billing");
  const answer = await client.post("/profile/billing");
  expect([answer.status, alerts(await answer.text())]).toEqual([
    409,
    ["Memberships are not billed through this site. Write to support@simline.example."],
  ]);
  expect((await client.get("/profile/renewed?session_id=cs_1")).status).toBe(409);
});

test("a subscription from before the switch to the link has no billing page either", async () => {
  const client = app.client();
  const { id, email } = await createUser(app.db);
  await client.signIn(email);
  const at = new Date().toISOString();
  await app.db
    .insertInto("subscriptions")
    .values({
      id: "sub_of_then",
      customer_id: "cus_of_then",
      user_id: id,
      email,
      status: "active",
      created_at: at,
      updated_at: at,
    })
    .execute();
  expect(visibleText(await client.text("/profile"))).not.toContain("Manage billing");
});

test("an ended membership is renewed by writing to support", async () => {
  const { id, email } = await createUser(app.db);
  await app.db.updateTable("users").set({ access_until: "2026-01-01T00:00:00.000Z" }).where("id", "=", id).execute();
  const client = app.client();
  await client.signIn(email);
  const text = visibleText(await client.text("/profile"));
  expect(text).toContain("Ended on 12/31/2025 Your membership has ended");
  expect(text).toContain("To renew, email support@simline.example .");
});
