import { describe, expect, test } from "vitest";
import { scrollsSideways } from "../../support/pages/browser.ts";
import { createUser, testPassword } from "../../support/database/factories.ts";
import { field, pathOf, see, useStage, visits } from "../../support/app/stage.ts";

const stage = useStage();

describe.each(visits)("$mode", ({ scripts, viewport }) => {
  test("the login leads to pricing and to a new password, the staff's to neither", async () => {
    const page = await stage.open("/login", { scripts, viewport });
    await see(page.getByRole("link", { name: "Sign up" })).toHaveAttribute("href", "/pricing");
    await see(page.getByRole("link", { name: "Forgot Password?" })).toHaveAttribute("href", "/forgot-password");
    expect(await scrollsSideways(page)).toBe(false);
    await page.goto("/admin-login");
    await see(page.locator("main").getByRole("link")).toHaveCount(0);
  });

  test("a refusal is said on the page that was used, and the e-mail stays", async () => {
    const { email } = await createUser(stage.app.db, { status: "Suspended" });
    const page = await stage.open("/login", { scripts, viewport });
    await field(page, "Email").fill(email);
    await field(page, "Password").fill(testPassword);
    await page.getByRole("button", { name: "Login" }).click();
    await see(page.getByRole("alert")).toHaveText("Your account is suspended.");
    await see(field(page, "Email")).toHaveValue(email);
    expect(pathOf(page)).toBe("/login");
  });
});

test.each(["/login", "/admin-login"])("at %s a refused password is empty and has the focus, from wherever the form was sent", async (path) => {
  const { email } = await createUser(stage.app.db, { role: "admin" });
  const page = await stage.open(path, { scripts: true });
  await field(page, "Email").fill(email);
  await field(page, "Password").fill("wrong-horse-9");
  await page.getByRole("button", { name: "Login" }).press("Enter");
  await see(page.getByRole("alert")).toHaveText("Invalid credentials.");
  await see(field(page, "Password")).toBeFocused();
  await see(field(page, "Password")).toHaveValue("");
});

test.each([["/login", "Login failed"], ["/admin-login", "Server error. Please try again later."]])("at %s a lost network is said in the page, and the second try signs in", async (path, text) => {
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
