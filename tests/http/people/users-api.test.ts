import { beforeAll, describe, expect, test } from "vitest";
import { type Client, startApp } from "../../support/app/app.ts";
import { createUser, nextNumber, testPassword } from "../../support/database/factories.ts";
import { useApp } from "../../support/app/use-app.ts";

const denied = { error: "Access Denied. Only Super Admin can manage users." };
const newPassword = "line-shopping-2026";

const app = useApp();
let superadmin: Client;
let self: { id: number; email: string };
beforeAll(async () => {
  self = await createUser(app.db, { role: "superadmin" });
  superadmin = app.client();
  await superadmin.signIn(self.email);
});

async function answerOf(client: Client, method: string, path: string, body?: unknown) {
  const answer = await client.call(method, path, body);
  return { status: answer.status, body: await answer.json(), headers: answer.headers };
}

const newcomer = () => ({ email: `api${nextNumber()}@example.test`, password: newPassword, role: "user" });

async function createAccount(): Promise<{ id: number; email: string }> {
  const { body } = await answerOf(superadmin, "POST", "/api/users", newcomer());
  return body;
}

test("the list is an array of id, name, email, role and status, newest first, paged", async () => {
  const ids = [(await createAccount()).id, (await createAccount()).id];
  const { status, body, headers } = await answerOf(superadmin, "GET", "/api/users?limit=2");
  expect([status, body.map((row: { id: number }) => row.id)]).toEqual([200, ids.toReversed()]);
  expect(Object.keys(body[0]).toSorted()).toEqual(["email", "id", "name", "role", "status"]);
  const next = /<([^>]+)>; rel="next"/.exec(headers.get("link") ?? "")?.[1] ?? "";
  expect(next).toBe(`/api/users?limit=2&before=${ids[0]}`);
  const rest = await answerOf(superadmin, "GET", next);
  expect(rest.body[0].id).toBeLessThan(ids[0] ?? 0);
  expect((await answerOf(superadmin, "GET", "/api/users?limit=0")).status).toBe(400);
});

test("a new account answers 201 with exactly those fields, and can sign in", async () => {
  const person = newcomer();
  const { status, body } = await answerOf(superadmin, "POST", "/api/users", {
    ...person,
    name: "Kim Test",
    status: "Suspended",
  });
  expect([status, body]).toEqual([
    201,
    { id: expect.any(Number), name: "Kim Test", email: person.email, role: "user", status: "Active" },
  ]);
  expect((await app.client().signIn(person.email, newPassword)).status).toBe(303);
});

test("invalid fields answer 400 with a text for each, a taken email 409", async () => {
  expect(
    await answerOf(superadmin, "POST", "/api/users", { email: 5, password: 12345678, role: "superadmin" }),
  ).toMatchObject({
    status: 400,
    body: {
      error: "Please check the marked fields.",
      fields: { email: expect.any(String), password: "Enter a new password.", role: "Choose a role." },
    },
  });
  expect(await answerOf(superadmin, "POST", "/api/users", { ...newcomer(), email: self.email })).toMatchObject({
    status: 409,
    body: { error: "An account with this email already exists." },
  });
});

test("the status toggles without a body and answers the row", async () => {
  const { id } = await createAccount();
  const steps = [
    await answerOf(superadmin, "PUT", `/api/users/${id}/status`),
    await answerOf(superadmin, "PUT", `/api/users/${id}/status`),
  ];
  expect(steps.map(({ status, body }) => [status, body.id, body.status, Object.keys(body).length])).toEqual([
    [200, id, "Suspended", 5],
    [200, id, "Active", 5],
  ]);
});

test("setting a password or a role revokes the user's bearer token", async () => {
  const { id, email } = await createAccount();
  const bearer = async (password: string) =>
    (await answerOf(app.client(), "POST", "/api/login", { email, password })).body.token;
  const works = async (token: string) =>
    (await app.client().fetch("/api/settings", { headers: { Authorization: `Bearer ${token}` } })).status;
  const first = await bearer(newPassword);
  expect(await works(first)).toBe(200);
  expect(await answerOf(superadmin, "PUT", `/api/users/${id}/password`, { password: testPassword })).toMatchObject({
    status: 200,
    body: { id, email },
  });
  const second = await bearer(testPassword);
  expect([await works(first), await works(second)]).toEqual([401, 200]);
  expect(await answerOf(superadmin, "PUT", `/api/users/${id}/role`, { role: "admin" })).toMatchObject({
    status: 200,
    body: { role: "admin" },
  });
  expect(await works(second)).toBe(401);
  expect(await answerOf(superadmin, "PUT", `/api/users/${id}/password`, {})).toMatchObject({
    status: 400,
    body: { fields: { password: "Please enter a new password." } },
  });
  expect((await answerOf(superadmin, "PUT", `/api/users/${id}/role`, { role: "superadmin" })).status).toBe(400);
});

test("deleting answers ok once, then 404", async () => {
  const { id } = await createAccount();
  expect(await answerOf(superadmin, "DELETE", `/api/users/${id}`)).toMatchObject({ status: 200, body: { ok: true } });
  expect(await answerOf(superadmin, "DELETE", `/api/users/${id}`)).toMatchObject({
    status: 404,
    body: { error: "There is no such account." },
  });
});

describe.each([
  ["PUT", "/status", undefined],
  ["PUT", "/password", { password: newPassword }],
  ["PUT", "/role", { role: "admin" }],
  ["DELETE", "", undefined],
] as const)("%s /api/users/{id}%s", (method, end, body) => {
  test("is 404 for an unknown id", async () => {
    for (const id of ["0", "-1", "x", "999999", "9007199254740993", "1e1", "%00", "constructor"])
      expect((await superadmin.call(method, `/api/users/${id}${end}`, body)).status, id).toBe(404);
  });

  test("is 409 for one's own account", async () => {
    expect(await answerOf(superadmin, method, `/api/users/${self.id}${end}`, body)).toMatchObject({
      status: 409,
      body: { error: expect.stringMatching(/own/) },
    });
    expect((await superadmin.get("/api/users")).status).toBe(200);
  });

  test("takes the id from the path, never from the body", async () => {
    const [target, other] = [await createAccount(), await createAccount()];
    await superadmin.call(method, `/api/users/${target.id}${end}`, { ...body, id: other.id });
    expect(
      await app.db.selectFrom("users").select(["role", "status"]).where("id", "=", other.id).executeTakeFirst(),
    ).toEqual({ role: "user", status: "Active" });
    expect((await app.client().signIn(other.email, newPassword)).status).toBe(303);
  });

  test.each(["user", "propicksmanager", "admin"] as const)(
    "refuses a %s with the spec's message, before validation",
    async (role) => {
      const client = await app.signedIn(role);
      for (const id of [self.id, 999_999])
        expect(await answerOf(client, method, `/api/users/${id}${end}`, { password: "", role: "" })).toMatchObject({
          status: 403,
          body: denied,
        });
    },
  );
});

test.each(["user", "propicksmanager", "admin"] as const)("a %s can't list or create accounts", async (role) => {
  const client = await app.signedIn(role);
  for (const method of ["GET", "POST"])
    expect(await answerOf(client, method, "/api/users", method === "POST" ? {} : undefined)).toMatchObject({
      status: 403,
      body: denied,
    });
});

test("two superadmins who suspend each other at once leave one active", async () => {
  const app2 = await startApp();
  const [first, second] = [
    await createUser(app2.db, { role: "superadmin" }),
    await createUser(app2.db, { role: "superadmin" }),
  ];
  const [a, b] = [app2.client(), app2.client()];
  await Promise.all([a.signIn(first.email), b.signIn(second.email)]);
  const answers = await Promise.all([
    a.call("PUT", `/api/users/${second.id}/status`),
    b.call("PUT", `/api/users/${first.id}/status`),
  ]);
  const active = await app2.db.selectFrom("users").select("id").where("status", "=", "Active").execute();
  await app2.stop();
  expect(active).toHaveLength(1);
  // The second one was already signed out, or would have left no superadmin.
  expect(answers.map(({ status }) => status).toSorted()).toEqual([
    200,
    expect.toSatisfy((status) => status === 401 || status === 409),
  ]);
});
