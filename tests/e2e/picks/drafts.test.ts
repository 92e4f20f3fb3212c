import type { Page } from "playwright";
import { describe, test } from "vitest";
import { fillPick } from "../../support/pages/pick-form.ts";
import { futureDate, nextNumber } from "../../support/database/factories.ts";
import { field, see, statusMessage, useStage, visits } from "../../support/app/stage.ts";

const stage = useStage();

describe.each(visits)("drafts $mode", ({ scripts, viewport }) => {
  const boxOf = (page: Page, pick: string) => page.getByRole("checkbox", { name: pick });

  test("wait over the tables until they are published or discarded", async () => {
    const [kept, unusual, discarded] = [1, 2, 3].map(() => `Knicks +${nextNumber()}`);
    const page = await stage.open("/admin/picks", { scripts, viewport, as: await stage.app.signedIn("admin") });
    for (const pick of [kept, unusual, discarded]) {
      const texts = { Game: "Celtics @ Knicks", "Game date": futureDate(2), "Unit size": pick === unusual ? "6" : "1" };
      await fillPick(page, { ...texts, Pick: pick ?? "" });
      await page.getByRole("button", { name: "Save as draft" }).click();
      await see(statusMessage(page, `Draft saved: ${pick}.`)).toBeVisible();
    }
    await boxOf(page, discarded ?? "").check();
    await page.getByRole("button", { name: "Discard", exact: true }).click();
    await see(page.getByRole("alert")).toContainText("Are you sure you want to discard these drafts?");
    await see(page.getByRole("alert")).toBeInViewport();
    await see(boxOf(page, discarded ?? "")).toBeChecked();
    await page.getByRole("button", { name: "Discard them" }).click();
    await see(statusMessage(page, "1 draft discarded.")).toBeVisible();
    for (const pick of [kept, unusual]) await boxOf(page, pick ?? "").check();
    await page.getByRole("button", { name: "Publish selected" }).click();
    await see(page.getByRole("alert")).toContainText("Its stake is over 5 units: 6u.");
    await see(page.getByRole("alert")).toBeInViewport();
    await page.getByRole("button", { name: "Publish anyway" }).click();
    await see(statusMessage(page, "2 picks published.")).toBeVisible();
    for (const pick of [kept, unusual, discarded]) await see(boxOf(page, pick ?? "")).toHaveCount(0);
    for (const pick of [kept, unusual])
      await see(page.getByRole("region", { name: "Unresolved table" })).toContainText(pick ?? "");
  });

  test("open in the form, and stay drafts when they are saved", async () => {
    const pick = `Knicks +${nextNumber()}`;
    const staff = await stage.app.signedIn("admin");
    await staff.call("POST", "/api/picks", {
      game: "Celtics @ Knicks",
      game_date: futureDate(2),
      pick,
      draft: true,
      sport: "NBA",
      tag: "Manual Edge",
      unit_size: 1,
    });
    const page = await stage.open("/admin/picks", { scripts, viewport, as: staff });
    await page
      .getByRole("region", { name: "To review table" })
      .getByRole("link", { name: `Edit ${pick}` })
      .click();
    await see(page.getByRole("heading", { name: "Edit Draft" })).toBeVisible();
    await field(page, "Unit size").fill("2");
    await page.getByRole("button", { name: "Save Changes" }).click();
    await see(statusMessage(page, "Pick saved")).toBeVisible();
    await see(boxOf(page, pick)).toBeVisible();
  });
});
