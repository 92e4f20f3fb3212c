/** Nothing for axe to find on pages of visitors and members, wide and on a phone, in both themes. */
import { beforeAll, describe, test } from "vitest";
import { desktop, phone, seesNoProblem } from "../../support/pages/browser.ts";
import { memberPages, visitorPages, useFullSite } from "../../support/pages/full-site.ts";
import { field, go, see } from "../../support/app/stage.ts";

const { stage, member } = useFullSite();

describe.each(["dark", "light"] as const)("a visitor's page in the %s theme", (theme) => {
  const open = async (path: string) => {
    const page = await stage.enter({ scripts: true });
    // As the settings page leaves it: JSON in Base64.
    await page.context().addCookies([{ name: "display-mode", value: btoa(JSON.stringify(theme)), url: stage.app.origin }]);
    await go(page, path);
    await see(page.locator("html")).toHaveAttribute("data-theme", theme);
    return page;
  };

  test.each(visitorPages)("%s has no accessibility problem", async (path) => seesNoProblem(await open(path)));

  test("the form for affiliates has none either when it was refused, or was taken", async () => {
    const page = await open("/affiliate-signup");
    await field(page, "Full Name").fill("Robin Sample");
    await field(page, "Email").fill("robin@partner.example");
    await field(page, "Phone").fill("123");
    await page.getByRole("button", { name: "Submit Request" }).click();
    await see(page.locator("[aria-invalid=true]")).toHaveCount(1);
    await seesNoProblem(page);
    await field(page, "Phone").fill("555-010-4477");
    await page.getByRole("button", { name: "Submit Request" }).click();
    await see(page.getByRole("main").getByText("Thank you.")).toBeVisible();
    await seesNoProblem(page);
  });
});

describe.each(["dark", "light"] as const)("in the %s theme", (theme) => {
  beforeAll(() => stage.app.db.updateTable("users").set({ display_mode: theme }).execute());

  test.each(memberPages)("the member's page %s has no accessibility problem", async (path) => {
    const page = await stage.open(path, { scripts: true, as: member() });
    await see(page.locator("html")).toHaveAttribute("data-theme", theme);
    await seesNoProblem(page);
  });

  test("a drawer, a menu, a sheet and open details have none either", async () => {
    const page = await stage.open("/history", { scripts: true, as: member() });
    await page.getByRole("button", { name: "Jordan Test" }).click();
    await see(page.getByRole("button", { name: "Logout" })).toBeVisible();
    await page.getByText("Details").first().click();
    await seesNoProblem(page, [desktop]);
    await page.setViewportSize(phone);
    for (const name of ["Menu", "🔍 Search", "📊 Stats"]) {
      await page.getByRole("button", { name, exact: true }).press("Enter");
      await see(page.locator(":popover-open")).toHaveCount(1);
      await seesNoProblem(page, [phone]);
    }
  });
});

test("pages without picks have no accessibility problem", async () => {
  await stage.app.db.deleteFrom("picks").execute();
  await stage.app.db.deleteFrom("pick_days").execute();
  for (const path of ["/dashboard", "/history", "/propicks-history"]) await seesNoProblem(await stage.open(path, { scripts: true, as: member() }));
});
