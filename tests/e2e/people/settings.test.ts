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
    expect(await theme(page)).toBe("dark");
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
