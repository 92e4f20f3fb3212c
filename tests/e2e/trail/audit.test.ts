import { describe, expect, test } from "vitest";
import { desktop, expectAccessibleInBothThemes, phone, scrollsSideways } from "../../support/pages/browser.ts";
import { unfold } from "../../support/pages/folds.ts";
import { field, pathOf, publish, see, useStage, visits } from "../../support/app/stage.ts";

const stage = useStage();
const text = "Rest and travel are priced in; late scratches are not, so check the line-up. ".repeat(4).trim();

async function ownerWithHistory() {
  const owner = await stage.app.signedIn("superadmin");
  const id = await publish(owner, { pick: "Knicks +2.5" });
  await owner.call("PUT", `/api/picks/${id}`, { verdict: "✅", units_result: 1.36 });
  const notes = `${id} ${text}`;
  await owner.call("POST", "/api/sidebar", { notes });
  return { owner, id, notes };
}

describe.each(visits)("the audit page $mode", ({ scripts, viewport }) => {
  test("filters the trail, expands a long value, and resets the filter", async () => {
    const { owner, id, notes } = await ownerWithHistory();
    const page = await stage.open("/admin", { scripts, as: owner, viewport });
    await page.getByRole("link", { name: "Audit", exact: true }).click();
    const rows = page.getByRole("region", { name: "Audit table" }).getByRole("row");
    const sidebar = rows.filter({ hasText: "Sidebar changed" }).first();
    await see(sidebar.getByText(notes)).toBeHidden();
    await sidebar.getByText(/^notes: .*…$/).click();
    await see(sidebar.getByText(notes)).toBeVisible();
    await see(rows.filter({ hasText: "Signed in" })).toHaveCount(0);
    await page.getByRole("link", { name: "Show sign-ins" }).click();
    await see(rows.filter({ hasText: "Signed in" }).first()).toBeVisible();
    await see(rows.nth(1).getByRole("time")).toHaveText(/^[A-Z][a-z]{2} \d+, (\d{4}, )?\d+:\d\d:\d\d [AP]M$/);
    await page.getByRole("link", { name: "Hide sign-ins" }).click();
    await see(rows.filter({ hasText: "Signed in" })).toHaveCount(0);
    await unfold(page, "Filter");
    await field(page, "What").selectOption("Pick settled");
    await field(page, "Subject").selectOption("Pick");
    await field(page, "Subject ID").fill(String(id));
    await page.getByRole("button", { name: "Filter" }).click();
    await see(page.getByRole("main").getByText("1 entry")).toBeVisible();
    await see(rows.nth(1)).toContainText("verdict: (empty) → ✅");
    await see(page.getByText(`Showing results for: Pick settled, Pick, ID ${id}`)).toBeVisible();
    expect(pathOf(page)).toContain(`action=pick.settled&subject=pick&subject_id=${id}`);
    await see(field(page, "What")).toHaveValue("pick.settled");
    const file = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download CSV" }).click();
    expect((await file).suggestedFilename()).toBe("audit.csv");
    await unfold(page, "Filter");
    await field(page, "Subject ID").fill("999999999");
    await page.getByRole("button", { name: "Filter" }).click();
    await see(rows.nth(1)).toHaveText("No entries match these filters. Clear filters");
    await page.getByRole("link", { name: "Clear", exact: true }).click();
    await see(sidebar).toBeVisible();
    await see(field(page, "What")).toHaveValue("");
    await see(field(page, "Subject ID")).toHaveValue("");
  });
});

test("the audit page is accessible and fits, in both themes, on a phone and on a desktop", async () => {
  const { owner } = await ownerWithHistory();
  const page = await stage.open("/admin/audit?from=soon", { scripts: true, as: owner, viewport: phone });
  await page.locator("details").evaluateAll((all) => all.forEach((details) => details.setAttribute("open", "")));
  await expectAccessibleInBothThemes(page, [phone, desktop, { width: 320, height: 640 }]);
  for (const viewport of [phone, desktop]) {
    await page.setViewportSize(viewport);
    expect([viewport, await scrollsSideways(page)]).toEqual([viewport, false]);
  }
});
