/** A page that was open while a new version took the place of its own: the scripts that it has not loaded yet are gone. */
import type { Page } from "playwright";
import { expect, onTestFinished, test } from "vitest";
import type { Role } from "../../app/policy.ts";
import { openPage, prepared } from "../support/browser.ts";
import { createUser, testPassword } from "../support/factories.ts";
import { field, go, pathOf, see, useSite } from "../support/stage.ts";

const { app, browser } = useSite();

/** A page whose scripts of that other page are gone until it asks for them; with the e-mail of whoever reads it. */
async function openOutdated(path: string, other: string, role: Role = "user"): Promise<{ page: Page; email: string }> {
  const { email } = await createUser(app.db, { role });
  const client = app.client();
  await client.signIn(email);
  const { page, context } = await openPage(browser(), { origin: app.origin, as: client });
  onTestFinished(() => context.close());
  await go(page, path);
  await prepared(page);
  await page.route(`**/build/routes/${other}-*.js`, (route) => route.fulfill({ status: 404 }), { times: 1 });
  return { page, email };
}

test("a form for another page is sent all the same", async () => {
  const { page, email } = await openOutdated("/profile", "profile.password");
  await field(page, "Current Password").fill(testPassword);
  for (const label of ["New Password", "Confirm New Password"]) await field(page, label).fill("another-horse-9");
  await page.getByRole("button", { name: "Update Password" }).click();
  await see(page.getByRole("main").getByText("Password updated successfully!")).toBeVisible();
  const { status, headers } = await app.client().signIn(email, "another-horse-9");
  expect([status, headers.get("location")]).toEqual([303, "/dashboard"]);
});

test("a form for another page that is refused says why", async () => {
  const { page } = await openOutdated("/profile", "profile.password");
  await field(page, "Current Password").fill("not the password");
  for (const label of ["New Password", "Confirm New Password"]) await field(page, label).fill("another-horse-9");
  await page.getByRole("button", { name: "Update Password" }).click();
  await see(page.getByRole("main").getByRole("alert").first()).toBeVisible();
  expect(pathOf(page)).toBe("/profile/password");
});

test("a form that was taken leads on to its next page where that is gone, and is not sent again", async () => {
  const { page } = await openOutdated("/admin/affiliates/new", "admin.affiliates._index", "superadmin");
  await field(page, "Name").fill("Line Reports");
  await field(page, "Email").fill("reports@example.test");
  await page.getByRole("button", { name: "Save" }).click();
  await page.waitForURL("**/admin/affiliates");
  await see(page.getByRole("cell", { name: "reports@example.test" })).toBeVisible();
  expect(await app.db.selectFrom("affiliates").select("name").where("email", "=", "reports@example.test").execute()).toHaveLength(1);
});

test("a link leads where it says, and Back to where it stood", async () => {
  const { page } = await openOutdated("/dashboard", "learn");
  await page.getByRole("link", { name: "Learn", exact: true }).click();
  await see(page.getByRole("heading", { level: 1, name: "Learn the System" })).toBeVisible();
  expect(pathOf(page)).toBe("/learn");
  await page.goBack();
  await see(page.getByRole("heading", { level: 1, name: "Today's Picks" })).toBeVisible();
});
