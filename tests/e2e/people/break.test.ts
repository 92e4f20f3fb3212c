import { expect, test } from "vitest";
import { createUser } from "../../support/database/factories.ts";
import { accessibilityProblems, desktop, phone, scrollsSideways } from "../../support/pages/browser.ts";
import { pathOf, see, useStage } from "../../support/app/stage.ts";

const stage = useStage();

// How these pages look on a wide screen with scripts, the walk asks.
test.each([
  { mode: "with scripts, on a phone", scripts: true, viewport: phone },
  { mode: "without scripts, on a wide screen", scripts: false, viewport: desktop },
])("a member takes a break, and makes it longer, $mode", async ({ scripts, viewport }) => {
  const { email } = await createUser(stage.app.db);
  const client = stage.app.client();
  await client.signIn(email);
  const page = await stage.open("/profile", { scripts, viewport, as: client });
  const looksRight = async () =>
    expect([await scrollsSideways(page), scripts ? await accessibilityProblems(page) : []]).toEqual([false, []]);
  await page.getByRole("link", { name: "Take a break" }).click();
  await looksRight();
  await page.getByLabel("How long").selectOption({ label: "1 week" });
  await page.getByRole("button", { name: "Continue" }).click();
  await see(page.getByText("This can't be undone.")).toBeVisible();
  await looksRight();
  await page.getByRole("link", { name: "Choose a different length" }).click();
  await page.getByLabel("How long").selectOption({ label: "3 days" });
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Start my break" }).click();
  const panel = page.getByRole("region", { name: /^On a break until / });
  await see(panel.getByText("Your break was saved.")).toBeVisible();
  await see(page.getByRole("link", { name: "Pick History" })).toHaveCount(0);
  expect(pathOf(page)).toBe("/profile");
  await looksRight();
  await panel.getByRole("link", { name: "Make it longer, or stop billing" }).click();
  await page.getByLabel("How long, from now").selectOption({ label: "1 month" });
  await looksRight();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Make it longer" }).click();
  await see(panel.getByText("Your break was saved.")).toBeVisible();
  await page.goto(`${stage.app.origin}/dashboard`);
  expect(pathOf(page)).toBe("/profile");
});
