import { beforeAll, describe, test } from "vitest";
import { desktop, phone, expectAccessible } from "../../support/pages/browser.ts";
import { memberPages, visitorPages, useFullSite } from "../../support/pages/full-site.ts";
import { field, go, see } from "../../support/app/stage.ts";

const { stage, member } = useFullSite();

describe.each(["dark", "light"] as const)("a visitor's page in the %s theme", (theme) => {
  const open = async (path: string) => {
    const page = await stage.enter({ scripts: true });
    // Remix stores cookie values as Base64 of JSON.
    await page
      .context()
      .addCookies([{ name: "display-mode", value: btoa(JSON.stringify(theme)), url: stage.app.origin }]);
    await go(page, path);
    await see(page.locator("html")).toHaveAttribute("data-theme", theme);
    return page;
  };

  test.each(visitorPages)("%s is accessible", async (path) => expectAccessible(await open(path)));

  test("the affiliate request form is accessible with errors and after success", async () => {
    const page = await open("/affiliate-signup");
    await field(page, "Full Name").fill("Robin Sample");
    await field(page, "Email").fill("robin@partner.example");
    await field(page, "Phone").fill("123");
    await page.getByRole("button", { name: "Submit Request" }).click();
    await see(page.locator("[aria-invalid=true]")).toHaveCount(1);
    await expectAccessible(page);
    await field(page, "Phone").fill("555-010-4477");
    await page.getByRole("button", { name: "Submit Request" }).click();
    await see(page.getByRole("main").getByText("Thank you.")).toBeVisible();
    await expectAccessible(page);
  });
});

describe.each(["dark", "light"] as const)("a member's page in the %s theme", (theme) => {
  beforeAll(() => stage.app.db.updateTable("users").set({ display_mode: theme }).execute());

  test.each(memberPages)("%s is accessible", async (path) => {
    const page = await stage.open(path, { scripts: true, as: member() });
    await see(page.locator("html")).toHaveAttribute("data-theme", theme);
    await expectAccessible(page);
  });

  test("open drawers, menus, sheets and details are accessible", async () => {
    const page = await stage.open("/history", { scripts: true, as: member() });
    await page.getByRole("button", { name: "Jordan Test" }).click();
    await see(page.getByRole("button", { name: "Logout" })).toBeVisible();
    await page.getByText("Details").first().click();
    await expectAccessible(page, [desktop]);
    // A sheet that still moves has small targets.
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.setViewportSize(phone);
    for (const name of ["Menu", "🔍 Search", "📊 Stats"]) {
      await page.getByRole("button", { name, exact: true }).press("Enter");
      await see(page.locator(":popover-open")).toHaveCount(1);
      await expectAccessible(page, [phone]);
    }
  });
});

test("pages without picks are accessible", async () => {
  await stage.app.db.deleteFrom("picks").execute();
  await stage.app.db.deleteFrom("pick_days").execute();
  for (const path of ["/dashboard", "/history", "/propicks-history"])
    await expectAccessible(await stage.open(path, { scripts: true, as: member() }));
});
