/**
 * Every route refuses a cross-site request with 403 and changes nothing, except /unsubscribe/$token, where the secret
 * in the path authorises: unsubscribe.test.ts.
 */
import { beforeAll, expect, test } from "vitest";
import { type Client, startApp } from "../../support/app/app.ts";
import { createAffiliateRequest, createDueAffiliate } from "../../support/database/affiliates.ts";
import { createUser, formFields, nextNumber, pickFields, testPassword } from "../../support/database/factories.ts";
import { everything, publish } from "../../support/database/picks.ts";
import { newSubscription } from "../../support/push-device.ts";
import { useApp } from "../../support/app/use-app.ts";

type Fields = Readonly<Record<string, unknown>>;
interface Entry {
  method: string;
  path: string;
  fields: Fields;
}

const app = useApp();
let staff: Client;
let target: Fields;
const ids = { regular: 0, pro: 0, person: 0, affiliate: 0, request: 0 };
const newcomer = { email: "newcomer@example.test", password: testPassword, role: "user" };
beforeAll(async () => {
  staff = await app.signedIn("superadmin");
  ids.regular = await publish(staff);
  ids.pro = await publish(staff, {}, "/api/propicks");
  ids.person = (await createUser(app.db)).id;
  ids.affiliate = await createDueAffiliate(app.db);
  ids.request = await createAffiliateRequest(app.db);
  target = { email: (await createUser(app.db)).email, password: testPassword };
});

const inTwoDays = new Date(Date.now() + 2 * 86_400_000).toISOString();
/** Another one each time: a form asks before it publishes a pick that is open already. */
const newPick = () => formFields({ pick: `Knicks +${nextNumber()}` });

const entries: Readonly<Record<string, () => Entry>> = {
  "/login": () => ({ method: "POST", path: "/login", fields: target }),
  "/admin-login": () => ({ method: "POST", path: "/admin-login", fields: target }),
  "/login-code": () => ({ method: "POST", path: "/login-code", fields: { code: "123456" } }),
  "/profile/two-factor": () => ({ method: "POST", path: "/profile/two-factor", fields: { step: "begin" } }),
  "/signup": () => ({ method: "POST", path: "/signup?payment_success=true", fields: signUp() }),
  "/forgot-password": () => ({ method: "POST", path: "/forgot-password", fields: { email: target.email } }),
  "/verify-otp": () => ({
    method: "POST",
    path: "/verify-otp",
    fields: { otp: "12345678", new_password: "another-horse-9" },
  }),
  "/logout": () => ({ method: "POST", path: "/logout", fields: {} }),
  "/affiliate-signup": () => ({
    method: "POST",
    path: "/affiliate-signup",
    fields: { name: "A", email: "a@partner.example", phone: "555-0100" },
  }),
  "/admin/picks": () => ({ method: "POST", path: "/admin/picks", fields: newPick() }),
  "/admin/picks/$id": () => ({
    method: "POST",
    path: `/admin/picks/${ids.regular}`,
    fields: pickFields({ pick: "changed" }),
  }),
  "/admin/picks/$id/correct": () => ({
    method: "POST",
    path: `/admin/picks/${ids.regular}/correct`,
    fields: { pick: "changed" },
  }),
  "/admin/picks/$id/delete": () => ({ method: "POST", path: `/admin/picks/${ids.regular}/delete`, fields: {} }),
  "/admin/free-pick/$id": () => ({ method: "POST", path: `/admin/free-pick/${ids.pro}`, fields: { free: "yes" } }),
  "/admin/propicks": () => ({ method: "POST", path: "/admin/propicks", fields: newPick() }),
  "/admin/propicks/$id": () => ({
    method: "POST",
    path: `/admin/propicks/${ids.pro}`,
    fields: pickFields({ pick: "changed" }),
  }),
  "/admin/propicks/$id/correct": () => ({
    method: "POST",
    path: `/admin/propicks/${ids.pro}/correct`,
    fields: { pick: "changed" },
  }),
  "/admin/propicks/$id/delete": () => ({ method: "POST", path: `/admin/propicks/${ids.pro}/delete`, fields: {} }),
  "/admin/site/$text/$step?": () => ({ method: "POST", path: "/admin/site/faq", fields: { body: "a" } }),
  "/admin/sidebar/$step?": () => ({
    method: "POST",
    path: "/admin/sidebar",
    fields: { results: "a", notes: "b", next: "c" },
  }),
  "/admin/learn/$step?": () => ({ method: "POST", path: "/admin/learn", fields: { type: "tip", content: "changed" } }),
  "/dashboard": () => ({ method: "POST", path: "/dashboard", fields: { pick_id: ids.regular } }),
  "/propicks": () => ({ method: "POST", path: "/propicks", fields: { propick_id: ids.pro } }),
  "/my-card/$id/remove": () => ({ method: "POST", path: `/my-card/${ids.regular}/remove`, fields: {} }),
  "/profile": () => ({ method: "POST", path: "/profile", fields: { name: "Changed", phone: "1" } }),
  "/profile/password": () => ({
    method: "POST",
    path: "/profile/password",
    fields: { current_password: testPassword, password: "another-horse-9", confirm: "another-horse-9" },
  }),
  "/profile/sessions": () => ({ method: "POST", path: "/profile/sessions", fields: { session_id: 1 } }),
  "/profile/confirm": () => ({ method: "POST", path: "/profile/confirm", fields: {} }),
  "/profile/break": () => ({ method: "POST", path: "/profile/break", fields: { until: inTwoDays } }),
  "PUT /api/break": () => ({ method: "PUT", path: "/api/break", fields: { until: inTwoDays } }),
  "/confirm-email/$token": () => ({ method: "POST", path: "/confirm-email/nobodys", fields: {} }),
  "POST /api/alert-devices": () => ({ method: "POST", path: "/api/alert-devices", fields: newSubscription() }),
  "DELETE /api/alert-devices/$id": () => ({ method: "DELETE", path: "/api/alert-devices/1", fields: {} }),
  "POST /api/alert-devices/$id/test": () => ({ method: "POST", path: "/api/alert-devices/1/test", fields: {} }),
  "DELETE /api/sessions/$id": () => ({ method: "DELETE", path: "/api/sessions/1", fields: {} }),
  "/profile/billing": () => ({ method: "POST", path: "/profile/billing", fields: {} }),
  "/profile/cancel": () => ({ method: "POST", path: "/profile/cancel", fields: { subscription: "sub_1" } }),
  "/profile/close": () => ({ method: "POST", path: "/profile/close", fields: { current_password: testPassword } }),
  "/profile/keep": () => ({ method: "POST", path: "/profile/keep", fields: {} }),
  "/checkout": () => ({ method: "POST", path: "/checkout", fields: {} }),
  "POST /api/stripe/webhook": () => ({ method: "POST", path: "/api/stripe/webhook", fields: {} }),
  "/settings": () => ({
    method: "POST",
    path: "/settings",
    fields: { display_mode: "light", email_notifications: "0", sms_alerts: "1" },
  }),
  "/settings/devices/remove": () => ({ method: "POST", path: "/settings/devices/remove", fields: { device_id: 1 } }),
  "/settings/devices/test": () => ({ method: "POST", path: "/settings/devices/test", fields: { device_id: 1 } }),
  "/settings/news": () => ({
    method: "POST",
    path: "/settings/news",
    fields: { quiet_from: "22:00", quiet_until: "07:00", quiet_late: "never", zone: "UTC", push_text: "count" },
  }),
  "/admin/announcements/$id/$step?": () => ({
    method: "POST",
    path: "/admin/announcements/new",
    fields: { subject: "Prices", body: "From May on.", "to.paid": "1" },
  }),
  "/admin/deliveries": () => ({ method: "POST", path: "/admin/deliveries", fields: {} }),
  "POST /api/deliveries/test": () => ({ method: "POST", path: "/api/deliveries/test", fields: {} }),
  "/admin/users": () => ({ method: "POST", path: "/admin/users", fields: newcomer }),
  "/admin/users/import/$step?": () => ({
    method: "POST",
    path: "/admin/users/import",
    fields: { text: "email\na@b.example" },
  }),
  "/admin/everything.zip": () => ({ method: "POST", path: "/admin/everything.zip", fields: {} }),
  "/admin/users/$id/ask/$action": () => ({
    method: "POST",
    path: `/admin/users/${ids.person}/ask/confirm`,
    fields: {},
  }),
  "/admin/users/$id/$form?": () => ({
    method: "POST",
    path: `/admin/users/${ids.person}/role`,
    fields: { role: "admin" },
  }),
  "/admin/users/$id/delete": () => ({ method: "POST", path: `/admin/users/${ids.person}/delete`, fields: {} }),
  "POST /api/users": () => ({ method: "POST", path: "/api/users", fields: newcomer }),
  "DELETE /api/users/$id": () => ({ method: "DELETE", path: `/api/users/${ids.person}`, fields: {} }),
  "PUT /api/users/$id/role": () => ({
    method: "PUT",
    path: `/api/users/${ids.person}/role`,
    fields: { role: "admin" },
  }),
  "PUT /api/users/$id/access": () => ({
    method: "PUT",
    path: `/api/users/${ids.person}/access`,
    fields: { access: "open" },
  }),
  "DELETE /api/users/$id/subscriptions/$subscription": () => ({
    method: "DELETE",
    path: `/api/users/${ids.person}/subscriptions/sub_1`,
    fields: {},
  }),
  "PUT /api/users/$id/password": () => ({
    method: "PUT",
    path: `/api/users/${ids.person}/password`,
    fields: { password: "another-horse-9" },
  }),
  "PUT /api/users/$id/status": () => ({ method: "PUT", path: `/api/users/${ids.person}/status`, fields: {} }),
  "POST /api/learn": () => ({ method: "POST", path: "/api/learn", fields: { type: "tip", content: ["changed"] } }),
  "POST /api/tips": () => ({ method: "POST", path: "/api/tips", fields: { content: "changed" } }),
  "POST /api/member-picks": () => ({ method: "POST", path: "/api/member-picks", fields: { pick_id: ids.regular } }),
  "DELETE /api/member-picks/$id": () => ({ method: "DELETE", path: `/api/member-picks/${ids.regular}`, fields: {} }),
  "POST /api/member-propicks": () => ({
    method: "POST",
    path: "/api/member-propicks",
    fields: { propick_id: ids.pro },
  }),
  "DELETE /api/member-propicks/$id": () => ({ method: "DELETE", path: `/api/member-propicks/${ids.pro}`, fields: {} }),
  "POST /api/affiliates": () => ({
    method: "POST",
    path: "/api/affiliates",
    fields: { name: "Sample", email: "partner@example.test" },
  }),
  "PUT /api/affiliates/$id": () => ({ method: "PUT", path: "/api/affiliates/1", fields: { name: "Sample" } }),
  "DELETE /api/affiliates/$id": () => ({ method: "DELETE", path: "/api/affiliates/1", fields: {} }),
  "/admin/affiliates/new": () => ({
    method: "POST",
    path: "/admin/affiliates/new",
    fields: { name: "Sample", email: "partner@example.test" },
  }),
  "/admin/affiliates/$id/edit": () => ({
    method: "POST",
    path: `/admin/affiliates/${ids.affiliate}/edit`,
    fields: { name: "Changed", email: "changed@example.test" },
  }),
  "/admin/affiliates/$id/delete": () => ({
    method: "POST",
    path: `/admin/affiliates/${ids.affiliate}/delete`,
    fields: {},
  }),
  "/admin/affiliates/$id/renew": () => ({
    method: "POST",
    path: `/admin/affiliates/${ids.affiliate}/renew`,
    fields: {},
  }),
  "/admin/affiliates/$id/referrals/$referral/take-back": () => ({
    method: "POST",
    path: `/admin/affiliates/${ids.affiliate}/referrals/1/take-back`,
    fields: { reason: "A lost dispute" },
  }),
  "/admin/affiliates/requests/$id/approve": () => ({
    method: "POST",
    path: `/admin/affiliates/requests/${ids.request}/approve`,
    fields: {},
  }),
  "/admin/affiliates/requests/$id/dismiss": () => ({
    method: "POST",
    path: `/admin/affiliates/requests/${ids.request}/dismiss`,
    fields: {},
  }),
  "/admin/affiliates/payouts/confirm": () => ({
    method: "POST",
    path: "/admin/affiliates/payouts/confirm",
    fields: { [`pay_${ids.affiliate}`]: 980 },
  }),
  "POST /api/track-visit": () => ({ method: "POST", path: "/api/track-visit", fields: {} }),
  "PUT /api/settings": () => ({ method: "PUT", path: "/api/settings", fields: { display_mode: "light" } }),
  "PUT /api/news-settings": () => ({ method: "PUT", path: "/api/news-settings", fields: { push_text: "count" } }),
  "PUT /api/users/$id": () => ({ method: "PUT", path: "/api/users/1", fields: { name: "Changed" } }),
  "/admin/picks as data": () => ({
    method: "POST",
    path: "/admin/picks?_data=routes%2Fadmin.picks._index",
    fields: newPick(),
  }),
  "/admin/picks/$id/delete as data": () => ({
    method: "POST",
    path: `/admin/picks/${ids.regular}/delete?_data=routes%2Fadmin.picks.%24id.delete`,
    fields: {},
  }),
  "/logout as data": () => ({ method: "POST", path: "/logout?_data=routes%2Flogout", fields: {} }),
  "/login as data": () => ({ method: "POST", path: "/login?_data=routes%2Flogin", fields: target }),
  "POST /api/login": () => ({ method: "POST", path: "/api/login", fields: target }),
  "POST /api/signup": () => ({ method: "POST", path: "/api/signup", fields: signUp() }),
  "POST /api/log-purchase": () => ({ method: "POST", path: "/api/log-purchase", fields: { user_id: 1 } }),
  "POST /api/request-otp": () => ({ method: "POST", path: "/api/request-otp", fields: { email: target.email } }),
  "POST /api/verify-otp": () => ({
    method: "POST",
    path: "/api/verify-otp",
    fields: { email: target.email, otp: "12345678", new_password: "another-horse-9" },
  }),
  "POST /api/logout": () => ({ method: "POST", path: "/api/logout", fields: {} }),
  "POST /api/picks": () => ({ method: "POST", path: "/api/picks", fields: pickFields() }),
  "PUT /api/picks/$id": () => ({ method: "PUT", path: `/api/picks/${ids.regular}`, fields: { pick: "changed" } }),
  "DELETE /api/picks/$id": () => ({ method: "DELETE", path: `/api/picks/${ids.regular}`, fields: {} }),
  "POST /api/propicks": () => ({ method: "POST", path: "/api/propicks", fields: pickFields() }),
  "PUT /api/propicks/$id": () => ({ method: "PUT", path: `/api/propicks/${ids.pro}`, fields: { pick: "changed" } }),
  "DELETE /api/propicks/$id": () => ({ method: "DELETE", path: `/api/propicks/${ids.pro}`, fields: {} }),
  "POST /api/sidebar": () => ({ method: "POST", path: "/api/sidebar", fields: { results: "a" } }),
  "POST /api/picks as data": () => ({
    method: "POST",
    path: "/api/picks?_data=routes%2Fapi.picks._index",
    fields: pickFields(),
  }),
};

function signUp(): Fields {
  return {
    name: "New",
    phone: "555-0100",
    email: "new@example.test",
    password: "line-shopping-2026",
    age_confirmed: "yes",
  };
}

const attacks: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "a foreign Origin": { Origin: "https://evil.test" },
  "our host on another port": { Origin: "http://127.0.0.1:1" },
  "our origin as a prefix": { Origin: "ORIGIN.evil.test" },
  "Origin null": { Origin: "null" },
  "a garbage Origin": { Origin: "garbage" },
  "an empty Origin": { Origin: "" },
  "Sec-Fetch-Site cross-site": { "Sec-Fetch-Site": "cross-site" },
  "cross-site with our Origin": { "Sec-Fetch-Site": "cross-site", Origin: "ORIGIN" },
  "Sec-Fetch-Site same-site": { "Sec-Fetch-Site": "same-site", Origin: "ORIGIN" },
  "an unknown Sec-Fetch-Site": { "Sec-Fetch-Site": "anything" },
  "neither header, with the cookie": {},
  "a foreign Origin with a matching X-Forwarded-Host": { Origin: "https://evil.test", "X-Forwarded-Host": "evil.test" },
  "a foreign Referer alone": { Referer: "https://evil.test/" },
};

test.each(Object.keys(attacks))("a request with %s is refused at every route", async (attack) => {
  const passed: string[] = [];
  for (const name of Object.keys(entries)) {
    const before = await everything(app);
    const answer = await send(staff, entryOf(name), attacks[attack] ?? {});
    if (answer.status !== 403) passed.push(`${name} answered ${answer.status}`);
    if (answer.headers.getSetCookie().length > 0) passed.push(`${name} set a cookie`);
    if ((await everything(app)) !== before) passed.push(`${name} changed something`);
  }
  expect(passed).toEqual([]);
});

test("the refusal is a page for a form and JSON for an API call", async () => {
  const page = await (await send(staff, entryOf("/admin/picks"), { "Sec-Fetch-Site": "cross-site" })).text();
  expect(page).toContain("This request came from another site and was not carried out.");
  expect(page).not.toContain("What you entered");
  const call = await send(staff, entryOf("POST /api/picks"), { "Sec-Fetch-Site": "cross-site" });
  expect(await call.json()).toEqual({ error: "This request came from another site and was not carried out." });
});

test("a cross-site form can't sign a visitor in", async () => {
  for (const name of ["/login", "/admin-login", "POST /api/login"]) {
    const answer = await send(app.client(), entryOf(name), {
      Origin: "https://evil.test",
      "Sec-Fetch-Site": "cross-site",
    });
    expect([name, answer.status, answer.headers.getSetCookie()]).toEqual([name, 403, []]);
  }
});

const allowedHeaders: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "Sec-Fetch-Site same-origin": { "Sec-Fetch-Site": "same-origin" },
  "Sec-Fetch-Site same-origin, with our Origin": { "Sec-Fetch-Site": "same-origin", Origin: "ORIGIN" },
  "Sec-Fetch-Site same-origin, with Origin null": { "Sec-Fetch-Site": "same-origin", Origin: "null" },
  "Sec-Fetch-Site none, as on a reload after a form": { "Sec-Fetch-Site": "none" },
  "our Origin alone": { Origin: "ORIGIN" },
  "our Origin and a foreign X-Forwarded-Host": { Origin: "ORIGIN", "X-Forwarded-Host": "evil.test" },
};

test.each(Object.keys(allowedHeaders))("%s is accepted at a page, as data and at the API", async (name) => {
  const statuses = [];
  for (const entry of ["/admin/picks", "/admin/picks as data", "POST /api/picks"])
    statuses.push((await send(staff, entryOf(entry), allowedHeaders[name] ?? {})).status);
  expect(statuses).toEqual([303, 204, 201]);
});

test("without a configured origin the request's own host is compared", async () => {
  const demo = await startApp({ APP_ORIGIN: "", DEMO: "1" });
  const client = await demo.signedIn("admin");
  const post = (origin: string) =>
    client.fetch("/api/picks", {
      method: "POST",
      body: JSON.stringify(pickFields()),
      headers: { Origin: origin, "Content-Type": "application/json" },
    });
  const behindProxy = demo.origin.replace("http:", "https:");
  const statuses = [
    (await post(demo.origin)).status,
    (await post(behindProxy)).status,
    (await post("https://evil.test")).status,
    (await post("null")).status,
    (await post(demo.origin.replace("//", "//evil."))).status,
    (await post(`${demo.origin}.evil.test`)).status,
  ];
  await demo.stop();
  expect(statuses).toEqual([201, 201, 403, 403, 403, 403]);
});

function entryOf(name: string): Entry {
  const entry = entries[name];
  if (!entry) throw new Error(`No entry ${name}`);
  return entry();
}

function send(
  client: Client,
  { method, path, fields }: Entry,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  const filledHeaders = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, value.replace("ORIGIN", app.origin)]),
  );
  if (path.startsWith("/api/"))
    return client.fetch(path, {
      method,
      body: JSON.stringify(fields),
      headers: { ...filledHeaders, "Content-Type": "application/json" },
    });
  return client.fetch(path, {
    method,
    body: new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)])),
    headers: filledHeaders,
  });
}
