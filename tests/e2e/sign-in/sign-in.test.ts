import { describe, expect, test } from "vitest";
import { scrollsSideways } from "../../support/pages/browser.ts";
import { createUser, testPassword } from "../../support/database/factories.ts";
import { field, pathOf, see, useStage, visits } from "../../support/app/stage.ts";

const stage = useStage();

describe.each(visits)("the login $mode", ({ scripts, viewport }) => {
  test("links to pricing and to the password reset, shows a refusal and keeps the email; the staff login has no link", async () => {
    const page = await stage.open("/login", { scripts, viewport });
    await see(page.getByRole("link", { name: "Sign up" })).toHaveAttribute("href", "/pricing");
    await see(page.getByRole("link", { name: "Forgot Password?" })).toHaveAttribute("href", "/forgot-password");
    expect(await scrollsSideways(page)).toBe(false);
    // Without scripts there is no button to show a password, only those of the menu and of the form.
    if (!scripts) await see(page.getByRole("button")).toHaveText(["", "Login"]);
    const { email } = await createUser(stage.app.db, { status: "Suspended" });
    await field(page, "Email").fill(email);
    await field(page, "Password").fill(testPassword);
    await page.getByRole("button", { name: "Login" }).click();
    await see(page.getByRole("alert")).toHaveText("Your account is suspended.");
    await see(field(page, "Email")).toHaveValue(email);
    expect(pathOf(page)).toBe("/login");
    await page.goto("/admin-login");
    await see(page.locator("main").getByRole("link")).toHaveCount(0);
  });
});

test("Tab leads from the email to the password, and the password can be shown", async () => {
  const page = await stage.open("/login", { scripts: true });
  await field(page, "Email").focus();
  await page.keyboard.press("Tab");
  await see(field(page, "Password")).toBeFocused();
  await page.keyboard.type(testPassword);
  await page.getByRole("button", { name: "Show password" }).click();
  await see(field(page, "Password")).toHaveAttribute("type", "text");
  await see(field(page, "Password")).toHaveValue(testPassword);
  await page.getByRole("button", { name: "Hide password" }).click();
  await see(field(page, "Password")).toHaveAttribute("type", "password");
});

test.each(["/login", "/admin-login"])(
  "at %s a refused password stays, focused and selected for the next try",
  async (path) => {
    const { email } = await createUser(stage.app.db, { role: "admin" });
    const page = await stage.open(path, { scripts: true });
    await field(page, "Email").fill(email);
    await field(page, "Password").fill("wrong-horse-9");
    await page.getByRole("button", { name: "Login" }).press("Enter");
    await see(page.getByRole("alert")).toHaveText("Invalid credentials.");
    await see(field(page, "Password")).toBeFocused();
    await see(field(page, "Password")).toHaveValue("wrong-horse-9");
    await see(field(page, "Email")).toHaveValue(email);
    await page.keyboard.type("x");
    await see(field(page, "Password")).toHaveValue("x");
  },
);

test.each([
  ["/login", "Login failed"],
  ["/admin-login", "Server error. Please try again later."],
])("at %s a lost network shows an error, and the second try signs in", async (path, text) => {
  const { email } = await createUser(stage.app.db, { role: "admin" });
  const page = await stage.open(path, { scripts: true });
  await field(page, "Email").fill(email);
  await field(page, "Password").fill(testPassword);
  await page.route("**/*", (route) => route.abort());
  await page.getByRole("button", { name: "Login" }).click();
  await see(page.getByRole("alert")).toHaveText(text);
  await see(field(page, "Password")).toHaveValue(testPassword);
  await page.unroute("**/*");
  await page.getByRole("button", { name: "Login" }).click();
  await page.waitForURL((url) => url.pathname.startsWith("/admin/") || url.pathname === "/admin");
  await see(page.getByRole("button", { name: "Jordan Test" })).toBeVisible();
});
