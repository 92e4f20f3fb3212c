import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { phone, expectAccessibleInBothThemes } from "../../support/pages/browser.ts";
import { staffPages, useFullSite } from "../../support/pages/full-site.ts";
import { upcomingDate } from "../../support/database/factories.ts";
import { field, see } from "../../support/app/stage.ts";

const { stage, admin, openPick } = useFullSite();

describe("staff pages in both themes", () => {
  test.each(staffPages)("%s is accessible", async (path) => {
    await expectAccessibleInBothThemes(
      await stage.open(path.replace("ID", String(openPick())), { scripts: true, as: admin() }),
    );
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
    const page = await stage.open(`/admin/picks/${openPick()}`, { scripts: true, as: admin() });
    await field(page, "Game date").fill("tomorrow");
    await page.getByRole("button", { name: "Save Changes" }).click();
    await see(page.locator("[aria-invalid=true]")).toHaveCount(1);
    await expectAccessibleInBothThemes(page);
    await admin().call("PUT", `/api/picks/${openPick()}`, { time: "At midnight" });
    await field(page, "Game date").fill(upcomingDate());
    await field(page, "Time").fill("At noon");
    await page.getByRole("button", { name: "Save Changes" }).click();
    await see(page.getByText("At midnight")).toBeVisible();
    await expectAccessibleInBothThemes(page);
  });
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

test("empty pick tables are accessible", async () => {
  await stage.app.db.deleteFrom("picks").execute();
  await stage.app.db.deleteFrom("pick_days").execute();
  await expectAccessibleInBothThemes(await stage.open("/admin", { scripts: true, as: admin() }));
});

async function countRoles(page: Page, roles: readonly string[]): Promise<number[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  await session.detach();
  return roles.map((role) => nodes.filter((node) => node.role?.value === role).length);
}
