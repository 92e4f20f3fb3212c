import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { type Browser, type BrowserContext, type Page, chromium } from "playwright";
import { expect, inject } from "vitest";
import type { Client } from "../app/app.ts";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export interface Viewport {
  width: number;
  height: number;
}

export const phone = { width: 360, height: 740 } as const;
export const desktop = { width: 1280, height: 800 } as const;

/** The only font that the browser has, independent of the machine: DejaVu Sans (wide) or Archivo Narrow. */
export type Font = "wide" | "narrow";
export const fonts: readonly Font[] = ["wide", "narrow"];

/** This worker's browsers. They end with it. */
const browsers = new Map<Font, Promise<Browser>>();

export function browserWith(font: Font = "wide"): Promise<Browser> {
  const browser = browsers.get(font) ?? launchBrowser(font);
  browsers.set(font, browser);
  return browser;
}

/** Chromium without background traffic. It can't sandbox as root. Only Linux uses FONTCONFIG_FILE. */
function launchBrowser(font: Font): Promise<Browser> {
  return chromium.launch({
    executablePath: inject("browserPath"),
    env: { ...process.env, FONTCONFIG_FILE: join(import.meta.dirname, "fonts", `${font}.conf`) },
    args: [
      "--no-sandbox",
      "--disable-gpu",
      // A process less to talk to: a page takes a fifth less.
      "--in-process-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      // Otherwise each page starts a spare process for the next one.
      "--disable-site-isolation-trials",
    ],
  });
}

interface Visit {
  origin: string;
  scripts?: boolean;
  viewport?: Viewport;
  as?: Client;
  timezoneId?: string;
  /** Allows the service worker. Without it, `page.route` sees every request of the page. */
  worker?: boolean;
}

/** A page in a new browser profile. `problems` collects console errors and CSP violations, without failed requests. */
export async function openPage(
  browser: Browser,
  { origin, scripts = true, viewport = desktop, as, timezoneId, worker = false }: Visit,
): Promise<{ page: Page; context: BrowserContext; problems: string[] }> {
  const context = await browser.newContext({
    baseURL: origin,
    javaScriptEnabled: scripts,
    viewport,
    timezoneId,
    serviceWorkers: worker ? "allow" : "block",
  });
  if (as) await context.addCookies([...as.cookies].map(([name, value]) => ({ name, value, url: origin })));
  const page = await context.newPage();
  const problems: string[] = [];
  page.on(
    "console",
    (message) => message.type() === "error" && !isNetworkError(message.text()) && problems.push(message.text()),
  );
  page.on("pageerror", (error) => problems.push(String(error)));
  return { page, context, problems };
}

// Chromium logs an error for every 4xx answer, aborted request and request while offline, with a delay.
function isNetworkError(text: string): boolean {
  return /^Failed to load resource: (?:.* status of 4\d\d|net::ERR_(?:FAILED|INTERNET_DISCONNECTED))/.test(text);
}

/** axe's violations of WCAG 2.2 AA, without motion. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  // A colour in the middle of a transition has neither of the two contrasts.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.evaluate(() => document.getAnimations().forEach((animation) => animation.finish()));
  const problems = await axeProblems(page);
  await page.emulateMedia({ reducedMotion: null });
  return problems;
}

/** For a page that is asked at each address: loading axe with the document takes a third of the time of `axeProblems`' own way. */
export function loadAxeWithEachPage(page: Page): Promise<unknown> {
  return page.addInitScript(axeSource);
}

/** Call it on a page where nothing moves. The light theme is checked for colours only, because nothing else differs. */
export async function axeProblems(page: Page): Promise<string[]> {
  if (await page.evaluate(() => !("axe" in window))) await page.evaluate(axeSource);
  // Reports only what is wrong: describing what is right as well would take most of the time.
  return page.evaluate<string[]>(
    `axe.run(document, { resultTypes: ["violations"], selectors: false, runOnly: document.documentElement.dataset.theme === "light" ? ["color-contrast", "link-in-text-block"] : ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] })
      .then(({ violations }) => violations.map(({ id, nodes }) => id + ": " + nodes.map(({ html }) => html.slice(0, 160)).join(" | ")))`,
  );
}

/** The same in both themes: the light one, which is an attribute of the page, is put on after the dark one. */
export async function expectAccessibleInBothThemes(page: Page, viewports?: readonly Viewport[]): Promise<void> {
  for (const theme of ["dark", "light"]) {
    await page.evaluate((name) => document.documentElement.setAttribute("data-theme", name), theme);
    await expectAccessible(page, viewports);
  }
  await page.evaluate(() => document.documentElement.setAttribute("data-theme", "dark"));
}

/** Expects no axe violations at these sizes and no horizontal scroll at 320 px. The walk asks pages on a desktop, too. */
export async function expectAccessible(page: Page, viewports: readonly Viewport[] = [phone]): Promise<void> {
  const before = page.viewportSize() ?? desktop;
  // A hover effect under the pointer would change a colour during the check.
  await page.mouse.move(0, 0);
  for (const viewport of viewports) {
    await page.setViewportSize(viewport);
    // Controls half covered by the sticky bar count as too small targets.
    await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
    expect({ viewport, problems: await accessibilityProblems(page) }).toEqual({ viewport, problems: [] });
  }
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await scrollsSideways(page)).toBe(false);
  await page.setViewportSize(before);
}

export function scrollsSideways(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
}

/** Waits for hydration and its effects: the router sets scrollRestoration then. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => history.scrollRestoration === "manual");
}

/** Waits until the module that asks before typed text is lost has run: pages load it after hydration. */
export async function unsavedGuardLoaded(page: Page): Promise<void> {
  const file = await page.waitForFunction(
    () => performance.getEntriesByType("resource").find(({ name }) => name.includes("/unsaved-"))?.name,
  );
  // It is a string: Vitest would rewrite an import() call in this file.
  await page.evaluate(`import(${JSON.stringify(await file.jsonValue())}).then(() => null)`);
}
