import { describe, test } from "vitest";
import type { Client } from "../../support/app/app.ts";
import { desktop, phone, expectAccessible, expectAccessibleInBothThemes } from "../../support/pages/browser.ts";
import { memberPages, visitorPages, useFullSite } from "../../support/pages/full-site.ts";
import { field, go, see } from "../../support/app/stage.ts";

const { stage, member } = useFullSite();

describe("a visitor's page", () => {
  test.each(visitorPages)("%s is accessible in both themes", async (path) => {
    await expectAccessibleInBothThemes(await stage.open(path, { scripts: true }));
  });

  test("the affiliate request form is accessible with errors and after success", async () => {
    const page = await stage.open("/affiliate-signup", { scripts: true });
    await field(page, "Full Name").fill("Robin Sample");
    await field(page, "Email").fill("robin@partner.example");
    await field(page, "Phone").fill("123");
    await page.getByRole("button", { name: "Submit Request" }).click();
    await see(page.locator("[aria-invalid=true]")).toHaveCount(1);
    await expectAccessibleInBothThemes(page);
    await field(page, "Phone").fill("555-010-4477");
    await page.getByRole("button", { name: "Submit Request" }).click();
    await see(page.getByRole("main").getByText("Thank you.")).toBeVisible();
    await expectAccessibleInBothThemes(page);
  });
});

describe("a member's page", () => {
  test.each(memberPages)("%s is accessible in both themes", async (path) => {
    await expectAccessibleInBothThemes(await stage.open(path, { scripts: true, as: member() }));
  });

  test("open drawers, menus, sheets and details are accessible", async () => {
    const page = await stage.open("/history", { scripts: true, as: member() });
    await page.getByRole("button", { name: "Jordan Test" }).click();
    await see(page.getByRole("button", { name: "Logout" })).toBeVisible();
    await page.getByText("Details").first().click();
    await expectAccessibleInBothThemes(page, [desktop]);
    // A sheet that still moves has small targets.
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.setViewportSize(phone);
    for (const name of ["Menu", "🔍 Search", "📊 Stats"]) {
      await page.getByRole("button", { name, exact: true }).press("Enter");
      await see(page.locator(":popover-open")).toHaveCount(1);
      await expectAccessibleInBothThemes(page, [phone]);
    }
  });
});

test.each([
  ["a visitor", (): Client | undefined => undefined],
  ["a member", member],
] as const)(
  "the light theme that the server sends %s is the attribute that these tests put on",
  async (who, clientOf) => {
    const as = clientOf();
    await stage.app.db.updateTable("users").set({ display_mode: "light" }).execute();
    const page = await stage.enter({ scripts: true, ...(as ? { as } : {}) });
    // Remix stores cookie values as Base64 of JSON.
    if (who === "a visitor")
      await page.context().addCookies([{ name: "display-mode", value: btoa('"light"'), url: stage.app.origin }]);
    await go(page, "/terms");
    await see(page.locator("html")).toHaveAttribute("data-theme", "light");
    await expectAccessible(page);
  },
);

test("pages without picks are accessible", async () => {
  await stage.app.db.deleteFrom("picks").execute();
  await stage.app.db.deleteFrom("pick_days").execute();
  for (const path of ["/dashboard", "/history", "/propicks-history"])
    await expectAccessibleInBothThemes(await stage.open(path, { scripts: true, as: member() }));
});
