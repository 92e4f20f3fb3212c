/** Payment through Stripe, at the doors: a stand-in of its API answers on loopback. */
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { Client } from "../../support/app/app.ts";
import { complaints, startApp } from "../../support/app/app.ts";
import { createUser } from "../../support/database/factories.ts";
import { newGate } from "../../support/app/gate.ts";
import { alerts, fieldValue, leak, visibleText } from "../../support/pages/html.ts";
import { mailedCode } from "../../support/mailbox.ts";
import { soon } from "../../support/soon.ts";
import { begunBy, StripeStandIn } from "../../support/stripe.ts";
import { useApp } from "../../support/app/use-app.ts";

const stripe = new StripeStandIn();
beforeAll(() => stripe.start());
afterAll(() => stripe.stop());
const app = useApp(() => stripe.env, ["Stripe: StripeConnectionError"]);
beforeEach(() => {
  stripe.down = false;
});

/** A member who paid for an account that existed, signed in. */
async function payingMember() {
  const user = await createUser(app.db);
  const bought = stripe.buy(user.email, begunBy(user.id));
  expect((await tell("checkout.session.completed", bought.session.id)).status).toBe(200);
  const client = app.client();
  await client.signIn(user.email);
  return { ...bought, user, client };
}

async function lapsedMember() {
  const member = await payingMember();
  stripe.end(member.subscription);
  await tell("customer.subscription.deleted", member.subscription.id);
  return member;
}

function tell(type: string, id: string): Promise<Response> {
  return stripe.deliver(app.origin, stripe.event(type, id));
}

async function panelOf(client: Client): Promise<string> {
  const html = await client.text("/profile");
  return visibleText(/<section[^>]*id="membership"[\s\S]*?<\/section>/.exec(html)?.[0] ?? "");
}

/** Where the page that answers a form leads by itself, which its link says too. */
async function leadsTo(answer: Response): Promise<string> {
  const html = await answer.text();
  const to = /^0;url=(\S+)$/.exec(answer.headers.get("refresh") ?? "")?.[1] ?? "nowhere";
  expect([answer.status, html.includes(`href="${to}"`)]).toEqual([200, true]);
  return to;
}

describe("Get Started", () => {
  test("answers with a page that leads to the payment page", async () => {
    const answer = await app.client().post("/checkout");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const to = await leadsTo(answer);
    expect(to).toMatch(/\/pay\/cs_\d+#fragment$/);
    expect(stripe.sent.get("success_url")).toBe(`${app.origin}/signup?payment_success=true&session_id={CHECKOUT_SESSION_ID}`);
  });

  test("says in words when the payment page can't be opened, and offers to try again", async () => {
    stripe.down = true;
    const answer = await app.client().post("/checkout");
    const html = await answer.text();
    expect([answer.status, answer.headers.get("retry-after"), answer.headers.get("refresh")]).toEqual([503, "30", null]);
    expect(alerts(html)).toEqual(["The payment service can't be reached right now. Please try again in a moment."]);
    expect([html.includes('action="/checkout"'), leak(html)]).toEqual([true, null]);
  });

  test("holds nobody else up while Stripe takes its time", async () => {
    const gate = newGate();
    const before = stripe.asked.length;
    stripe.hold = gate.passed;
    const slow = app.client().post("/checkout");
    await vi.waitUntil(() => stripe.asked.length > before, soon);
    const { email } = await createUser(app.db);
    expect((await app.client().signIn(email)).status).toBe(303);
    stripe.hold = Promise.resolve();
    gate.open();
    expect((await slow).status).toBe(200);
  });

  test("tells a member that there is a membership already, with the way to the profile", async () => {
    const { client } = await payingMember();
    const before = stripe.sessions.size;
    const answer = await client.post("/checkout");
    const html = await answer.text();
    expect([answer.status, alerts(html), html.includes('href="/profile"'), stripe.sessions.size]).toEqual([409, ["You already have a membership."], true, before]);
  });

  test("without a post shows what it would do", async () => {
    const html = await app.client().text("/checkout");
    for (const text of ["All Access, $49 / month.", 'action="/checkout"', "Get Started", 'href="/pricing"']) expect(html).toContain(text);
  });
});

describe("the webhook", () => {
  test("takes a signed report, and thanks for it again", async () => {
    const user = await createUser(app.db);
    const { session } = stripe.buy(user.email);
    const event = stripe.event("checkout.session.completed", session.id);
    for (let time = 0; time < 2; time += 1) {
      const answer = await stripe.deliver(app.origin, event);
      expect([answer.status, await answer.json()]).toEqual([200, { received: true }]);
    }
    expect(await app.db.selectFrom("subscriptions").select("user_id").where("email", "=", user.email).execute()).toEqual([{ user_id: user.id }]);
  });

  test.each([["forged", { secret: "a-guess" }], ["changed", { forged: '{"id":"evt_1","object":"event"}' }], ["late", { at: Math.floor(Date.now() / 1000) - 3600 }]])("refuses a %s report", async (_how, options) => {
    const { subscription } = stripe.buy((await createUser(app.db)).email);
    const answer = await stripe.deliver(app.origin, stripe.event("customer.subscription.updated", subscription.id), options);
    expect([answer.status, await answer.json()]).toEqual([400, { error: "The signature is wrong or too old." }]);
    expect(await app.db.selectFrom("subscriptions").select("id").where("id", "=", subscription.id).execute()).toEqual([]);
  });

  test.each([
    ["Stripe's thin kind", { object: "v2.core.event", id: "evt_9", type: "v1.invoice.paid" }],
    ["no data", { object: "event", id: "evt_9", type: "invoice.paid" }],
    ["data of nothing", { object: "event", id: "evt_9", type: "invoice.paid", data: { object: null } }],
  ])("says what is wrong with a signed report of %s", async (_what, sent) => {
    const answer = await stripe.deliver(app.origin, sent);
    expect([answer.status, await answer.json()]).toEqual([400, { error: "This report does not contain what it is about. Set the webhook to send snapshot payloads." }]);
  });

  test("reads a body larger than a form, but not any size, and no form", async () => {
    const post = (body: string, type: string) => fetch(`${app.origin}/api/stripe/webhook`, { method: "POST", body, headers: { "Content-Type": type } });
    const padded = (kilobytes: number) => JSON.stringify({ padding: "x".repeat(kilobytes * 1024) });
    const statuses = [await post(padded(200), "application/json"), await post(padded(300), "application/json"), await post("a=b", "application/x-www-form-urlencoded"), await post("[1", "application/json")].map(({ status }) => status);
    expect(statuses).toEqual([400, 413, 415, 400]);
    const { body, signature } = stripe.signed({ ...stripe.event("an.unknown.event", "x".repeat(100_000)) });
    const large = await fetch(`${app.origin}/api/stripe/webhook`, { method: "POST", body, headers: { "Content-Type": "application/json", "Stripe-Signature": signature } });
    expect(large.status).toBe(200);
  });

  test("answers 503 while Stripe can't be asked, and carries the report out when it comes again", async () => {
    const { subscription, user } = await payingMember();
    stripe.end(subscription);
    const event = stripe.event("customer.subscription.deleted", subscription.id);
    stripe.down = true;
    const refused = await stripe.deliver(app.origin, event);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "30"]);
    stripe.down = false;
    expect((await stripe.deliver(app.origin, event)).status).toBe(200);
    expect((await app.db.selectFrom("users").select("access_until").where("id", "=", user.id).executeTakeFirstOrThrow()).access_until).not.toBeNull();
  });

  test("answers many reports of one purchase at once, and stores it once", async () => {
    const user = await createUser(app.db);
    const { session, subscription, invoice } = stripe.buy(user.email);
    const kinds = [["checkout.session.completed", session.id], ["invoice.paid", invoice.id], ["customer.subscription.updated", subscription.id], ["invoice.paid", invoice.id]] as const;
    const answers = await Promise.all(kinds.map(([type, id]) => tell(type, id)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await app.db.selectFrom("payments").select("amount_cents").where("subscription_id", "=", subscription.id).execute())).toEqual([{ amount_cents: 4900 }]);
  });
});

test("whoever comes back from the payment page signs up, is told so, and has what was paid for", async () => {
  const email = "back-from-paying@example.test";
  const back = `/signup?payment_success=true&session_id=${stripe.buy(email).session.id}`;
  const client = app.client();
  const form = await client.text(back);
  const [session_id, idempotency_key] = [fieldValue(form, "session_id"), fieldValue(form, "idempotency_key")];
  expect(fieldValue(form, "email")).toBe(email);
  const password = "horse-that-paid-9";
  const answer = await client.post(back, { name: "Jordan Test", phone: "5551234567", email, password, confirm_password: password, age_confirmed: "yes", session_id, idempotency_key });
  expect([answer.status, alerts(await answer.text())]).toEqual([200, ["Signup successful! Redirecting to login... Continue"]]);
  expect(alerts(await app.client().text(back))).toEqual(["This payment has already been used for an account. Sign in instead."]);
  await client.signIn(email, password);
  expect(await panelOf(client)).toMatch(/^Membership Active · renews on/);
});

describe("a member whose membership has ended", () => {
  const closedPages = ["/dashboard", "/history", "/propicks", "/propicks-history", "/my-card", "/learn", "/settings"];
  const closedCalls = ["/api/picks", "/api/propicks", "/api/picks/record", "/api/propicks/record", "/api/member-picks", "/api/member-propicks", "/api/sidebar", "/api/learn", "/api/tips", "/api/settings"];

  test("signs in, lands on the profile, and is told there that it has ended and how to renew", async () => {
    const { user } = await lapsedMember();
    const client = app.client();
    expect((await client.signIn(user.email)).headers.get("location")).toBe("/profile");
    const html = await client.text("/profile");
    expect(await panelOf(client)).toMatch(/^Membership Ended on \d\d\/\d\d\/\d{4} Your membership has ended, so picks, history and lessons are closed to you\. Renew it for \$49 \/ month and everything opens again\. Your saved picks are kept\. Renew your membership Manage billing$/);
    expect(html.indexOf('id="membership"')).toBeLessThan(html.indexOf("Your details"));
    const links = [...html.matchAll(/<a [^>]*href="(\/[^"]*)"/g)].map(([, href]) => href);
    expect([...new Set(links)]).toEqual(["/profile", "/terms", "/privacy", "/responsible-gaming"]);
  });

  test("is sent to the profile from every other member page, as page and as data", async () => {
    const { client } = await lapsedMember();
    const routes = new Map([["/dashboard", "dashboard"], ["/my-card", "my-card._index"], ["/learn", "learn"]]);
    for (const path of closedPages) expect([path, (await client.get(path)).headers.get("location")]).toEqual([path, "/profile"]);
    for (const [path, route] of routes) expect([path, (await client.get(`${path}?_data=routes%2F${route}`)).headers.get("x-remix-redirect")]).toEqual([path, "/profile"]);
    expect((await client.post("/dashboard", { pick_id: 1 })).status).toBe(403);
    expect((await client.post("/settings", { display_mode: "light" })).status).toBe(403);
  });

  test("is refused by the API in words, by cookie and by bearer", async () => {
    const { client, user } = await lapsedMember();
    const { token } = await (await app.client().call("POST", "/api/login", { email: user.email, password: "correct-horse-9" })).json();
    const error = "Your membership has ended. Your profile shows how to renew it.";
    for (const path of closedCalls) {
      const byCookie = await client.call("GET", path);
      expect([path, byCookie.status, await byCookie.json()]).toEqual([path, 403, { error }]);
      expect((await fetch(app.origin + path, { headers: { Authorization: `Bearer ${token}` } })).status).toBe(403);
    }
    expect((await client.call("POST", "/api/member-picks", { pick_id: 1 })).status).toBe(403);
    expect((await client.call("PUT", `/api/users/${user.id}`, { name: "Still Mine" })).status).toBe(200);
  });

  test("renews: pays, comes back, and everything is open at once, reload or not", async () => {
    const { client, user, subscription } = await lapsedMember();
    const to = await leadsTo(await client.post("/checkout"));
    expect([stripe.sent.get("client_reference_id"), stripe.sent.get("customer")]).toEqual([String(user.id), subscription.customer]);
    const paid = await fetch(`${to.replace(/#.*/, "")}?email=`, { redirect: "manual" });
    const back = paid.headers.get("location") ?? "";
    expect(back).toMatch(/\/profile\/renewed\?session_id=cs_\d+$/);
    for (let time = 0; time < 2; time += 1) {
      const answer = await client.get(back);
      expect([answer.status, answer.headers.get("location")]).toEqual([302, "/profile"]);
      expect(await panelOf(client)).toMatch(/^Membership Your membership is renewed\. Welcome back\. Active · renews on/);
    }
    expect((await client.get("/dashboard")).status).toBe(200);
  });

  test("who comes back while Stripe is down is told that the payment is safe", async () => {
    const { client, user } = await lapsedMember();
    const { session } = stripe.buy(user.email, begunBy(user.id));
    stripe.down = true;
    const answer = await client.get(`/profile/renewed?session_id=${session.id}`);
    expect([answer.status, visibleText(await answer.text())]).toEqual([503, expect.stringContaining("Your payment is safe: reload this page in a moment.")]);
  });
});

test("a server that starts asks about the end that was never reported, and says so", async () => {
  const { subscription, user } = await payingMember();
  stripe.end(subscription);
  await app.db.updateTable("subscriptions").set({ period_end: "2026-01-02T03:04:05.000Z" }).where("id", "=", subscription.id).execute();
  const server = await startApp({ ...stripe.env, DATABASE_PATH: app.path });
  await expect.poll(async () => (await app.db.selectFrom("users").select("access_until").where("id", "=", user.id).executeTakeFirstOrThrow()).access_until).not.toBeNull();
  await server.end();
  expect([server.output().includes("Subscriptions were asked about whose renewal or end was not reported: 1."), complaints(server)]).toEqual([true, []]);
  await server.stop();
});

test("access ends at the period's end by itself, to the second", async () => {
  const { client, subscription } = await payingMember();
  const endIn = async (seconds: number) => {
    const end = Math.floor(Date.now() / 1000) + seconds;
    stripe.cancelAtPeriodEnd(subscription, end);
    await tell("customer.subscription.updated", subscription.id);
    return end;
  };
  await endIn(3600);
  expect(await panelOf(client)).toMatch(/^Membership Canceled · access until/);
  // Long enough for a busy machine to ask a few times before.
  const end = await endIn(5);
  const seen: [before: boolean, status: number][] = [];
  await vi.waitUntil(async () => {
    const [asked, { status }, answered] = [Date.now(), await client.get("/dashboard"), Date.now()];
    // An answer that was made around the very instant may be either.
    if (answered < end * 1000 || asked >= end * 1000) seen.push([answered < end * 1000, status]);
    return seen.at(-1)?.[0] === false;
  }, { timeout: 15_000, interval: 100 });
  expect(seen.length).toBeGreaterThan(2);
  expect(seen.every(([before, status]) => status === (before ? 200 : 302))).toBe(true);
});

describe("the profile", () => {
  test.each([
    ["who pays", () => {}, /^Membership Active · renews on \d\d\/\d\d\/\d{4} \$49 \/ month\. Cancel or change your card under "Manage billing"\. Manage billing$/],
    ["whose card failed", stripe.failCard.bind(stripe), /^Membership Payment failed Your last payment did not go through\. You keep access while it is tried again\. Update your card under "Manage billing"\. Manage billing$/],
    ["who cancelled", stripe.cancelAtPeriodEnd.bind(stripe), /^Membership Canceled · access until \d\d\/\d\d\/\d{4} You will not be charged again\. Changed your mind\? "Manage billing" lets you continue\. Manage billing$/],
  ])("of a member %s says so", async (_who, change, text) => {
    const { client, subscription } = await payingMember();
    change(subscription);
    await tell("customer.subscription.updated", subscription.id);
    expect(await panelOf(client)).toMatch(text);
    expect((await client.get("/dashboard")).status).toBe(200);
  });

  test("of a member whose money was given back says that what goes on charging still runs", async () => {
    const { client, invoice, subscription } = await payingMember();
    invoice.refunded = 4900;
    await tell("charge.refunded", invoice.charge);
    const warning = "A subscription still runs: cancel it under \"Manage billing\" if you don't want to be charged again.";
    expect(await panelOf(client)).toContain(`Your saved picks are kept. ${warning}`);
    stripe.end(subscription);
    await tell("customer.subscription.deleted", subscription.id);
    expect(await panelOf(client)).not.toContain(warning);
  });

  test("of a member who paid twice shows both, each with its way to cancel", async () => {
    const { client, user } = await payingMember();
    const second = stripe.buy(user.email, begunBy(user.id));
    await tell("checkout.session.completed", second.session.id);
    expect(await panelOf(client)).toMatch(/You have 2 subscriptions, and each is charged\..*Subscription 1: Active.*Manage subscription 1 Subscription 2: Active.*Manage subscription 2$/);
    const answer = await client.post("/profile/billing", { subscription: second.subscription.id });
    expect(await leadsTo(answer)).toBe(`${stripe.origin}/portal/${second.subscription.customer}`);
  });

  test("leads to the billing page, and says when it can't", async () => {
    const { client, subscription } = await payingMember();
    expect(await leadsTo(await client.post("/profile/billing"))).toBe(`${stripe.origin}/portal/${subscription.customer}`);
    stripe.down = true;
    const answer = await client.post("/profile/billing");
    expect([answer.status, alerts(await answer.text())]).toEqual([503, ["The payment service can't be reached right now. Please try again in a moment."]]);
  });

  test("opens nobody's card and invoices to who merely typed their e-mail, and opens them to whoever reads its mail", async () => {
    const [email, password] = ["typed@example.test", "horse-typed-in-9"];
    const [stranger, own] = [app.client(), stripe.buy("stranger@example.test")];
    const signUp = { name: "Jordan Test", phone: "5551234567", email, password, confirm_password: password, role: "user", age_confirmed: "yes", session_id: own.session.id };
    await stranger.post(`/signup?payment_success=true&session_id=${own.session.id}`, signUp);
    await stranger.post("/login", { email, password });
    const bought = stripe.buy(email);
    await tell("checkout.session.completed", bought.session.id);
    const refused = await stranger.post("/profile/billing", { subscription: bought.subscription.id });
    expect([refused.status, refused.headers.get("refresh"), alerts(await refused.text())]).toEqual([409, null, [expect.stringMatching(/^There is no subscription to manage\./)]]);
    expect(await leadsTo(await stranger.post("/profile/billing", { subscription: own.subscription.id }))).toBe(`${stripe.origin}/portal/${own.subscription.customer}`);
    const { id } = await app.db.selectFrom("users").select("id").where("email", "=", email).executeTakeFirstOrThrow();
    const buyer = app.client();
    await buyer.post("/forgot-password", { email });
    const new_password = "horse-of-my-own-9";
    await buyer.post("/verify-otp", { otp: await mailedCode(app, id), new_password, confirm_password: new_password });
    await buyer.signIn(email, new_password);
    expect(await leadsTo(await buyer.post("/profile/billing", { subscription: bought.subscription.id }))).toBe(`${stripe.origin}/portal/${bought.subscription.customer}`);
    expect((await stranger.get("/profile")).status).toBe(302);
  });

  test("of staff has no membership", async () => {
    const html = await (await app.signedIn("admin")).text("/profile");
    expect([html.includes("Your Profile"), html.includes('id="membership"')]).toEqual([true, false]);
  });
});
