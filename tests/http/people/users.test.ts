import { beforeAll, describe, expect, test } from "vitest";
import type { Client } from "../../support/app/app.ts";
import { createUser, nextNumber, testPassword } from "../../support/database/factories.ts";
import { alerts, fieldError, fieldValue, visibleText } from "../../support/pages/html.ts";
import { useApp } from "../../support/app/use-app.ts";

const denied = "Access Denied. Only Super Admin can manage users.";
const newPassword = "line-shopping-2026";

const app = useApp();
let superadmin: Client;
let self: { id: number; email: string };
beforeAll(async () => {
  self = await createUser(app.db, { role: "superadmin", name: "Sam Test" });
  superadmin = app.client();
  await superadmin.signIn(self.email);
});

const rowOf = (id: number) => app.db.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirst();
const redirectOf = (answer: Response) => [answer.status, answer.headers.get("location")];
const newcomer = () => ({
  email: `newcomer${nextNumber()}@example.test`,
  password: newPassword,
  role: "propicksmanager",
  name: "",
});

async function signedIn(role: "user" | "superadmin" = "user") {
  const user = await createUser(app.db, { role });
  const client = app.client();
  await client.signIn(user.email);
  return { user, client };
}

describe("without the permission", () => {
  test("an admin gets the reason, a link to the staff area, and no tab", async () => {
    const admin = await app.signedIn("admin");
    for (const path of [
      "/admin/users",
      `/admin/users/${self.id}`,
      `/admin/users/${self.id}/delete`,
      "/admin/users/999999",
    ]) {
      const answer = await admin.get(path);
      const html = await answer.text();
      expect([
        path,
        answer.status,
        html.includes(denied),
        html.includes("Go to the staff area"),
        html.includes("User Manager"),
        html.includes(self.email),
      ]).toEqual([path, 403, true, true, false, false]);
    }
    const post = await admin.post("/admin/users", newcomer());
    expect([post.status, (await post.text()).includes(denied)]).toEqual([403, true]);
  });

  test("a propicksmanager is redirected to the Pro Picks Manager", async () => {
    const answer = await (await app.signedIn("propicksmanager")).get("/admin/users");
    expect(redirectOf(answer)).toEqual([302, "/admin"]);
  });

  test("a member is redirected to the staff login, with the usual message", async () => {
    const { client } = await signedIn();
    expect(redirectOf(await client.get("/admin/users"))).toEqual([302, "/admin-login"]);
    expect(alerts(await client.text("/admin-login"))).toEqual(["You are not authorized."]);
  });
});

describe("the list", () => {
  test("has the tab and a row per account, and no hash or phone", async () => {
    const user = await createUser(app.db, { name: "Ana Díaz", status: "Suspended", role: "propicksmanager" });
    const html = await superadmin.text("/admin/users");
    expect(html).toMatch(/<a[^>]*aria-current="page"[^>]*>User Manager<\/a>/);
    expect(visibleText(html)).toContain(
      `${user.email} Ana Díaz ${user.id} Pro Picks Manager Suspended – Open ${user.email} More ${user.email} Activate ${user.email} Delete ${user.email}`.replace(
        `${user.email} Ana`,
        `${user.email}Ana`,
      ),
    );
    expect(html).not.toMatch(/argon2|password_hash|555-0100/);
  });

  test("has a search form that keeps its input, and says when no user matches", async () => {
    const { email } = await createUser(app.db, { email: "needle@example.test" });
    const html = await superadmin.text("/admin/users?q=NEEDLE");
    expect([
      fieldValue(html, "q"),
      visibleText(html).includes("1 user "),
      html.includes(email),
      html.includes(self.email),
    ]).toEqual(["NEEDLE", true, true, false]);
    expect(visibleText(await superadmin.text("/admin/users?q=100%25_"))).toContain("0 users");
    expect(visibleText(await superadmin.text("/admin/users?q=100%25_"))).toContain("No users found.");
  });

  test("shows an invalid search again with the error", async () => {
    const answer = await superadmin.get(`/admin/users?q=${"x".repeat(255)}`);
    const html = await answer.text();
    expect([answer.status, fieldError(html, "q"), html.includes(self.email)]).toEqual([
      422,
      "At most 254 characters.",
      true,
    ]);
  });

  test("keeps its filters in the links to other pages, in a row's actions and in its file", async () => {
    const { id, email } = await createUser(app.db, { email: "kept@example.test", status: "Suspended" });
    for (let count = 0; count < 20; count += 1) await createUser(app.db, { status: "Suspended" });
    const query = "role=user&status=Suspended";
    const html = await superadmin.text(`/admin/users?${query}&seen=soon`);
    expect([
      fieldValue(html, "status"),
      fieldError(html, "seen"),
      html.includes(`href="/admin/users.csv?${query.replace("&", "&amp;")}"`),
    ]).toEqual(["Suspended", "Choose one from the list.", true]);
    const second = await superadmin.text(`/admin/users?${query}&page=2`);
    expect(second).toContain(`/admin/users/${id}/delete?page=2&amp;role=user&amp;status=Suspended&amp;from=list`);
    const file = await superadmin.get(`/admin/users.csv?${query}`);
    const lines = (await file.text()).trimEnd().split("\r\n");
    expect([file.headers.get("content-type"), lines.some((line) => line.startsWith(`${id},${email},`))]).toEqual([
      "text/csv; charset=utf-8",
      true,
    ]);
    expect(lines.slice(1).every((line) => line.includes(",user,Suspended,"))).toBe(true);
    expect((await superadmin.get("/admin/users.csv?seen=soon")).status).toBe(400);
  });

  test("escapes names", async () => {
    await createUser(app.db, { email: "evil@example.test", name: `<img src=x onerror=alert(1)>"'` });
    const html = await superadmin.text("/admin/users?q=evil");
    expect(html).not.toContain("<img src=x");
    expect(visibleText(html)).toContain(`<img src=x onerror=alert(1)>"'`);
  });
});

describe("the form that adds an account", () => {
  test("creates an account that can sign in, with a notice", async () => {
    const person = newcomer();
    expect(redirectOf(await superadmin.post("/admin/users", person))).toEqual([303, "/admin/users"]);
    expect(alerts(await superadmin.text("/admin/users"))).toEqual(["Account created."]);
    expect(redirectOf(await app.client().signIn(person.email, newPassword))).toEqual([303, "/admin"]);
  });

  test("offers the roles user, propicksmanager and admin by their labels", async () => {
    const html = await superadmin.text("/admin/users");
    const form = html.slice(html.indexOf('id="form-title"'), html.indexOf('id="users"'));
    const options = [...form.matchAll(/<option value="([^"]*)"[^>]*>([^<]*)</g)].map(
      ([, value, label]) => `${value}=${label}`,
    );
    expect(options).toEqual(["user=User", "propicksmanager=Pro Picks Manager", "admin=Admin"]);
    expect((await superadmin.post("/admin/users", { ...newcomer(), role: "superadmin" })).status).toBe(422);
  });

  test("keeps all input except the password, with each error at its field", async () => {
    const answer = await superadmin.post("/admin/users", {
      email: "nobody",
      password: "short-1",
      role: "admin",
      name: "x".repeat(101),
    });
    const html = await answer.text();
    expect([answer.status, alerts(html)]).toEqual([422, ["Please check the marked fields."]]);
    expect([fieldError(html, "email"), fieldError(html, "password"), fieldError(html, "name")]).toEqual([
      "Enter an email address.",
      "Use at least 8 characters.",
      "At most 100 characters.",
    ]);
    expect([fieldValue(html, "email"), fieldValue(html, "role"), fieldValue(html, "password")]).toEqual([
      "nobody",
      "admin",
      "",
    ]);
  });

  test("answers 409 when the email is taken", async () => {
    const answer = await superadmin.post("/admin/users", { ...newcomer(), email: self.email.toUpperCase() });
    const html = await answer.text();
    expect([answer.status, alerts(html), fieldError(html, "email")]).toEqual([
      409,
      ["An account with this email already exists."],
      "An account with this email already exists.",
    ]);
  });
});

describe("actions on an account", () => {
  test("suspending ends its sessions at once; activating allows sign-in again", async () => {
    const { user, client } = await signedIn();
    expect(redirectOf(await superadmin.post(`/admin/users/${user.id}/status`, { status: "Suspended" }))).toEqual([
      303,
      `/admin/users/${user.id}`,
    ]);
    expect(alerts(await superadmin.text(`/admin/users/${user.id}`))).toEqual(["Account suspended."]);
    expect(redirectOf(await client.get("/dashboard"))).toEqual([302, "/"]);
    expect((await app.client().signIn(user.email)).status).toBe(403);
    await superadmin.post(`/admin/users/${user.id}/status`, { status: "Active" });
    expect(redirectOf(await client.get("/dashboard"))).toEqual([302, "/"]);
    expect((await app.client().signIn(user.email)).status).toBe(303);
  });

  test("a button in the list redirects to the same list page and search, and to no other URL", async () => {
    const { user } = await signedIn();
    expect(redirectOf(await superadmin.post(`/admin/users/${user.id}/status?q=a%26b&page=2&from=list`))).toEqual([
      303,
      "/admin/users?q=a%26b&page=2",
    ]);
    expect(
      redirectOf(await superadmin.post(`/admin/users/${user.id}/status?from=https://evil.example&to=//evil.example`)),
    ).toEqual([303, `/admin/users/${user.id}`]);
    const html = await superadmin.text("/admin/users?q=example.test&page=2");
    expect(html).toMatch(/action="\/admin\/users\/\d+\/status\?q=example\.test&amp;page=2&amp;from=list"/);
  });

  test("role and password are set on the user's page, each with its own notice", async () => {
    const { user, client } = await signedIn();
    expect(redirectOf(await superadmin.post(`/admin/users/${user.id}/role`, { role: "admin" }))).toEqual([
      303,
      `/admin/users/${user.id}#role`,
    ]);
    expect(alerts(await superadmin.text(`/admin/users/${user.id}`))).toEqual(["Role changed."]);
    expect(redirectOf(await superadmin.post(`/admin/users/${user.id}/password`, { password: newPassword }))).toEqual([
      303,
      `/admin/users/${user.id}#password`,
    ]);
    expect(alerts(await superadmin.text(`/admin/users/${user.id}`))).toEqual(["Password updated successfully."]);
    expect(redirectOf(await client.get("/dashboard"))).toEqual([302, "/"]);
    expect([
      (await app.client().signIn(user.email, testPassword)).status,
      redirectOf(await app.client().signIn(user.email, newPassword)),
    ]).toEqual([401, [303, "/admin"]]);
  });

  test("with a payment link, refunds and cancellations are not offered, and the page says why", async () => {
    const { user } = await signedIn();
    const here = `/admin/users/${user.id}`;
    const html = await superadmin.text(here);
    expect(visibleText(html)).toContain("refund and cancel at your payment provider");
    expect(html).not.toMatch(/\/(refund|cancel)"/);
    expect((await superadmin.get(`${here}/ask/refund`)).status).toBe(200);
    expect((await superadmin.get(`${here}/anything-else`)).status).toBe(404);
    const form = { invoice_id: "in_1", shown: "0", amount: "1", again: "1" };
    expect((await superadmin.post(`${here}/ask/refund`, form)).status).toBe(409);
  });

  test("access until a day is set and a subscription detached on the user's page, each with its own notice", async () => {
    const { user } = await signedIn();
    await app.db
      .insertInto("subscriptions")
      .values({
        id: "sub_of_a_stranger",
        customer_id: "cus_1",
        user_id: user.id,
        by_email: 1,
        email: user.email,
        status: "active",
        created_at: "2026-11-21T12:00:00.000Z",
        updated_at: "2026-11-21T12:00:00.000Z",
      })
      .execute();
    const here = `/admin/users/${user.id}`;
    expect(redirectOf(await superadmin.post(`${here}/access`, { access: "until", until: "3/30/2027" }))).toEqual([
      303,
      `${here}#access`,
    ]);
    const html = await superadmin.text(here);
    expect([
      alerts(html),
      fieldValue(html, "until"),
      visibleText(html).includes("Active (matched by email, not confirmed) sub_of_a_stranger, cus_1"),
    ]).toEqual([["Access saved."], "03/30/2027", true]);
    expect(redirectOf(await superadmin.post(`${here}/detach`, { subscription: "sub_of_a_stranger" }))).toEqual([
      303,
      `${here}#access`,
    ]);
    const after = await superadmin.text(here);
    expect([
      alerts(after),
      after.includes('value="sub_of_a_stranger"'),
      visibleText(after).includes("Active · access until 03/30/2027"),
    ]).toEqual([["Subscription detached."], false, true]);
    const refused = await superadmin.post(`${here}/access`, { access: "until", until: "" });
    expect([refused.status, fieldError(await refused.text(), "until")]).toEqual([422, "Enter the last day."]);
    expect((await superadmin.call("PUT", `/api/users/${user.id}/access`, { access: "open" })).status).toBe(200);
    expect((await superadmin.call("DELETE", `/api/users/${user.id}/subscriptions/sub_of_a_stranger`)).status).toBe(200);
    expect((await superadmin.call("DELETE", `/api/users/${user.id}/subscriptions/sub_unknown`)).status).toBe(404);
  });

  test("setting the current role is an error on the page and accepted by the API, and signs the user out in neither", async () => {
    const { user, client } = await signedIn();
    const answer = await superadmin.post(`/admin/users/${user.id}/role`, { role: "user" });
    const html = await answer.text();
    expect([answer.status, fieldError(html, "role"), alerts(html)]).toEqual([
      422,
      "This person already has this role.",
      ["The role was not changed"],
    ]);
    expect((await superadmin.call("PUT", `/api/users/${user.id}/role`, { role: "user" })).status).toBe(200);
    expect((await client.get("/dashboard")).status).toBe(200);
  });

  test("an empty password is refused in an alert and at the field, and no password is sent back", async () => {
    const { user } = await signedIn();
    const answer = await superadmin.post(`/admin/users/${user.id}/password`, { password: "" });
    const html = await answer.text();
    expect([answer.status, fieldError(html, "password"), alerts(html)]).toEqual([
      422,
      "Please enter a new password.",
      ["Please enter a new password."],
    ]);
    expect(html).not.toMatch(/<input(?=[^>]*name="password")[^>]*required/);
    const short = await (await superadmin.post(`/admin/users/${user.id}/password`, { password: "hunter2" })).text();
    expect([fieldError(short, "password"), short.includes("hunter2")]).toEqual(["Use at least 8 characters.", false]);
  });

  test("deleting asks first, on a page over the list that names the user", async () => {
    const { user, client } = await signedIn();
    const html = await superadmin.text(`/admin/users/${user.id}/delete?page=2&from=list`);
    expect(html).toMatch(/role="alertdialog"/);
    expect(visibleText(html)).toContain(`Delete this account? Jordan Test, ${user.email}.`);
    expect(html).toMatch(/href="\/admin\/users\?page=2"[^>]*>Cancel/);
    expect(await rowOf(user.id)).toBeDefined();
    expect(redirectOf(await superadmin.post(`/admin/users/${user.id}/delete?page=2&from=list`))).toEqual([
      303,
      "/admin/users?page=2",
    ]);
    expect(alerts(await superadmin.text("/admin/users"))).toEqual(["Account deleted."]);
    expect([
      await rowOf(user.id),
      redirectOf(await client.get("/dashboard")),
      (await superadmin.get(`/admin/users/${user.id}`)).status,
    ]).toEqual([undefined, [302, "/"], 404]);
  });

  test("only the path selects a user, not an id in the query", async () => {
    const { user } = await signedIn();
    expect(await superadmin.text(`/admin/users?id=${user.id}`)).not.toContain("alertdialog");
    expect(visibleText(await superadmin.text(`/admin/users/${self.id}/delete?id=${user.id}`))).not.toContain(
      `Delete this account? Jordan Test, ${user.email}.`,
    );
  });

  test.each(["status", "delete", "role", "password", "ask/two-factor"])(
    "the form %s for a deleted account redirects to the list, which says so",
    async (form) => {
      const { id } = await createUser(app.db);
      await app.db.deleteFrom("users").where("id", "=", id).execute();
      expect(
        redirectOf(
          await superadmin.post(`/admin/users/${id}/${form}?q=a%26b&page=2&from=list`, {
            status: "Suspended",
            role: "admin",
            password: newPassword,
          }),
        ),
      ).toEqual([303, "/admin/users?q=a%26b&page=2"]);
      const html = await superadmin.text("/admin/users");
      expect([alerts(html), html.includes('class="alert b"')]).toEqual([["There is no such account."], true]);
      expect((await superadmin.call("DELETE", `/api/users/${id}`)).status).toBe(404);
    },
  );

  test.each([
    ["status", { status: "Suspended" }, "You can't suspend your own account."],
    ["delete", {}, "You can't delete your own account."],
    ["role", { role: "user" }, "You can't change your own role."],
    ["password", { password: newPassword }, "Change your own password on your profile."],
  ])("one's own account can't be changed by the form %s", async (form, fields, message) => {
    const before = await rowOf(self.id);
    const answer = await superadmin.post(`/admin/users/${self.id}/${form}`, fields);
    const html = await answer.text();
    expect([answer.status, alerts(html), await rowOf(self.id)]).toEqual([409, [message], before]);
  });
});

test("the user's page shows the audit trail in pages, with links to the actors", async () => {
  const { user } = await signedIn();
  for (let press = 0; press < 11; press += 1) await superadmin.post(`/admin/users/${user.id}/status`);
  for (let press = 0; press < 11; press += 1) await superadmin.call("PUT", `/api/users/${user.id}/status`);
  const text = visibleText(await superadmin.text(`/admin/users/${user.id}`));
  expect(text).toMatch(
    /Audit trail 23 entries .*Account activated .*Sam Test status: Suspended → Active .*Page 1 of 2/,
  );
  const second = await superadmin.text(`/admin/users/${user.id}?page=2`);
  expect(second).toContain(`href="/admin/users/${self.id}"`);
  expect(visibleText(second)).toMatch(/Signed in/);
});

test.each(["0", "-1", "x", "1e3", "9007199254740993", "999999", "1%20or%201", "constructor"])(
  "the id %s is not found on any page",
  async (id) => {
    for (const path of [`/admin/users/${id}`, `/admin/users/${id}/delete`, `/admin/users/${id}/role`])
      expect((await superadmin.get(path)).status, path).toBe(404);
  },
);
