import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { hydrated, openPage, scrollsSideways } from "../../support/pages/browser.ts";
import { useSite, visits } from "../../support/app/stage.ts";

const { app, browser } = useSite();

const theme = (page: Page) => page.locator("html").getAttribute("data-theme");

describe.each(visits)("the settings $mode", ({ scripts, viewport }) => {
  test("are saved and change the theme", async () => {
    const member = await app.signedIn("user");
    const { page, context, problems } = await openPage(browser(), {
      origin: app.origin,
      scripts,
      viewport,
      as: member,
    });
    await page.goto("/settings");
    if (scripts) await hydrated(page);
    expect(await theme(page)).toBe("system");
    expect(await scrollsSideways(page)).toBe(false);
    await page.getByLabel("Display Mode").selectOption("Light Mode");
    await page.getByLabel("SMS Alerts").selectOption("Enabled");
    await page.getByRole("button", { name: "Save Settings" }).click();
    await page.getByRole("main").getByText("Settings saved.").waitFor();
    expect(await theme(page)).toBe("light");
    await page.reload();
    expect(await page.getByLabel("SMS Alerts").inputValue()).toBe("enabled");
    expect(await theme(page)).toBe("light");
    expect(problems).toEqual([]);
    await context.close();
  });
});

test.each([true, false])("the mode System follows the device, with scripts: %s", async (scripts) => {
  const { page, context } = await openPage(browser(), {
    origin: app.origin,
    scripts,
    as: await app.signedIn("user"),
  });
  const looksOf = () =>
    page.evaluate(() => [
      getComputedStyle(document.body).backgroundColor,
      [...document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]")].find(
        ({ media }) => media === "" || matchMedia(media).matches,
      )?.content,
    ]);
  await page.goto("/settings");
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
  await context.close();
});

test("with scripts, the theme changes without a reload, and an edit removes the saved message", async () => {
  const { page, context } = await openPage(browser(), { origin: app.origin, as: await app.signedIn("user") });
  await page.goto("/settings");
  await hydrated(page);
  await page.evaluate(() => document.body.setAttribute("data-same", ""));
  await page.getByLabel("Display Mode").selectOption("Light Mode");
  await page.getByRole("button", { name: "Save Settings" }).click();
  await page.getByRole("main").getByText("Settings saved.").waitFor();
  expect([await theme(page), await page.locator("body[data-same]").count()]).toEqual(["light", 1]);
  await page.getByLabel("SMS Alerts").selectOption("Enabled");
  expect(await page.getByRole("main").getByText("Settings saved.").count()).toBe(0);
  await context.close();
});
