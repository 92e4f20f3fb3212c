import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { type Client, startApp } from "../../support/app/app.ts";
import { createUser, pickFields } from "../../support/database/factories.ts";
import { rawRequest } from "../../support/app/raw.ts";
import { useApp } from "../../support/app/use-app.ts";

const hour = 3_600_000;
const day = 24 * hour;

const app = useApp();

test("every sign-in creates a new session id and ends the old session", async () => {
  const { email } = await createUser(app.db);
  const client = app.client();
  await client.signIn(email);
  const first = copyOf(client);
  await client.signIn(email);
  expect(client.cookies.get("session")).not.toBe(first.cookies.get("session"));
  expect((await first.get("/dashboard")).status).toBe(302);
  expect((await client.get("/dashboard")).status).toBe(200);
});

test("a session id supplied by the browser is not adopted", async () => {
  const { email } = await createUser(app.db);
  const client = app.client();
  client.cookies.set("session", encodedCookie("chosen-by-an-attacker"));
  await client.signIn(email);
  expect(client.cookies.get("session")).not.toBe(encodedCookie("chosen-by-an-attacker"));
});

test("two browsers of one account have separate sessions", async () => {
  const { email } = await createUser(app.db);
  const [one, two] = [app.client(), app.client()];
  await one.signIn(email);
  await two.signIn(email);
  await one.post("/logout");
  expect([(await one.get("/dashboard")).status, (await two.get("/dashboard")).status]).toEqual([302, 200]);
});

test("the device id and the display mode stay in the browser for a year, for any user", async () => {
  const client = app.client();
  await client.signIn((await createUser(app.db)).email);
  const device = client.cookies.get("device");
  const answer = await client.signIn((await createUser(app.db)).email);
  expect([device, client.cookies.get("device")]).toEqual([expect.stringMatching(/./), device]);
  const changed = await client.call("PUT", "/api/settings", { display_mode: "light" });
  const cookies = [
    ...answer.headers.getSetCookie(),
    ...changed.headers.getSetCookie(),
    ...(await client.get("/settings")).headers.getSetCookie(),
  ];
  expect(
    cookies
      .filter((cookie) => /^(device|display-mode)=.*Max-Age=31104000;/.test(cookie))
      .map((cookie) => cookie.split("=")[0]),
  ).toEqual(["device", "display-mode"]);
});

test("only the hash of a session id is stored", async () => {
  const client = await app.signedIn("user");
  const id: string = JSON.parse(
    Buffer.from(decodeURIComponent(client.cookies.get("session") ?? ""), "base64").toString(),
  );
  const hashes = (await app.db.selectFrom("sessions").select("id_hash").execute()).map((row) => row.id_hash);
  expect(hashes).toContain(createHash("sha256").update(id).digest("hex"));
  expect(JSON.stringify(hashes)).not.toContain(id);
  expect(Buffer.from(id, "base64url")).toHaveLength(32);
});

test.each([["/logout"], ["/api/logout"]])(
  "a post to %s ends the session and clears the browser's data",
  async (path) => {
    const client = await app.signedIn("user");
    const copy = copyOf(client);
    const answer = path === "/logout" ? await client.post(path) : await client.call("POST", path);
    expect([answer.status, answer.headers.get("location")]).toEqual(path === "/logout" ? [303, "/"] : [200, null]);
    expect(answer.headers.get("clear-site-data")).toBe('"cache", "storage"');
    expect(client.cookies.has("session")).toBe(false);
    expect((await copy.get("/dashboard")).status).toBe(302);
  },
);

test("a GET of /logout shows a button and ends nothing", async () => {
  const client = await app.signedIn("user");
  const html = await client.text("/logout");
  expect(html).toMatch(/<form[^>]*method="post"[\s\S]*<button[^>]*>Logout<\/button>/);
  expect((await client.get("/dashboard")).status).toBe(200);
  expect((await client.get("/api/logout")).status).toBe(405);
});

test("a sign-out without a session is not an error", async () => {
  expect((await app.client().post("/logout")).status).toBe(303);
});

test("a suspension applies at the next request", async () => {
  const client = await app.signedIn("admin");
  await app.db
    .updateTable("users")
    .set({ status: "Suspended" })
    .where("email", "=", await emailOf(client))
    .execute();
  expect((await client.get("/admin")).headers.get("location")).toBe("/admin-login");
  expect((await client.post("/admin/picks", pickFields())).status).toBe(401);
  expect((await client.call("GET", "/api/picks")).status).toBe(401);
});

test("a role change applies at the next request", async () => {
  const client = await app.signedIn("admin");
  await app.db
    .updateTable("users")
    .set({ role: "propicksmanager" })
    .where("email", "=", await emailOf(client))
    .execute();
  expect((await client.get("/admin/picks")).headers.get("location")).toBe("/admin");
  expect((await client.call("POST", "/api/picks", pickFields())).status).toBe(403);
  expect((await client.call("POST", "/api/propicks", pickFields())).status).toBe(201);
});

test("a deleted user is a visitor", async () => {
  const client = await app.signedIn("user");
  await app.db
    .deleteFrom("users")
    .where("email", "=", await emailOf(client))
    .execute();
  expect((await client.get("/dashboard")).headers.get("location")).toBe("/");
});

test.each([
  ["user", 13.9 * day, 200],
  ["user", 14.1 * day, 302],
  ["admin", 11.9 * hour, 200],
  ["admin", 12.1 * hour, 302],
] as const)("the session of a %s idle for %d ms answers %d", async (role, idle, status) => {
  const client = await app.signedIn(role);
  await age(client, { seen_at: new Date(Date.now() - idle).toISOString() });
  expect((await client.get("/dashboard")).status).toBe(status);
});

test("automatic requests do not keep a session alive, a reader's requests do", async () => {
  const client = await app.signedIn("user");
  const idleSince = new Date(Date.now() - day).toISOString();
  const seenBy = async (path: string, headers: Record<string, string> = {}) => {
    await age(client, { seen_at: idleSince });
    await client.fetch(path, { headers });
    const { seen_at } = await app.db
      .selectFrom("sessions")
      .innerJoin("users", "users.id", "sessions.user_id")
      .select("sessions.seen_at")
      .where("users.email", "=", await emailOf(client))
      .executeTakeFirstOrThrow();
    return seen_at > idleSince;
  };
  const reload =
    /http-equiv="refresh" content="30; url=([^"]+)"/
      .exec(await client.text("/dashboard?sport=NBA"))?.[1]
      ?.replace("&amp;", "&") ?? "";
  expect(reload).toBe("/dashboard?sport=NBA&auto=1");
  for (const path of [reload, `${reload}&_data=routes%2Fdashboard`, "/api/picks/version", "/api/propicks/version"])
    expect([path, await seenBy(path)]).toEqual([path, false]);
  expect(await seenBy("/dashboard", { "X-For-Copy": "yes" })).toBe(false);
  for (const path of ["/dashboard", "/dashboard?refresh=off", "/dashboard?_data=routes%2Fdashboard", "/api/picks"])
    expect([path, await seenBy(path)]).toEqual([path, true]);
});

test("a session ends 30 days after the sign-in, even if active", async () => {
  const client = await app.signedIn("user");
  const email = await emailOf(client);
  // The types forbid updating created_at, so the row is inserted again.
  const user = await app.db.selectFrom("users").select("id").where("email", "=", email).executeTakeFirstOrThrow();
  const row = await app.db
    .deleteFrom("sessions")
    .where("user_id", "=", user.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await app.db
    .insertInto("sessions")
    .values({ ...row, created_at: new Date(Date.now() - 30.1 * day).toISOString() })
    .execute();
  expect((await client.get("/dashboard")).status).toBe(302);
});

test("the cookies are HttpOnly and SameSite=Lax", async () => {
  const { email } = await createUser(app.db);
  const cookies = (await app.client().signIn(email)).headers.getSetCookie();
  expect(cookies.map((cookie) => cookie.split("=")[0]).sort()).toEqual(["device", "session"]);
  for (const cookie of cookies) {
    expect(cookie).toMatch(/; HttpOnly/);
    expect(cookie).toMatch(/; SameSite=Lax/);
    expect(cookie).toMatch(/; Path=\/(;|$)/);
    expect(cookie).not.toMatch(/Domain=/i);
  }
});

test("under https cookies have the __Host- prefix and Secure, responses have HSTS, and Host may name port 443", async () => {
  const secure = await startApp({ APP_ORIGIN: "https://picks.example" });
  const { email } = await createUser(secure.db);
  const body = `email=${encodeURIComponent(email)}&password=correct-horse-9`;
  const { sendRaw } = await import("../../support/app/raw.ts");
  const answer = await sendRaw(
    secure.origin,
    `POST /login HTTP/1.1\r\nHost: picks.example\r\nOrigin: https://picks.example\r\nConnection: close\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  const page = await rawRequest(secure.origin, "/", { headers: { Host: "picks.example" } });
  const statusByPort = await Promise.all(
    ["443", "80"].map(
      async (port) => (await rawRequest(secure.origin, "/", { headers: { Host: `picks.example:${port}` } })).status,
    ),
  );
  await secure.stop();
  expect(statusByPort).toEqual([200, 421]);
  expect(answer.status).toBe(303);
  const cookies = answer.headers.getSetCookie();
  expect(cookies.map((cookie) => cookie.split("=")[0]).sort()).toEqual(["__Host-device", "__Host-session"]);
  for (const cookie of cookies) expect(cookie).toMatch(/; HttpOnly; Secure; SameSite=Lax/);
  expect(page.headers.get("strict-transport-security")).toMatch(/^max-age=\d{8,}; includeSubDomains/);
});

test.each([
  ["garbage"],
  ["%ff%fe"],
  ["e30="],
  [encodedCookie("")],
  [encodedCookie("x".repeat(500))],
  ["W10="],
  ["bnVsbA=="],
])("the session cookie %s counts as none", async (value) => {
  const answer = await app
    .client()
    .fetch("/dashboard", { headers: { Cookie: `session=${value}; device=${value}; flash=${value}` } });
  expect([answer.status, answer.headers.get("location")]).toEqual([302, "/"]);
});

function encodedCookie(value: string): string {
  return Buffer.from(JSON.stringify(value)).toString("base64");
}

function copyOf(client: Client): Client {
  const copy = app.client();
  for (const [name, value] of client.cookies) copy.cookies.set(name, value);
  return copy;
}

async function emailOf(client: Client): Promise<string> {
  const id: string = JSON.parse(
    Buffer.from(decodeURIComponent(client.cookies.get("session") ?? ""), "base64").toString(),
  );
  const row = await app.db
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.user_id")
    .select("users.email")
    .where("id_hash", "=", createHash("sha256").update(id).digest("hex"))
    .executeTakeFirstOrThrow();
  return row.email;
}

async function age(client: Client, changes: { seen_at: string }): Promise<void> {
  const user = await app.db
    .selectFrom("users")
    .select("id")
    .where("email", "=", await emailOf(client))
    .executeTakeFirstOrThrow();
  await app.db.updateTable("sessions").set(changes).where("user_id", "=", user.id).execute();
}
