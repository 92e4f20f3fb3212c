/** The walk's browser has a wide font, and doubles its size: it really does. */
import { expect, test } from "vitest";
import { go } from "../support/app/stage.ts";
import { fonts, phone } from "../support/pages/browser.ts";
import { useFullSite } from "./site.ts";

const { stage, member } = useFullSite();
test.each(fonts)("the browser really uses a %s font", async (font) => {
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

test("with double text size a result card stacks verdict, units and Details without overlap", async () => {
  const page = await stage.enter({ scripts: true, alone: true, viewport: phone, as: member() });
  const session = await page.context().newCDPSession(page);
  await session.send("Page.enable");
  await session.send("Page.setFontSizes", { fontSizes: { standard: 32 } });
  await go(page, "/history");
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe("32px");
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
