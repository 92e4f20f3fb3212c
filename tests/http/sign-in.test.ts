import { afterAll, beforeAll, expect, test } from "vitest";
import type { App } from "../support/app.ts";
import { startApp } from "../support/app.ts";
import { createUser, testPassword } from "../support/factories.ts";

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

test("a member signs in and lands on Today's Picks", async () => {
  const user = await createUser(app.db);
  const client = app.client();
  const answer = await client.signIn(user.email);
  expect([answer.status, answer.headers.get("location")]).toEqual([303, "/dashboard"]);
  expect((await client.get("/dashboard")).status).toBe(200);
});
