/** Nothing for axe to find on staff's pages, wide and on a phone, in both themes. */
import type { Page } from "playwright";
import { beforeAll, describe, expect, test } from "vitest";
import { phone, seesNoProblem } from "../../support/pages/browser.ts";
import { staffPages, useFullSite } from "../../support/pages/full-site.ts";
import { field, see } from "../../support/app/stage.ts";

const { stage, admin, openPick } = useFullSite();

describe.each(["dark", "light"] as const)("in the %s theme", (theme) => {
  beforeAll(() => stage.app.db.updateTable("users").set({ display_mode: theme }).execute());

  test.each(staffPages)("the staff page %s has no accessibility problem", async (path) => {
    await seesNoProblem(await stage.open(path.replace("ID", String(openPick())), { scripts: true, as: admin() }));
  });

  test("an affiliate's links have none either, open in the middle of the page", async () => {
    const page = await stage.open("/admin/affiliates", { scripts: true, as: admin() });
    await page.getByRole("button", { name: /^Links/ }).first().click();
    await see(page.getByLabel("Partner page", { exact: true })).toBeVisible();
    await seesNoProblem(page);
  });

  test("a form with errors and one with two versions have none either", async () => {
    const page = await stage.open(`/admin/picks/${openPick()}`, { scripts: true, as: admin() });
    await field(page, "Game date").fill("tomorrow");
    await page.getByRole("button", { name: "Save Changes" }).click();
    await see(page.locator("[aria-invalid=true]")).toHaveCount(1);
    await seesNoProblem(page);
    await admin().call("PUT", `/api/picks/${openPick()}`, { time: `At ${theme}` });
    await field(page, "Game date").fill("11/21/2026");
    await field(page, "Time").fill("At noon");
    await page.getByRole("button", { name: "Save Changes" }).click();
    await see(page.getByText(`At ${theme}`)).toBeVisible();
    await seesNoProblem(page);
  });
});

test("a table whose rows are cards on a phone is one to a screen reader, with heads for columns and rows", async () => {
  const page = await stage.open("/admin/users", { scripts: true, as: admin(), viewport: phone });
  const rows = page.locator("tbody tr");
  await see(rows.first()).toHaveCSS("display", "grid");
  const people = await rows.count();
  expect(people).toBeGreaterThan(1);
  const tags = await Promise.all(["table", "tr", "thead th", "tbody th", "tbody td"].map((part) => page.locator(part).count()));
  expect(await spokenRoles(page, ["table", "row", "columnheader", "rowheader", "cell"])).toEqual(tags);
});

test("the tables of picks have none when they are empty", async () => {
  await stage.app.db.deleteFrom("picks").execute();
  await stage.app.db.deleteFrom("pick_days").execute();
  await seesNoProblem(await stage.open("/admin", { scripts: true, as: admin() }));
});

/** How many of each role the browser tells assistive technology of. */
async function spokenRoles(page: Page, roles: readonly string[]): Promise<number[]> {
  const line = await page.context().newCDPSession(page);
  const { nodes } = await line.send("Accessibility.getFullAXTree");
  await line.detach();
  return roles.map((role) => nodes.filter((node) => node.role?.value === role).length);
}
