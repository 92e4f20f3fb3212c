import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { startApp } from "../support/app/app.ts";
import { createUser, nextNumber } from "../support/database/factories.ts";
import { alerts, visibleText } from "../support/pages/html.ts";
import { runProgram } from "../support/app/program.ts";
import { useApp } from "../support/app/use-app.ts";

const password = "line-shopping-2026";

const app = useApp();
const folder = mkdtempSync(join(tmpdir(), "simline-owner-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Run {
  args: readonly string[];
  env?: Readonly<Record<string, string>>;
  input?: string;
}

const run = ({ args, env, input }: Run) =>
  runProgram(["db/create-superadmin.ts", ...args], {
    env: { NODE_ENV: "development", DATABASE_PATH: app.path, ...env },
    input,
  });

const newEmail = () => `owner${nextNumber()}@example.test`;

test.each([
  ["the environment", { env: { SUPERADMIN_PASSWORD: password } }],
  ["a pipe", { input: `${password}\n` }],
  ["a pipe without a final newline", { input: password }],
])("with the password from %s it creates an account that opens the User Manager", async (_source, how) => {
  const email = newEmail();
  expect(await run({ args: [email.toUpperCase()], ...how })).toEqual({
    code: 0,
    out: `${email} can now sign in at /admin-login (${app.path}).\n`,
    err: "",
  });
  const client = app.client();
  const answer = await client.post("/admin-login", { email, password });
  expect([answer.status, answer.headers.get("location"), (await client.get("/admin/users")).status]).toEqual([
    303,
    "/admin",
    200,
  ]);
  const user = await app.db.selectFrom("users").selectAll().where("email", "=", email).executeTakeFirstOrThrow();
  expect(user).toMatchObject({ role: "superadmin", status: "Active", name: email.split("@")[0] });
  const entries = await app.db
    .selectFrom("audit")
    .selectAll()
    .where("subject_id", "=", user.id)
    .where("action", "=", "user.created")
    .execute();
  expect(entries).toMatchObject([{ actor_id: null, after: '{"role":"superadmin","status":"Active"}' }]);
});

test.each([
  ["no email", [], password, "Usage: npm run create-superadmin -- EMAIL"],
  ["two emails", ["a@b.co", "c@d.co"], password, "Usage: npm run create-superadmin -- EMAIL"],
  ["an invalid email", ["nobody"], password, "Enter an email address."],
  ["an invalid email and no password", ["nobody"], "", "Enter an email address."],
  ["a short password", ["a@b.co"], "short-1", "Use at least 8 characters."],
  [
    "a common password",
    ["a@b.co"],
    "password1",
    "This password is too common. Choose one that others would not guess.",
  ],
  ["no password", ["a@b.co"], "", "No password was given. Type it on a terminal, or set SUPERADMIN_PASSWORD."],
])("with %s it exits with code 1 and one line, and creates nothing", async (_what, args, suppliedPassword, line) => {
  const count = () =>
    app.db
      .selectFrom("users")
      .select("id")
      .execute()
      .then((rows) => rows.length);
  const before = await count();
  expect(await run({ args, env: { SUPERADMIN_PASSWORD: suppliedPassword } })).toEqual({
    code: 1,
    out: "",
    err: `${line}\n`,
  });
  expect(await count()).toBe(before);
});

test("an existing account stays unchanged", async () => {
  const user = await createUser(app.db);
  expect(await run({ args: [user.email], env: { SUPERADMIN_PASSWORD: password } })).toEqual({
    code: 1,
    out: "",
    err: "An account with this email already exists.\n",
  });
  expect(await app.db.selectFrom("users").selectAll().where("id", "=", user.id).executeTakeFirst()).toEqual(user);
});

test("a missing database file is created and migrated, and a server starts on it", async () => {
  const path = join(folder, "new", "simline.db");
  expect(
    await run({ args: ["first@example.test"], env: { DATABASE_PATH: path, SUPERADMIN_PASSWORD: password } }),
  ).toMatchObject({ code: 0, err: "" });
  expect(existsSync(path)).toBe(true);
  const server = await startApp({ DATABASE_PATH: path });
  const client = server.client();
  const answer = await client.post("/admin-login", { email: "first@example.test", password });
  const html = await client.text("/admin/users");
  await server.stop();
  expect([answer.headers.get("location"), alerts(html), visibleText(html).includes("1 user ")]).toEqual([
    "/admin",
    [],
    true,
  ]);
});

test.each([
  [{ PORT: "many" }, /^Bad environment: PORT must be a port number\n$/],
  [{ DATABASE_PATH: "/dev/null/x.db" }, /^[^\n]+\n$/],
])("in the environment %j it prints one line of error", async (env, line) => {
  const { code, out, err } = await run({ args: ["a@b.co"], env: { SUPERADMIN_PASSWORD: password, ...env } });
  expect([code, out]).toEqual([1, ""]);
  expect(err).toMatch(line);
});

test("five runs in parallel create one account each, beside the running server", async () => {
  const emails = Array.from({ length: 5 }, newEmail);
  const codes = await Promise.all(
    emails.map((email) => run({ args: [email], env: { SUPERADMIN_PASSWORD: password } }).then(({ code }) => code)),
  );
  expect(codes).toEqual([0, 0, 0, 0, 0]);
  expect((await app.db.selectFrom("users").select("id").where("email", "in", emails).execute()).length).toBe(5);
});
