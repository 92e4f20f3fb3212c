import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { scrollsSideways } from "../../support/pages/browser.ts";
import { see, useStage, visits } from "../../support/app/stage.ts";

const stage = useStage();
const { app } = stage;

const theme = (page: Page) => page.locator("html").getAttribute("data-theme");

describe.each(visits)("the settings $mode", ({ scripts, viewport }) => {
  test("are saved and change the theme", async () => {
    const member = await app.signedIn("user");
    const page = await stage.open("/settings", { scripts, viewport, as: member });
    expect(await theme(page)).toBe("system");
    expect(await scrollsSideways(page)).toBe(false);
    // Only scripts save without a reload.
    await page.evaluate(() => document.body.setAttribute("data-same", ""));
    await page.getByLabel("Display Mode").selectOption("Light Mode");
    await page.getByLabel("SMS Alerts").selectOption("Enabled");
    await page.getByRole("button", { name: "Save Settings" }).click();
    const message = page.getByRole("main").getByText("Settings saved.");
    await see(message).toBeVisible();
    expect(await theme(page)).toBe("light");
    if (scripts) {
      await see(page.locator("body[data-same]")).toHaveCount(1);
      await page.getByLabel("SMS Alerts").selectOption("Disabled");
      await see(message).toHaveCount(0);
    }
    await page.reload();
    expect(await page.getByLabel("SMS Alerts").inputValue()).toBe("enabled");
    expect(await theme(page)).toBe("light");
  });
});

test.each([true, false])("the mode System follows the device, with scripts: %s", async (scripts) => {
  const page = await stage.open("/settings", { scripts, as: await app.signedIn("user") });
  const looksOf = () =>
    page.evaluate(() => [
      getComputedStyle(document.body).backgroundColor,
      [...document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]")].find(
        ({ media }) => media === "" || matchMedia(media).matches,
      )?.content,
    ]);
  for (const [colorScheme, colours] of [
    ["light", ["rgb(245, 246, 248)", "#f5f6f8"]],
    ["dark", ["rgb(10, 12, 16)", "#0a0c10"]],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await looksOf()).toEqual(colours);
  }
  await page.getByLabel("Display Mode").selectOption("Light Mode");
  await page.getByRole("button", { name: "Save Settings" }).click();
  await page.getByRole("main").getByText("Settings saved.").waitFor();
  expect(await looksOf()).toEqual(["rgb(245, 246, 248)", "#f5f6f8"]);
});
