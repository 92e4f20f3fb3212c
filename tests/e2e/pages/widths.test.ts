import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import type { Client } from "../../support/app/app.ts";
import { fonts, phone, scrollsSideways } from "../../support/pages/browser.ts";
import { memberPages, staffPages, useFullSite, visitorPages } from "../../support/pages/full-site.ts";
import { go } from "../../support/app/stage.ts";

const { stage, member, admin, openPick } = useFullSite();
const noClient = () => undefined;
const site: readonly (readonly [string, () => Client | undefined, readonly string[]])[] = [
  ["a visitor", noClient, visitorPages],
  ["a member", member, [...memberPages, "/my-card", "/my-card?tab=results", "/learn", "/settings", "/profile"]],
  ["staff", admin, [...staffPages, "/admin/learn", "/admin/audit", "/profile/two-factor"]],
];

describe("in a wide font", () => {
  // What fits in it fits in a narrow one.
  const font = "wide";
  test.each(site)(
    "no page of %s scrolls sideways, at any width or with double text size",
    async (_who, clientOf, paths) => {
      const as = clientOf();
      const page = await stage.enter({ scripts: true, alone: true, font, ...(as ? { as } : {}) });
      const enlarge = await textSizes(page);
      const wider: string[] = [];
      for (const path of paths) {
        await enlarge(16);
        await go(page, path.replace("ID", String(openPick())));
        for (const width of [320, 360, 768, 1024, 1280])
          if (await isWiderThan(page, width)) wider.push(`${path} at ${width}`);
        await enlarge(32);
        if (await isWiderThan(page, phone.width)) wider.push(`${path} at ${phone.width}, enlarged`);
      }
      expect(wider).toEqual([]);
    },
  );
});

describe.each(fonts)("in a %s font", (font) => {
  test("the browser really uses this font", async () => {
    const page = await stage.open("/", { scripts: true, alone: true, font });
    const session = await page.context().newCDPSession(page);
    await session.send("DOM.enable");
    await session.send("CSS.enable");
    const { root } = await session.send("DOM.getDocument");
    const { nodeId } = await session.send("DOM.querySelector", { nodeId: root.nodeId, selector: "h1" });
    const used = await session.send("CSS.getPlatformFontsForNode", { nodeId });
    expect(used.fonts.map(({ familyName }) => familyName)).toEqual([
      { wide: "DejaVu Sans", narrow: "Archivo Narrow" }[font],
    ]);
  });
});

test("with double text size a result card stacks verdict, units and Details without overlap", async () => {
  const page = await stage.enter({ scripts: true, alone: true, viewport: phone, as: member() });
  await (
    await textSizes(page)
  )(32);
  await go(page, "/history");
  const card = page.locator(".settled").last();
  const boxes = await Promise.all(["h2", ".res", "summary"].map((part) => card.locator(part).boundingBox()));
  const [verdict, result, details] = boxes.map((box) => ({
    top: box?.y ?? 0,
    bottom: (box?.y ?? 0) + (box?.height ?? 0),
  }));
  expect([Number(result?.top) >= Number(verdict?.bottom), Number(details?.top) >= Number(result?.bottom)]).toEqual([
    true,
    true,
  ]);
});

async function isWiderThan(page: Page, width: number): Promise<boolean> {
  await page.setViewportSize({ width, height: phone.height });
  return scrollsSideways(page);
}

async function textSizes(page: Page): Promise<(standard: number) => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  await session.send("Page.enable");
  return async (standard) => {
    await session.send("Page.setFontSizes", { fontSizes: { standard } });
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe(`${standard}px`);
  };
}
