import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { hourMs } from "../../../app/time/durations.ts";
import { type App, type Client, startApp } from "../../support/app/app.ts";
import { see } from "../../support/app/stage.ts";
import { createPick } from "../../support/database/factories.ts";
import { soon } from "../../support/soon.ts";
import {
  browserWith,
  desktop,
  expectAccessible,
  openPage,
  phone,
  scrollsSideways,
} from "../../support/pages/browser.ts";
import type { Browser, Page } from "playwright";

let app: App;
let browser: Browser;
let superadmin: Client;

// This is not a stage: a failing backup writes errors to the log.
beforeAll(async () => {
  app = await startApp({ BACKUP_DIR: "/dev/null/backups", BACKUP_EVERY: "1h" });
  browser = await browserWith();
  superadmin = await app.signedIn("superadmin");
  await createPick(app.db, { starts_at: new Date(Date.now() - 25 * hourMs).toISOString() });
  await vi.waitFor(() => expect(app.errors()).toContain("The backup failed"), soon);
});
afterAll(() => app.stop());

const open = async (scripts: boolean, path: string): Promise<Page> => {
  const { page } = await openPage(browser, { origin: app.origin, scripts, as: superadmin });
  await page.goto(path);
  return page;
};

test.each(["dark", "light"] as const)(
  "the banner of two problems fits every screen in %s and passes axe",
  async (mode) => {
    await superadmin.call("PUT", "/api/settings", { display_mode: mode });
    const page = await open(true, "/admin/users");
    const banner = page.getByRole("alert");
    await see(banner.getByRole("listitem")).toHaveText([
      /^Backups are failing\. Since /,
      /^1 pick waits for its result\./,
    ]);
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe(mode);
    for (const viewport of [phone, desktop]) {
      await page.setViewportSize(viewport);
      expect(await scrollsSideways(page)).toBe(false);
      const { x = -1, width = Infinity } = (await banner.boundingBox()) ?? {};
      expect([x >= 0, x + width <= viewport.width]).toEqual([true, true]);
    }
    await expectAccessible(page);
    await page.close();
  },
);

test.each([true, false])("its link leads to the Grade page, with scripts: %s", async (scripts) => {
  const page = await open(scripts, "/admin/sidebar");
  await page.getByRole("alert").getByRole("link", { name: "1 pick waits for its result." }).click();
  await see(page.getByRole("heading", { level: 1, name: "Grade" })).toBeVisible();
  await see(page.getByRole("alert")).toHaveCount(1);
  await page.close();
});
