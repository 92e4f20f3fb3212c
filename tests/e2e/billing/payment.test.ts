import { afterAll, describe, expect, test } from "vitest";
import { expectAccessibleInBothThemes, phone } from "../../support/pages/browser.ts";
import { createUser } from "../../support/database/factories.ts";
import { modes, pathOf, see, useStage } from "../../support/app/stage.ts";
import { begunBy, StripeStandIn } from "../../support/stripe.ts";

const stripe = await new StripeStandIn().start();
afterAll(() => stripe.stop());
const { app, open } = useStage(stripe.env);

async function signedInMember(change: (bought: ReturnType<StripeStandIn["buy"]>) => void = () => {}) {
  const user = await createUser(app.db);
  const bought = stripe.buy(user.email, begunBy(user.id));
  await stripe.deliver(app.origin, stripe.event("checkout.session.completed", bought.session.id));
  change(bought);
  await stripe.deliver(app.origin, stripe.event("customer.subscription.updated", bought.subscription.id));
  const client = app.client();
  await client.signIn(user.email);
  return { ...bought, user, client };
}

const ended = ({ subscription }: ReturnType<StripeStandIn["buy"]>) => stripe.end(subscription);

describe.each(modes)("paying $mode", ({ scripts }) => {
  test("a visitor pays and returns to the signup page with the paid session", async () => {
    const page = await open("/checkout", { scripts });
    await page.getByLabel("I am 21 or older").check();
    await page.getByRole("button", { name: "Get Started" }).click();
    await see(page.getByRole("heading", { name: "Pay $49.00" })).toBeVisible();
    await page.getByLabel("Email").fill(`visitor-${scripts}@example.test`);
    const back = page.waitForRequest((request) => request.url().startsWith(`${app.origin}/signup`));
    await page.getByRole("button", { name: "Pay" }).click();
    expect(new URL((await back).url()).search).toMatch(/^\?payment_success=true&session_id=cs_\d+$/);
  });

  test("a member whose membership has ended renews it from the profile", async () => {
    const { client } = await signedInMember(ended);
    const page = await open("/dashboard", { scripts, as: client, viewport: phone });
    expect(pathOf(page)).toBe("/profile");
    await see(page.getByRole("region", { name: "Membership" })).toContainText("Your membership has ended");
    await page.getByRole("button", { name: "Renew your membership" }).click();
    await page.getByRole("button", { name: "Pay" }).click();
    await see(page.getByRole("status").filter({ hasText: "Your membership is renewed. Welcome back." })).toBeVisible();
    expect(pathOf(page)).toBe("/profile");
    await page.goto("/dashboard");
    await see(page.getByRole("heading", { level: 1, name: "Today's Picks" })).toBeVisible();
  });
});

describe.each(modes)("cancelling $mode", ({ scripts }) => {
  test("a member cancels from the profile in two clicks", async () => {
    const { client } = await signedInMember();
    const page = await open("/profile", { scripts, as: client, viewport: phone });
    await page.getByRole("link", { name: "Cancel membership" }).click();
    await see(page.getByRole("heading", { name: "Cancel your membership?" })).toBeVisible();
    await page.getByRole("button", { name: "Cancel membership" }).click();
    await see(page.getByRole("status").filter({ hasText: "Your membership ends on" })).toBeVisible();
    expect(pathOf(page)).toBe("/profile");
  });
});

describe("paying with scripts", () => {
  test("Back on the payment page returns to the profile", async () => {
    const { client } = await signedInMember(ended);
    const page = await open("/profile", { scripts: true, as: client });
    await page.getByRole("button", { name: "Renew your membership" }).click();
    await page.getByRole("link", { name: "Back" }).click();
    await see(page.getByRole("region", { name: "Membership" })).toContainText("Ended on");
  });

  test("a member opens the billing page", async () => {
    const { client } = await signedInMember();
    const page = await open("/profile", { scripts: true, as: client });
    await page.getByRole("button", { name: "Manage billing" }).click();
    await see(page.getByRole("heading", { name: "Billing portal" })).toBeVisible();
  });

  test("a member who comes to pay again gets a link to the profile", async () => {
    const { client } = await signedInMember();
    const page = await open("/checkout", { scripts: true, as: client });
    await see(page.getByRole("main")).toContainText("You already have a membership.");
    await page.getByRole("link", { name: "Go to your profile" }).click();
    await see(page.getByRole("heading", { level: 1, name: "Your Profile" })).toBeVisible();
    expect(await page.locator("nav.pub").count()).toBe(0);
  });
});

test("pages about payment are accessible in both themes and don't scroll sideways", async () => {
  const [paying, doublePaid] = [await signedInMember(), await signedInMember()];
  const again = stripe.buy(doublePaid.user.email, begunBy(doublePaid.user.id));
  await stripe.deliver(app.origin, stripe.event("checkout.session.completed", again.session.id));
  const [pastDue, expired] = [
    await signedInMember(({ subscription }) => void stripe.failCard(subscription)),
    await signedInMember(ended),
  ];
  for (const [path, as] of [
    ["/profile", paying.client],
    ["/profile/cancel", paying.client],
    ["/profile", doublePaid.client],
    ["/profile", pastDue.client],
    ["/profile", expired.client],
    ["/checkout", expired.client],
  ] as const) {
    const page = await open(path, { scripts: true, as });
    await expectAccessibleInBothThemes(page);
    await page.context().clearCookies();
  }
});

test("the menus of an ended membership link only to pages that are still open to the member", async () => {
  const { client } = await signedInMember(ended);
  const page = await open("/profile", { scripts: false, as: client });
  await see(page.getByRole("navigation", { name: "Main" }).getByRole("link").filter({ visible: true })).toHaveText([
    "Record",
    /Community/,
  ]);
  const menu = page.getByRole("button", { name: "Jordan Test" });
  await menu.click();
  await see(page.locator("#me").getByRole("link")).toHaveText(["Profile"]);
});
