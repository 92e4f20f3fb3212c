/** With tables missing from the database, every route fails with a short message, and the server keeps running. */
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { engineOf } from "../../../db/engine.ts";
import type { Client } from "../../support/app/app.ts";
import { createAffiliate } from "../../support/database/affiliates.ts";
import { pickFields, testPassword } from "../../support/database/factories.ts";
import { isOnPostgres } from "../../support/database/migrated.ts";
import { leak, visibleText } from "../../support/pages/html.ts";
import { useApp } from "../../support/app/use-app.ts";

const brokenTables = ["pick_days", "learn_entries", "payout_items", "throttles", "affiliate_visits"] as const;

const app = useApp({}, null);
let staff: Client;
let member: Client;
let token: string;
beforeAll(async () => {
  [staff, member] = [await app.signedIn("superadmin"), await app.signedIn("user")];
  const id = await createAffiliate(app.db);
  token = (await app.db.selectFrom("affiliates").select("page_token").where("id", "=", id).executeTakeFirstOrThrow())
    .page_token;
  await removeTables(brokenTables);
});

async function removeTables(tables: readonly string[]): Promise<void> {
  const { db, close } = engineOf(app.path).open(app.path);
  if (!isOnPostgres())
    for (const setting of ["foreign_keys = off", "legacy_alter_table = on"])
      await sql.raw(`pragma ${setting}`).execute(db);
  for (const table of tables) await sql.raw(`alter table ${table} rename to lost_${table}`).execute(db);
  await close();
}

const requests: Readonly<Record<string, () => Promise<Response>>> = {
  "a page": () => member.get("/history"),
  "a page's data": () => member.get("/history?_data=routes%2Fhistory"),
  "a staff page": () => staff.get("/admin/learn"),
  "a form post": () => staff.post("/admin/learn", { type: "tip", content: "x" }),
  "a form post through _data": () =>
    staff.post("/admin/learn?_data=routes%2Fadmin.learn.(%24step)", { type: "tip", content: "x" }),
  "a sign-in": () => app.client().post("/login", { email: "a@example.test", password: testPassword }),
  "a sign-in through the API": () =>
    app.client().call("POST", "/api/login", { email: "a@example.test", password: testPassword }),
  "a password reset request": () => app.client().post("/forgot-password", { email: "a@example.test" }),
  "an API read": () => member.call("GET", "/api/picks/record"),
  "an API write": () => staff.call("POST", "/api/picks", pickFields({ verdict: "✅" })),
  "a CSV file": () => staff.get("/admin/affiliates.csv"),
  "an affiliate's page": () => app.client().get(`/partners/${token}`),
  "an affiliate's CSV file": () => app.client().get(`/partners/${token}/months.csv`),
  "a referral visit": () =>
    app.client().fetch("/api/track-visit", { method: "POST", headers: { "X-Affiliate-Ref": "AAAAAAAA" } }),
};
const stillWorking = ["a referral visit"];

// The last one takes more away.
describe("with tables missing", { shuffle: false }, () => {
  test.each(Object.keys(requests))("%s fails with a short message, no internals and all its headers", async (name) => {
    const answer = await requests[name]?.();
    const text = (await answer?.text()) ?? "";
    if (!stillWorking.includes(name)) expect(answer?.status).toBe(500);
    expect(leak(text)).toBeNull();
    expect(text).not.toMatch(
      /no such table|does not exist|lost_|pick_days|throttles|sqlite|\/tmp\/|\.server|:\d+:\d+\)/i,
    );
    if (!stillWorking.includes(name)) expect(visibleText(text)).toMatch(/went wrong|Unexpected Server Error/);
    const headers = answer?.headers ?? new Headers();
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    const frameOptions =
      headers.get("content-security-policy") === "default-src 'none'; frame-ancestors 'none'" ? null : "DENY";
    expect([
      headers.get("x-content-type-options"),
      headers.get("x-frame-options"),
      headers.get("x-powered-by"),
    ]).toEqual(["nosniff", frameOptions, null]);
    expect(headers.getSetCookie().filter((cookie) => /session/.test(cookie))).toEqual([]);
  });

  test("a write that fails halfway is rolled back", async () => {
    const pick = "half a pick";
    expect((await staff.call("POST", "/api/picks", pickFields({ pick, verdict: "✅" }))).status).toBe(500);
    expect(await app.db.selectFrom("picks").select("id").where("pick", "=", pick).execute()).toEqual([]);
  });

  test("the server keeps running, and its log has no email, password, cookie, query or secret link", async () => {
    await member.get("/history?sport=SECRETQUERY");
    expect((await app.client().get("/")).status).toBe(200);
    expect((await member.get("/settings")).status).toBe(200);
    expect(app.errors()).toContain('"method":"GET","route":"/history","message":"The page failed"');
    for (const secret of ["a@example.test", testPassword, "SECRETQUERY", token, ...member.cookies.values()])
      expect(app.errors()).not.toContain(secret);
  });

  test("without the users table, members and visitors get an answer and no access", async () => {
    await removeTables(["users"]);
    for (const client of [member, app.client()]) {
      for (const path of [
        "/dashboard",
        "/admin",
        "/api/picks",
        "/admin/affiliates.csv",
        "/dashboard?_data=routes%2Fdashboard",
      ]) {
        const answer = await client.get(path);
        expect([path, [302, 204, 401, 500].includes(answer.status), leak(await answer.text())]).toEqual([
          path,
          true,
          null,
        ]);
      }
      expect((await client.get("/nowhere")).status).toBe(404);
    }
  });
});
