/** Tests what the walk can't ask of a page that has loaded. */
import { describe, expect, test } from "vitest";
import { desktop, phone } from "../support/pages/browser.ts";
import { see } from "../support/app/stage.ts";
import { useFullSite } from "./site.ts";

const { stage, member, admin } = useFullSite();
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
