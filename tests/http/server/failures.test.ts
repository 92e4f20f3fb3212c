/** What nobody expected: a database whose tables are gone. Every kind of door says so in a word, with all its headers, and keeps running. */
import BetterSqlite3 from "better-sqlite3";
import { beforeAll, expect, test } from "vitest";
import type { Client } from "../../support/app/app.ts";
import { createAffiliate } from "../../support/database/affiliates.ts";
import { pickFields, testPassword } from "../../support/database/factories.ts";
import { leak, visibleText } from "../../support/pages/html.ts";
import { useApp } from "../../support/app/use-app.ts";

const lost = ["pick_days", "learn_entries", "payout_items", "throttles", "saved_picks", "affiliate_visits"] as const;

const app = useApp({ TRUST_PROXY: "1" }, null);
let staff: Client;
let member: Client;
let token: string;
beforeAll(async () => {
  [staff, member] = [await app.signedIn("superadmin"), await app.signedIn("user")];
  const id = await createAffiliate(app.db);
  token = (await app.db.selectFrom("affiliates").select("page_token").where("id", "=", id).executeTakeFirstOrThrow()).page_token;
  lose(lost);
});

function lose(tables: readonly string[]): void {
  const file = new BetterSqlite3(app.path);
  file.pragma("foreign_keys = off");
  file.pragma("legacy_alter_table = on");
  for (const table of tables) file.exec(`alter table ${table} rename to lost_${table}`);
  file.close();
}

const requests: Readonly<Record<string, () => Promise<Response>>> = {
  "a page": () => member.get("/history"),
  "a page's data": () => member.get("/history?_data=routes%2Fhistory"),
  "a page of staff": () => staff.get("/admin/learn"),
  "a form": () => staff.post("/admin/learn", { type: "tip", content: "x" }),
  "a form as data": () => staff.post("/admin/learn?_data=routes%2Fadmin.learn._index", { type: "tip", content: "x" }),
  "a sign-in": () => app.client().post("/login", { email: "a@example.test", password: testPassword }),
  "a sign-in by a call": () => app.client().call("POST", "/api/login", { email: "a@example.test", password: testPassword }),
  "a request for a code": () => app.client().post("/forgot-password", { email: "a@example.test" }),
  "a call that reads": () => member.call("GET", "/api/picks/record"),
  "a call that writes": () => staff.call("POST", "/api/picks", pickFields({ verdict: "✅" })),
  "a file of values": () => staff.get("/admin/affiliates.csv"),
  "a partner's page": () => app.client().get(`/partners/${token}`),
  "a partner's file": () => app.client().get(`/partners/${token}/months.csv`),
  "a visit with a code": () => app.client().fetch("/api/track-visit", { method: "POST", headers: { "X-Affiliate-Ref": "AAAAAAAA" } }),
};
const unharmed = ["a visit with a code"];

test.each(Object.keys(requests))("%s fails in a word, with nothing of the inside and all its headers", async (name) => {
  const answer = await requests[name]?.();
  const text = (await answer?.text()) ?? "";
  if (!unharmed.includes(name)) expect(answer?.status).toBe(500);
  expect(leak(text)).toBeNull();
  expect(text).not.toMatch(/no such table|lost_|pick_days|throttles|sqlite|\/tmp\/|\.server|:\d+:\d+\)/i);
  if (!unharmed.includes(name)) expect(visibleText(text)).toMatch(/went wrong|Unexpected Server Error/);
  const headers = answer?.headers ?? new Headers();
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  const frameOptions = headers.get("content-security-policy") === "default-src 'none'; frame-ancestors 'none'" ? null : "DENY";
  expect([headers.get("x-content-type-options"), headers.get("x-frame-options"), headers.get("x-powered-by")]).toEqual(["nosniff", frameOptions, null]);
  expect(headers.getSetCookie().filter((cookie) => /session/.test(cookie))).toEqual([]);
});

test("a write that fails half way leaves nothing behind", async () => {
  const pick = "half a pick";
  expect((await staff.call("POST", "/api/picks", pickFields({ pick, verdict: "✅" }))).status).toBe(500);
  expect(await app.db.selectFrom("picks").select("id").where("pick", "=", pick).execute()).toEqual([]);
});

test("the server goes on, and its log names no e-mail, password, cookie, query or secret link", async () => {
  await member.get("/history?sport=SECRETQUERY");
  expect((await app.client().get("/")).status).toBe(200);
  expect((await member.get("/settings")).status).toBe(200);
  expect(app.errors()).toContain('"method":"GET","route":"/history","message":"The page failed"');
  for (const secret of ["a@example.test", testPassword, "SECRETQUERY", token, ...member.cookies.values()]) expect(app.errors()).not.toContain(secret);
});

test("without the people's table a signed-in person and a visitor both get an answer, and nobody gets in", async () => {
  lose(["users"]);
  for (const client of [member, app.client()]) {
    for (const path of ["/dashboard", "/admin", "/api/picks", "/admin/affiliates.csv", "/dashboard?_data=routes%2Fdashboard"]) {
      const answer = await client.get(path);
      expect([path, [302, 204, 401, 500].includes(answer.status), leak(await answer.text())]).toEqual([path, true, null]);
    }
    expect((await client.get("/nowhere")).status).toBe(404);
  }
});
