import { afterAll, beforeAll, expect, test } from "vitest";
import { createUser } from "../../support/database/factories.ts";
import { alerts, fieldError, fieldValue, visibleText } from "../../support/pages/html.ts";
import { begunBy, StripeStandIn } from "../../support/stripe.ts";
import { formatCalendarDate } from "../../../app/time/calendar-date.ts";
import { addMonths } from "../../../app/time/calendar-month.ts";
import { useApp } from "../../support/app/use-app.ts";

const stripe = new StripeStandIn();
beforeAll(() => stripe.start());
afterAll(() => stripe.stop());
const app = useApp(() => stripe.env);

async function payingMember() {
  const user = await createUser(app.db);
  const bought = stripe.buy(user.email, begunBy(user.id));
  await stripe.deliver(app.origin, stripe.event("checkout.session.completed", bought.session.id));
  await stripe.deliver(app.origin, stripe.event("invoice.paid", bought.invoice.id));
  return { ...bought, user, page: `/admin/users/${user.id}` };
}

test("a superadmin refunds a part of the last payment with an amount typed twice, and sees it at the person", async () => {
  const { page, invoice } = await payingMember();
  const staff = await app.signedIn("superadmin");
  expect(await staff.text(page)).toContain(`href="${page}/ask/refund"`);
  const question = await staff.text(`${page}/ask/refund`);
  expect(visibleText(question)).toContain("Refund the payment of $49.00?");
  const form = {
    invoice_id: fieldValue(question, "invoice_id"),
    shown: fieldValue(question, "shown"),
    amount: "20",
    again: "",
  };
  const refused = await staff.post(`${page}/ask/refund`, form);
  const again = await refused.text();
  expect([refused.status, fieldError(again, "again"), fieldValue(again, "amount"), invoice.refunded]).toEqual([
    422,
    "Enter an amount.",
    "20",
    0,
  ]);
  const answers = [
    await staff.post(`${page}/ask/refund`, { ...form, again: "20" }),
    await staff.post(`${page}/ask/refund`, { ...form, again: "20" }),
  ];
  expect(answers.map(({ status, headers }) => [status, headers.get("location")])).toEqual([
    [303, page],
    [303, page],
  ]);
  const html = await staff.text(page);
  expect([alerts(html), invoice.refunded]).toEqual([["$20.00 refunded."], 2000]);
  expect(visibleText(html)).toMatch(/\$49\.00 Refunded \$20\.00|\$49\.00 \$20\.00/);
});

test("a superadmin pauses the payments until a day, which the member reads, and resumes them", async () => {
  const { page, subscription, user } = await payingMember();
  const staff = await app.signedIn("superadmin");
  const path = `${page}/ask/pause?subscription=${subscription.id}`;
  expect(await staff.text(page)).toContain(`href="${path}"`);
  const form = { subscription: fieldValue(await staff.text(path), "subscription"), until: "", reason: "Travels" };
  const refused = await staff.post(path, form);
  const again = await refused.text();
  expect([refused.status, fieldError(again, "until"), fieldValue(again, "reason")]).toEqual([
    422,
    "Enter the day from which they are charged again.",
    "Travels",
  ]);
  const day = formatCalendarDate(addMonths(new Date().toISOString().slice(0, 10), 2));
  await staff.post(path, { ...form, until: day });
  const html = await staff.text(page);
  expect(alerts(html)).toEqual([`Payments paused until ${day}. Access stays.`]);
  expect(html).not.toContain(`href="${path}"`);
  const member = app.client();
  await member.signIn(user.email);
  const profile = visibleText(await member.text("/profile"));
  expect(profile).toContain(`Active · payments paused until ${day}`);
  expect(profile).not.toContain("Next charge");
  const resume = path.replace("/pause", "/resume");
  await staff.post(resume, { subscription: fieldValue(await staff.text(resume), "subscription") });
  expect([alerts(await staff.text(page)), subscription.pause_collection]).toEqual([["Payments resumed."], null]);
});

test("a superadmin cancels a subscription at the end of its period, which the page then no longer offers", async () => {
  const { page, subscription } = await payingMember();
  const staff = await app.signedIn("superadmin");
  const path = `${page}/ask/cancel?subscription=${subscription.id}`;
  expect(await staff.text(page)).toContain(`href="${path}"`);
  const question = await staff.text(path);
  const answer = await staff.post(path, { subscription: fieldValue(question, "subscription") });
  expect([answer.status, subscription.cancel_at_period_end]).toEqual([303, true]);
  const html = await staff.text(page);
  expect(alerts(html)).toEqual([expect.stringMatching(/^Subscription canceled\. Access until \d\d\/\d\d\/\d{4}\.$/)]);
  expect(html).not.toContain(`href="${path}"`);
});

test("a question about a subscription that can't be canceled or paused any more never asks about another one", async () => {
  const { page, subscription, user } = await payingMember();
  const second = stripe.buy(user.email, begunBy(user.id));
  await stripe.deliver(app.origin, stripe.event("checkout.session.completed", second.session.id));
  const staff = await app.signedIn("superadmin");
  await staff.post(`${page}/ask/cancel`, { subscription: subscription.id });
  for (const action of ["cancel", "pause"]) {
    const html = await staff.text(`${page}/ask/${action}?subscription=${subscription.id}`);
    expect(alerts(html)).toContain("There is nothing to do here any more.");
    expect(html).not.toContain(`value="${second.subscription.id}"`);
  }
  const refused = await staff.post(`${page}/ask/pause?subscription=${subscription.id}`, {
    subscription: subscription.id,
    until: "",
  });
  expect([refused.status, (await refused.text()).includes(`value="${second.subscription.id}"`)]).toEqual([409, false]);
});

test("a dispute that Stripe reports is at the person, in their trail, and on the overview until it is decided", async () => {
  const { page, invoice } = await payingMember();
  const staff = await app.signedIn("superadmin");
  const dispute = stripe.dispute(invoice);
  await stripe.deliver(app.origin, stripe.event("charge.dispute.created", dispute.id));
  const person = visibleText(await staff.text(page));
  expect(person).toMatch(/Disputed on \d\d\/\d\d\/\d{4}: answer at Stripe until \d\d\/\d\d\/\d{4}/);
  expect(person).toContain("Payment disputed");
  const overview = await staff.text("/admin/overview");
  expect(visibleText(overview)).toMatch(/Disputed payments Open now 1 .* answer at Stripe until \d\d\//);
  expect(overview).toContain(`href="${page}"`);
  dispute.status = "lost";
  await stripe.deliver(app.origin, stripe.event("charge.dispute.closed", dispute.id));
  expect(visibleText(await staff.text(page))).toContain("Dispute lost");
  expect(visibleText(await staff.text("/admin/overview"))).not.toContain("Disputed payments");
});
