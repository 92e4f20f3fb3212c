import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { desktop, hydrated, phone } from "../../support/pages/browser.ts";
import { useFullSite } from "../../support/pages/full-site.ts";
import { layoutShiftsOf, onSlowNetwork } from "../../support/pages/layout-shift.ts";
import { see } from "../../support/app/stage.ts";

const { stage, member, admin } = useFullSite();
const pages = [
  "/",
  "/pricing",
  "/affiliate-signup",
  "/terms",
  "/login",
  "/signup?payment_success=true",
  "/forgot-password",
  "/dashboard",
  "/history",
  "/propicks-history",
  "/propicks",
  "/admin",
  "/admin/sidebar",
  "/admin/users",
  "/admin/users/1/delete",
  "/admin/affiliates",
  "/admin/affiliates/payouts",
];

test.each(["/", "/dashboard", "/history", "/my-card", "/my-card?tab=results", "/login"])(
  "%s has no layout shift on a phone while its HTML arrives in parts",
  async (path) => {
    const as = path.startsWith("/my-card") ? member() : admin();
    const page = await stage.open("/nothing-here", { scripts: true, as, viewport: phone });
    const document = await (await page.request.get(path, { headers: { accept: "text/html" } })).text();
    expect(await page.evaluate(shiftsOfParts, document)).toEqual([]);
  },
);

describe.each([phone, desktop])("pages at $width wide", (viewport) => {
  test("have no layout shift during loading and hydration", async () => {
    expect(await shiftsOf({ scripts: true, as: admin(), viewport }, pages)).toEqual([]);
  });

  test("have no layout shift on My Card", async () => {
    expect(
      await shiftsOf({ scripts: true, as: member(), viewport }, [
        "/my-card",
        "/my-card?stream=pro",
        "/my-card?tab=results",
      ]),
    ).toEqual([]);
  });

  test("show a visible focus at every tab stop", async () => {
    const page = await stage.open("/admin", { scripts: true, as: admin(), viewport });
    for (let step = 0; step < 25; step += 1) {
      await page.keyboard.press("Tab");
      await see(page.locator(":focus-visible")).toHaveCSS("outline-width", "2px");
    }
  });

  test("have controls of at least 24 pixels height", async () => {
    const page = await stage.open("/history", { scripts: true, as: member(), viewport });
    const small = await page
      .locator("main :is(a, button, select, input, summary):visible")
      .evaluateAll((controls) =>
        controls
          .map((control) => ({ control: control.textContent, height: control.getBoundingClientRect().height }))
          .filter(({ height }) => height < 24),
      );
    expect(small).toEqual([]);
  });
});

/** Visits three pages at a time, because each waits for its own slow network. */
async function shiftsOf(
  visitor: Parameters<typeof stage.enter>[0],
  paths: readonly string[],
): Promise<(readonly [string, string[]])[]> {
  const shifts: [string, string[]][] = [];
  const waiting = [...paths];
  const visitAll = async (page: Page) => {
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      await onSlowNetwork(page, () => page.goto(path, { waitUntil: "domcontentloaded" }));
      await hydrated(page);
      shifts.push([path, await layoutShiftsOf(page)]);
    }
  };
  await Promise.all([1, 2, 3].map(async () => visitAll(await stage.enter(visitor))));
  expect(shifts).toHaveLength(paths.length);
  return shifts.filter(([, moved]) => moved.length > 0);
}

/** Runs in the browser: writes a document in parts, paints after each, and returns the layout shifts. */
async function shiftsOfParts(markup: string): Promise<string[]> {
  const painted = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const nonce = document.querySelector("style")?.nonce ?? "";
  const html = markup.replace(/<script[^]*?<\/script>/g, "").replace(/ nonce="[^"]*"/g, ` nonce="${nonce}"`);
  const start = html.indexOf("<body");
  const parts = [
    html.slice(0, start),
    ...(html
      .slice(start)
      .match(/[^]*?(?:<\/svg>|<\/(?:a|button|d[dlt]|div|footer|form|h\d|li|p|section)>(?!<\/|<span|[^<]))/g) ?? []),
  ];
  const shifts: string[] = [];
  new PerformanceObserver((list) => shifts.push(...list.getEntries().map((entry) => JSON.stringify(entry)))).observe({
    type: "layout-shift",
  });
  document.open();
  for (const part of parts) {
    document.write(part);
    await painted();
  }
  document.close();
  await painted();
  return shifts;
}
