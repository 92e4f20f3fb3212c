import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { hydrated } from "../../support/pages/browser.ts";
import { useStage } from "../../support/app/stage.ts";

const stage = useStage();
test.each(["/dashboard", "/history", "/my-card"])(
  "%s requests the page, its scripts, the full style sheet and an icon, but no font and no data",
  async (path) => {
    const member = await stage.app.signedIn("user");
    const page = await stage.enter({ scripts: true, as: member, alone: true });
    const requests: string[] = [];
    page.on("request", (request) => requests.push(request.resourceType()));
    await page.goto(path);
    // The network can also be idle before a busy page has requested its scripts.
    await hydrated(page);
    await page.waitForLoadState("networkidle");
    const { document, script, stylesheet, ...others } = countOf(requests);
    expect([document, stylesheet]).toEqual([1, 1]);
    expect(Object.keys(others).filter((kind) => !["image", "other", "manifest"].includes(kind))).toEqual([]);
    expect(requests.length - (script ?? 0)).toBeLessThanOrEqual(4);
  },
);

test("Today's Picks loads at most 14 scripts, of at most 110 KB with their headers", async () => {
  const page = await stage.enter({ scripts: true, as: await stage.app.signedIn("user"), alone: true });
  const session = await page.context().newCDPSession(page);
  const scripts = new Set<string>();
  let bytes = 0;
  session.on("Network.responseReceived", ({ requestId, type }) => type === "Script" && scripts.add(requestId));
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  await session.send("Network.enable");
  await page.goto("/dashboard");
  await hydrated(page);
  await page.waitForLoadState("networkidle");
  expect(scripts.size).toBeGreaterThan(5);
  expect(scripts.size).toBeLessThanOrEqual(14);
  expect(bytes).toBeLessThanOrEqual(110 * 1024);
});

test("with Save-Data only the page, the style sheet for the next one and an icon are requested", async () => {
  const member = await stage.app.signedIn("user");
  const page = await stage.enter({ scripts: true, as: member, alone: true });
  await page.setExtraHTTPHeaders({ "Save-Data": "on" });
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.resourceType()));
  await page.goto("/dashboard", { waitUntil: "networkidle" });
  expect(countOf(requests)).toMatchObject({ document: 1, stylesheet: 1 });
  expect(requests.length).toBeLessThanOrEqual(3);
});

describe.each([true, false])("with scripts %s", (scripts) => {
  const sheetsOf = (page: Page) =>
    page.evaluate(() => ({
      inside: document.querySelectorAll("style").length,
      links: Array.from(document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]"), ({ media }) => media),
      forPaper: Array.from(document.styleSheets, ({ media, cssRules }) =>
        [...cssRules]
          .filter((rule) => rule instanceof CSSMediaRule && rule.conditionText === "print")
          .map(() => media.mediaText),
      ).flat(),
      background: getComputedStyle(document.body).backgroundColor,
    }));

  test("the first page has the style sheet inside, the next one and an error page link to it", async () => {
    const page = await stage.enter({ scripts, alone: true });
    await page.goto("/pricing", { waitUntil: "networkidle" });
    const first = await sheetsOf(page);
    expect(first).toMatchObject({ inside: 1, links: ["print"], forPaper: ["print"] });
    await page.goto("/terms", { waitUntil: "networkidle" });
    expect(await sheetsOf(page)).toEqual({ ...first, inside: 0, links: [""], forPaper: [""] });
    await page.goto("/nothing-here", { waitUntil: "networkidle" });
    expect(await sheetsOf(page)).toEqual({ ...first, inside: 0, links: [""], forPaper: [""] });
  });

  test("without cookies each page has it inside", async () => {
    const page = await stage.enter({ scripts, alone: true });
    for (const path of ["/pricing", "/terms"]) {
      await page.goto(path, { waitUntil: "networkidle" });
      expect(await sheetsOf(page)).toMatchObject({ inside: 1, links: ["print"] });
      await page.context().clearCookies();
    }
  });
});

test("a sign-out clears the browser's files, so the next page has the style sheet inside again", async () => {
  const member = await stage.app.signedIn("user");
  const page = await stage.enter({ scripts: false, as: member, alone: true });
  await page.goto("/settings", { waitUntil: "networkidle" });
  await page.goto("/settings");
  expect(await page.locator("style").count()).toBe(0);
  await page.locator('form[action="/logout"] button').last().dispatchEvent("click");
  await page.waitForURL((url) => url.pathname !== "/settings");
  expect(await page.locator("style").count()).toBe(1);
});

function countOf(kinds: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const kind of kinds) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}
