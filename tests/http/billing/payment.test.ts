import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type Client, complaints, startApp } from "../../support/app/app.ts";
import { createUser } from "../../support/database/factories.ts";
import { endHolder } from "../../support/database/end-holder.ts";
import { environmentOf } from "../../support/database/migrated.ts";
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

async function payingMember() {
  const user = await createUser(app.db);
  const bought = stripe.buy(user.email, begunBy(user.id));
  expect((await sendEvent("checkout.session.completed", bought.session.id)).status).toBe(200);
  const client = app.client();
  await client.signIn(user.email);
  return { ...bought, user, client };
}

async function lapsedMember() {
  const member = await payingMember();
  stripe.end(member.subscription);
  await sendEvent("customer.subscription.deleted", member.subscription.id);
  return member;
}

function sendEvent(type: string, id: string): Promise<Response> {
  return stripe.deliver(app.origin, stripe.event(type, id));
}

async function membershipPanel(client: Client): Promise<string> {
  const html = await client.text("/profile");
  return visibleText(/<section[^>]*id="membership"[\s\S]*?<\/section>/.exec(html)?.[0] ?? "");
}

async function redirectTarget(answer: Response): Promise<string> {
  const html = await answer.text();
  const to = /^0;url=(\S+)$/.exec(answer.headers.get("refresh") ?? "")?.[1] ?? "nowhere";
  expect([answer.status, html.includes(`href="${to}"`)]).toEqual([200, true]);
  return to;
}

describe("Get Started", () => {
  test("answers with a page that redirects to the payment page", async () => {
    const answer = await app.client().post("/checkout", { age_confirmed: "yes" });
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const to = await redirectTarget(answer);
    expect(to).toMatch(/\/pay\/cs_\d+#fragment$/);
    expect(stripe.lastForm.get("success_url")).toBe(
      `${app.origin}/signup?payment_success=true&session_id={CHECKOUT_SESSION_ID}`,
    );
  });

  test("shows a message when the payment page can't be opened, and offers a retry", async () => {
    stripe.down = true;
    const answer = await app.client().post("/checkout", { age_confirmed: "yes" });
    const html = await answer.text();
    expect([answer.status, answer.headers.get("retry-after"), answer.headers.get("refresh")]).toEqual([
      503,
      "30",
      null,
    ]);
    expect(alerts(html)).toEqual(["The payment service can't be reached right now. Please try again in a moment."]);
    expect([html.includes('action="/checkout"'), leak(html)]).toEqual([true, null]);
  });

  test("blocks no other request while Stripe is slow", async () => {
    const gate = newGate();
    const before = stripe.requests.length;
    stripe.hold = gate.passed;
    const slow = app.client().post("/checkout", { age_confirmed: "yes" });
    await vi.waitUntil(() => stripe.requests.length > before, soon);
    const { email } = await createUser(app.db);
    expect((await app.client().signIn(email)).status).toBe(303);
    stripe.hold = Promise.resolve();
    gate.open();
    expect((await slow).status).toBe(200);
  });

  test("refuses a member who already has a membership, with a link to the profile", async () => {
    const { client } = await payingMember();
    const before = stripe.sessions.size;
    const answer = await client.post("/checkout");
    const html = await answer.text();
    expect([answer.status, alerts(html), html.includes('href="/profile"'), stripe.sessions.size]).toEqual([
      409,
      ["You already have a membership."],
      true,
      before,
    ]);
  });

  test("shows the plan and a button on a GET", async () => {
    const html = await app.client().text("/checkout");
    for (const text of [
      "All Access, $49 / month.",
      'action="/checkout"',
      "Get Started",
      "I am 21 or older",
      'href="/pricing"',
    ])
      expect(html).toContain(text);
  });
});

describe("the webhook", () => {
  test("accepts a signed event, also a second time", async () => {
    const user = await createUser(app.db);
    const { session } = stripe.buy(user.email);
    const event = stripe.event("checkout.session.completed", session.id);
    for (let time = 0; time < 2; time += 1) {
      const answer = await stripe.deliver(app.origin, event);
      expect([answer.status, await answer.json()]).toEqual([200, { received: true }]);
    }
    expect(
      await app.db.selectFrom("subscriptions").select("user_id").where("email", "=", user.email).execute(),
    ).toEqual([{ user_id: user.id }]);
  });

  test.each([
    ["forged", { secret: "a-guess" }],
    ["changed", { forged: '{"id":"evt_1","object":"event"}' }],
    ["late", { at: Math.floor(Date.now() / 1000) - 3600 }],
  ])("refuses a %s event", async (_how, options) => {
    const { subscription } = stripe.buy((await createUser(app.db)).email);
    const answer = await stripe.deliver(
      app.origin,
      stripe.event("customer.subscription.updated", subscription.id),
      options,
    );
    expect([answer.status, await answer.json()]).toEqual([400, { error: "The signature is wrong or too old." }]);
    expect(await app.db.selectFrom("subscriptions").select("id").where("id", "=", subscription.id).execute()).toEqual(
      [],
    );
  });

  test.each([
    ["Stripe's thin events", { object: "v2.core.event", id: "evt_9", type: "v1.invoice.paid" }],
    ["no data", { object: "event", id: "evt_9", type: "invoice.paid" }],
    ["empty data", { object: "event", id: "evt_9", type: "invoice.paid", data: { object: null } }],
  ])("explains what is wrong with a signed event of %s", async (_what, sent) => {
    const answer = await stripe.deliver(app.origin, sent);
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { error: "This event does not contain its object. Set the webhook to send snapshot payloads." },
    ]);
  });

  test("accepts a larger body than a form does, up to a limit, and only JSON", async () => {
    const post = (body: string, type: string) =>
      fetch(`${app.origin}/api/stripe/webhook`, { method: "POST", body, headers: { "Content-Type": type } });
    const padded = (kilobytes: number) => JSON.stringify({ padding: "x".repeat(kilobytes * 1024) });
    const statuses = [
      await post(padded(200), "application/json"),
      await post(padded(300), "application/json"),
      await post("a=b", "application/x-www-form-urlencoded"),
      await post("[1", "application/json"),
    ].map(({ status }) => status);
    expect(statuses).toEqual([400, 413, 415, 400]);
    const { body, signature } = stripe.signed({ ...stripe.event("an.unknown.event", "x".repeat(100_000)) });
    const large = await fetch(`${app.origin}/api/stripe/webhook`, {
      method: "POST",
      body,
      headers: { "Content-Type": "application/json", "Stripe-Signature": signature },
    });
    expect(large.status).toBe(200);
  });

  test("answers 503 while Stripe is down, and processes the event when it is sent again", async () => {
    const { subscription, user } = await payingMember();
    stripe.end(subscription);
    const event = stripe.event("customer.subscription.deleted", subscription.id);
    stripe.down = true;
    const refused = await stripe.deliver(app.origin, event);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "30"]);
    stripe.down = false;
    expect((await stripe.deliver(app.origin, event)).status).toBe(200);
    expect(
      (await app.db.selectFrom("users").select("access_until").where("id", "=", user.id).executeTakeFirstOrThrow())
        .access_until,
    ).not.toBeNull();
  });

  test("answers parallel events of one purchase and stores it once", async () => {
    const user = await createUser(app.db);
    const { session, subscription, invoice } = stripe.buy(user.email);
    const kinds = [
      ["checkout.session.completed", session.id],
      ["invoice.paid", invoice.id],
      ["customer.subscription.updated", subscription.id],
      ["invoice.paid", invoice.id],
    ] as const;
    const answers = await Promise.all(kinds.map(([type, id]) => sendEvent(type, id)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(
      await app.db
        .selectFrom("payments")
        .select("amount_cents")
        .where("subscription_id", "=", subscription.id)
        .execute(),
    ).toEqual([{ amount_cents: 4900 }]);
  });
});

test("a buyer who returns from the payment page signs up and has the membership", async () => {
  const email = "back-from-paying@example.test";
  const back = `/signup?payment_success=true&session_id=${stripe.buy(email).session.id}`;
  const client = app.client();
  const form = await client.text(back);
  const [session_id, idempotency_key] = [fieldValue(form, "session_id"), fieldValue(form, "idempotency_key")];
  expect(fieldValue(form, "email")).toBe(email);
  const password = "horse-that-paid-9";
  const answer = await client.post(back, {
    name: "Jordan Test",
    phone: "5551234567",
    email,
    password,
    confirm_password: password,
    age_confirmed: "yes",
    session_id,
    idempotency_key,
  });
  expect([answer.status, alerts(await answer.text())]).toEqual([
    200,
    ["Signup successful! Redirecting to login... Continue"],
  ]);
  expect(alerts(await app.client().text(back))).toEqual([
    "This payment has already been used for an account. Sign in instead.",
  ]);
  await client.signIn(email, password);
  expect(await membershipPanel(client)).toMatch(/^Membership Active · renews on/);
});

describe("a member whose membership has ended", () => {
  const closedPages = ["/dashboard", "/history", "/propicks", "/propicks-history", "/my-card", "/learn", "/settings"];
  const closedCalls = [
    "/api/picks",
    "/api/propicks",
    "/api/picks/record",
    "/api/propicks/record",
    "/api/member-picks",
    "/api/member-propicks",
    "/api/sidebar",
    "/api/learn",
    "/api/tips",
    "/api/settings",
  ];

  test("signs in, lands on the profile, and reads there how to renew", async () => {
    const { user } = await lapsedMember();
    const client = app.client();
    expect((await client.signIn(user.email)).headers.get("location")).toBe("/profile");
    const html = await client.text("/profile");
    expect(await membershipPanel(client)).toMatch(
      /^Membership Ended on \d\d\/\d\d\/\d{4} Your membership has ended, so you can't see picks, history or lessons\. Renew for \$49 \/ month to get access again\. We keep your saved picks\. Renew your membership Manage billing$/,
    );
    expect(html.indexOf('id="membership"')).toBeLessThan(html.indexOf("Your details"));
    const links = [...html.matchAll(/<a [^>]*href="(\/[^"]*)"/g)].map(([, href]) => href);
    expect([...new Set(links)]).toEqual([
      "/profile",
      "/record",
      "/profile/two-factor",
      "/profile/break",
      "/profile/data.json",
      "/profile/data.csv",
      "/profile/close",
      "/terms",
      "/privacy",
      "/responsible-gaming",
    ]);
  });

  test("is redirected to the profile from every other member page, as page and as data", async () => {
    const { client } = await lapsedMember();
    const routes = new Map([
      ["/dashboard", "dashboard"],
      ["/my-card", "my-card._index"],
      ["/learn", "learn"],
    ]);
    for (const path of closedPages)
      expect([path, (await client.get(path)).headers.get("location")]).toEqual([path, "/profile"]);
    for (const [path, route] of routes)
      expect([path, (await client.get(`${path}?_data=routes%2F${route}`)).headers.get("x-remix-redirect")]).toEqual([
        path,
        "/profile",
      ]);
    expect((await client.post("/dashboard", { pick_id: 1 })).status).toBe(403);
    expect((await client.post("/settings", { display_mode: "light" })).status).toBe(403);
  });

  test("is refused by the API, by cookie and by bearer token", async () => {
    const { client, user } = await lapsedMember();
    const { token } = await (
      await app.client().call("POST", "/api/login", { email: user.email, password: "correct-horse-9" })
    ).json();
    const error = "Your membership has ended. Your profile shows how to renew it.";
    for (const path of closedCalls) {
      const byCookie = await client.call("GET", path);
      expect([path, byCookie.status, await byCookie.json()]).toEqual([path, 403, { error }]);
      expect((await fetch(app.origin + path, { headers: { Authorization: `Bearer ${token}` } })).status).toBe(403);
    }
    expect((await client.call("POST", "/api/member-picks", { pick_id: 1 })).status).toBe(403);
    expect((await client.call("PUT", `/api/users/${user.id}`, { name: "Still Mine" })).status).toBe(200);
  });

  test("renews by paying and has access at once, also after a reload", async () => {
    const { client, user, subscription } = await lapsedMember();
    const to = await redirectTarget(await client.post("/checkout"));
    expect([stripe.lastForm.get("client_reference_id"), stripe.lastForm.get("customer")]).toEqual([
      String(user.id),
      subscription.customer,
    ]);
    const paid = await fetch(`${to.replace(/#.*/, "")}?email=`, { redirect: "manual" });
    const back = paid.headers.get("location") ?? "";
    expect(back).toMatch(/\/profile\/renewed\?session_id=cs_\d+$/);
    for (let time = 0; time < 2; time += 1) {
      const answer = await client.get(back);
      expect([answer.status, answer.headers.get("location")]).toEqual([302, "/profile"]);
      expect(await membershipPanel(client)).toMatch(
        /^Membership Your membership is renewed\. Welcome back\. Active · renews on/,
      );
    }
    expect((await client.get("/dashboard")).status).toBe(200);
  });

  test("returns while Stripe is down and reads that the payment is safe", async () => {
    const { client, user } = await lapsedMember();
    const { session } = stripe.buy(user.email, begunBy(user.id));
    stripe.down = true;
    const answer = await client.get(`/profile/renewed?session_id=${session.id}`);
    expect([answer.status, visibleText(await answer.text())]).toEqual([
      503,
      expect.stringContaining("Your payment is safe. Reload this page in a moment."),
    ]);
  });
});

test("a starting server asks Stripe about ended periods that were never reported, and logs it", async () => {
  const { subscription, user } = await payingMember();
  stripe.end(subscription);
  await app.db
    .updateTable("subscriptions")
    .set({ period_end: "2026-01-02T03:04:05.000Z" })
    .where("id", "=", subscription.id)
    .execute();
  await endHolder(app.db);
  const server = await startApp({ ...stripe.env, ...environmentOf(app.path) });
  await expect
    .poll(
      async () =>
        (await app.db.selectFrom("users").select("access_until").where("id", "=", user.id).executeTakeFirstOrThrow())
          .access_until,
    )
    .not.toBeNull();
  await server.end();
  expect([
    server.output().includes("Subscriptions refreshed whose renewal or end Stripe did not report: 1."),
    complaints(server),
  ]).toEqual([true, []]);
  await server.stop();
});

test("access ends by itself at the end of the period, to the second", async () => {
  const { client, subscription } = await payingMember();
  const endIn = async (seconds: number) => {
    const end = Math.floor(Date.now() / 1000) + seconds;
    stripe.cancelAtPeriodEnd(subscription, end);
    await sendEvent("customer.subscription.updated", subscription.id);
    return end;
  };
  await endIn(3600);
  expect(await membershipPanel(client)).toMatch(/^Membership Canceled · access until/);
  // Long enough for a busy machine to send a few requests before.
  const end = await endIn(5);
  const seen: [before: boolean, status: number][] = [];
  await vi.waitUntil(
    async () => {
      const [asked, { status }, answered] = [Date.now(), await client.get("/dashboard"), Date.now()];
      // A request that spans the end may get either answer.
      if (answered < end * 1000 || asked >= end * 1000) seen.push([answered < end * 1000, status]);
      return seen.at(-1)?.[0] === false;
    },
    { timeout: 15_000, interval: 100 },
  );
  expect(seen.length).toBeGreaterThan(2);
  expect(seen.every(([before, status]) => status === (before ? 200 : 302))).toBe(true);
});

describe("the profile", () => {
  test.each([
    [
      "with a paid membership",
      () => {},
      /^Membership Active · renews on (\d\d\/\d\d\/\d{4}) Price \$49 \/ month Next charge \1 Card Visa ending in 4242 Change your card and see your invoices under "Manage billing"\. Manage billing Cancel membership$/,
    ],
    [
      "whose card failed",
      stripe.failCard.bind(stripe),
      /^Membership Payment failed Price \$49 \/ month Card Visa ending in 4242 Your last payment failed\. You keep access while we retry it\. Update your card under "Manage billing"\. Manage billing Cancel membership$/,
    ],
    [
      "who cancelled",
      stripe.cancelAtPeriodEnd.bind(stripe),
      /^Membership Canceled · access until \d\d\/\d\d\/\d{4} You will not be charged again\. Changed your mind\? Resume it under "Manage billing"\. Manage billing$/,
    ],
  ])("of a member %s shows that state", async (_who, change, text) => {
    const { client, subscription } = await payingMember();
    change(subscription);
    await sendEvent("customer.subscription.updated", subscription.id);
    expect(await membershipPanel(client)).toMatch(text);
    expect((await client.get("/dashboard")).status).toBe(200);
  });

  test("of a refunded member warns that a subscription still runs", async () => {
    const { client, invoice, subscription } = await payingMember();
    invoice.refunded = 4900;
    await sendEvent("charge.refunded", invoice.charge);
    const warning =
      'A subscription is still active. Cancel it under "Manage billing" if you don\'t want to be charged again.';
    expect(await membershipPanel(client)).toContain(`We keep your saved picks. ${warning}`);
    stripe.end(subscription);
    await sendEvent("customer.subscription.deleted", subscription.id);
    expect(await membershipPanel(client)).not.toContain(warning);
  });

  test("of a member who paid twice shows both subscriptions, each with its own billing link", async () => {
    const { client, user } = await payingMember();
    const second = stripe.buy(user.email, begunBy(user.id));
    await sendEvent("checkout.session.completed", second.session.id);
    expect(await membershipPanel(client)).toMatch(
      /You have 2 subscriptions and pay for each one\..*Subscription 1: Active.*Manage subscription 1 Subscription 2: Active.*Manage subscription 2$/,
    );
    const answer = await client.post("/profile/billing", { subscription: second.subscription.id });
    expect(await redirectTarget(answer)).toBe(`${stripe.origin}/portal/${second.subscription.customer}`);
  });

  test("leads to the billing page, and shows a message when it can't", async () => {
    const { client, subscription } = await payingMember();
    expect(await redirectTarget(await client.post("/profile/billing"))).toBe(
      `${stripe.origin}/portal/${subscription.customer}`,
    );
    stripe.down = true;
    const answer = await client.post("/profile/billing");
    expect([answer.status, alerts(await answer.text())]).toEqual([
      503,
      ["The payment service can't be reached right now. Please try again in a moment."],
    ]);
  });

  test("opens the billing page only to the proven owner of the email", async () => {
    const [email, password] = ["typed@example.test", "horse-typed-in-9"];
    const [stranger, own] = [app.client(), stripe.buy("stranger@example.test")];
    const signUp = {
      name: "Jordan Test",
      phone: "5551234567",
      email,
      password,
      confirm_password: password,
      role: "user",
      age_confirmed: "yes",
      session_id: own.session.id,
    };
    await stranger.post(`/signup?payment_success=true&session_id=${own.session.id}`, signUp);
    await stranger.post("/login", { email, password });
    const bought = stripe.buy(email);
    await sendEvent("checkout.session.completed", bought.session.id);
    const refused = await stranger.post("/profile/billing", { subscription: bought.subscription.id });
    expect([refused.status, refused.headers.get("refresh"), alerts(await refused.text())]).toEqual([
      409,
      null,
      [expect.stringMatching(/^There is no subscription to manage\./)],
    ]);
    expect(await redirectTarget(await stranger.post("/profile/billing", { subscription: own.subscription.id }))).toBe(
      `${stripe.origin}/portal/${own.subscription.customer}`,
    );
    const { id } = await app.db.selectFrom("users").select("id").where("email", "=", email).executeTakeFirstOrThrow();
    const buyer = app.client();
    await buyer.post("/forgot-password", { email });
    const new_password = "horse-of-my-own-9";
    await buyer.post("/verify-otp", { otp: await mailedCode(app, id), new_password, confirm_password: new_password });
    await buyer.signIn(email, new_password);
    expect(await redirectTarget(await buyer.post("/profile/billing", { subscription: bought.subscription.id }))).toBe(
      `${stripe.origin}/portal/${bought.subscription.customer}`,
    );
    expect((await stranger.get("/profile")).status).toBe(302);
  });

  test("of staff shows no membership", async () => {
    const html = await (await app.signedIn("admin")).text("/profile");
    expect([html.includes("Your Profile"), html.includes('id="membership"')]).toEqual([true, false]);
  });
});
