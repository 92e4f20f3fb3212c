import type { Page } from "playwright";
import { beforeAll, describe, expect, test } from "vitest";
import type { Client } from "../../support/app/app.ts";
import {
  type Viewport,
  desktop,
  expectAccessibleInBothThemes,
  hydrated,
  phone,
  scrollsSideways,
} from "../../support/pages/browser.ts";
import { unfold } from "../../support/pages/folds.ts";
import { field, see, useStage } from "../../support/app/stage.ts";

const stage = useStage();
let staff: Client;
beforeAll(async () => {
  staff = await stage.app.signedIn("admin");
});

const panel = (page: Page) => page.getByRole("dialog", { name: "Calendar" });
const opener = (page: Page) => page.getByRole("button", { name: "Open calendar" });
const dateField = (page: Page) => page.getByLabel("Game date");
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));

/** Opens the calendar on November 21, 2026 in the pick form, whose date field is in the right column on a phone. */
async function openCalendar(viewport: Viewport): Promise<Page> {
  const page = await stage.open("/admin/picks", { scripts: true, viewport, as: staff });
  await unfold(page, "Add Pick");
  await dateField(page).fill("11/21/2026");
  await opener(page).click();
  await panel(page).waitFor();
  return page;
}

test("at 400 % zoom the calendar stays in the window and scrolls", async () => {
  const page = await openCalendar({ width: 320, height: 256 });
  const box = await panel(page).boundingBox();
  expect(box && box.y >= 0 && box.y + box.height <= 256).toBe(true);
  await panel(page).getByRole("button", { name: "Monday, November 30, 2026" }).click();
  await see(dateField(page)).toHaveValue("11/30/2026");
});

test.each([phone, desktop])(
  "at $width px the calendar writes a chosen day as MM/DD/YYYY and returns the focus, and is accessible in both themes",
  async (viewport) => {
    const page = await openCalendar(viewport);
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
    await see(dateField(page)).toHaveValue("11/05/2026");
    expect([await panel(page).count(), await focused(page)]).toEqual([0, "Open calendar"]);
    await page.keyboard.press("Enter");
    await panel(page).waitFor();
    await expectAccessibleInBothThemes(page, [viewport]);
  },
);

test("scripts add the calendar's button, and it causes no layout shift at any width", async () => {
  const fieldPositions = async (scripts: boolean) => {
    const page = await stage.open("/admin/picks", { scripts, as: staff });
    await see(opener(page)).toHaveCount(scripts ? 1 : 0);
    const boxes = [];
    for (const viewport of [phone, desktop]) {
      await page.setViewportSize(viewport);
      await unfold(page, "Add Pick");
      for (const label of ["Game date", "Closing line"]) boxes.push(await page.getByLabel(label).boundingBox());
    }
    return boxes;
  };
  const withoutScripts = await fieldPositions(false);
  expect(withoutScripts).not.toContain(null);
  expect(await fieldPositions(true)).toEqual(withoutScripts);
});

describe("by keyboard", () => {
  test("keys move by day, week, month and year, and Escape keeps the field's value", async () => {
    const page = await openCalendar(desktop);
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
    expect([await panel(page).count(), await focused(page)]).toEqual([0, "Open calendar"]);
    await see(dateField(page)).toHaveValue("11/21/2026");
    await page.keyboard.press("Enter");
    await panel(page).waitFor();
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Enter");
    await see(dateField(page)).toHaveValue("11/20/2026");
    await expectButtonIsNoTabStop(page);
  });

  /** Alt+ArrowDown opens the calendar from its field. */
  async function expectButtonIsNoTabStop(page: Page): Promise<void> {
    await dateField(page).focus();
    await page.keyboard.press("Tab");
    await see(field(page, "Time")).toBeFocused();
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Alt+ArrowDown");
    await panel(page).waitFor();
    expect(await focused(page)).toBe("Friday, November 20, 2026");
    await page.keyboard.press("Escape");
    await see(panel(page)).toHaveCount(0);
    await see(dateField(page)).toBeFocused();
    await see(dateField(page)).toHaveAttribute("aria-keyshortcuts", "Alt+ArrowDown");
  }
});

test("the button, a click outside and losing the focus close the calendar; month and year can be selected or stepped through", async () => {
  const page = await openCalendar(desktop);
  for (const name of ["month", "left", "right"]) {
    const icon = page.locator(`use[href$="#${name}"]`);
    expect(await icon.getAttribute("href")).toMatch(/^\/build\/_assets\/icons-/);
    await expect
      .poll(() => icon.evaluate((use) => use instanceof SVGUseElement && use.getBBox().height))
      .toBeGreaterThan(5);
  }
  const button = opener(page);
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
  await button.click();
  await panel(page).waitFor();
  expect(await panel(page).getByLabel("Year").locator("option").allTextContents()).toEqual(
    Array.from({ length: 11 }, (_, index) => String(2021 + index)),
  );
  await panel(page).getByLabel("Year").selectOption("2024");
  await panel(page).getByLabel("Month", { exact: true }).selectOption("February");
  expect(await panel(page).locator(".days button").count()).toBe(29);
  await panel(page).getByRole("button", { name: "Previous month" }).click();
  await panel(page).getByRole("button", { name: "Wednesday, January 31, 2024" }).click();
  await see(dateField(page)).toHaveValue("01/31/2024");
});

test("the calendar's script loads on first use, and when that fails, the text field still works", async () => {
  const page = await stage.open("/admin/picks", { scripts: true, as: staff, alone: true });
  await page.waitForLoadState("networkidle");
  await page.route("**/*.js", (route) => route.abort());
  await opener(page).click();
  await see(opener(page)).toHaveAttribute("aria-expanded", "false");
  await dateField(page).fill("11/21/2026");
  await page.unroute("**/*.js");
  await page.reload();
  await hydrated(page);
  await page.waitForLoadState("networkidle");
  const loaded: string[] = [];
  page.on("request", (request) => loaded.push(request.resourceType()));
  await opener(page).click();
  await panel(page).waitFor();
  expect(loaded).toContain("script");
});

test("in a filter sheet Escape closes only the calendar, then the sheet; choosing a day submits the form, a month does not", async () => {
  const page = await stage.open("/history", { scripts: true, viewport: phone, as: staff });
  const openFilterCalendar = async () => {
    await page.getByRole("button", { name: "🔍 Search" }).click();
    await opener(page).first().click();
    await panel(page).waitFor();
  };
  const start = page.getByLabel("Start date");
  await openFilterCalendar();
  await page.keyboard.press("Escape");
  expect([await panel(page).count(), await focused(page), await start.isVisible()]).toEqual([0, "Open calendar", true]);
  await page.keyboard.press("Escape");
  await start.waitFor({ state: "hidden" });
  await openFilterCalendar();
  await panel(page).getByLabel("Year").selectOption("2026");
  await panel(page).getByLabel("Month", { exact: true }).selectOption("October");
  await panel(page).getByRole("button", { name: "Friday, October 2, 2026" }).click();
  await page.waitForURL((url) => url.searchParams.get("start") === "10/02/2026");
  expect(new URL(page.url()).searchParams.size).toBe(5);
});
