/** What a page weighs on the wire: one round trip of a fresh connection carries about 14 KB, and the style sheet stands in the page. */
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { sports } from "../../app/models/pick.ts";
import { roles } from "../../app/policy.ts";
import { ask } from "../bench/load.ts";
import type { Client } from "../support/app.ts";
import { createAffiliate, createAffiliateRequest } from "../support/affiliates.ts";
import { builtRoutes } from "../support/built-routes.ts";
import { createUser, putOnCard } from "../support/factories.ts";
import { publish } from "../support/picks.ts";
import { useApp } from "../support/use-app.ts";

const limit = 14_336;
const teamDomains = ["knicks-fan", "mail", "night-owls", "post"] as const;

const app = useApp({ TRUST_PROXY: "1" });
let staff: Client;
let member: Client;
beforeAll(async () => {
  staff = await app.signedIn("superadmin");
  member = await app.signedIn("user");
  for (const path of ["/api/picks", "/api/propicks"]) {
    for (let index = 0; index < 32; index += 1) await publish(staff, demoLike(index), path);
  }
  for (let index = 0; index < 40; index += 1) await createUser(app.db, { email: `somebody.${index * 7919}@${teamDomains[index % 4]}.example`, name: `${["Robin", "Ana", "Kim", "Lee"][index % 4]} Test ${index * 13}`, role: roles[index % 3] });
  const { id } = await app.db.selectFrom("users").select("id").executeTakeFirstOrThrow();
  const { id: memberId } = await app.db.selectFrom("users").select("id").where("role", "=", "user").orderBy("id").executeTakeFirstOrThrow();
  await putOnCard(app.db, memberId, await app.db.selectFrom("picks").select("id").execute());
  await app.db.insertInto("unsubscribe_tokens").values({ user_id: id, token: "of-a-member-padded-to-at-least-forty-characters" }).execute();
  for (const [index, name] of partners.entries()) await createAffiliate(app.db, { name, clicks: 1284 - index * 137, purchases: Array.from({ length: 12 - index }, () => 31) });
  for (const remarks of ["I run a weekly NBA podcast with about 4,000 listeners.", ""]) await createAffiliateRequest(app.db, { remarks });
  await staff.call("POST", "/api/sidebar", { results: "Yesterday 4-1, +3.18u\nLast 7 days 19-11, +6.42u", notes: "Rest and travel are priced in.\nLate scratches are not: check the line-up before tip-off.", next: "Tomorrow, 9:00 AM ET" });
});

const partners = ["Courtside Media", "Parlay Pod", "Sharp Sunday", "Line Shop Weekly", "Weekend Wagers", "The Closing Line", "Bankroll Daily", "Hockey Totals", "Puck Drop Club", "Moneyline Mornings", "Octagon Odds"];
const affiliatePages = ["/admin/affiliates", "/admin/affiliates/new", "/admin/affiliates/1/edit", "/admin/affiliates/1/delete", "/admin/affiliates/1/renew", "/admin/affiliates/requests/1/approve", "/admin/affiliates/requests/1/dismiss", "/admin/affiliates/payouts", "/admin/affiliates/payouts/confirm?pay_1=11760&pay_2=10780"];
const memberPages = ["/dashboard", "/history", "/history?page=3&sort=oldest", "/propicks", "/propicks-history", "/propicks-history?range=last30", "/profile", "/profile/password", "/settings", "/learn", "/learn?tab=tips", "/offline"];
const cardPages = ["/my-card", "/my-card?tab=results", "/my-card/1/remove"];
const staffPages = [
  "/admin", "/admin/picks", "/admin/picks/1", "/admin/picks/1/delete", "/admin/propicks", "/admin/propicks/33", "/admin/propicks/33/delete", "/admin/sidebar", "/admin/learn", "/admin/learn/preview",
  "/admin/users", "/admin/users?page=2", "/admin/users/1", "/admin/users/2", "/admin/users/2/delete", "/admin/users/2/two-factor", "/admin/users/2/password", "/admin/users/2/role", "/admin/users/2/status", "/profile/two-factor",
  "/admin/audit", "/admin/audit?page=2", "/nowhere", ...memberPages, ...affiliatePages,
];
const publicPages = [
  "/", "/pricing", "/checkout", "/affiliate-signup", "/terms", "/privacy", "/responsible-gaming", "/login", "/admin-login",
  "/signup?payment_success=true", "/signup?payment_success=no", "/forgot-password", "/verify-otp", "/login-code", "/unsubscribe/of-a-member-padded-to-at-least-forty-characters", "/logout", "/nowhere",
];

// Files, addresses that lead on, and what a test of its own weighs.
const notHere = ["/admin/affiliates.csv", "/admin/affiliates/payouts/$id.csv", "/admin/audit.csv", "/partners/$token/months.csv", "/healthz", "/readyz", "/demo/checkout", "/profile/billing", "/profile/renewed", "/partners/$token"];

test("every page of the build is weighed", () => {
  const weighed = [...publicPages, ...memberPages, ...cardPages, ...staffPages].map((path) => path.replace(/\?.*/, ""));
  const pages = builtRoutes().filter(({ isApi }) => !isApi).map(({ path }) => path);
  const missing = pages.filter((path) => !weighed.some((one) => new RegExp(`^${path.replace(/\$\w*/g, "[^/]+")}$`).test(one)));
  expect(missing.toSorted(), "Add it to the pages of whoever may see it").toEqual(notHere.toSorted());
});

describe.each([["visitor", publicPages], ["user", [...memberPages, ...cardPages]], ["superadmin", staffPages]] as const)("for a %s", (who, paths) => {
  test.each(paths)("%s arrives in one round trip", async (path) => {
    const html = await clientOf(who).text(path);
    expect(gzipSync(html).byteLength).toBeLessThanOrEqual(limit);
  });

  test.each(paths)("%s has each symbol that it uses, once, and no id twice", async (path) => {
    const html = await clientOf(who).text(path);
    const symbols = [...html.matchAll(/<symbol id="([^"]+)"/g)].map((match) => match[1]);
    const used = new Set([...html.matchAll(/<use href="#([^"]+)"/g)].map((match) => match[1]));
    expect([...used].filter((name) => !symbols.includes(name))).toEqual([]);
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });
});

const failures = [
  ["a failed sign-in", "/login", { email: "a@b.example", password: "wrong-password" }],
  ["a failed sign-up", "/signup?payment_success=true", { age_confirmed: "no", role: "admin" }],
  ["a failed affiliate request", "/affiliate-signup", { name: "", email: "x", phone: "1", remarks: "x" }],
  ["a failed pick", "/admin/picks", { unit_size: "x", game_date: "x" }],
  ["a conflict", "/admin/picks/1", { version: 99, pick: "mine" }],
  ["a signed-out form", "/admin/sidebar", { results: "r" }],
] as const;

test.each(failures)("the page after %s arrives in one round trip, with its symbols", async (title, path, fields) => {
  const client = title === "a signed-out form" || path === "/login" ? app.client() : staff;
  const html = await (await client.post(path, fields)).text();
  expect(gzipSync(html).byteLength).toBeLessThanOrEqual(limit);
  for (const [, name] of html.matchAll(/<use href="#([^"]+)"/g)) expect(html).toContain(`<symbol id="${name}"`);
});

test("a partner's page arrives in one round trip", async () => {
  const { partner_token } = await app.db.selectFrom("affiliates").select("partner_token").orderBy("id").executeTakeFirstOrThrow();
  const html = await app.client().text(`/partners/${partner_token}`);
  expect([html.includes("Courtside Media"), gzipSync(html).byteLength <= limit]).toEqual([true, true]);
});

test("the page with the QR code of two-factor sign-in arrives in one round trip", async () => {
  const long = await createUser(app.db, { role: "admin", email: `${"a-long-part.".repeat(5)}before@the-at-sign.of-an-address.example` });
  const client = app.client();
  await client.signIn(long.email);
  await client.post("/profile/two-factor", { step: "begin" });
  const html = await client.text("/profile/two-factor");
  expect([html.includes('aria-label="QR code'), gzipSync(html).byteLength]).toEqual([true, expect.any(Number)]);
  expect(gzipSync(html).byteLength).toBeLessThanOrEqual(limit);
});

test("the landing page, the heaviest of all, weighs at most 14,336 bytes as gzip -9 packs it", async () => {
  expect(gzipSync(await app.client().text("/"), { level: 9 }).byteLength).toBeLessThanOrEqual(limit);
});

test("what the server sends is no heavier than that", async () => {
  const answer = await staff.fetch("/admin/picks", { headers: { "Accept-Encoding": "gzip" } });
  expect([answer.headers.get("content-encoding"), (await answer.text()).length > 10_000]).toEqual(["gzip", true]);
});

test("the refresh that finds nothing new takes at most 400 bytes, headers and all", async () => {
  const cookies = [[...member.cookies].map(([name, value]) => `${name}=${value}`).join("; ")];
  for (const path of ["/api/picks/version", "/api/propicks/version"]) {
    const { headers } = await ask(app.origin, { path, cookies });
    const { status, headerBytes, bodyBytes } = await ask(app.origin, { path, cookies, headers: { "If-None-Match": String(headers.etag) } });
    expect([path, status, bodyBytes, headerBytes <= 400]).toEqual([path, 304, 0, true]);
  }
});

function clientOf(who: "visitor" | "user" | "superadmin"): Client {
  if (who === "visitor") return app.client();
  return who === "user" ? member : staff;
}

/** Rows as different from each other as real ones, so that they compress no better. */
function demoLike(index: number): Record<string, unknown> {
  const teams = ["Oklahoma City Thunder", "San Antonio Spurs", "Philadelphia 76ers", "Los Angeles Dodgers", "Kansas City Chiefs", "Vegas Golden Knights", "Minnesota Timberwolves", "Tampa Bay Buccaneers", "Alex Pereira", "Jacksonville State"];
  const [away, home] = [teams[(index * 7) % 10], teams[(index * 3 + 1) % 10]];
  const won = index % 3 !== 0;
  return {
    game: `${away} @ ${home}`, game_date: `11/${String((index % 20) + 1).padStart(2, "0")}/2026`, time: `${(index % 11) + 1}:${index % 2 === 0 ? "05" : "40"} PM ET`,
    pick: `${home} ${index % 2 === 0 ? "-" : "+"}${(index * 13) % 11}.5 (-1${String(index % 30).padStart(2, "0")})`, sport: sports[index % 8], tag: index % 4 === 0 ? "Manual Edge" : "SIM CERTIFIED",
    sim_confidence: (52 + ((index * 37) % 300) / 10).toFixed(1), unit_size: (1 + (index % 5) / 4).toFixed(2),
    ...(index < 12 ? {} : { verdict: won ? "✅" : "❌", closing_line: `-${(index * 11) % 9}.5`, beat_clv: index % 2 === 0 ? "✅" : "❌", units_result: won ? `1.${(index * 17) % 90 + 10}` : "-1.25" }),
  };
}
