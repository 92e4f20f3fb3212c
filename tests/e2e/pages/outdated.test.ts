import { expect, onTestFinished, test } from "vitest";
import { openPage, hydrated } from "../../support/pages/browser.ts";
import { createUser, testPassword } from "../../support/database/factories.ts";
import { field, go, see, useSite } from "../../support/app/stage.ts";

const { app, browser } = useSite();

test("on an outdated page, a form for another page is still sent and links still work", async () => {
  const { email } = await createUser(app.db);
  const client = app.client();
  await client.signIn(email);
  const { page, context } = await openPage(browser(), { origin: app.origin, as: client });
  onTestFinished(() => context.close());
  await go(page, "/profile");
  await hydrated(page);
  for (const other of ["profile.password", "learn"])
    await page.route(`**/build/routes/${other}-*.js`, (route) => route.fulfill({ status: 404 }), { times: 1 });
  await field(page, "Current Password").fill(testPassword);
  for (const label of ["New Password", "Confirm New Password"]) await field(page, label).fill("another-horse-9");
  await page.getByRole("button", { name: "Update Password" }).click();
  await see(page.getByRole("main").getByText("Password updated successfully!")).toBeVisible();
  expect((await app.client().signIn(email, "another-horse-9")).headers.get("location")).toBe("/dashboard");
  await hydrated(page);
  await page.getByRole("link", { name: "Learn", exact: true }).click();
  await see(page.getByRole("heading", { level: 1, name: "Learn the System" })).toBeVisible();
});
