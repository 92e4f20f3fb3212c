import { describe, expect, test } from "vitest";
import { unfold } from "../../support/pages/folds.ts";
import { nextNumber } from "../../support/database/factories.ts";
import { field, publish, see, useStage, visits } from "../../support/app/stage.ts";

const stage = useStage();

describe.each(visits)("the staff's search $mode", ({ scripts, viewport }) => {
  test("finds resolved picks, downloads them, and shows the trail of one", async () => {
    const staff = await stage.app.signedIn("admin");
    const pick = `Kings -${nextNumber()}.5`;
    await publish(staff, { pick, verdict: "✅", units_result: "1" });
    await publish(staff, { pick: `Other ${nextNumber()}`, verdict: "✅", units_result: "1" });
    const page = await stage.open("/admin/picks", { scripts, viewport, as: staff });
    const search = page.getByRole("search").or(page.getByRole("form", { name: "Search" }));
    const rows = page.getByRole("region", { name: "Resolved table", exact: true }).getByRole("row");
    await unfold(page, "Search");
    await search.getByLabel("Text").fill(pick);
    await search.getByRole("button", { name: "Search" }).click();
    await see(rows.filter({ hasText: pick })).toBeVisible();
    await see(rows.filter({ hasText: "Other" })).toHaveCount(0);
    await see(page.getByText(`Showing results for: ${pick}`)).toBeVisible();
    await unfold(page, "Search");
    await see(search.getByLabel("Text")).toHaveValue(pick);
    const address = await page.getByRole("link", { name: "CSV of Resolved" }).getAttribute("href");
    const file = await (await staff.get(address ?? "")).text();
    expect(file.trim().split("\r\n")).toHaveLength(2);
    await rows.getByRole("link", { name: `Edit ${pick}` }).click();
    await see(page.getByRole("heading", { name: "Trail" })).toBeVisible();
    await see(page.getByRole("listitem").filter({ hasText: "Pick published" })).toBeVisible();
    await field(page, "Beat CLV").selectOption({ label: "❌ No" });
    await page.getByRole("button", { name: "Save Changes" }).click();
    await see(rows.filter({ hasText: pick })).toBeVisible();
    await page.getByRole("link", { name: "Clear", exact: true }).click();
    await see(rows.filter({ hasText: "Other" }).first()).toBeVisible();
    await unfold(page, "Search");
    await search.getByLabel("Text").fill("nobody bet on this");
    await search.getByRole("button", { name: "Search" }).click();
    await see(rows.nth(1)).toHaveText("No picks to display. Clear filters");
    await rows.getByRole("link", { name: "Clear filters" }).click();
    await see(rows.filter({ hasText: "Other" }).first()).toBeVisible();
    await unfold(page, "Search");
    await search.getByLabel("From").fill("13/45/2026");
    await search.getByRole("button", { name: "Search" }).click();
    await see(search.getByLabel("From")).toHaveAccessibleDescription(/Date input not valid\./);
  });
});
