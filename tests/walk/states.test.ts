/** Tests states that a page has only after somebody did something there. */
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { field, go, see } from "../support/app/stage.ts";
import type { Client } from "../support/app/app.ts";
import { desktop, expectAccessible, expectAccessibleInBothThemes, phone } from "../support/pages/browser.ts";
import { upcomingDate } from "../support/database/factories.ts";
import { useFullSite } from "./site.ts";

const { stage, member, admin, filledIn } = useFullSite();

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

test("an affiliate's open links are accessible", async () => {
  const page = await stage.open("/admin/affiliates", { scripts: true, as: admin() });
  await page
    .getByRole("button", { name: /^Links/ })
    .first()
    .click();
  await see(page.getByLabel("Affiliate page", { exact: true })).toBeVisible();
  await expectAccessibleInBothThemes(page);
});

test("a form with errors and a form with a conflict are accessible", async () => {
  const path = filledIn("/admin/picks/ID");
  const page = await stage.open(path, { scripts: true, as: admin() });
  await field(page, "Game date").fill("tomorrow");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await see(page.locator("[aria-invalid=true]")).toHaveCount(1);
  await expectAccessibleInBothThemes(page);
  await admin().call("PUT", path.replace("/admin/", "/api/"), { time: "At midnight" });
  await field(page, "Game date").fill(upcomingDate());
  await field(page, "Time").fill("At noon");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await see(page.getByText("At midnight")).toBeVisible();
  await expectAccessibleInBothThemes(page);
});

test("a table with card rows on a phone stays a table with headers for screen readers", async () => {
  const page = await stage.open("/admin/users", { scripts: true, as: admin(), viewport: phone });
  const rows = page.locator("tbody tr");
  await see(rows.first()).toHaveCSS("display", "grid");
  const people = await rows.count();
  expect(people).toBeGreaterThan(1);
  const tags = await Promise.all(
    ["table", "tr", "thead th", "tbody th", "tbody td"].map((part) => page.locator(part).count()),
  );
  expect(await countRoles(page, ["table", "row", "columnheader", "rowheader", "cell"])).toEqual(tags);
});

test.each([
  ["a visitor", (): Client | undefined => undefined],
  ["a member", member],
] as const)(
  "the light theme that the server sends %s is the attribute that the walk puts on",
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
  for (const [path, as] of [
    ["/dashboard", member()],
    ["/history", member()],
    ["/propicks-history", member()],
    ["/admin", admin()],
  ] as const)
    await expectAccessibleInBothThemes(await stage.open(path, { scripts: true, as }));
});

async function countRoles(page: Page, roles: readonly string[]): Promise<number[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  await session.detach();
  return roles.map((role) => nodes.filter((node) => node.role?.value === role).length);
}
