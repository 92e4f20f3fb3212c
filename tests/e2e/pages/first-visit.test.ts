import { expect, test } from "vitest";
import { hydrated, offlineModuleLoaded } from "../../support/pages/browser.ts";
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
    await offlineModuleLoaded(page);
    await page.waitForLoadState("networkidle");
    const { document, script, stylesheet, ...others } = countOf(requests);
    expect([document, stylesheet]).toEqual([1, 1]);
    expect(Object.keys(others).filter((kind) => !["image", "other", "manifest"].includes(kind))).toEqual([]);
    expect(requests.length - (script ?? 0)).toBeLessThanOrEqual(4);
  },
);

test("with Save-Data only the page and an icon are requested", async () => {
  const member = await stage.app.signedIn("user");
  const page = await stage.enter({ scripts: true, as: member, alone: true });
  await page.setExtraHTTPHeaders({ "Save-Data": "on" });
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.resourceType()));
  await page.goto("/dashboard", { waitUntil: "networkidle" });
  expect(countOf(requests)).toMatchObject({ document: 1 });
  expect(requests.length).toBeLessThanOrEqual(2);
});

function countOf(kinds: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const kind of kinds) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}
