import type { Locator, Page } from "playwright";
import { describe, expect, test } from "vitest";
import { desktop, phone } from "../../support/pages/browser.ts";
import { pass } from "../../support/clock.ts";
import { modes, pathOf, see, useStage } from "../../support/app/stage.ts";

const stage = useStage();

function topOf(element: Locator): Promise<number> {
  return element.evaluate((node) => Math.round(node.getBoundingClientRect().top));
}

function carousel(page: Page): Locator {
  return page.getByRole("list", { name: "Testimonials" });
}

function dot(page: Page, number: number): Locator {
  return page.getByRole("link", { name: `Testimonial ${number} of 3` });
}

function visibleTestimonial(page: Page): Promise<number> {
  return carousel(page).evaluate((list) => list.scrollLeft / list.clientWidth + 1);
}

async function expectTestimonial(page: Page, number: number): Promise<void> {
  await see.poll(() => visibleTestimonial(page)).toBe(number);
  await see(dot(page, number)).toHaveAttribute("aria-current", "true");
}

describe("the landing page", () => {
  test("has every section, in order", async () => {
    const page = await stage.open("/", { scripts: true });
    await see(page.getByRole("heading", { level: 1 })).toHaveText(
      "Elevate Your Betting With AI-Generated Winning Picks",
    );
    expect(await page.locator("main .sec-h h2, .cta h2").allTextContents()).toEqual([
      "Available Sports",
      "What You Get",
      "How It Works",
      "Sample Results",
      "Testimonials",
      "Ready to Win Smarter?",
    ]);
    expect(await page.locator(".sports li").allTextContents()).toEqual([
      "NBA",
      "MLB",
      "NFL",
      "NHL",
      "NCAAF",
      "NCAAB",
      "UFC",
      "And More",
    ]);
    expect(await page.getByRole("columnheader").allTextContents()).toEqual([
      "Sport",
      "Game",
      "Result",
      "AI Pick",
      "Date",
    ]);
    expect(await page.locator(".wl").allTextContents()).toEqual(["WON", "LOST", "WON"]);
    await see(page.locator(".three.steps li")).toHaveCount(3);
    await see(page.locator(".three .panel")).toHaveCount(3);
    await see(page.locator(".tiles li")).toHaveText(["100+ Members", "7+ Sports"]);
    await see(page.getByText("ML = Moneyline")).toBeVisible();
    const links = page.getByRole("link", { name: "Subscribe Now" });
    expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute("href")))).toEqual(
      Array(3).fill("/pricing"),
    );
    await see(page.locator(".hero .cost, .cta .cost")).toHaveText([
      "$49 / month. Cancel anytime.",
      "$49 / month. Cancel anytime.",
    ]);
    await see(page.getByRole("contentinfo").getByRole("link", { name: "Member Login" })).toHaveAttribute(
      "href",
      "/login",
    );
  });

  test.each(modes)("has the six links of the public bar in a drawer on a phone, $mode", async ({ scripts }) => {
    const page = await stage.open("/", { scripts, viewport: phone });
    const bar = page.getByRole("navigation", { name: "Main" });
    await see(bar).toBeHidden();
    await page.getByRole("button", { name: "Menu" }).click();
    await see(bar.getByRole("link")).toHaveText([
      /^Home/,
      /^Record/,
      /^View Pricing/,
      /^Become an Affiliate/,
      /^Join our Discord Community/,
      /^Login/,
    ]);
    await page.mouse.click(10, 400);
    await see(bar).toBeHidden();
    await page.getByRole("button", { name: "Menu" }).click();
    await bar.getByRole("link", { name: "Become an Affiliate" }).click();
    await see(page.getByRole("heading", { level: 1 })).toHaveText("Become an Affiliate");
    await see(bar).toBeHidden();
  });
});

describe("the landing page with scripts", () => {
  test("scrolls to the sample results, 112 pixels below the top, and shows a testimonial when its dot is clicked", async () => {
    const page = await stage.open("/", { scripts: true });
    // A jump ends where a slow scroll does.
    await page.emulateMedia({ reducedMotion: "reduce" });
    for (const viewport of [phone, desktop]) {
      await page.setViewportSize(viewport);
      await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
      await page.getByRole("link", { name: "View Sports Stats" }).click();
      await see.poll(() => topOf(page.locator("#results"))).toBe(112);
      await page.getByRole("link", { name: "See How It Works" }).click();
      await see.poll(() => topOf(page.locator("#how"))).toBe(80);
      await page.getByRole("link", { name: "View Sports Stats" }).click();
      await see.poll(() => topOf(page.locator("#results"))).toBe(112);
      expect(pathOf(page)).toBe("/");
    }
    await page.emulateMedia({ reducedMotion: null });
    await dot(page, 3).click();
    await see.poll(() => visibleTestimonial(page)).toBe(3);
    await see(page.getByText("Weekend bettor")).toBeInViewport();
    await see(dot(page, 3)).toHaveCSS("width", "44px");
    expect(await dot(page, 3).evaluate((link) => getComputedStyle(link, "::after").width)).toBe("24px");
    expect(await dot(page, 1).evaluate((link) => getComputedStyle(link, "::after").width)).toBe("8px");
  });
});

test("only Sample Results and the amber block have a large heading, and the ticket is narrow; without scripts the testimonials do not rotate and have no Pause button", async () => {
  const page = await stage.open("/", { scripts: false });
  for (const { quiet, large, ...viewport } of [
    { ...phone, quiet: 22, large: 28 },
    { ...desktop, quiet: 28, large: 40 },
  ]) {
    await page.setViewportSize(viewport);
    const sizes = await page
      .locator("main .sec-h h2, .cta h2")
      .evaluateAll((titles) => titles.map((title) => Math.round(parseFloat(getComputedStyle(title).fontSize))));
    expect([viewport, sizes]).toEqual([viewport, [quiet, quiet, quiet, large, quiet, large]]);
    expect((await page.locator(".ticket").boundingBox())?.width).toBeLessThanOrEqual(448);
  }
  await see(carousel(page)).toHaveCSS("scroll-snap-type", "x mandatory");
  await see(page.getByRole("button", { name: "Pause" })).toHaveCount(0);
});

/** The landing page with a stopped clock and a carousel that scrolls instantly. */
async function openWithClock(prepare: (page: Page) => Promise<void> = async () => {}): Promise<Page> {
  const page = await stage.enter({ scripts: true, stoppedClock: true });
  await prepare(page);
  await page.goto("/");
  await carousel(page).evaluate((list) => {
    if (list instanceof HTMLElement) list.style.scrollBehavior = "auto";
  });
  await see(dot(page, 1)).toHaveAttribute("aria-current", "true");
  return page;
}

describe("the testimonials with scripts", () => {
  test("rotate every four seconds without scrolling the page, stop on Pause and continue on Play, and stop while the tab is hidden", async () => {
    const page = await openWithClock();
    for (const next of [2, 3, 1]) {
      const before = await visibleTestimonial(page);
      await pass(page, 3999);
      expect(await visibleTestimonial(page)).toBe(before);
      await pass(page, 1);
      await expectTestimonial(page, next);
    }
    expect(await page.evaluate(() => [window.scrollX, window.scrollY])).toEqual([0, 0]);
    await page.getByRole("button", { name: "Pause" }).press("Enter");
    await see(page.getByRole("button", { name: "Play" })).toBeFocused();
    await pass(page, 60_000);
    expect(await visibleTestimonial(page)).toBe(1);
    await page.getByRole("button", { name: "Play" }).press("Enter");
    await see(page.getByRole("button", { name: "Pause" })).toBeVisible();
    await pass(page, 4000);
    await expectTestimonial(page, 2);
    await expectToStopWhileHidden(page);
  });

  async function expectToStopWhileHidden(page: Page): Promise<void> {
    const hide = (hidden: boolean) =>
      page.evaluate((value) => {
        Object.defineProperty(document, "hidden", { configurable: true, value });
        document.dispatchEvent(new Event("visibilitychange"));
      }, hidden);
    await hide(true);
    await pass(page, 60_000);
    expect(await visibleTestimonial(page)).toBe(2);
    await hide(false);
    await pass(page, 4000);
    await expectTestimonial(page, 3);
  }

  test("stop under the pointer and continue four seconds after it leaves, and stop while they or a dot have the focus", async () => {
    const page = await openWithClock();
    await carousel(page).hover();
    await pass(page, 60_000);
    expect(await visibleTestimonial(page)).toBe(1);
    await page.mouse.move(1, 1);
    await pass(page, 3999);
    expect(await visibleTestimonial(page)).toBe(1);
    await pass(page, 1);
    expect(await visibleTestimonial(page)).toBe(2);
    for (const focused of [carousel(page), dot(page, 1)]) {
      await focused.focus();
      await pass(page, 60_000);
      expect(await visibleTestimonial(page)).toBe(2);
    }
    await page.getByRole("link", { name: "See How It Works" }).focus();
    await pass(page, 4000);
    await expectTestimonial(page, 3);
  });

  test("do not rotate with reduced motion, and have no Pause button", async () => {
    const page = await openWithClock((fresh) => fresh.emulateMedia({ reducedMotion: "reduce" }));
    await pass(page, 60_000);
    expect(await visibleTestimonial(page)).toBe(1);
    await see(page.getByRole("button", { name: /Pause|Play/ })).toHaveCount(0);
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await see(page.getByRole("button", { name: "Pause" })).toBeVisible();
    await pass(page, 4000);
    await expectTestimonial(page, 2);
  });

  test("rotate also where the page is shown in place of another", async () => {
    const page = await stage.open("/login", { scripts: true, stoppedClock: true });
    await page.getByRole("link", { name: "Home", exact: true }).click();
    await expectTestimonial(page, 1);
    await pass(page, 4000);
    await expectTestimonial(page, 2);
  });

  async function pause(page: Page): Promise<void> {
    await page.getByRole("button", { name: "Pause" }).click();
    await see(page.getByRole("button", { name: "Play" })).toBeVisible();
    await dot(page, 1).click();
    await carousel(page).scrollIntoViewIfNeeded();
  }

  /** Drags the quotes horizontally; negative = to the left. */
  async function drag(page: Page, by: number): Promise<void> {
    const box = await carousel(page).boundingBox();
    const [x, y] = [(box?.x ?? 0) + 150, (box?.y ?? 0) + 60];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + by / 2, y);
    await page.mouse.move(x + by, y);
    await page.mouse.up();
  }

  test("change after a drag of at least 50 pixels", async () => {
    const page = await stage.open("/", { scripts: true, viewport: phone });
    await pause(page);
    await expectTestimonial(page, 1);
    const dragEnds = () =>
      see.poll(() => carousel(page).evaluate((list) => list.matches("[data-dragged]"))).toBe(false);
    for (const [by, number] of [
      [-49, 1],
      [-50, 2],
      [-120, 3],
      [49, 3],
      [50, 2],
      [50, 1],
      [50, 3],
      [-50, 1],
    ] as const) {
      await drag(page, by);
      await dragEnds();
      await expectTestimonial(page, number);
    }
    await see(carousel(page)).toHaveCSS("scroll-snap-type", "x mandatory");
  });

  test("change after a drag that ends outside of them, but not with another mouse button, and follow a drag", async () => {
    const page = await stage.open("/", { scripts: true });
    await pause(page);
    const box = await carousel(page).boundingBox();
    const [x, y] = [(box?.x ?? 0) + 150, (box?.y ?? 0) + 60];
    for (const [button, number] of [
      ["left", 2],
      ["right", 2],
      ["left", 3],
    ] as const) {
      await page.mouse.move(x, y);
      await page.mouse.down({ button });
      await page.mouse.move(x - 60, y);
      await page.mouse.move(x - 120, (box?.y ?? 0) - 40);
      await page.mouse.up({ button });
      await expectTestimonial(page, number);
    }
    await dot(page, 1).click();
    await expectTestimonial(page, 1);
    await expectToFollow(page, x, y);
  });

  /** Also: they return when the pointer comes back or the drag is cancelled. */
  async function expectToFollow(page: Page, x: number, y: number): Promise<void> {
    const scrolled = () =>
      carousel(page).evaluate(async (list) => {
        // The effects of the last move are done after three frames.
        for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
        return list.scrollLeft;
      });
    const cancelDrag = () => carousel(page).dispatchEvent("pointercancel", { clientX: x - 90 });
    for (const [to, left, end] of [
      [x + 1, 0, () => page.mouse.up()],
      [x - 90, 90, cancelDrag],
    ] as const) {
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x - 60, y);
      expect(await scrolled()).toBe(60);
      await page.mouse.move(to, y);
      expect(await scrolled()).toBe(left);
      await end();
      await expectTestimonial(page, 1);
      await see(carousel(page)).toHaveCSS("scroll-snap-type", "x mandatory");
    }
    await page.mouse.up();
  }

  test("change after a swipe, which does not scroll the page", async () => {
    const page = await stage.enter({ scripts: true, viewport: phone, alone: true });
    const browser = await page.context().newCDPSession(page);
    await browser.send("Emulation.setTouchEmulationEnabled", { enabled: true });
    await page.goto("/");
    await pause(page);
    const scrolled = await page.evaluate(() => window.scrollY);
    const box = await carousel(page).boundingBox();
    const [x, y] = [(box?.x ?? 0) + 200, (box?.y ?? 0) + 60];
    const swipe = async (by: number) => {
      await browser.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
      for (const part of [0.25, 0.5, 0.75, 1])
        await browser.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [{ x: x + by * part, y }] });
      await browser.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    };
    await swipe(-60);
    await expectTestimonial(page, 2);
    await swipe(60);
    await expectTestimonial(page, 1);
    expect(await page.evaluate(() => window.scrollY)).toBe(scrolled);
  });
});
