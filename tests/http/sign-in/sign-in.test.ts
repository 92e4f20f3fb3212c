import { expect, test } from "vitest";
import type { Client } from "../../support/app/app.ts";
import { createUser, nextNumber, testPassword } from "../../support/database/factories.ts";
import { alerts, fieldError, fieldValue } from "../../support/pages/html.ts";
import { useApp } from "../../support/app/use-app.ts";

const wrong = "not-the-password-1";

const app = useApp();

test("a member signs in and lands on Today's Picks", async () => {
  const user = await createUser(app.db);
  const client = app.client();
  const answer = await client.signIn(user.email);
  expect([answer.status, answer.headers.get("location")]).toEqual([303, "/dashboard"]);
  expect((await client.get("/dashboard")).status).toBe(200);
});

test.each(["/login", "/admin-login"])("staff who sign in at %s land in the staff area", async (path) => {
  for (const role of ["propicksmanager", "admin", "superadmin"] as const) {
    const { email } = await createUser(app.db, { role });
    const answer = await attempt(app.client(), path, email, testPassword);
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/admin"]);
  }
});

test("an email is accepted with surrounding spaces and in any case", async () => {
  const { email } = await createUser(app.db);
  expect((await attempt(app.client(), "/login", `  ${email.toUpperCase()} `, testPassword)).status).toBe(303);
});

test("a password is taken as typed, including spaces", async () => {
  const { email } = await createUser(app.db);
  expect((await attempt(app.client(), "/login", email, ` ${testPassword} `)).status).toBe(401);
});

test("an unknown email, a wrong password and a suspended account with a wrong password get the same answer", async () => {
  const [user, suspended] = [await createUser(app.db), await createUser(app.db, { status: "Suspended" })];
  for (const email of [user.email, suspended.email, "nobody@example.test"]) {
    const answer = await attempt(app.client(), "/login", email, wrong);
    const html = await answer.text();
    expect([answer.status, alerts(html), fieldValue(html, "email")]).toEqual([401, ["Invalid credentials."], email]);
    expect(answer.headers.getSetCookie()).toEqual([]);
    const call = await callLogin(email, wrong);
    expect([call.status, await call.json()]).toEqual([401, { error: "Invalid credentials." }]);
  }
});

test("a suspended member with the right password gets a message and no session", async () => {
  const { email } = await createUser(app.db, { status: "Suspended" });
  const client = app.client();
  const answer = await attempt(client, "/login", email, testPassword);
  expect([answer.status, alerts(await answer.text())]).toEqual([403, ["Your account is suspended."]]);
  expect([...client.cookies]).toEqual([]);
  const call = await callLogin(email, testPassword);
  expect([call.status, await call.json(), call.headers.getSetCookie()]).toEqual([
    403,
    { error: "Your account is suspended." },
    [],
  ]);
});

test("the staff login has its own messages", async () => {
  const [member, staff] = [await createUser(app.db), await createUser(app.db, { role: "admin", status: "Suspended" })];
  const cases = [
    ["nobody@example.test", wrong, 401, "Invalid credentials."],
    [staff.email, wrong, 401, "Invalid credentials."],
    [staff.email, testPassword, 403, "You are not authorized."],
    [member.email, wrong, 401, "Invalid credentials."],
    [member.email, testPassword, 403, "Only admin/superadmin can access this panel."],
  ] as const;
  for (const [email, password, status, text] of cases) {
    const answer = await attempt(app.client(), "/admin-login", email, password);
    expect([answer.status, alerts(await answer.text())], `${email} ${password}`).toEqual([status, [text]]);
  }
});

test.each([
  ["a wrong password", wrong],
  ["a member's right password", testPassword],
])("a failed staff login with %s ends the browser's session", async (_title, password) => {
  const client = await app.signedIn("admin");
  const copy = app.client();
  for (const [name, value] of client.cookies) copy.cookies.set(name, value);
  const answer = await attempt(client, "/admin-login", (await createUser(app.db)).email, password);
  expect(answer.headers.get("clear-site-data")).not.toBeNull();
  expect(client.cookies.has("session")).toBe(false);
  expect((await copy.get("/dashboard")).status).toBe(302);
});

test("a failed member login leaves the session alone", async () => {
  const client = await app.signedIn("user");
  await attempt(client, "/login", (await createUser(app.db)).email, wrong);
  expect((await client.get("/dashboard")).status).toBe(200);
});

test("an empty form is refused at its fields, with the email kept", async () => {
  const html = await (await app.client().post("/login", { email: "kept@example.test", password: "" })).text();
  expect([fieldError(html, "password"), fieldValue(html, "email"), fieldValue(html, "password")]).toEqual([
    "Enter your password.",
    "kept@example.test",
    "",
  ]);
  const call = await app.client().call("POST", "/api/login", { email: "kept@example.test" });
  expect([call.status, await call.json()]).toEqual([
    400,
    { error: "Please check the marked fields.", fields: { password: "Enter your password." } },
  ]);
});

test.each([
  ["an object", {}],
  ["a list", ["correct-horse-9"]],
  ["true", true],
  ["a number", 12_345_678],
  ["null", null],
])("a password that is %s is refused", async (_title, password) => {
  const { email } = await createUser(app.db);
  expect((await app.client().call("POST", "/api/login", { email, password })).status).toBe(400);
});

test("no response contains the password", async () => {
  const { email } = await createUser(app.db);
  const secret = `unrepeatable-${nextNumber()}`;
  for (const path of [
    "/login",
    "/admin-login",
    "/login?_data=routes%2Flogin",
    "/admin-login?_data=routes%2Fadmin-login",
  ]) {
    for (const fields of [
      { email, password: secret },
      { email: "", password: secret },
      { email: "x", password: `${secret}\u0000` },
      { email, password: secret.repeat(100) },
    ]) {
      expect(await (await attempt(app.client(), path, fields.email, fields.password)).text()).not.toContain(secret);
    }
  }
  expect(await (await callLogin(email, secret)).text()).not.toContain(secret);
});

test("the API answers exactly id, name, phone, email, role and token, and sets the session cookie", async () => {
  const user = await createUser(app.db, { role: "propicksmanager" });
  const client = app.client();
  const answer = await client.call("POST", "/api/login", { email: user.email, password: testPassword });
  const { token, ...rest } = await answer.json();
  expect([answer.status, rest]).toEqual([
    200,
    { id: user.id, name: user.name, phone: user.phone, email: user.email, role: "propicksmanager" },
  ]);
  expect(token).toMatch(/^v1\.[\w-]+\.[\w-]{43}$/);
  expect((await client.get("/admin")).status).toBe(200);
  expect(answer.headers.get("cache-control")).toBe("no-store");
});

test.each(["application/json", "Application/JSON; Charset=UTF-8"])(
  "an API sign-in works without a cookie or Origin, with the type %s",
  async (type) => {
    const { email } = await createUser(app.db);
    const init = {
      method: "POST",
      body: new TextEncoder().encode(JSON.stringify({ email, password: testPassword })),
      headers: { "Content-Type": type },
    };
    expect((await app.client().fetch("/api/login", init)).status).toBe(200);
  },
);

/** A new client address each time, to avoid the throttle. */
function attempt(client: Client, path: string, email: string, password: string): Promise<Response> {
  return client.fetch(path, {
    method: "POST",
    body: new URLSearchParams({ email, password }),
    headers: { Origin: app.origin, "X-Forwarded-For": `198.51.100.${nextNumber()}` },
  });
}

function callLogin(email: string, password: string): Promise<Response> {
  const headers = {
    Origin: app.origin,
    "Content-Type": "application/json",
    "X-Forwarded-For": `198.51.100.${nextNumber()}`,
  };
  return app.client().fetch("/api/login", { method: "POST", body: JSON.stringify({ email, password }), headers });
}
