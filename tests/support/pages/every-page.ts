import { dateIn } from "../../../app/time/zone-time.ts";
import { sports } from "../../../app/models/bets/sports.ts";
import { roles } from "../../../app/policy.ts";
import { createAffiliate, createAffiliateRequest } from "../database/affiliates.ts";
import type { App, Client } from "../app/app.ts";
import { builtRoutes } from "../app/built-routes.ts";
import { createConfirmation, createUser, createWaitingUser, putOnCard, endGames } from "../database/factories.ts";
import { publish } from "../database/picks.ts";
import { plainPages, webhook } from "./plain-pages.ts";

const unsubscribeToken = "of-a-member-padded-to-at-least-forty-characters";
const confirmationToken = "of-a-newcomer-padded-to-at-least-forty-characters";
const teamDomains = ["knicks-fan", "mail", "night-owls", "post"] as const;
const partners = [
  "Courtside Media",
  "Parlay Pod",
  "Sharp Sunday",
  "Line Shop Weekly",
  "Weekend Wagers",
  "The Closing Line",
  "Bankroll Daily",
  "Hockey Totals",
  "Puck Drop Club",
  "Moneyline Mornings",
  "Octagon Odds",
];

const memberPages = [
  ...plainPages.member,
  "/record",
  "/history?page=3&sort=oldest",
  "/propicks-history?range=last30",
  "/nothing-here",
] as const;

export const everyPage = {
  visitor: [
    ...plainPages.visitor,
    "/record?split=month&page=2&stream=regular",
    "/record?show=no-price",
    "/record/picks/regular:1",
    "/record/picks/regular:13",
    `/unsubscribe/${unsubscribeToken}`,
    `/confirm-email/${confirmationToken}`,
  ],
  user: [...memberPages, ...plainPages.card, "/my-card/1/remove", "/my-card/1/line"],
  superadmin: [
    ...plainPages.content,
    ...plainPages.people,
    ...memberPages,
    "/admin/picks/1",
    "/admin/picks/1/correct",
    "/admin/picks/1/delete",
    "/admin/free-pick/1",
    "/admin/picks?copy=1",
    "/admin/propicks/33",
    "/admin/propicks/33/correct",
    "/admin/propicks/33/delete",
    "/admin/grade/1/move",
    "/admin/grade/13/reopen",
    "/admin/grade/aliases/take-back?sport=NBA&alias=nyk",
    "/admin/keys/1/revoke",
    "/admin/channels?type=telegram",
    "/admin/channels/1",
    "/admin/channels/1/test",
    "/admin/channels/1/secret",
    "/admin/channels/1/remove",
    "/admin/announcements/1",
    "/admin/announcements/1/send",
    "/admin/deliveries?member=somebody",
    "/admin/site/terms",
    "/admin/site/faq/preview",
    "/admin/site/name/restore",
    "/admin/users?page=2",
    "/admin/users?access=paid&seen=7",
    "/admin/users/1",
    "/admin/users/2",
    "/admin/users/2/delete",
    "/admin/users/2/ask/confirm",
    "/admin/users/2/ask/two-factor",
    "/admin/users/2/password",
    "/admin/users/2/role",
    "/admin/users/2/access",
    "/admin/users/2/detach",
    "/admin/users/2/status",
    "/admin/users/2/payment",
    "/admin/audit?page=2",
    "/admin/affiliates/1/edit",
    "/admin/affiliates/1/delete",
    "/admin/affiliates/1/renew",
    "/admin/affiliates/1/referrals",
    "/admin/affiliates/1/referrals/1/take-back",
    "/admin/affiliates/requests/1/approve",
    "/admin/affiliates/requests/1/dismiss",
    "/admin/affiliates/payouts/confirm?pay_1=11760&pay_2=10780",
  ],
} as const;

/** Invalid forms: role, path, fields. A version of 99 is a conflict. */
export const refusedForms = [
  ["visitor", "/login", { email: "a@b.example", password: "wrong-password" }],
  ["visitor", "/admin-login", {}],
  ["visitor", "/login-code", { code: "x" }],
  ["visitor", "/forgot-password", { email: "x" }],
  ["visitor", "/verify-otp", { otp: "x" }],
  ["visitor", "/signup?payment_success=true", { age_confirmed: "no", role: "admin" }],
  ["visitor", "/affiliate-signup", { name: "", email: "x", phone: "1", remarks: "x" }],
  ["visitor", "/admin/sidebar", { results: "r" }],
  ["visitor", "/record/verify", {}],
  ["user", "/dashboard", { pick_id: "x" }],
  ["user", "/profile", { name: "" }],
  ["user", "/profile/password", { password: "x" }],
  ["user", "/profile/sessions", {}],
  ["user", "/profile/billing", {}],
  ["user", "/profile/break?length=1-day", { until: "x" }],
  ["user", "/profile/cancel", {}],
  ["user", "/profile/close", { current_password: "x" }],
  ["user", "/settings", { display_mode: "x" }],
  ["superadmin", "/admin/picks", { unit_size: "x", game_date: "x" }],
  ["superadmin", "/admin/picks/review", { do: "publish" }],
  ["superadmin", "/admin/picks/import", { text: "game,game" }],
  ["superadmin", "/admin/propicks", {}],
  ["superadmin", "/admin/picks/1", { version: 99, pick: "mine" }],
  ["superadmin", "/admin/free-pick/1", { free: "x" }],
  ["superadmin", "/admin/picks/1/correct", { pick: "mine" }],
  ["superadmin", "/admin/picks/1/correct", { pick: "mine", reason: "A typo." }],
  ["superadmin", "/admin/sidebar", { results: "a\u0000b" }],
  ["superadmin", "/admin/site/sample-results", { body: "NBA | one" }],
  ["superadmin", "/admin/grade", { text: "game,game" }],
  ["superadmin", "/admin/grade/1/move", { game_date: "" }],
  ["superadmin", "/admin/grade/13/reopen", { reason: "" }],
  ["superadmin", "/admin/keys", { name: "" }],
  ["superadmin", "/admin/channels", { type: "webhook", address: "x" }],
  ["superadmin", "/admin/channels/1", { name: "x" }],
  ["superadmin", "/admin/users", { email: "x" }],
  ["superadmin", "/admin/users/2/password", { password: "x" }],
  ["superadmin", "/admin/users/2/role", { role: "x" }],
  ["superadmin", "/admin/users/2/payment", { payment: "x" }],
  ["superadmin", "/admin/users/2/access", { access: "x" }],
  ["superadmin", "/admin/affiliates/new", { email: "x" }],
  ["superadmin", "/admin/affiliates/1/edit", { email: "x" }],
  ["superadmin", "/admin/affiliates/1/referrals/1/take-back", { reason: "" }],
  ["superadmin", "/admin/affiliates/payouts/confirm", { pay_1: "1" }],
  ["superadmin", "/profile/two-factor", { step: "on", code: "x" }],
] as const;

// Files, redirects and routes without a page.
const withoutPage = [
  "/my-card.csv",
  "/admin/affiliates.csv",
  "/admin/affiliates/payouts/$id.csv",
  "/admin/affiliates/due.csv",
  "/admin/audit.csv",
  "/admin/users.csv",
  "/admin/status/bundle.json",
  "/admin/everything.zip",
  "/admin/picks.csv",
  "/admin/propicks.csv",
  "/partners/$token/months.csv",
  "/record.csv",
  "/record.xml",
  "/record/head.txt",
  "/robots.txt",
  "/share.png",
  "/logo.svg",
  "/manifest.webmanifest",
  "/sitemap.xml",
  "/healthz",
  "/readyz",
  "/profile/billing",
  "/profile/data.csv",
  "/profile/data.json",
  "/profile/renewed",
];

/** Page routes of the build that are missing in a list. Add each new page to the list of its role. */
export function pagesMissing(paths: readonly string[]): string[] {
  const listed = paths.map((path) => path.replace(/\?.*/, ""));
  const pages = builtRoutes()
    .filter(({ path, isApi }) => !isApi && !withoutPage.includes(path))
    .map(({ path }) => path);
  return pages.filter(
    (path) => !listed.some((entry) => entry === path || new RegExp(`^${path.replace(/\$\w*/g, "[^/]+")}$`).test(entry)),
  );
}

/** Creates content for every page. Returns a visitor and the first two users, signed in. */
export async function fillSite(app: App): Promise<Readonly<Record<keyof typeof everyPage, Client>>> {
  const staff = await app.signedIn("superadmin");
  const member = await app.signedIn("user");
  for (const path of ["/api/picks", "/api/propicks"]) {
    for (let index = 0; index < 32; index += 1) await publish(staff, demoLike(index), path);
  }
  await endGames(app.db);
  await app.db
    .insertInto("free_picks")
    .values({
      day: dateIn("America/New_York", new Date()),
      stream: "regular",
      pick_id: 1,
      marked_at: new Date().toISOString(),
    })
    .execute();
  for (let index = 0; index < 40; index += 1)
    await createUser(app.db, {
      email: `somebody.${index * 7919}@${teamDomains[index % 4]}.example`,
      name: `${["Robin", "Ana", "Kim", "Lee"][index % 4]} Test ${index * 13}`,
      role: roles[index % 3],
    });
  await createConfirmation(app.db, {
    token: confirmationToken,
    user: await createWaitingUser(app.db, { name: "Dana Test", email_confirmed_at: null }),
  });
  const { id } = await app.db.selectFrom("users").select("id").executeTakeFirstOrThrow();
  const { id: memberId } = await app.db
    .selectFrom("users")
    .select("id")
    .where("role", "=", "user")
    .orderBy("id")
    .executeTakeFirstOrThrow();
  await putOnCard(app.db, memberId, await app.db.selectFrom("picks").select("id").execute());
  await app.db
    .insertInto("unsubscribe_tokens")
    .values({ user_id: id, token: unsubscribeToken })
    // A mail may have left already.
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ token: unsubscribeToken }))
    .execute();
  await app.db
    .insertInto("team_aliases")
    .values({ sport: "NBA", alias: "nyk", name: "newyorkknicks", confirmed_at: new Date().toISOString() })
    .execute();
  await staff.call("POST", "/api/keys", { name: "model pipeline", scopes: ["picks.draft", "propicks.draft"] });
  await staff.call("POST", "/api/channels", { ...webhook, name: "Model pipeline" });
  await staff.post("/admin/announcements/new", { subject: "Prices", body: "From **May** on.", "to.paid": "1" });
  for (const [index, name] of partners.entries())
    await createAffiliate(app.db, {
      name,
      clicks: 1284 - index * 137,
      purchases: Array.from({ length: 12 - index }, () => 31),
    });
  for (const remarks of ["I run a weekly NBA podcast with about 4,000 listeners.", ""])
    await createAffiliateRequest(app.db, { remarks });
  await staff.call("POST", "/api/sidebar", {
    results: "Yesterday 4-1, +3.18u\nLast 7 days 19-11, +6.42u",
    notes: "Rest and travel are priced in.\nLate scratches are not: check the line-up before tip-off.",
    next: "Tomorrow, 9:00 AM ET",
  });
  return { visitor: app.client(), user: member, superadmin: staff };
}

/** Rows as different from each other as real ones, so that they compress the same. */
function demoLike(index: number): Record<string, unknown> {
  const teams = [
    "Oklahoma City Thunder",
    "San Antonio Spurs",
    "Philadelphia 76ers",
    "Los Angeles Dodgers",
    "Kansas City Chiefs",
    "Vegas Golden Knights",
    "Minnesota Timberwolves",
    "Tampa Bay Buccaneers",
    "Alex Pereira",
    "Jacksonville State",
  ];
  const [away, home] = [teams[(index * 7) % 10], teams[(index * 3 + 1) % 10]];
  const won = index % 3 !== 0;
  return {
    game: `${away} @ ${home}`,
    game_date: `11/${String((index % 20) + 1).padStart(2, "0")}/2026`,
    time: `${(index % 11) + 1}:${index % 2 === 0 ? "05" : "40"} PM ET`,
    pick: `${home} ${index % 2 === 0 ? "-" : "+"}${(index * 13) % 11}.5 (-1${String(index % 30).padStart(2, "0")})`,
    sport: sports[index % 8],
    tag: index % 4 === 0 ? "Manual Edge" : "SIM CERTIFIED",
    sim_confidence: (52 + ((index * 37) % 300) / 10).toFixed(1),
    unit_size: (1 + (index % 5) / 4).toFixed(2),
    ...(index < 12
      ? {}
      : {
          verdict: won ? "✅" : "❌",
          closing_line: `-${(index * 11) % 9}.5`,
          beat_clv: index % 2 === 0 ? "✅" : "❌",
        }),
  };
}
