/** A server, a browser and a pool of pages for a file of browser tests. A console error fails the test. */
import type { Browser, Locator, Page } from "playwright";
import { expect as expectSoon } from "playwright/test";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import type { App, Client } from "./app.ts";
import { type Font, type Viewport, browserWith, desktop, hydrated, openPage, phone } from "../pages/browser.ts";
import { pickFields } from "../database/factories.ts";
import { newGate } from "./gate.ts";
import { stopClock } from "../clock.ts";
import { patienceMs } from "../soon.ts";
import { isShared, useApp } from "./use-app.ts";

export const see = expectSoon.configure({ timeout: patienceMs });

export const modes = [
  { mode: "with scripts", scripts: true },
  { mode: "without scripts", scripts: false },
] as const;

/** Two combinations are enough: the layout doesn't depend on scripts. The walk opens each page on a phone with scripts. */
export const visits = [
  { mode: "with scripts, on a wide screen", scripts: true, viewport: desktop },
  { mode: "without scripts, on a phone", scripts: false, viewport: phone },
] as const;

interface Visitor {
  scripts: boolean;
  as?: Client;
  viewport?: Viewport;
  timezoneId?: string;
  font?: Font;
  /** A page outside the pool, for a test that changes it permanently. */
  alone?: boolean;
  /** Only `pass` and `skip` move its clock. */
  stoppedClock?: boolean;
}

interface PooledPage {
  key: string;
  inUse: boolean;
  page: Page;
  problems: string[];
}

export interface Stage {
  app: App;
  /** A page with the cookies of `as`, or none, before any navigation. */
  enter: (visitor: Visitor) => Promise<Page>;
  open: (path: string, visitor: Visitor) => Promise<Page>;
}

export interface Site {
  app: App;
  browser: () => Browser;
}

/** The server and the browser of a file of tests. An error in the server's log fails them. */
export function useSite(env: Readonly<Record<string, string>> = {}): Site {
  const app = useApp(env);
  let browser: Browser;
  beforeAll(async () => {
    browser = await browserWith();
  });
  afterAll(async () => {
    const pooled = new Set(pool.map(({ page }) => page.context()));
    for (const context of browser.contexts()) if (!pooled.has(context)) await context.close();
  });
  return { app, browser: () => browser };
}

/** This worker's pages: a new one would load every script anew. */
const pool: PooledPage[] = [];

export function useStage(env: Readonly<Record<string, string>> = {}): Stage {
  const app = useApp(env);
  afterAll(async () => {
    if (!isShared(env)) for (const { page } of pool.splice(0)) await page.context().close();
  });
  afterEach(async () => {
    const inUse = pool.filter((pooled) => pooled.inUse);
    await Promise.all(inUse.map(reset));
    const problems = inUse.flatMap((pooled) => pooled.problems.splice(0));
    expect(problems).toEqual([]);
  });
  const enter = async (visitor: Visitor) => {
    const pooled =
      pool.find(({ key, inUse }) => !inUse && key === keyOf(visitor, app.origin)) ??
      (await newPooledPage(await browserWith(visitor.font ?? "wide"), app.origin, visitor));
    if (!pool.includes(pooled)) pool.push(pooled);
    pooled.inUse = true;
    await pooled.page.setViewportSize(visitor.viewport ?? desktop);
    await pooled.page
      .context()
      .addCookies([...(visitor.as?.cookies ?? [])].map(([name, value]) => ({ name, value, url: app.origin })));
    if (visitor.stoppedClock) await stopClock(pooled.page);
    return pooled.page;
  };
  const open = async (path: string, visitor: Visitor) => {
    const page = await enter(visitor);
    await go(page, path);
    return page;
  };
  return { app, enter, open };
}

/** Opens a path like the address bar does and waits for hydration when scripts run. */
export async function go(page: Page, path: string): Promise<void> {
  await page.goto(path);
  if (await page.evaluate(() => document.documentElement.classList.contains("js"))) await hydrated(page);
}

export function field(page: Page, label: string): Locator {
  return page.getByLabel(label, { exact: true });
}

export function statusMessage(page: Page, text: string): Locator {
  return page.getByRole("status").filter({ hasText: text });
}

/** Holds the next request for `path`, so that a test can read a page that redirects. Returns the release function. */
export async function holdBefore(page: Page, path: string): Promise<() => void> {
  const { passed, open } = newGate();
  await page.route(
    (url) => url.pathname === path,
    (route) => passed.then(() => route.continue()),
    { times: 1 },
  );
  return open;
}

/** Presses a button whose page shows a message and then redirects, and reads the message first. */
export async function pressAndRead(
  page: Page,
  button: Locator,
  { message, redirectsTo }: { message: string; redirectsTo: string },
): Promise<void> {
  const goOn = await holdBefore(page, redirectsTo);
  // Otherwise click() waits for the navigation that is held.
  await button.click({ noWaitAfter: true });
  await see(statusMessage(page, message)).toBeVisible();
  goOn();
  await page.waitForURL((url) => url.pathname === redirectsTo);
}

export function pathOf(page: Page): string {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
}

export async function publish(
  staff: Client,
  changes: Readonly<Record<string, unknown>> = {},
  stream: "picks" | "propicks" = "picks",
): Promise<number> {
  const response = await staff.call("POST", `/api/${stream}`, pickFields(changes));
  expect(response.status).toBe(201);
  const row: { id: number } = await response.json();
  return row.id;
}

async function newPooledPage(browser: Browser, origin: string, visitor: Visitor): Promise<PooledPage> {
  const { page, context, problems } = await openPage(browser, {
    origin,
    scripts: visitor.scripts,
    timezoneId: visitor.timezoneId,
  });
  context.setDefaultTimeout(patienceMs);
  return { key: visitor.alone ? "alone" : keyOf(visitor, origin), inUse: false, page, problems };
}

function keyOf({ scripts, timezoneId, font, alone, stoppedClock = false }: Visitor, origin: string): string {
  return alone ? "matches none in the pool" : `${origin} ${scripts} ${timezoneId ?? ""} ${font ?? ""} ${stoppedClock}`;
}

/** A page as new, except for its cache. A test that changes a page for good takes one `alone`. */
async function reset(pooled: PooledPage): Promise<void> {
  const { page, key } = pooled;
  const context = page.context();
  pooled.inUse = false;
  if (key === "alone") {
    pool.splice(pool.indexOf(pooled), 1);
    return context.close();
  }
  for (const other of context.pages()) if (other !== page) await other.close();
  for (const event of ["request", "requestfinished", "requestfailed", "response", "dialog", "popup"])
    page.removeAllListeners(event);
  await Promise.all([
    context.setOffline(false),
    context.clearPermissions(),
    context.clearCookies(),
    page.unrouteAll({ behavior: "ignoreErrors" }),
    page.emulateMedia({ media: null, reducedMotion: null, forcedColors: null, colorScheme: null }),
  ]);
  // A page of the same origin: for another one, even "about:blank", the browser starts a new process.
  // A navigation that the test began last may still take its place.
  await page.goto("/robots.txt").catch(() => page.goto("/robots.txt"));
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
}
