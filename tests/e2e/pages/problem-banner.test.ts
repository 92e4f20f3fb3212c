import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { hourMs } from "../../../app/time/durations.ts";
import { type App, type Client, startApp } from "../../support/app/app.ts";
import { see } from "../../support/app/stage.ts";
import { createPick } from "../../support/database/factories.ts";
import { soon } from "../../support/soon.ts";
import {
  browserWith,
  desktop,
  expectAccessibleInBothThemes,
  openPage,
  phone,
  scrollsSideways,
} from "../../support/pages/browser.ts";
import type { Browser } from "playwright";

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

test("the banner of two problems fits every screen, passes axe in both themes, and leads to the Grade page", async () => {
  const { page } = await openPage(browser, { origin: app.origin, as: superadmin });
  await page.goto("/admin/users");
  const banner = page.getByRole("alert");
  await see(banner.getByRole("listitem")).toHaveText([
    /^Backups are failing\. Since /,
    /^1 pick waits for its result\./,
  ]);
  for (const viewport of [phone, desktop]) {
    await page.setViewportSize(viewport);
    expect(await scrollsSideways(page)).toBe(false);
    const { x = -1, width = Infinity } = (await banner.boundingBox()) ?? {};
    expect([x >= 0, x + width <= viewport.width]).toEqual([true, true]);
  }
  await expectAccessibleInBothThemes(page);
  await page.getByRole("alert").getByRole("link", { name: "1 pick waits for its result." }).click();
  await see(page.getByRole("heading", { level: 1, name: "Grade" })).toBeVisible();
  await see(page.getByRole("alert")).toHaveCount(1);
  await page.close();
});
