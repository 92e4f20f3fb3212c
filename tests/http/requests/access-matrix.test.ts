/**
 * Every route of the build for every kind of caller, as page, data and API call. A route without a row fails. The table
 * is compared with the policy without requests; then the callers on both sides of each difference ask.
 */
import { beforeAll, describe, expect, test } from "vitest";
import { createAffiliate } from "../../support/database/affiliates.ts";
import type { Client } from "../../support/app/app.ts";
import { builtRoutes, dataOf } from "../../support/app/built-routes.ts";
import { createUser, nextNumber, upcomingDate } from "../../support/database/factories.ts";
import { leak } from "../../support/pages/html.ts";
import { publish } from "../../support/database/picks.ts";
import { useApp } from "../../support/app/use-app.ts";
import { type Scope, roleAbilities, roles, scopes } from "../../../app/policy.ts";
import type { Description } from "../../support/pages/description.ts";

/** The answers in the order of `callers`. One text applies to all. */
type Expected = string | readonly [string, string, string, string, string];
interface PageRow {
  path: string;
  get: Expected;
  post: Expected;
}
interface ApiRow {
  path: string;
  GET: Expected;
  POST: Expected;
  PUT: Expected;
  DELETE: Expected;
}

const callers = ["visitor", "user", "propicksmanager", "admin", "superadmin"] as const;
/** Callers with an account that opens only the profile. */
const shut = ["lapsed", "waiting", "resting"] as const;
type Who = (typeof callers)[number] | (typeof shut)[number] | "suspended";
const verbs = ["GET", "POST", "PUT", "DELETE"] as const;

const member: Expected = ["302 /", "200", "200", "200", "200"];
const memberOnly: Expected = ["302 /", "200", "302 /dashboard", "302 /dashboard", "302 /dashboard"];
const contentPage: Expected = ["302 /admin-login", "302 /admin-login", "302 /admin", "200", "200"];
const staffPage: Expected = ["302 /admin-login", "302 /admin-login", "200", "200", "200"];
// An admin gets 403 with the reason; others are redirected.
const superadminPage: Expected = ["302 /admin-login", "302 /admin-login", "302 /admin", "403", "200"];
const superadminForm = (answer: string): Expected => ["401", "403", "403", "403", answer];
const contentForm: Expected = ["401", "403", "403", "422", "422"];
const affiliateForm: Expected = ["401", "403", "403", "303 /admin/affiliates", "303 /admin/affiliates"];
const staffForm: Expected = ["401", "403", "422", "422", "422"];
const everyForm: Expected = ["401", "422", "422", "422", "422"];
const cardRead: Expected = ["401", "200", "200", "403", "403"];
const cardWrite = (answer: string): Expected => ["401", answer, "403", "403", "403"];
const memberRead: Expected = ["401", "200", "200", "200", "200"];
const contentCall: Expected = ["401", "403", "403", "400", "400"];
const contentRead: Expected = ["401", "403", "403", "200", "200"];
const staffRead: Expected = ["401", "403", "200", "200", "200"];
const staffCall: Expected = ["401", "403", "400", "400", "400"];

const pages: Readonly<Record<string, PageRow>> = {
  root: { path: "/", get: "200", post: "405" },
  "routes/_index": { path: "/", get: "200", post: "405" },
  "routes/free-pick": { path: "/free-pick", get: "200", post: "405" },
  "routes/pricing": { path: "/pricing", get: "200", post: "405" },
  "routes/affiliate-signup": { path: "/affiliate-signup", get: "200", post: "422" },
  "routes/terms": { path: "/terms", get: "200", post: "405" },
  "routes/privacy": { path: "/privacy", get: "200", post: "405" },
  "routes/responsible-gaming": { path: "/responsible-gaming", get: "200", post: "405" },
  // This server has its own payment page, so the demo's does not exist.
  "routes/demo.checkout": { path: "/demo/checkout", get: "404", post: "405" },
  "routes/$": { path: "/nowhere/at-all", get: "404", post: "404" },
  "routes/login": { path: "/login", get: "200", post: "422" },
  "routes/admin-login": { path: "/admin-login", get: "200", post: "422" },
  "routes/login-code": { path: "/login-code", get: "200", post: "422" },
  "routes/signup": { path: "/signup?payment_success=true", get: "200", post: "422" },
  "routes/forgot-password": { path: "/forgot-password", get: "200", post: "422" },
  "routes/verify-otp": { path: "/verify-otp", get: "200", post: "422" },
  "routes/logout": { path: "/logout", get: "200", post: "303 /" },
  "routes/unsubscribe.$token": { path: "/unsubscribe/UNKNOWN", get: "404", post: "404" },
  "routes/confirm-email.$token": { path: "/confirm-email/UNKNOWN", get: "404", post: "404" },
  "routes/dashboard": { path: "/dashboard", get: member, post: cardWrite("422") },
  "routes/history": { path: "/history", get: member, post: "405" },
  "routes/propicks": { path: "/propicks", get: member, post: cardWrite("422") },
  "routes/propicks-history": { path: "/propicks-history", get: member, post: "405" },
  "routes/learn": { path: "/learn", get: member, post: "405" },
  "routes/offline": { path: "/offline", get: member, post: "405" },
  "routes/settings._index": { path: "/settings", get: member, post: everyForm },
  "routes/settings.news": { path: "/settings/news", get: member, post: everyForm },
  "routes/settings.devices.remove": {
    path: "/settings/devices/remove",
    get: member,
    post: everyForm,
  },
  "routes/settings.devices.test": { path: "/settings/devices/test", get: member, post: everyForm },
  "routes/profile._index": { path: "/profile", get: member, post: everyForm },
  "routes/profile.password": { path: "/profile/password", get: member, post: everyForm },
  "routes/profile.sessions": { path: "/profile/sessions", get: member, post: everyForm },
  "routes/profile.data[.]csv": { path: "/profile/data.csv", get: member, post: "405" },
  "routes/profile.data[.]json": { path: "/profile/data.json", get: member, post: "405" },
  "routes/profile.confirm": {
    path: "/profile/confirm",
    get: member,
    post: ["401", "303 /profile", "303 /profile", "303 /profile", "303 /profile"],
  },
  "routes/profile.break": {
    path: "/profile/break",
    get: ["302 /", "200", "302 /dashboard", "302 /dashboard", "302 /dashboard"],
    post: ["401", "422", "403", "403", "403"],
  },
  "routes/profile.two-factor": {
    path: "/profile/two-factor",
    get: member,
    post: everyForm,
  },
  // Visitors are asked for their age first; members and staff have a membership.
  "routes/checkout": { path: "/checkout", get: "200", post: ["422", "409", "409", "409", "409"] },
  "routes/profile.billing": { path: "/profile/billing", get: member, post: ["401", "409", "403", "403", "403"] },
  "routes/profile.cancel": { path: "/profile/cancel", get: memberOnly, post: ["401", "409", "403", "403", "403"] },
  "routes/profile.close": { path: "/profile/close", get: memberOnly, post: ["401", "422", "403", "403", "403"] },
  "routes/profile.keep": { path: "/profile/keep", get: member, post: ["401", "303 /profile", "403", "403", "403"] },
  "routes/profile.renewed": {
    path: "/profile/renewed",
    get: ["302 /", "409", "302 /dashboard", "302 /dashboard", "302 /dashboard"],
    post: "405",
  },
  "routes/my-card._index": {
    path: "/my-card",
    get: ["302 /", "200", "200", "302 /dashboard", "302 /dashboard"],
    post: "405",
  },
  "routes/my-card.$id.remove": {
    path: "/my-card/1/remove",
    get: ["302 /", "404", "302 /dashboard", "302 /dashboard", "302 /dashboard"],
    post: ["401", "303 /my-card", "403", "403", "403"],
  },
  "routes/my-card.$id.line": {
    path: "/my-card/1/line",
    get: ["302 /", "404", "302 /dashboard", "302 /dashboard", "302 /dashboard"],
    post: ["401", "422", "403", "403", "403"],
  },
  "routes/my-card[.]csv": {
    path: "/my-card.csv",
    get: ["302 /", "200", "200", "302 /dashboard", "302 /dashboard"],
    post: "405",
  },
  "routes/admin._index": { path: "/admin", get: staffPage, post: "405" },
  "routes/admin.picks._index": { path: "/admin/picks", get: contentPage, post: contentForm },
  "routes/admin.picks.$id._index": { path: "/admin/picks/REGULAR", get: contentPage, post: contentForm },
  "routes/admin.picks.$id.correct": { path: "/admin/picks/REGULAR/correct", get: contentPage, post: contentForm },
  "routes/admin.picks.$id.delete": {
    path: "/admin/picks/REGULAR/delete",
    get: contentPage,
    post: ["401", "403", "403", "303 /admin/picks", "303 /admin/picks"],
  },
  "routes/admin.picks[.]csv": { path: "/admin/picks.csv", get: contentPage, post: "405" },
  "routes/admin.propicks[.]csv": { path: "/admin/propicks.csv", get: staffPage, post: "405" },
  "routes/admin.picks.import": { path: "/admin/picks/import", get: contentPage, post: contentForm },
  "routes/admin.propicks.import": { path: "/admin/propicks/import", get: staffPage, post: staffForm },
  "routes/admin.picks.review": { path: "/admin/picks/review", get: contentPage, post: contentForm },
  "routes/admin.propicks.review": { path: "/admin/propicks/review", get: staffPage, post: staffForm },
  "routes/admin.propicks._index": { path: "/admin/propicks", get: staffPage, post: staffForm },
  "routes/admin.propicks.$id._index": { path: "/admin/propicks/PRO", get: staffPage, post: staffForm },
  "routes/admin.propicks.$id.correct": { path: "/admin/propicks/PRO/correct", get: staffPage, post: staffForm },
  "routes/admin.free-pick.$id": { path: "/admin/free-pick/PRO", get: staffPage, post: staffForm },
  "routes/admin.propicks.$id.delete": {
    path: "/admin/propicks/PRO/delete",
    get: staffPage,
    post: ["401", "403", "303 /admin/propicks", "303 /admin/propicks", "303 /admin/propicks"],
  },
  "routes/admin.learn.($step)": { path: "/admin/learn", get: contentPage, post: contentForm },
  "routes/admin.users._index": { path: "/admin/users", get: superadminPage, post: superadminForm("422") },
  "routes/admin.users[.]csv": { path: "/admin/users.csv", get: superadminPage, post: "405" },
  "routes/admin.users.import.($step)": {
    path: "/admin/users/import",
    get: superadminPage,
    post: superadminForm("422"),
  },
  "routes/admin.users.$id.($form)": {
    path: "/admin/users/PERSON/role",
    get: superadminPage,
    post: superadminForm("422"),
  },
  "routes/admin.users.$id.ask.$action": {
    path: "/admin/users/PERSON/ask/confirm",
    get: superadminPage,
    post: superadminForm("409"),
  },
  "routes/admin.users.$id.delete": {
    path: "/admin/users/PERSON/delete",
    get: superadminPage,
    post: superadminForm("303 /admin/users"),
  },
  "routes/admin.overview": { path: "/admin/overview", get: superadminPage, post: "405" },
  "routes/admin.status._index": { path: "/admin/status", get: superadminPage, post: "405" },
  "routes/admin.everything[.]zip": { path: "/admin/everything.zip", get: "405", post: superadminForm("200") },
  "routes/admin.status.bundle[.]json": { path: "/admin/status/bundle.json", get: superadminPage, post: "405" },
  "routes/admin.audit": { path: "/admin/audit", get: superadminPage, post: "405" },
  "routes/admin.audit[.]csv": { path: "/admin/audit.csv", get: superadminPage, post: "405" },
  "routes/admin.affiliates._index": { path: "/admin/affiliates", get: contentPage, post: "405" },
  "routes/admin.affiliates.new": { path: "/admin/affiliates/new", get: contentPage, post: contentForm },
  "routes/admin.affiliates.$id.edit": {
    path: "/admin/affiliates/AFFILIATE/edit",
    get: contentPage,
    post: affiliateForm,
  },
  "routes/admin.affiliates.$id.delete": {
    path: "/admin/affiliates/AFFILIATE/delete",
    get: contentPage,
    post: affiliateForm,
  },
  "routes/admin.affiliates.$id.renew": {
    path: "/admin/affiliates/AFFILIATE/renew",
    get: contentPage,
    post: affiliateForm,
  },
  "routes/admin.affiliates.$id.referrals._index": {
    path: "/admin/affiliates/AFFILIATE/referrals",
    get: contentPage,
    post: "405",
  },
  "routes/admin.affiliates.$id.referrals.$referral.take-back": {
    path: "/admin/affiliates/REFERRED/take-back",
    get: contentPage,
    post: contentForm,
  },
  "routes/admin.affiliates.requests.$id.approve": {
    path: "/admin/affiliates/requests/ASKED/approve",
    get: contentPage,
    post: affiliateForm,
  },
  "routes/admin.affiliates.requests.$id.dismiss": {
    path: "/admin/affiliates/requests/ASKED/dismiss",
    get: contentPage,
    post: affiliateForm,
  },
  "routes/admin.affiliates.payouts._index": { path: "/admin/affiliates/payouts", get: contentPage, post: "405" },
  "routes/admin.affiliates.payouts.confirm": {
    path: "/admin/affiliates/payouts/confirm",
    get: contentPage,
    post: contentForm,
  },
  // No affiliate is ticked.
  "routes/admin.affiliates.due[.]csv": {
    path: "/admin/affiliates/due.csv",
    get: ["302 /admin-login", "302 /admin-login", "302 /admin", "400", "400"],
    post: "405",
  },
  "routes/admin.affiliates.payouts.$id[.]csv": {
    path: "/admin/affiliates/payouts/PAYOUT.csv",
    get: contentPage,
    post: "405",
  },
  "routes/admin.affiliates[.]csv": { path: "/admin/affiliates.csv", get: contentPage, post: "405" },
  "routes/partners.$token._index": { path: "/partners/TOKEN", get: "200", post: "405" },
  "routes/partners.$token.months[.]csv": { path: "/partners/TOKEN/months.csv", get: "200", post: "405" },
  "routes/record._index": { path: "/record", get: "200", post: "405" },
  "routes/record.how-to-check": { path: "/record/how-to-check", get: "200", post: "405" },
  "routes/record.verify": { path: "/record/verify", get: "200", post: "405" },
  "routes/record.sealed": { path: "/record/sealed", get: "200", post: "405" },
  "routes/record.picks.$ref": { path: "/record/picks/regular:1", get: "200", post: "405" },
  "routes/record[.]csv": { path: "/record.csv", get: "200", post: "405" },
  "routes/record[.]xml": { path: "/record.xml", get: "200", post: "405" },
  "routes/how-it-works": { path: "/how-it-works", get: "200", post: "405" },
  "routes/logo[.]svg": { path: "/logo.svg", get: "404", post: "405" },
  "routes/manifest[.]webmanifest": { path: "/manifest.webmanifest", get: "200", post: "405" },
  "routes/share[.]png": { path: "/share.png", get: "200", post: "405" },
  "routes/robots[.]txt": { path: "/robots.txt", get: "200", post: "405" },
  "routes/sitemap[.]xml": { path: "/sitemap.xml", get: "200", post: "405" },
  "routes/record.head[.]txt": { path: "/record/head.txt", get: "200", post: "405" },
  "routes/healthz": { path: "/healthz", get: "200", post: "405" },
  "routes/readyz": { path: "/readyz", get: "200", post: "405" },
  "routes/admin.grade._index": { path: "/admin/grade", get: staffPage, post: ["401", "403", "200", "200", "200"] },
  "routes/admin.grade.$id.move": {
    path: "/admin/grade/PRO/move",
    get: staffPage,
    post: ["401", "403", "422", "422", "422"],
  },
  "routes/admin.grade.$id.reopen": {
    path: "/admin/grade/SETTLED/reopen",
    get: staffPage,
    post: ["401", "403", "422", "422", "422"],
  },
  "routes/admin.grade.aliases.($ask)": {
    path: "/admin/grade/aliases/take-back?sport=NBA&alias=ALIAS",
    get: staffPage,
    post: [
      "401",
      "403",
      "303 /admin/grade/aliases?sport=NBA",
      "303 /admin/grade/aliases?sport=NBA",
      "303 /admin/grade/aliases?sport=NBA",
    ],
  },
  "routes/admin.keys._index": { path: "/admin/keys", get: superadminPage, post: superadminForm("422") },
  "routes/admin.keys.$id.revoke": {
    path: "/admin/keys/KEY/revoke",
    get: superadminPage,
    post: superadminForm("303 /admin/keys"),
  },
  "routes/admin.announcements._index": { path: "/admin/announcements", get: superadminPage, post: "405" },
  "routes/admin.announcements.$id.($step)": {
    path: "/admin/announcements/new",
    get: superadminPage,
    post: superadminForm("422"),
  },
  "routes/admin.channels._index": { path: "/admin/channels", get: superadminPage, post: superadminForm("422") },
  "routes/admin.channels.$id.($ask)": {
    path: "/admin/channels/CHANNEL",
    get: superadminPage,
    post: superadminForm("422"),
  },
  "routes/admin.deliveries": {
    path: "/admin/deliveries",
    get: contentPage,
    post: ["401", "403", "403", "303 /admin/deliveries", "303 /admin/deliveries"],
  },
  "routes/admin.site._index": { path: "/admin/site", get: contentPage, post: "405" },
  "routes/admin.site.$text.($step)": { path: "/admin/site/faq", get: contentPage, post: contentForm },
  "routes/admin.sidebar.($step)": { path: "/admin/sidebar", get: contentPage, post: contentForm },
};

const calls: Readonly<Record<string, ApiRow>> = {
  "routes/api.login": { path: "/api/login", GET: "405", POST: "400", PUT: "405", DELETE: "405" },
  "routes/api.logout": { path: "/api/logout", GET: "405", POST: "200", PUT: "405", DELETE: "405" },
  "routes/api.signup": { path: "/api/signup", GET: "405", POST: "400", PUT: "405", DELETE: "405" },
  "routes/api.log-purchase": { path: "/api/log-purchase", GET: "405", POST: "200", PUT: "405", DELETE: "405" },
  "routes/api.request-otp": { path: "/api/request-otp", GET: "405", POST: "400", PUT: "405", DELETE: "405" },
  "routes/api.verify-otp": { path: "/api/verify-otp", GET: "405", POST: "400", PUT: "405", DELETE: "405" },
  "routes/api.picks._index": { path: "/api/picks", GET: memberRead, POST: contentCall, PUT: "405", DELETE: "405" },
  "routes/api.picks.$id._index": {
    path: "/api/picks/REGULAR",
    GET: memberRead,
    POST: "405",
    PUT: contentCall,
    DELETE: ["401", "403", "403", "200", "200"],
  },
  "routes/api.propicks._index": { path: "/api/propicks", GET: memberRead, POST: staffCall, PUT: "405", DELETE: "405" },
  "routes/api.propicks.$id._index": {
    path: "/api/propicks/PRO",
    GET: memberRead,
    POST: "405",
    PUT: staffCall,
    DELETE: ["401", "403", "200", "200", "200"],
  },
  "routes/api.picks.$id.publish": {
    path: "/api/picks/REGULAR/publish",
    GET: "405",
    POST: contentRead,
    PUT: "405",
    DELETE: "405",
  },
  "routes/api.propicks.$id.publish": {
    path: "/api/propicks/PRO/publish",
    GET: "405",
    POST: staffRead,
    PUT: "405",
    DELETE: "405",
  },
  "routes/api.picks.import": { path: "/api/picks/import", GET: "405", POST: contentCall, PUT: "405", DELETE: "405" },
  "routes/api.propicks.import": {
    path: "/api/propicks/import",
    GET: "405",
    POST: staffCall,
    PUT: "405",
    DELETE: "405",
  },
  "routes/api.results": { path: "/api/results", GET: "405", POST: staffCall, PUT: "405", DELETE: "405" },
  "routes/api.picks.reading": { path: "/api/picks/reading", GET: contentRead, POST: "405", PUT: "405", DELETE: "405" },
  "routes/api.propicks.reading": {
    path: "/api/propicks/reading",
    GET: staffRead,
    POST: "405",
    PUT: "405",
    DELETE: "405",
  },
  "routes/api.picks.record": { path: "/api/picks/record", GET: memberRead, POST: "405", PUT: "405", DELETE: "405" },
  "routes/api.picks.version": { path: "/api/picks/version", GET: memberRead, POST: "405", PUT: "405", DELETE: "405" },
  "routes/api.record._index": { path: "/api/record", GET: "200", POST: "405", PUT: "405", DELETE: "405" },
  "routes/api.record.ledger": { path: "/api/record/ledger", GET: "200", POST: "405", PUT: "405", DELETE: "405" },
  "routes/api.propicks.record": {
    path: "/api/propicks/record",
    GET: memberRead,
    POST: "405",
    PUT: "405",
    DELETE: "405",
  },
  "routes/api.propicks.version": {
    path: "/api/propicks/version",
    GET: memberRead,
    POST: "405",
    PUT: "405",
    DELETE: "405",
  },
  "routes/api.member-picks._index": {
    path: "/api/member-picks",
    GET: cardRead,
    POST: cardWrite("400"),
    PUT: "405",
    DELETE: "405",
  },
  "routes/api.member-picks.$pick_id": {
    path: "/api/member-picks/REGULAR",
    GET: "405",
    POST: "405",
    PUT: cardWrite("400"),
    DELETE: cardWrite("404"),
  },
  "routes/api.member-propicks._index": {
    path: "/api/member-propicks",
    GET: cardRead,
    POST: cardWrite("400"),
    PUT: "405",
    DELETE: "405",
  },
  "routes/api.member-propicks.$propick_id": {
    path: "/api/member-propicks/PRO",
    GET: "405",
    POST: "405",
    PUT: cardWrite("400"),
    DELETE: cardWrite("404"),
  },
  "routes/api.keys._index": {
    path: "/api/keys",
    GET: superadminForm("200"),
    POST: superadminForm("400"),
    PUT: "405",
    DELETE: "405",
  },
  "routes/api.keys.$id": {
    path: "/api/keys/KEY",
    GET: "405",
    POST: "405",
    PUT: "405",
    DELETE: superadminForm("200"),
  },
  "routes/api.channels._index": {
    path: "/api/channels",
    GET: superadminForm("200"),
    POST: superadminForm("400"),
    PUT: "405",
    DELETE: "405",
  },
  "routes/api.channels.$id._index": {
    path: "/api/channels/CHANNEL",
    GET: "405",
    POST: "405",
    PUT: superadminForm("400"),
    DELETE: superadminForm("200"),
  },
  "routes/api.channels.$id.test": {
    path: "/api/channels/CHANNEL/test",
    GET: "405",
    POST: superadminForm("200"),
    PUT: "405",
    DELETE: "405",
  },
  "routes/api.channels.$id.secret": {
    path: "/api/channels/CHANNEL/secret",
    GET: "405",
    POST: superadminForm("200"),
    PUT: "405",
    DELETE: "405",
  },
  "routes/api.deliveries._index": {
    path: "/api/deliveries",
    GET: contentRead,
    POST: "405",
    PUT: "405",
    DELETE: "405",
  },
  "routes/api.deliveries.test": {
    path: "/api/deliveries/test",
    GET: "405",
    POST: contentRead,
    PUT: "405",
    DELETE: "405",
  },
  "routes/api.learn": { path: "/api/learn", GET: memberRead, POST: contentCall, PUT: "405", DELETE: "405" },
  "routes/api.tips": { path: "/api/tips", GET: memberRead, POST: contentCall, PUT: "405", DELETE: "405" },
  "routes/api.settings": {
    path: "/api/settings",
    GET: memberRead,
    POST: "405",
    PUT: ["401", "400", "400", "400", "400"],
    DELETE: "405",
  },
  "routes/api.news-settings": {
    path: "/api/news-settings",
    GET: memberRead,
    POST: "405",
    PUT: ["401", "400", "400", "400", "400"],
    DELETE: "405",
  },
  "routes/api.break": {
    path: "/api/break",
    GET: ["401", "200", "403", "403", "403"],
    POST: "405",
    PUT: ["401", "400", "403", "403", "403"],
    DELETE: "405",
  },
  "routes/api.alert-devices._index": {
    path: "/api/alert-devices",
    GET: memberRead,
    POST: ["401", "400", "400", "400", "400"],
    PUT: "405",
    DELETE: "405",
  },
  "routes/api.alert-devices.$device_id._index": {
    path: "/api/alert-devices/0",
    GET: "405",
    POST: "405",
    PUT: "405",
    DELETE: ["401", "404", "404", "404", "404"],
  },
  "routes/api.alert-devices.$device_id.test": {
    path: "/api/alert-devices/0/test",
    GET: "405",
    POST: ["401", "404", "404", "404", "404"],
    PUT: "405",
    DELETE: "405",
  },
  "routes/api.own-data": { path: "/api/own-data", GET: memberRead, POST: "405", PUT: "405", DELETE: "405" },
  "routes/api.sessions._index": { path: "/api/sessions", GET: memberRead, POST: "405", PUT: "405", DELETE: "405" },
  "routes/api.sessions.$session_id": {
    path: "/api/sessions/0",
    GET: "405",
    POST: "405",
    PUT: "405",
    DELETE: ["401", "404", "404", "404", "404"],
  },
  // Another person's account counts as missing.
  "routes/api.users.$id._index": {
    path: "/api/users/PERSON",
    GET: "405",
    POST: "405",
    PUT: ["401", "404", "404", "404", "404"],
    DELETE: superadminForm("200"),
  },
  "routes/api.users._index": {
    path: "/api/users",
    GET: superadminForm("200"),
    POST: superadminForm("400"),
    PUT: "405",
    DELETE: "405",
  },
  "routes/api.users.$id.status": {
    path: "/api/users/PERSON/status",
    GET: "405",
    POST: "405",
    PUT: superadminForm("200"),
    DELETE: "405",
  },
  "routes/api.users.$id.payment": {
    path: "/api/users/PERSON/payment",
    GET: "405",
    POST: "405",
    PUT: superadminForm("400"),
    DELETE: "405",
  },
  "routes/api.users.$id.role": {
    path: "/api/users/PERSON/role",
    GET: "405",
    POST: "405",
    PUT: superadminForm("400"),
    DELETE: "405",
  },
  "routes/api.users.$id.access": {
    path: "/api/users/PERSON/access",
    GET: "405",
    POST: "405",
    PUT: superadminForm("400"),
    DELETE: "405",
  },
  "routes/api.users.$id.subscriptions.$subscription": {
    path: "/api/users/PERSON/subscriptions/sub_unknown",
    GET: "405",
    POST: "405",
    PUT: "405",
    DELETE: superadminForm("404"),
  },
  "routes/api.users.$id.password": {
    path: "/api/users/PERSON/password",
    GET: "405",
    POST: "405",
    PUT: superadminForm("400"),
    DELETE: "405",
  },
  "routes/api.audit": { path: "/api/audit", GET: superadminForm("200"), POST: "405", PUT: "405", DELETE: "405" },
  "routes/api.affiliates._index": {
    path: "/api/affiliates",
    GET: ["401", "403", "403", "200", "200"],
    POST: contentCall,
    PUT: "405",
    DELETE: "405",
  },
  "routes/api.affiliates.$id": {
    path: "/api/affiliates/0",
    GET: "405",
    POST: "405",
    PUT: ["401", "403", "403", "404", "404"],
    DELETE: ["401", "403", "403", "404", "404"],
  },
  "routes/api.track-visit": { path: "/api/track-visit", GET: "405", POST: "200", PUT: "405", DELETE: "405" },
  "routes/api.sidebar": { path: "/api/sidebar", GET: memberRead, POST: contentCall, PUT: "405", DELETE: "405" },
  // Payment by link has no webhook.
  "routes/api.stripe.webhook": { path: "/api/stripe/webhook", GET: "405", POST: "404", PUT: "405", DELETE: "405" },
  "routes/api.openapi[.]json": { path: "/api/openapi.json", GET: "200", POST: "405", PUT: "405", DELETE: "405" },
  "routes/api.$": { path: "/api/nowhere", GET: "404", POST: "404", PUT: "404", DELETE: "404" },
};

/** Routes that a lapsed or waiting member, or one on a break, can use like any member. */
const openToLapsed = [
  "routes/profile._index",
  "routes/profile.password",
  "routes/profile.billing",
  "routes/profile.cancel",
  "routes/profile.close",
  "routes/profile.keep",
  "routes/profile.renewed",
  "routes/profile.sessions",
  "routes/profile.confirm",
  "routes/profile.break",
  "routes/profile.data[.]csv",
  "routes/profile.data[.]json",
  "routes/api.own-data",
  "routes/api.break",
  "routes/profile.two-factor",
  "routes/api.sessions._index",
  "routes/api.sessions.$session_id",
  "routes/api.users.$id._index",
];

// Allowed callers get a validation error; others are refused before validation.
const wrongFields = { unit_size: "nonsense", results: "\u0000" };
const marker = "ONLY-FOR-MEMBERS";

const app = useApp();
let editor: Client;
beforeAll(async () => {
  editor = await app.signedIn("superadmin");
  await editor.call("POST", "/api/sidebar", { results: marker, notes: marker, next: marker });
});

test("every route of the build has a row in this table", () => {
  const built = ["root", ...builtRoutes().map(({ id }) => id)];
  expect(
    [...Object.keys(pages), ...Object.keys(calls)].sort(),
    "Add the expected results to `pages` or `calls` above, then build and run again",
  ).toEqual(built.sort());
});

test("a row names the roles of an ability, or lets everybody in", () => {
  const known = new Set(Object.values(roleAbilities).map(String));
  for (const [route, row] of Object.entries({ ...pages, ...calls }))
    for (const [method, expected] of Object.entries(row))
      if (Array.isArray(expected)) expect(known, `${method} ${route}`).toContain(String(allowedBy(expected)));
});

test("a call's row names the roles that the API's description tells", async () => {
  const { paths }: Description = await (await app.client().get("/api/openapi.json")).json();
  const told = builtRoutes().flatMap(({ id, path }) =>
    Object.entries(paths[path.replace(/\$(\w+)/g, "{$1}")] ?? {}).map(([method, { "x-roles": allowed }]) => [
      `${method.toUpperCase()} ${id}`,
      allowed,
    ]),
  );
  const inTable = Object.entries(calls).flatMap(([id, row]) =>
    verbs.map((method) => [`${method} ${id}`, Array.isArray(row[method]) ? allowedBy(row[method]) : undefined]),
  );
  expect(told.length).toBeGreaterThan(50);
  expect(inTable).toEqual(expect.arrayContaining(told));
});

describe.each([...callers, ...shut, "suspended"] as const)("%s", (who) => {
  test.each(asked(who, pages))("%s as a page", async (route, row) => {
    const client = await clientFor(who);
    // Files are counted by address, which all callers share.
    await app.db.deleteFrom("throttles").execute();
    const wanted = {
      get: wantedFor(who, route, row.get, "302 /profile"),
      post: wantedFor(who, route, row.post, "403"),
    };
    const read = await filled(row.path);
    if (asks(who, row.get)) {
      if (route !== "root") await expectOutcome(await client.get(read), wanted.get, who);
      await expectOutcome(await client.get(dataOf(read, route)), wanted.get, who);
    }
    if (!asks(who, row.post)) return;
    const answer = await client.post(await filled(row.path), wrongFields);
    if (mayHaveWritten(answer)) addresses.delete(row.path);
    await expectOutcome(answer, wanted.post, who);
    const again = await clientFor(who);
    const data = await again.post(dataOf(await filled(row.path), route), wrongFields);
    if (mayHaveWritten(data)) addresses.delete(row.path);
    await expectOutcome(data, wanted.post, who);
  });

  test.each(asked(who, calls))("%s as a call", async (route, row) => {
    for (const method of verbs) {
      if (!asks(who, row[method])) continue;
      for (const path of [row.path, dataOf(row.path, route)]) {
        const client = await clientFor(who);
        const body = method === "GET" ? undefined : wrongFields;
        const answer = await client.call(method, await filled(path), body);
        if (method !== "GET" && mayHaveWritten(answer)) addresses.delete(path);
        expect(answer.headers.get("content-type"), `${method} ${path}`).toContain("application/json");
        await expectOutcome(answer, wantedFor(who, route, row[method], "403"), who);
      }
    }
  });
});

describe.each(["visitor", "lapsed", "resting", "superadmin"] as const)("%s", (who) => {
  test("a loader requested under another path returns nothing", async () => {
    const client = await clientFor(who);
    for (const route of Object.keys(pages).filter((name) => name !== "root" && name !== "routes/_index")) {
      const answer = await client.get(dataOf("/", route));
      const text = await answer.text();
      expect([route, answer.status, text.includes(marker), leak(text)]).toEqual([route, 403, false, null]);
    }
  });
});

/** The answers that a key with this scope gets where it is not refused, by method and path. */
const draftKey = (api: string, id: string) => ({
  [`POST ${api}`]: "400",
  [`POST ${api}/import`]: "400",
  [`GET ${api}/${id}`]: "404",
  [`PUT ${api}/${id}`]: "400",
});
const publishKey = (api: string, id: string) => ({
  [`GET ${api}`]: "200",
  [`POST ${api}`]: "400",
  [`POST ${api}/import`]: "400",
  [`GET ${api}/${id}`]: "200",
  [`PUT ${api}/${id}`]: "400",
  [`POST ${api}/${id}/publish`]: "200",
  [`GET ${api}/reading`]: "200",
  [`GET ${api}/record`]: "200",
  [`GET ${api}/version`]: "200",
});
const keyAnswers: Readonly<Record<Scope, Readonly<Record<string, string>>>> = {
  "picks.draft": draftKey("/api/picks", "REGULAR"),
  "picks.publish": publishKey("/api/picks", "REGULAR"),
  "propicks.draft": draftKey("/api/propicks", "PRO"),
  "propicks.publish": publishKey("/api/propicks", "PRO"),
  "results.write": { "POST /api/results": "400" },
};

describe.each(scopes)("a key with %s", (scope) => {
  let authorization: string;
  beforeAll(async () => {
    const answer = await editor.call("POST", "/api/keys", { name: scope, scopes: [scope] });
    authorization = `Bearer ${(await answer.json()).key}`;
  });
  const ask = async (path: string, method = "GET") => {
    const answer = await app.client().fetch(await filled(path), {
      method,
      headers: { Authorization: authorization, "Content-Type": "application/json" },
      ...(method === "GET" ? {} : { body: JSON.stringify(wrongFields) }),
    });
    if (method !== "GET" && mayHaveWritten(answer)) addresses.delete(path);
    return answer;
  };

  test("opens no page and no file", async () => {
    for (const [route, { path }] of Object.entries(pages)) {
      if (route === "root" || route === "routes/healthz" || route === "routes/readyz") continue;
      for (const address of [path, dataOf(path, route)]) {
        const answer = await ask(address);
        const text = await answer.text();
        expect([address, answer.status, text.includes(marker)]).toEqual([
          address,
          route === "routes/$" ? 404 : 403,
          false,
        ]);
      }
    }
  });

  test("does what the scope says, and no other call", async () => {
    for (const [route, row] of Object.entries(calls)) {
      for (const method of verbs) {
        const answer = await ask(row.path, method);
        const refused = row[method] === "405" ? "405" : "403";
        const wanted = route === "routes/api.$" ? "404" : (keyAnswers[scope][`${method} ${row.path}`] ?? refused);
        expect([method, row.path, String(answer.status)]).toEqual([method, row.path, wanted]);
      }
    }
  });
});

test("the HTML for a visitor has no pick in its hydration data", async () => {
  await publish(editor, { pick: marker, game_date: upcomingDate() });
  const html = await (await app.client().fetch("/dashboard", { redirect: "follow" })).text();
  expect(html).not.toContain(marker);
});

/**
 * A suspended account counts as a visitor. A lapsed, waiting or resting member gets what a visitor gets, and a refusal
 * where a member would get further. A waiting or resting member can't pay again, and a lapsed one can.
 */
function wantedFor(who: Who, route: string, expected: Expected, refused: string): string | undefined {
  if (typeof expected === "string") return expected;
  if (isShut(who) && route === "routes/checkout" && refused === "403") return who === "lapsed" ? "200" : "409";
  if (!isShut(who))
    return expected[
      Math.max(
        0,
        callers.findIndex((name) => name === who),
      )
    ];
  const [asVisitor, asMember] = expected;
  if (asVisitor === "200") return asVisitor;
  return openToLapsed.includes(route) || /^(?:302 \/admin-login|401|403|405)$/.test(asMember) ? asMember : refused;
}

function allowedBy(expected: readonly string[]): string[] {
  return roles.filter((role) => !isRefusal(expected[callers.indexOf(role)] ?? ""));
}

function isRefusal(outcome: string): boolean {
  return /^(?:302 \S+|401|403)$/.test(outcome);
}

/** Only roles ask whose answer differs from that of the role before or after them; one role where all get the same. */
function asks(who: Who, expected: Expected): boolean {
  if (typeof expected === "string") return who === "visitor";
  const [asVisitor, asMember] = expected;
  if (isShut(who)) return !isRefusal(asMember);
  if (who === "suspended") return asVisitor !== expected[4];
  const nth = callers.indexOf(who);
  return [nth - 1, nth + 1].some((other) => (expected[other] ?? expected[nth]) !== expected[nth]);
}

/** The rows that have something to ask for this caller. */
function asked<Row extends PageRow | ApiRow>(who: Who, rows: Readonly<Record<string, Row>>): [string, Row][] {
  return Object.entries(rows).filter(([, row]) =>
    Object.entries<Expected>({ ...row }).some(([method, expected]) => method !== "path" && asks(who, expected)),
  );
}

async function expectOutcome(answer: Response, wanted: string | undefined, who: Who): Promise<void> {
  const text = await answer.text();
  expect(outcomeOf(answer), `${who} ${answer.url} ${text.slice(0, 200)}`).toBe(wanted);
  // hostile.test.ts checks the text of 405 pages.
  if (answer.status !== 405) expect(leak(text), answer.url).toBeNull();
  if (who === "visitor" || isShut(who) || who === "suspended" || answer.status === 401 || answer.status === 403)
    expect(text).not.toContain(marker);
}

function isShut(who: Who): who is (typeof shut)[number] {
  return shut.some((each) => each === who);
}

/** For example "302 /login". A data request's 204 counts as the redirect that it carries. */
function outcomeOf({ status, headers }: Response): string {
  const to = headers.get("location") ?? headers.get("x-remix-redirect");
  return to === null ? String(status) : `${headers.get("x-remix-status") ?? status} ${to}`;
}

/** Addresses of rows that no request has changed, by path: refused requests share them. */
const addresses = new Map<string, string>();

const mayHaveWritten = ({ status }: Response) => status < 400;

async function filled(path: string): Promise<string> {
  const address = addresses.get(path) ?? (await newRow(path));
  addresses.set(path, address);
  return address;
}

async function newRow(path: string): Promise<string> {
  if (path.includes("PERSON")) return path.replace("PERSON", String((await createUser(app.db)).id));
  if (path.includes("ALIAS")) return path.replace("ALIAS", await newTeamAlias());
  if (path.includes("CHANNEL")) return path.replace("CHANNEL", String(await newChannelId()));
  if (path.includes("KEY")) return path.replace("KEY", String(await newKeyId()));
  const word = /AFFILIATE|ASKED|PAYOUT|REFERRED/.exec(path)?.[0];
  if (word !== undefined) return path.replace(word, String(await newAffiliateRow(word)));
  if (path.includes("TOKEN")) return path.replace("TOKEN", await newAffiliateToken());
  if (path.includes("SETTLED")) {
    const settled = await publish(editor, { verdict: "push" }, "/api/propicks");
    return path.replace("SETTLED", String(settled));
  }
  const [regular, pro] = [path.includes("REGULAR"), path.includes("PRO")];
  if (!regular && !pro) return path;
  // If its game had started, everybody would see it in the public record.
  const fields = { pick: marker, game: marker, game_date: upcomingDate() };
  const id = await publish(editor, fields, regular ? "/api/picks" : "/api/propicks");
  return path.replace(/REGULAR|PRO/, String(id));
}

async function newAffiliateRow(word: string): Promise<number | string> {
  const created_at = new Date().toISOString();
  if (word === "REFERRED") {
    const affiliate = await createAffiliate(app.db, { name: marker, purchases: [1] });
    const { id } = await app.db
      .selectFrom("referrals")
      .select("id")
      .where("affiliate_id", "=", affiliate)
      .executeTakeFirstOrThrow();
    return `${affiliate}/referrals/${id}`;
  }
  if (word === "PAYOUT")
    return (
      await app.db
        .insertInto("payouts")
        .values({ paid_by: 1, paid_at: created_at })
        .returning("id")
        .executeTakeFirstOrThrow()
    ).id;
  const row = { name: marker, email: `partner${nextNumber()}@example.test` };
  if (word === "ASKED")
    return (
      await app.db
        .insertInto("affiliate_requests")
        .values({ ...row, phone: "555-0100", remarks: marker, created_at })
        .returning("id")
        .executeTakeFirstOrThrow()
    ).id;
  const answer = await editor.call("POST", "/api/affiliates", row);
  return Number((await answer.json()).id);
}

async function newTeamAlias(): Promise<string> {
  const alias = `guests${nextNumber()}`;
  const row = { sport: "NBA", alias, name: "hosts", confirmed_at: new Date().toISOString() };
  await app.db.insertInto("team_aliases").values(row).execute();
  return alias;
}

async function newChannelId(): Promise<number> {
  const answer = await editor.call("POST", "/api/channels", {
    type: "webhook",
    name: "model",
    kinds: ["member.joined"],
    // Nothing listens there.
    address: "https://receiver.example/hook",
  });
  return Number((await answer.json()).id);
}

async function newKeyId(): Promise<number> {
  const body = { name: `${marker} ${nextNumber()}`, scopes: ["picks.draft"] };
  const answer = await editor.call("POST", "/api/keys", body);
  return Number((await answer.json()).id);
}

async function newAffiliateToken(): Promise<string> {
  const added: { id: number } = await (
    await editor.call("POST", "/api/affiliates", { name: "Sample", email: `partner${nextNumber()}@example.test` })
  ).json();
  return (
    await app.db.selectFrom("affiliates").select("page_token").where("id", "=", added.id).executeTakeFirstOrThrow()
  ).page_token;
}

/** Reused, because signing in for every request would take most of the time. */
const signedInClients = new Map<Who, Client>();

async function clientFor(who: Who): Promise<Client> {
  const signedIn = signedInClients.get(who);
  if (signedIn?.cookies.has("session")) return signedIn;
  const client = await newClient(who);
  signedInClients.set(who, client);
  return client;
}

async function newClient(who: Who): Promise<Client> {
  if (who === "visitor") return app.client();
  if (who !== "suspended" && !isShut(who)) return app.signedIn(who);
  const person = await createUser(app.db, { role: who === "suspended" ? "superadmin" : "user" });
  const client = app.client();
  await client.signIn(person.email);
  const changes = {
    lapsed: { access_until: new Date(Date.now() - 1000).toISOString() },
    waiting: { payment_review: "waiting" },
    resting: { break_until: new Date(Date.now() + 86_400_000).toISOString() },
    suspended: { status: "Suspended" },
  } as const;
  await app.db.updateTable("users").set(changes[who]).where("id", "=", person.id).execute();
  return client;
}
