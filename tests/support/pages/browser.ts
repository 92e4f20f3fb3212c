import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright";
import { chromium } from "playwright";
import { expect, inject } from "vitest";
import type { AxeResults } from "axe-core";
import type { Client } from "../app/app.ts";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export interface Viewport {
  width: number;
  height: number;
}

export const phone = { width: 360, height: 740 } as const;
export const desktop = { width: 1280, height: 800 } as const;

/** What a browser draws every text with, whatever the machine has: DejaVu Sans, as wide as any reader's font, or Archivo Narrow. */
export type Font = "wide" | "narrow";
export const fonts: readonly Font[] = ["wide", "narrow"];

/** Chromium without its own traffic. As root it has no sandbox. Only on Linux does it take the fonts that it is told. */
export function launchBrowser(font: Font = "wide"): Promise<Browser> {
  return chromium.launch({
    executablePath: inject("browserPath"),
    env: { ...process.env, FONTCONFIG_FILE: join(import.meta.dirname, "fonts", `${font}.conf`) },
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });
}

interface Visit {
  origin: string;
  scripts?: boolean;
  viewport?: Viewport;
  /** Whose cookies the browser has. */
  as?: Client;
  timezoneId?: string;
  /** With the service worker. Without it, what a test intercepts is what the page asked for. */
  worker?: boolean;
}

/** A page of a fresh browser profile. Whatever the page logs as an error, policy violations included, is collected in `problems`; what the browser says of an answer or a line that a test made fail is not. */
export async function openPage(browser: Browser, { origin, scripts = true, viewport = desktop, as, timezoneId, worker = false }: Visit): Promise<{ page: Page; context: BrowserContext; problems: string[] }> {
  const context = await browser.newContext({ baseURL: origin, javaScriptEnabled: scripts, viewport, timezoneId, serviceWorkers: worker ? "allow" : "block" });
  if (as) await context.addCookies([...as.cookies].map(([name, value]) => ({ name, value, url: origin })));
  const page = await context.newPage();
  const problems: string[] = [];
  page.on("console", (message) => message.type() === "error" && !isOfTheLine(message.text()) && problems.push(message.text()));
  page.on("pageerror", (error) => problems.push(String(error)));
  return { page, context, problems };
}

// The browser writes every answer of 400 and above, every request that a test aborts and every one that it asks for offline to its console, a little later.
function isOfTheLine(text: string): boolean {
  return /^Failed to load resource: (?:.* status of 4\d\d|net::ERR_(?:FAILED|INTERNET_DISCONNECTED))/.test(text);
}

/** What axe finds against WCAG 2.2 AA, one line each. In the light theme it looks at colours alone: they are all that differs from the dark one. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  // A colour that fades into another, as a form's button does when its answer is there, is neither of the two.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.waitForFunction(() => document.getAnimations().length === 0);
  if (await page.evaluate(() => !("axe" in window))) await page.evaluate(axeSource);
  const results = await page.evaluate<AxeResults>(`axe.run(document, { runOnly: document.documentElement.dataset.theme === "light" ? ["color-contrast", "link-in-text-block"] : ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] })`);
  await page.emulateMedia({ reducedMotion: null });
  return results.violations.map((violation) => `${violation.id}: ${violation.nodes.map((node) => node.html.slice(0, 160)).join(" | ")}`);
}

/** Nothing for axe to find at these sizes, and no sideways scroll on the smallest screen. */
export async function seesNoProblem(page: Page, viewports: readonly Viewport[] = [desktop, phone]): Promise<void> {
  const before = page.viewportSize() ?? desktop;
  // What scrolls away from under the pointer would change its colour while it is looked at.
  await page.mouse.move(0, 0);
  for (const viewport of viewports) {
    await page.setViewportSize(viewport);
    // Half below the sticky bar, any control would be too small a target.
    await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
    expect({ viewport, problems: await accessibilityProblems(page) }).toEqual({ viewport, problems: [] });
  }
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await scrollsSideways(page)).toBe(false);
  await page.setViewportSize(before);
}

/** True when the page itself scrolls sideways. */
export function scrollsSideways(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
}

/** Waits until React has taken over the document, and has done what follows from that: from then on the scroll is the router's. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => history.scrollRestoration === "manual");
}

/** Waits until the part of a member's scripts that nothing waits for has come, and has run: it is one module, whoever asks for it. */
export async function prepared(page: Page): Promise<void> {
  const file = await page.waitForFunction(() => performance.getEntriesByType("resource").find(({ name }) => name.includes("/offline-"))?.name);
  // In words: what loads this file would take the call for its own.
  await page.evaluate(`import(${JSON.stringify(await file.jsonValue())}).then(() => null)`);
}
