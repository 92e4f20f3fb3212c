import type { Page } from "playwright";
import { test } from "vitest";
import { hydrated, phone } from "../../support/pages/browser.ts";
import { see, useStage } from "../../support/app/stage.ts";

const stage = useStage();
const scroll = (page: Page) => page.evaluate(() => Math.round(scrollY));
const scrollTo = (page: Page, top: number) =>
  page.evaluate((target) => window.scrollTo({ top: target, behavior: "instant" }), top);

test("a page keeps its scroll over a reload, and gets it back from a page shown in its place", async () => {
  const page = await stage.open("/settings", { scripts: true, viewport: phone, as: await stage.app.signedIn("user") });
  await hydrated(page);
  await scrollTo(page, 200);
  await page.reload();
  await hydrated(page);
  await see.poll(() => scroll(page)).toBe(200);
  await page.evaluate(() => document.querySelector<HTMLAnchorElement>("a[href='/learn']")?.click());
  await page.getByRole("heading", { name: "Learn the System", level: 1 }).waitFor();
  await see.poll(() => scroll(page)).toBe(0);
  await page.goBack();
  await page.getByRole("heading", { name: "Settings", level: 1 }).waitFor();
  await see.poll(() => scroll(page)).toBe(200);
});

test("a document that one comes back to has its scroll again", async () => {
  const page = await stage.open("/settings", { scripts: true, viewport: phone, as: await stage.app.signedIn("user") });
  await hydrated(page);
  await scrollTo(page, 200);
  await page.goto("/learn");
  await page.goBack();
  await page.getByRole("heading", { name: "Settings", level: 1 }).waitFor();
  await hydrated(page);
  await see.poll(() => scroll(page)).toBe(200);
});
