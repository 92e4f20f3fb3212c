import { describe, expect, test } from "vitest";
import { nextNumber } from "../../support/database/factories.ts";
import { unfold } from "../../support/pages/folds.ts";
import { field, see, statusMessage, useStage, visits } from "../../support/app/stage.ts";

const stage = useStage();

describe.each(visits)("keys $mode", ({ scripts, viewport }) => {
  test("are created with scopes, shown once and revoked", async () => {
    const name = `model ${nextNumber()}`;
    const page = await stage.open("/admin/keys", { scripts, viewport, as: await stage.app.signedIn("superadmin") });
    await unfold(page, "New Key");
    await field(page, "Name").fill(name);
    await page.getByRole("button", { name: "Create Key" }).click();
    await see(field(page, "picks.draft")).toHaveAccessibleDescription("Choose at least one scope.");
    await see(field(page, "Name")).toHaveValue(name);
    await page.getByRole("checkbox", { name: "picks.draft", exact: true }).check();
    await page.getByRole("button", { name: "Create Key" }).click();
    await see(page.getByRole("heading", { name: `The key of ${name}` })).toBeVisible();
    expect(await page.getByRole("textbox", { name: "Key" }).inputValue()).toMatch(/^key_/);
    const row = page.getByRole("row").filter({ hasText: name });
    await see(row).toContainText("picks.draft");
    await see(row).toContainText("Never");
    await row.getByRole("link", { name: /^Revoke/ }).click();
    await see(page.getByRole("alertdialog")).toContainText(name);
    await page.getByRole("button", { name: "Revoke" }).click();
    await see(statusMessage(page, `Key revoked: ${name}.`)).toBeVisible();
    await see(row).toHaveCount(0);
  });
});
