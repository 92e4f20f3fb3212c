/** For one file of browser tests: one server, one browser, and pages that the tests share one after the other; none may complain. */
import type { Browser, Locator, Page } from "playwright";
import { expect as expectSoon } from "playwright/test";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import type { App, Client } from "./app.ts";
import type { Font, Viewport } from "../pages/browser.ts";
import { desktop, hydrated, launchBrowser, openPage, phone } from "../pages/browser.ts";
import { pickFields } from "../database/factories.ts";
import { newGate } from "./gate.ts";
import { patienceMs } from "../soon.ts";
import { useApp } from "./use-app.ts";

/** Playwright's assertions, which wait until they hold. */
export const see = expectSoon.configure({ timeout: patienceMs });

export const modes = [
  { mode: "with scripts", scripts: true },
  { mode: "without scripts", scripts: false },
] as const;

/** Each way once: what a page looks like on a screen does not depend on its scripts. */
export const visits = [
  { mode: "with scripts, on a phone", scripts: true, viewport: phone },
  { mode: "without scripts, on a wide screen", scripts: false, viewport: desktop },
] as const;

interface Visitor {
  scripts: boolean;
  as?: Client;
  viewport?: Viewport;
  timezoneId?: string;
  font?: Font;
  /** A page of its own, for a test that changes it for good (its clock). */
  alone?: boolean;
}

interface Seat {
  key: string;
  taken: boolean;
  page: Page;
  problems: string[];
}

export interface Stage {
  app: App;
  /** A page with nobody's cookies, or with those of `as`, not yet anywhere. */
  enter: (visitor: Visitor) => Promise<Page>;
  /** The same, at a path, and taken over by the scripts where they run. */
  open: (path: string, visitor: Visitor) => Promise<Page>;
}

export interface Site {
  app: App;
  browser: () => Browser;
}

/** One server and one browser for a file of tests. The server may not complain. */
export function useSite(env: Readonly<Record<string, string>> = {}): Site {
  const app = useApp(env);
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());
  return { app, browser: () => browser };
}

/** A browser for each font, started when a test first asks for it. */
function useBrowsers(): (font: Font) => Promise<Browser> {
  const browsers = new Map<Font, Promise<Browser>>();
  afterAll(async () => {
    for (const browser of browsers.values()) await (await browser).close();
  });
  return (font) => {
    const browser = browsers.get(font) ?? launchBrowser(font);
    browsers.set(font, browser);
    return browser;
  };
}

export function useStage(env: Readonly<Record<string, string>> = {}): Stage {
  const app = useApp(env);
  const browserWith = useBrowsers();
  const seats: Seat[] = [];
  afterEach(async () => {
    const taken = seats.filter((seat) => seat.taken);
    await Promise.all(taken.map(tidy));
    const problems = taken.flatMap((seat) => seat.problems.splice(0));
    expect(problems).toEqual([]);
  });
  const enter = async (visitor: Visitor) => {
    const seat = seats.find(({ key, taken }) => !taken && key === keyOf(visitor)) ?? (await newSeat(await browserWith(visitor.font ?? "wide"), app.origin, visitor));
    if (!seats.includes(seat)) seats.push(seat);
    seat.taken = true;
    await seat.page.setViewportSize(visitor.viewport ?? desktop);
    await seat.page.context().addCookies([...(visitor.as?.cookies ?? [])].map(([name, value]) => ({ name, value, url: app.origin })));
    return seat.page;
  };
  const open = async (path: string, visitor: Visitor) => {
    const page = await enter(visitor);
    await go(page, path);
    return page;
  };
  return { app, enter, open };
}

/** Opens a path as typed into the address bar; with scripts, waits until they have taken over. */
export async function go(page: Page, path: string): Promise<void> {
  await page.goto(path);
  if (await page.evaluate(() => document.documentElement.classList.contains("js"))) await hydrated(page);
}

/** The control of that label. */
export function field(page: Page, label: string): Locator {
  return page.getByLabel(label, { exact: true });
}

/** The status line that says so. */
export function said(page: Page, text: string): Locator {
  return page.getByRole("status").filter({ hasText: text });
}

/** For a page that moves on by itself: it does not arrive at that path before the function that this gives is called, so what it says until then can be read. */
export async function holdBefore(page: Page, path: string): Promise<() => void> {
  const { passed, open } = newGate();
  await page.route((url) => url.pathname === path, (route) => passed.then(() => route.continue()), { times: 1 });
  return open;
}

/** Presses a button whose page says what was done and moves on by itself; it moves once that was read. */
export async function pressAndRead(page: Page, button: Locator, { says, movesTo }: { says: string; movesTo: string }): Promise<void> {
  const goOn = await holdBefore(page, movesTo);
  // Else the press itself waits for a page that is on its way.
  await button.click({ noWaitAfter: true });
  await see(said(page, says)).toBeVisible();
  goOn();
  await page.waitForURL((url) => url.pathname === movesTo);
}

export function pathOf(page: Page): string {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
}

/** Publishes a pick as staff would through the API, and gives its id. */
export async function publish(staff: Client, changes: Readonly<Record<string, unknown>> = {}, stream: "picks" | "propicks" = "picks"): Promise<number> {
  const response = await staff.call("POST", `/api/${stream}`, pickFields(changes));
  expect(response.status).toBe(201);
  const row: { id: number } = await response.json();
  return row.id;
}

async function newSeat(browser: Browser, origin: string, visitor: Visitor): Promise<Seat> {
  const { page, context, problems } = await openPage(browser, { origin, scripts: visitor.scripts, timezoneId: visitor.timezoneId });
  context.setDefaultTimeout(patienceMs);
  return { key: visitor.alone ? "alone" : keyOf(visitor), taken: false, page, problems };
}

function keyOf({ scripts, timezoneId, font, alone }: Visitor): string {
  return alone ? "of its own" : `${scripts} ${timezoneId ?? ""} ${font ?? ""}`;
}

async function tidy(seat: Seat): Promise<void> {
  const context = seat.page.context();
  seat.taken = false;
  if (seat.key === "alone") return context.close();
  await Promise.all(context.pages().filter((page) => page !== seat.page).map((page) => page.close()));
  // Of the same origin: a browser takes a new process for another one, "about:blank" too.
  await Promise.all([context.clearCookies(), seat.page.goto("/robots.txt")]);
}
