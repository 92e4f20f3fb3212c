import { expect, test } from "vitest";
import { createUser } from "../../support/database/factories.ts";
import { visibleText } from "../../support/pages/html.ts";
import { useApp } from "../../support/app/use-app.ts";

// Its own: it counts requests.
const app = useApp(() => ({}));

test("a superadmin sees how the server does, without a script", async () => {
  const html = await (await app.signedIn("superadmin")).text("/admin/status");
  const text = visibleText(html);
  expect(text).toMatch(/Node v24\.\S+ Commit \S+, (SQLite|PostgreSQL) \d/);
  expect(text).toContain("Pending None");
  expect(text).toContain("Email 0 0 – 0 0");
  expect(html).not.toContain("__remixContext");
});

test("the page says what was slow and what was refused, by the pattern of its address", async () => {
  const superadmin = await app.signedIn("superadmin");
  const { id, email } = await createUser(app.db);
  await superadmin.get(`/admin/users/${id}`);
  await app.client().signIn(email, "wrong-horse-9");
  await superadmin.fetch("/admin/keys", { method: "POST", headers: { "Sec-Fetch-Site": "cross-site" } });
  await superadmin.get("/jane-roe");
  // A request is counted when its connection has the whole answer.
  await expect
    .poll(async () => visibleText(await superadmin.text("/admin/status")))
    .toContain("GET /admin/users/:id 1");
  const text = visibleText(await superadmin.text("/admin/status"));
  expect(text).toContain("Wrong password or signed out POST /login 1");
  expect(text).toContain("Nothing there 1");
  expect(text).not.toContain("jane-roe");
  expect(text).toContain("Sent from another site POST /admin/keys 1");
});

test("an admin is refused, and has no tab of it", async () => {
  const admin = await app.signedIn("admin");
  expect((await admin.get("/admin/status")).status).toBe(403);
  expect((await admin.get("/admin/status/bundle.json")).status).toBe(403);
  expect(await admin.text("/admin")).not.toContain("/admin/status");
});
