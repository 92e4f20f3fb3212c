import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { createUser, pickFields, testPassword } from "../../support/database/factories.ts";
import { visibleText } from "../../support/pages/html.ts";
import type { Role } from "../../../app/policy.ts";
import { useApp } from "../../support/app/use-app.ts";

const day = 86_400_000;

const app = useApp();

test("a bearer token works without a cookie and without an Origin, also for writes", async () => {
  const { token } = await bearer("admin");
  expect((await listPicks(token)).status).toBe(200);
  const init = {
    method: "POST",
    body: JSON.stringify(pickFields()),
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
  };
  expect((await app.client().fetch("/api/picks", init)).status).toBe(201);
});

test("a bearer token needs no Origin even beside cookies, because no browser sends it by itself", async () => {
  const { token } = await bearer("admin");
  const init = {
    method: "POST",
    body: JSON.stringify(pickFields()),
    headers: { Authorization: `Bearer ${token}`, Cookie: "a=b", "Content-Type": "application/json" },
  };
  expect((await app.client().fetch("/api/picks", init)).status).toBe(201);
});

test.each([
  ["a foreign Origin", { Origin: "https://evil.test" }],
  ["Sec-Fetch-Site cross-site", { "Sec-Fetch-Site": "cross-site" }],
])("a bearer token does not allow %s, and the API description says so", async (_from, sent) => {
  const { token } = await bearer("admin");
  const init = {
    method: "POST",
    body: JSON.stringify(pickFields()),
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json", ...sent },
  };
  expect((await app.client().fetch("/api/picks", init)).status).toBe(403);
  expect((await (await app.client().get("/api/openapi.json")).json()).info.description).toContain(
    "A call that changes something is refused from another site's pages",
  );
});

test("a refusal without a valid token has WWW-Authenticate: Bearer", async () => {
  const init = {
    method: "POST",
    body: JSON.stringify({ email: "nobody@example.test", password: testPassword }),
    headers: { "Content-Type": "application/json" },
  };
  const refused = [
    await app.client().get("/api/picks"),
    await listPicks("wrong"),
    await app.client().fetch("/api/login", init),
  ];
  expect(refused.map(({ status, headers }) => [status, headers.get("www-authenticate")])).toEqual(
    Array(3).fill([401, "Bearer"]),
  );
  const page = await app.client().post("/admin/picks", {});
  expect([page.status, page.headers.get("www-authenticate")]).toEqual([401, null]);
});

test("only the hash of a bearer token is stored", async () => {
  const { token } = await bearer("user");
  const rows = await app.db.selectFrom("api_tokens").select("token_hash").execute();
  expect(rows.map((row) => row.token_hash)).toContain(hashOf(token));
});

test("any other Authorization is refused, also beside a valid cookie", async () => {
  const { token, email } = await bearer("user");
  const other = await bearer("superadmin");
  const [version = "", address = "", secret = ""] = token.split(".");
  const forms = {
    "a bare email": `Bearer ${email}`,
    "a JWT": `Bearer eyJhbGciOiJub25lIn0.${address}.`,
    "a signed JWT": `Bearer eyJhbGciOiJIUzI1NiJ9.${address}.c2ln`,
    "one character shorter": `Bearer ${token.slice(0, -1)}`,
    "one character longer": `Bearer ${token}A`,
    "another version": `Bearer v2.${address}.${secret}`,
    "no email part": `Bearer ${version}..${secret}`,
    "another account's email": `Bearer ${version}.${other.token.split(".")[1]}.${secret}`,
    "another secret": `Bearer ${version}.${address}.${"A".repeat(43)}`,
    "its stored hash": `Bearer ${hashOf(token)}`,
    "no scheme": token,
    Basic: `Basic ${Buffer.from(`${email}:${testPassword}`).toString("base64")}`,
    empty: "Bearer",
    two: `Bearer ${token} ${other.token}`,
    "very long": `Bearer v1.${"a".repeat(5000)}.${secret}`,
  };
  const signedIn = await app.signedIn("user");
  for (const [form, authorization] of Object.entries(forms)) {
    const alone = await app.client().fetch("/api/picks", { headers: { Authorization: authorization } });
    expect([form, alone.status, await alone.json()]).toEqual([form, 401, { error: "Please login first!" }]);
    const beside = await signedIn.fetch("/api/picks", { headers: { Authorization: authorization } });
    expect([form, beside.status]).toEqual([form, 401]);
  }
});

test("a wrong bearer token at a page gets a refusal page", async () => {
  const answer = await app.client().fetch("/login", { headers: { Authorization: "Bearer nobody's" } });
  const html = await answer.text();
  expect([answer.status, visibleText(html).includes("Please login first!"), html.includes("<nav")]).toEqual([
    401,
    true,
    true,
  ]);
});

test("the scheme name is case-insensitive", async () => {
  const { token } = await bearer("user");
  expect((await app.client().fetch("/api/picks", { headers: { Authorization: `bearer  ${token}` } })).status).toBe(200);
});

test("a bearer token takes precedence over the cookie", async () => {
  const { token } = await bearer("user");
  const admin = await app.signedIn("admin");
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json", Origin: app.origin };
  expect(
    (await admin.fetch("/api/picks", { method: "POST", body: JSON.stringify(pickFields()), headers })).status,
  ).toBe(403);
});

test.each([
  [6.9, 200],
  [7.1, 401],
])("a bearer token that is %d days old answers %d", async (days, status) => {
  const { token } = await bearer("user");
  const row = await app.db
    .deleteFrom("api_tokens")
    .where("token_hash", "=", hashOf(token))
    .returningAll()
    .executeTakeFirstOrThrow();
  await app.db
    .insertInto("api_tokens")
    .values({ ...row, created_at: new Date(Date.now() - days * day).toISOString() })
    .execute();
  expect((await listPicks(token)).status).toBe(status);
});

test("a suspended account's bearer token is revoked, and a role change applies at once", async () => {
  const { token, email } = await bearer("admin");
  const write = () =>
    app.client().fetch("/api/picks", {
      method: "POST",
      body: JSON.stringify(pickFields()),
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    });
  await app.db.updateTable("users").set({ role: "user" }).where("email", "=", email).execute();
  expect((await write()).status).toBe(403);
  await app.db.updateTable("users").set({ status: "Suspended" }).where("email", "=", email).execute();
  expect((await listPicks(token)).status).toBe(401);
});

test("a sign-out revokes the bearer token that it came with, and no other", async () => {
  const { token, email } = await bearer("user");
  const second = await bearer("user", email);
  const answer = await app
    .client()
    .fetch("/api/logout", { method: "POST", headers: { Authorization: `Bearer ${token}` } });
  expect([answer.status, await answer.json()]).toEqual([200, { ok: true }]);
  expect([(await listPicks(token)).status, (await listPicks(second.token)).status]).toEqual([401, 200]);
});

test("a sign-out by cookie revokes the token of that sign-in, and the other way round", async () => {
  const { email } = await createUser(app.db);
  const signIn = async () => {
    const client = app.client();
    const { token } = await (await client.call("POST", "/api/login", { email, password: testPassword })).json();
    return { client, token: String(token) };
  };
  const [byCookie, byBearer, other] = [await signIn(), await signIn(), await signIn()];
  await byCookie.client.call("POST", "/api/logout");
  await app.client().fetch("/api/logout", { method: "POST", headers: { Authorization: `Bearer ${byBearer.token}` } });
  for (const { client, token } of [byCookie, byBearer])
    expect([(await listPicks(token)).status, (await client.call("GET", "/api/picks")).status]).toEqual([401, 401]);
  expect([(await listPicks(other.token)).status, (await other.client.call("GET", "/api/picks")).status]).toEqual([
    200, 200,
  ]);
});

test("a sign-in with a revoked bearer token is refused", async () => {
  const { email } = await createUser(app.db);
  const headers = { Authorization: "Bearer v1.x.y", "Content-Type": "application/json" };
  const answer = await app
    .client()
    .fetch("/api/login", { method: "POST", body: JSON.stringify({ email, password: testPassword }), headers });
  expect(answer.status).toBe(401);
});

async function bearer(role: Role, existingEmail?: string): Promise<{ token: string; email: string }> {
  const email = existingEmail ?? (await createUser(app.db, { role })).email;
  const init = {
    method: "POST",
    body: JSON.stringify({ email, password: testPassword }),
    headers: { "Content-Type": "application/json" },
  };
  const { token } = await (await app.client().fetch("/api/login", init)).json();
  return { token: String(token), email };
}

function listPicks(token: string): Promise<Response> {
  return app.client().fetch("/api/picks", { headers: { Authorization: `Bearer ${token}` } });
}

function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
