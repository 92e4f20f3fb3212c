import type { BrowserContext, Page } from "playwright";
import { beforeEach, describe, expect, test } from "vitest";
import type { Client } from "../../support/app/app.ts";
import {
  desktop,
  expectAccessibleInBothThemes,
  hydrated,
  openPage,
  phone,
  scrollsSideways,
} from "../../support/pages/browser.ts";
import { unfold } from "../../support/pages/folds.ts";
import { useSite } from "../../support/app/stage.ts";

const { app, browser } = useSite();
let staff: Client;
beforeEach(async () => {
  staff = await app.signedIn("admin");
});

const panel = (page: Page) => page.getByRole("dialog", { name: "Calendar" });
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));

/** Opens the calendar on November 21, 2026 in the pick form, whose date field is in the right column on a phone. */
async function openCalendar(viewport: { width: number; height: number }) {
  const opened = await openPage(browser(), { origin: app.origin, viewport, as: staff });
  const { page } = opened;
  await page.goto("/admin/picks");
  await hydrated(page);
  await unfold(page, "Add Pick");
  await page.getByLabel("Game date").fill("11/21/2026");
  await page.getByRole("button", { name: "Open calendar" }).click();
  await panel(page).waitFor();
  return opened;
}

test("at 400 % zoom the calendar stays in the window and scrolls", async () => {
  const { page, context } = await openCalendar({ width: 320, height: 256 });
  const box = await panel(page).boundingBox();
  expect(box && box.y >= 0 && box.y + box.height <= 256).toBe(true);
  await panel(page).getByRole("button", { name: "Monday, November 30, 2026" }).click();
  expect(await page.getByLabel("Game date").inputValue()).toBe("11/30/2026");
  await context.close();
});

describe.each([phone, desktop])("the calendar at $width px", (viewport) => {
  test("writes a chosen day as MM/DD/YYYY and returns the focus to the button", async () => {
    const { page, context, problems } = await openCalendar(viewport);
    const days = panel(page).locator(".days button");
    expect([await days.count(), await focused(page)]).toEqual([30, "Saturday, November 21, 2026"]);
    expect(await panel(page).locator("[aria-pressed=true]").getAttribute("aria-label")).toBe(
      "Saturday, November 21, 2026",
    );
    expect(await scrollsSideways(page)).toBe(false);
    const box = await panel(page).boundingBox();
    expect(
      box && box.x >= 0 && box.x + box.width <= viewport.width && box.y >= 0 && box.y + box.height <= viewport.height,
    ).toBe(true);
    await panel(page).getByRole("button", { name: "Thursday, November 5, 2026" }).click();
    expect(await page.getByLabel("Game date").inputValue()).toBe("11/05/2026");
    expect([await panel(page).count(), await focused(page)]).toEqual([0, "Open calendar"]);
    expect(problems).toEqual([]);
    await context.close();
  });

  test("is accessible in both themes", async () => {
    const { page, context } = await openCalendar(viewport);
    await expectAccessibleInBothThemes(page, [viewport]);
    await context.close();
  });

  test("has a button that causes no layout shift when scripts load", async () => {
    const fieldPositions = async (scripts: boolean) => {
      const { page, context } = await openPage(browser(), { origin: app.origin, viewport, scripts, as: staff });
      await page.goto("/admin/picks");
      await unfold(page, "Add Pick");
      if (scripts) await page.getByRole("button", { name: "Open calendar" }).waitFor();
      const boxes = [
        await page.getByLabel("Game date").boundingBox(),
        await page.getByLabel("Closing line").boundingBox(),
      ];
      await context.close();
      return boxes;
    };
    expect(await fieldPositions(true)).toEqual(await fieldPositions(false));
  });
});

test("keys move by day, week, month and year, and Escape keeps the field's value", async () => {
  const { page, context } = await openCalendar(desktop);
  for (const [key, label] of [
    ["ArrowRight", "Sunday, November 22, 2026"],
    ["ArrowDown", "Sunday, November 29, 2026"],
    ["ArrowDown", "Sunday, December 6, 2026"],
    ["End", "Saturday, December 12, 2026"],
    ["Home", "Sunday, December 6, 2026"],
    ["PageUp", "Friday, November 6, 2026"],
    ["Shift+PageDown", "Saturday, November 6, 2027"],
    ["ArrowUp", "Saturday, October 30, 2027"],
  ] as const) {
    await page.keyboard.press(key);
    expect(await focused(page)).toBe(label);
  }
  await page.keyboard.press("Escape");
  expect([await panel(page).count(), await focused(page), await page.getByLabel("Game date").inputValue()]).toEqual([
    0,
    "Open calendar",
    "11/21/2026",
  ]);
  await page.keyboard.press("Enter");
  await panel(page).waitFor();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  expect(await page.getByLabel("Game date").inputValue()).toBe("11/20/2026");
  await context.close();
});

test("month and year can be selected or stepped through", async () => {
  const { page, context } = await openCalendar(desktop);
  expect(await panel(page).getByLabel("Year").locator("option").allTextContents()).toEqual(
    Array.from({ length: 11 }, (_, index) => String(2021 + index)),
  );
  await panel(page).getByLabel("Year").selectOption("2024");
  await panel(page).getByLabel("Month", { exact: true }).selectOption("February");
  expect(await panel(page).locator(".days button").count()).toBe(29);
  await panel(page).getByRole("button", { name: "Previous month" }).click();
  await panel(page).getByRole("button", { name: "Wednesday, January 31, 2024" }).click();
  expect(await page.getByLabel("Game date").inputValue()).toBe("01/31/2024");
  await context.close();
});

test("the button, a click outside and losing the focus close the calendar", async () => {
  const { page, context } = await openCalendar(desktop);
  const button = page.getByRole("button", { name: "Open calendar" });
  await button.click();
  expect(await panel(page).count()).toBe(0);
  await button.click();
  await panel(page).waitFor();
  await page.mouse.click(5, 400);
  await panel(page).waitFor({ state: "detached" });
  await button.click();
  await panel(page).waitFor();
  await page.keyboard.press("Tab");
  await panel(page).waitFor({ state: "detached" });
  await context.close();
});

test("the calendar button is not a tab stop; Alt+ArrowDown in the field opens it, and Escape returns", async () => {
  const { page, context } = await openPage(browser(), { origin: app.origin, as: staff });
  await page.goto("/admin/picks");
  await hydrated(page);
  const date = page.getByLabel("Game date");
  await date.fill("11/21/2026");
  await page.keyboard.press("Tab");
  expect(await page.getByLabel("Time").evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Alt+ArrowDown");
  await panel(page).waitFor();
  expect(await focused(page)).toBe("Saturday, November 21, 2026");
  await page.keyboard.press("Escape");
  expect([
    await panel(page).count(),
    await date.evaluate((field) => field === document.activeElement),
    await date.getAttribute("aria-keyshortcuts"),
  ]).toEqual([0, true, "Alt+ArrowDown"]);
  await context.close();
});

test("the calendar's script loads on first use", async () => {
  const { page, context } = await openPage(browser(), { origin: app.origin, as: staff });
  await page.goto("/admin/picks");
  await hydrated(page);
  await page.waitForLoadState("networkidle");
  const loaded: string[] = [];
  page.on("request", (request) => loaded.push(request.resourceType()));
  await page.getByRole("button", { name: "Open calendar" }).click();
  await panel(page).waitFor();
  expect(loaded).toContain("script");
  await context.close();
});

test("the calendar's icons are drawn from the icon file", async () => {
  const { page, context } = await openCalendar(desktop);
  for (const name of ["month", "left", "right"]) {
    const icon = page.locator(`use[href$="#${name}"]`);
    expect(await icon.getAttribute("href")).toMatch(/^\/build\/_assets\/icons-/);
    await expect
      .poll(() => icon.evaluate((use) => use instanceof SVGUseElement && use.getBBox().height))
      .toBeGreaterThan(5);
  }
  await context.close();
});

test("when the calendar's script fails to load, the text field still works", async () => {
  const { page, context } = await openPage(browser(), { origin: app.origin, as: staff });
  await page.goto("/admin/picks");
  await hydrated(page);
  await context.route("**/*.js", (route) => route.abort());
  const button = page.getByRole("button", { name: "Open calendar" });
  await button.click();
  await expect.poll(() => button.getAttribute("aria-expanded")).toBe("false");
  await page.getByLabel("Game date").fill("11/21/2026");
  await context.close();
});

async function openFilterCalendar(): Promise<{ page: Page; context: BrowserContext }> {
  const { page, context } = await openPage(browser(), { origin: app.origin, viewport: phone, as: staff });
  await page.goto("/history");
  await hydrated(page);
  await page.getByRole("button", { name: "🔍 Search" }).click();
  await page.getByRole("button", { name: "Open calendar" }).first().click();
  await panel(page).waitFor();
  return { page, context };
}

test("in a filter, choosing a day submits the form, choosing a month does not", async () => {
  const { page, context } = await openFilterCalendar();
  await panel(page).getByLabel("Year").selectOption("2026");
  await panel(page).getByLabel("Month", { exact: true }).selectOption("October");
  await panel(page).getByRole("button", { name: "Friday, October 2, 2026" }).click();
  await page.waitForURL((url) => url.searchParams.get("start") === "10/02/2026");
  expect(new URL(page.url()).searchParams.size).toBe(5);
  await context.close();
});

test("Escape closes only the calendar of a filter sheet, then the sheet", async () => {
  const { page, context } = await openFilterCalendar();
  await page.keyboard.press("Escape");
  expect([await panel(page).count(), await focused(page), await page.getByLabel("Start date").isVisible()]).toEqual([
    0,
    "Open calendar",
    true,
  ]);
  await page.keyboard.press("Escape");
  await page.getByLabel("Start date").waitFor({ state: "hidden" });
  await context.close();
});

test("without scripts there is no calendar button", async () => {
  const { page, context } = await openPage(browser(), { origin: app.origin, scripts: false, as: staff });
  await page.goto("/admin/picks");
  expect(await page.getByRole("button", { name: "Open calendar" }).count()).toBe(0);
  await context.close();
});
