/** Goes from a started pick's form over its correction to the trail that says why. */
import { describe, expect, test } from "vitest";
import { futureDate, nextNumber } from "../../support/database/factories.ts";
import { pickRow } from "../../support/database/picks.ts";
import { expectAccessible, scrollsSideways } from "../../support/pages/browser.ts";
import { field, publish, see, statusMessage, useStage, visits } from "../../support/app/stage.ts";

const stage = useStage();

describe.each(visits)("a pick that has started $mode", ({ scripts, viewport }) => {
  test("is locked, corrected for everybody to see, and tells the reason in its trail", async () => {
    const staff = await stage.app.signedIn("admin");
    const pick = `Knicks +${nextNumber()}.5`;
    const id = await publish(staff, { pick, game_date: futureDate(-2) });
    const page = await stage.open(`/admin/picks/${id}`, { scripts, as: staff, viewport });
    const form = page.getByRole("form", { name: "Edit Pick" });
    await see(form.getByText("This pick has started: what it says is part of the public record.")).toBeVisible();
    await see(form.getByLabel("Pick", { exact: true })).toHaveCount(0);
    await see(form.getByLabel("Verdict")).toBeVisible();
    expect(await scrollsSideways(page)).toBe(false);

    await form.getByRole("link", { name: "Correct" }).click();
    await see(page.getByRole("heading", { name: "Correct Pick" })).toBeVisible();
    await field(page, "Unit size").fill("3");
    const correct = page.getByRole("button", { name: "Correct", exact: true });
    await correct.click();
    await see(field(page, "Reason")).toHaveAccessibleDescription(/Say why: everybody will see it, for ever\./);
    await see(field(page, "Unit size")).toHaveValue("3");

    await field(page, "Reason").fill("The form had the wrong stake.");
    await correct.click();
    const question = page.getByRole("form").getByRole("alert").filter({ hasText: "Everybody will see:" });
    await see(question).toContainText("Unit size: 1.5 → 3.");
    await see(question).toContainText("The form had the wrong stake.");
    expect(await scrollsSideways(page)).toBe(false);
    if (scripts) await expectAccessible(page);
    expect(await pickRow(stage.app, id)).toMatchObject({ unit_size: 1.5 });

    await page.getByRole("button", { name: "Correct for everybody to see" }).click();
    await see(statusMessage(page, `Pick saved: Boston Celtics @ New York Knicks, ${pick}.`)).toBeVisible();
    const trail = page.getByRole("region", { name: "Trail" });
    await see(trail).toContainText("The form had the wrong stake.");
    await see(trail).toContainText("unit size: 1.5 → 3");
    if (scripts) await expectAccessible(page);
  });
});
