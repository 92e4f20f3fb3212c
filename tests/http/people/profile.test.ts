import { expect, test } from "vitest";
import type { Client } from "../../support/app/app.ts";
import { createUser, testPassword } from "../../support/database/factories.ts";
import { alerts, fieldError, fieldValue, visibleText } from "../../support/pages/html.ts";
import { useApp } from "../../support/app/use-app.ts";

const app = useApp();

const newPassword = "line-shopping-2026";
const passwords = { current_password: testPassword, password: newPassword, confirm_password: newPassword };

async function signedInWithRow(): Promise<{ client: Client; id: number; email: string }> {
  const { id, email } = await createUser(app.db);
  const client = app.client();
  await client.signIn(email);
  return { client, id, email };
}

test("saving the profile redirects to the page, which confirms and shows the new name", async () => {
  const { client } = await signedInWithRow();
  const answer = await client.post("/profile?index", {
    name: "Ana Díaz",
    phone: "555-0123",
    role: "superadmin",
    email: "x@example.test",
  });
  expect([answer.status, answer.headers.get("location")]).toEqual([303, "/profile"]);
  const html = await client.text("/profile");
  for (const text of ["Profile updated successfully!", "Ana Díaz", "555-0123"]) expect(html).toContain(text);
  expect((await client.get("/admin")).status).toBe(302);
});

test("a form with another user's profile is refused and keeps its input", async () => {
  const [first, second] = [await signedInWithRow(), await signedInWithRow()];
  const shown = fieldValue(await first.client.text("/profile"), "shown_id");
  expect(shown).toBe(String(first.id));
  const answer = await second.client.post("/profile?index", { name: "Typed By Another", phone: "", shown_id: shown });
  const html = await answer.text();
  expect([answer.status, fieldValue(html, "name"), alerts(html)]).toEqual([
    409,
    "Typed By Another",
    ["Nothing was saved: you are now signed in to another account. Reload this page to see its profile."],
  ]);
  expect((await first.client.post("/profile?index", { name: "My Own", phone: "", shown_id: shown })).status).toBe(303);
});

test("an invalid profile keeps its input", async () => {
  const { client } = await signedInWithRow();
  const answer = await client.post("/profile?index", { name: "", phone: "call me" });
  expect(answer.status).toBe(422);
  const html = await answer.text();
  for (const text of ["Update failed", "Enter your name.", "Enter a phone number.", 'value="call me"'])
    expect(html).toContain(text);
});

test("a password change keeps this session and ends the others", async () => {
  const { client, email } = await signedInWithRow();
  const elsewhere = app.client();
  await elsewhere.signIn(email);
  const answer = await client.post("/profile/password", passwords);
  expect([answer.status, answer.headers.get("location")]).toEqual([303, "/profile#password"]);
  expect(await client.text("/profile")).toContain("Password updated successfully!");
  expect((await elsewhere.get("/profile")).headers.get("location")).toBe("/");
  expect((await app.client().signIn(email)).status).toBe(401);
  expect((await app.client().signIn(email, newPassword)).status).toBe(303);
});

test.each([
  [{ password: "short", confirm_password: "something-else-1" }, "Passwords do not match"],
  [{ current_password: "wrong-horse-9" }, "Current password is incorrect."],
  [{ password: "password1", confirm_password: "password1" }, "This password is too common."],
])("%j shows the profile page again, without any password", async (changes, message) => {
  const { client } = await signedInWithRow();
  const answer = await client.post("/profile/password", { ...passwords, ...changes });
  expect(answer.status).toBe(422);
  const html = await answer.text();
  for (const text of ["Your Profile", "Password update failed", message, "Jordan Test"]) expect(html).toContain(text);
  for (const secret of [testPassword, newPassword, ...Object.values(changes)]) expect(html).not.toContain(secret);
});

test("a different confirmation is shown once, at its field", async () => {
  const { client } = await signedInWithRow();
  const answer = await client.post("/profile/password", { ...passwords, confirm_password: "something-else-1" });
  const html = await answer.text();
  expect([answer.status, alerts(html), fieldError(html, "confirm_password")]).toEqual([
    422,
    [],
    "Passwords do not match",
  ]);
  expect(html.match(/ aria-invalid=/g)).toHaveLength(1);
  for (const secret of [testPassword, newPassword, "something-else-1"]) expect(html).not.toContain(secret);
});

test("wrong passwords are throttled", async () => {
  const { client } = await signedInWithRow();
  const wrong = { ...passwords, current_password: "wrong-horse-9" };
  for (let guess = 0; guess < 5; guess += 1) expect((await client.post("/profile/password", wrong)).status).toBe(422);
  const answer = await client.post("/profile/password", passwords);
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([429, "60"]);
  expect(await answer.text()).toContain("Too many attempts. Please try again in 60 seconds.");
});

test("visitors are redirected and cross-site posts refused", async () => {
  for (const path of ["/profile", "/profile/password"])
    expect((await app.client().get(path)).headers.get("location")).toBe("/");
  const { client } = await signedInWithRow();
  for (const path of ["/profile?index", "/profile/password"]) {
    const answer = await client.fetch(path, {
      method: "POST",
      body: new URLSearchParams({ name: "x", ...passwords }),
      headers: { "Sec-Fetch-Site": "cross-site" },
    });
    expect(answer.status).toBe(403);
  }
});

test("the API changes one's own name and phone, and answers exactly five fields", async () => {
  const { client, id, email } = await signedInWithRow();
  const answer = await client.call("PUT", `/api/users/${id}`, {
    name: "Kim",
    phone: "555-0188",
    role: "admin",
    status: "Suspended",
    email: "x@example.test",
    id: 1,
  });
  expect([answer.status, await answer.json()]).toEqual([
    200,
    { id, name: "Kim", phone: "555-0188", email, role: "user" },
  ]);
});

test("the API changes one's own password with the current one", async () => {
  const { client, id, email } = await signedInWithRow();
  const { token } = await (await client.call("POST", "/api/login", { email, password: testPassword })).json();
  const change = (body: object) => client.call("PUT", `/api/users/${id}`, body);
  const refused = await change({ password: newPassword });
  expect([refused.status, await refused.json()]).toMatchObject([
    400,
    { fields: { current_password: "Enter your password." } },
  ]);
  expect(await (await change({ password: newPassword, current_password: "wrong-horse-9" })).json()).toMatchObject({
    error: "Current password is incorrect.",
  });
  const answer = await change({ password: newPassword, current_password: testPassword });
  expect([answer.status, Object.keys(await answer.json()).sort()]).toEqual([
    200,
    ["email", "id", "name", "phone", "role"],
  ]);
  const bearer = await fetch(`${app.origin}/api/users/${id}`, {
    method: "PUT",
    body: '{"name":"x"}',
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
  });
  expect(bearer.status).toBe(401);
});

test("another user's id is not found", async () => {
  const [{ client }, other] = [await signedInWithRow(), await signedInWithRow()];
  for (const id of [other.id, 0, "me", "1e1"])
    expect((await client.call("PUT", `/api/users/${id}`, { name: "x" })).status).toBe(404);
  expect((await app.client().call("PUT", `/api/users/${other.id}`, { name: "x" })).status).toBe(401);
});

test("the profile shows one's own sessions and can sign the others out", async () => {
  const { email } = await signedInWithRow();
  const [client, phone] = [app.client(), app.client()];
  await client.signIn(email);
  await phone.fetch("/login", {
    method: "POST",
    body: new URLSearchParams({ email, password: testPassword }),
    headers: {
      Origin: app.origin,
      "User-Agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Mobile/15E148 Safari/604.1",
    },
  });
  const html = await client.text("/profile");
  expect(visibleText(html)).toMatch(/Safari on iPhone, 127\.0\.0\.x Signed in .+ Last active .+ Sign out/);
  const id =
    /name="session_id" value="(\d+)"\/><button[^>]*>Sign out<span class="vh"> (?:<!-- -->)?Safari on iPhone/.exec(
      html,
    )?.[1] ?? "";
  const answer = await client.post("/profile/sessions", { session_id: id });
  expect([answer.status, answer.headers.get("location")]).toEqual([303, "/profile#sessions"]);
  expect(alerts(await client.text("/profile"))).toEqual(["That device is signed out."]);
  expect((await phone.get("/profile")).headers.get("location")).toBe("/");
  expect([
    (await client.post("/profile/sessions", { session_id: id })).status,
    alerts(await client.text("/profile")),
  ]).toEqual([303, ["That session has already ended."]]);
});

test("the API lists one's own sessions and ends them", async () => {
  const { client, email } = await signedInWithRow();
  const elsewhere = app.client();
  await elsewhere.signIn(email);
  const sessions: { id: number; current: boolean }[] = await (await client.call("GET", "/api/sessions")).json();
  expect(sessions.map(({ current }) => current)).toEqual([true, false]);
  const end = async () => (await client.call("DELETE", `/api/sessions/${sessions[1]?.id}`)).status;
  expect([await end(), await end(), (await elsewhere.call("GET", "/api/sessions")).status]).toEqual([200, 404, 401]);
});

test("the profile shows the email, the plan and two-factor sign-in to members and staff", async () => {
  const [user, staff] = [await createUser(app.db), await createUser(app.db, { role: "admin" })];
  for (const [{ email }, plan] of [
    [user, "$49 / month, Active"],
    [staff, "Admin"],
  ] as const) {
    const client = app.client();
    await client.signIn(email);
    const text = visibleText(await client.text("/profile"));
    expect(text).toContain(`Email ${email} Plan ${plan} Full Name`);
    expect(text).toContain("Off. Anyone with your password can sign in.");
  }
});
