import { expect, test } from "vitest";
import { accessibilityProblems, desktop, phone, scrollsSideways } from "../../support/pages/browser.ts";
import { pathOf, see, useStage } from "../../support/app/stage.ts";

const stage = useStage();

// How these pages look on a wide screen with scripts, the walk asks.
test.each([
  { mode: "with scripts, on a phone", scripts: true, viewport: phone },
  { mode: "without scripts, on a wide screen", scripts: false, viewport: desktop },
])("a member chooses news, $mode", async ({ scripts, viewport }) => {
  const page = await stage.open("/settings", { scripts, viewport, as: await stage.app.signedIn("user") });
  const looksRight = async () => {
    // What the fixed bar covers in part counts as too small.
    await page.evaluate(() => scrollTo(0, 0));
    expect([await scrollsSideways(page), scripts ? await accessibilityProblems(page) : []]).toEqual([false, []]);
  };
  await looksRight();
  const mailOfStarts = page.getByRole("checkbox", { name: "A pick on my card starts Email" });
  await mailOfStarts.check();
  await page.getByRole("checkbox", { name: "Golf" }).uncheck();
  await page.getByLabel("From").fill("22:30");
  await page.getByRole("button", { name: "Save News" }).click();
  await see(page.getByText("Enter both times, or leave both blank for no quiet hours.")).toBeVisible();
  await see(mailOfStarts).toBeChecked();
  await looksRight();
  await page.getByLabel("Until").fill("07:00");
  await page.getByRole("button", { name: "Save News" }).click();
  await see(page.getByText("News settings saved.")).toBeVisible();
  expect(pathOf(page)).toBe("/settings");
  await see(mailOfStarts).toBeChecked();
  await see(page.getByRole("checkbox", { name: "Golf" })).not.toBeChecked();
  await see(page.getByLabel("From")).toHaveValue("22:30");
  await page.getByLabel("Odds").selectOption("decimal");
  await page.getByRole("button", { name: "Save Settings" }).click();
  await see(page.getByText("Settings saved.", { exact: true })).toBeVisible();
  await see(page.getByLabel("Until")).toHaveValue("07:00");
  await looksRight();
});

test("the browser's own zone is chosen for somebody who never chose one, and stays listed", async () => {
  const member = await stage.app.signedIn("user");
  const zone = "Europe/Rome";
  const page = await stage.open("/settings", { scripts: true, as: member, timezoneId: zone });
  await see(page.getByLabel("Time zone")).toHaveValue(zone);
  await page.getByRole("button", { name: "Save News" }).click();
  await see(page.getByText("News settings saved.")).toBeVisible();
  const elsewhere = await stage.open("/settings", { scripts: true, as: member, timezoneId: "America/Chicago" });
  await see(elsewhere.getByLabel("Time zone")).toHaveValue(zone);
});
