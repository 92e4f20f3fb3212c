import { beforeAll, expect, test } from "vitest";
import type { Insertable } from "kysely";
import type { SubscriptionsTable } from "../../../db/schema.ts";
import { createDueAffiliate } from "../../support/database/affiliates.ts";
import { createPick, createUser, createWaitingUser } from "../../support/database/factories.ts";
import { visibleText } from "../../support/pages/html.ts";
import { useApp } from "../../support/app/use-app.ts";

const app = useApp();
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
const ahead = daysAgo(-12);

/** A member with a subscription that was paid so many days ago, `cents` each time. */
async function subscriber(
  name: string,
  paidDaysAgo: readonly number[],
  changes: Partial<Insertable<SubscriptionsTable>> = {},
  amount_cents = 4900,
): Promise<number> {
  const { id } = await createUser(app.db, { name });
  const subscription = `sub_${id}`;
  await app.db
    .insertInto("subscriptions")
    .values({
      id: subscription,
      customer_id: `cus_${id}`,
      user_id: id,
      status: "active",
      period_end: ahead,
      price_cents: 4900,
      price_currency: "usd",
      price_period: "month",
      created_at: daysAgo(paidDaysAgo[0] ?? 3),
      updated_at: daysAgo(0),
      ...changes,
    })
    .execute();
  for (const days of paidDaysAgo)
    await app.db
      .insertInto("payments")
      .values({
        invoice_id: `in_${id}_${days}`,
        subscription_id: subscription,
        amount_cents,
        currency: "usd",
        paid_at: daysAgo(days),
      })
      .execute();
  const access_until = changes.ended_at ?? changes.cancels_at ?? null;
  await app.db.updateTable("users").set({ access_until }).where("id", "=", id).execute();
  return id;
}

let text = "";
let late = 0;
beforeAll(async () => {
  await subscriber("Paid Since Long", [70, 40, 10]);
  await subscriber("New This Month", [5]);
  await subscriber("Pays By The Year", [100], { price_cents: 48_000, price_period: "year" }, 46_800);
  await subscriber("Trial Member", [], { status: "trialing" });
  await subscriber("Ending Member", [45, 15], { cancels_at: ahead });
  late = await subscriber("Late Payer", [65, 35], { status: "past_due" });
  await subscriber("Gone Member", [50, 20], { status: "canceled", cancels_at: daysAgo(2), ended_at: daysAgo(2) });
  await subscriber("Came And Went", [9], { status: "canceled", ended_at: daysAgo(4) });
  await createUser(app.db, { name: "Granted Member" });
  await createUser(app.db, { name: "Suspended Member", status: "Suspended" });
  await createWaitingUser(app.db);
  await createDueAffiliate(app.db);
  await createPick(app.db, { starts_at: daysAgo(0.1), created_at: daysAgo(0.2), published_at: daysAgo(0.2) });
  text = visibleText(await (await app.signedIn("superadmin")).text("/admin/overview"));
});

test.each([
  ["members with access", "With access now 7 Paid 3 Ending 1 Past due 1 Trial 1 Granted 1"],
  // $49 for four of them, and a twelfth of $480. The year was paid at $468, and who ended was one of four before.
  ["what they pay", "MRR now $236.00 30 days ago $235.00 Change +$1.00"],
  [
    "who joined and ended",
    "20.0% Paying 30 days ago 5 Joined since 2 Ended since 2 – Cancelled 1 – Ended at once, or no reason known 1",
  ],
  ["failed payments", "Past due now 1 Late Payer, since"],
  ["sign-ups in review", "Waiting 1"],
  ["picks", "To grade 1 Published today"],
])("a superadmin sees %s", (_what, words) => expect(text).toContain(words));

test("a failed payment leads to the person, who keeps access", async () => {
  const html = await (await app.signedIn("superadmin")).text("/admin/overview");
  expect(html).toContain(`href="/admin/users/${late}"`);
  expect(text).toContain("Access stays until Stripe gives up");
});

test("the page has its trends as drawings and as tables, and needs no script", async () => {
  const html = await (await app.signedIn("superadmin")).text("/admin/overview");
  expect(html).toMatch(/<svg class="plot"[^>]+aria-label="MRR from [^"]+last \$236\.00"/);
  expect(html.match(/<table class="slim">/g)?.length).toBeGreaterThanOrEqual(4);
  expect(html).not.toContain("__remixContext");
});

test("an admin is refused, and has no tab of it", async () => {
  const admin = await app.signedIn("admin");
  expect((await admin.get("/admin/overview")).status).toBe(403);
  expect(await admin.text("/admin")).not.toContain("/admin/overview");
});
