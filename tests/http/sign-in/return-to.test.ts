import { expect, test } from "vitest";
import type { Client } from "../../support/app/app.ts";
import { useApp } from "../../support/app/use-app.ts";
import { createUser } from "../../support/database/factories.ts";
import { alerts } from "../../support/pages/html.ts";

const app = useApp();

const locationOf = (answer: Response) => [answer.status, answer.headers.get("location")];

async function signIn(client: Client, role: "user" | "admin" = "user") {
  return client.signIn((await createUser(app.db, { role })).email);
}

test("a member's page that is opened signed out says what it needs, and the sign-in leads there, once", async () => {
  const client = app.client();
  expect(locationOf(await client.get("/history?sport=NBA&page=2"))).toEqual([302, "/"]);
  const html = await client.text("/");
  expect(alerts(html)).toEqual(["Sign in to see Pick History. Login"]);
  expect(locationOf(await signIn(client))).toEqual([303, "/history?sport=NBA&page=2"]);
  await client.post("/logout");
  expect(locationOf(await signIn(client))).toEqual([303, "/dashboard"]);
});

test("the last page that was opened counts", async () => {
  const client = app.client();
  await client.get("/my-card");
  await client.get("/settings");
  expect(locationOf(await signIn(client))).toEqual([303, "/settings"]);
});

test.each(["/admin/picks", "/nowhere", "/dashboard/evil.example", "/profile/two-factor"])(
  "the sign-in does not lead to %s",
  async (path) => {
    const client = app.client();
    await client.fetch(path, { redirect: "manual" });
    expect(locationOf(await signIn(client))).toEqual([303, "/dashboard"]);
  },
);

test("an address in the cookie that this site did not sign is ignored", async () => {
  const client = app.client();
  client.cookies.set("return-to", encodeURIComponent(Buffer.from('"/settings"').toString("base64")));
  expect(locationOf(await signIn(client))).toEqual([303, "/dashboard"]);
});
