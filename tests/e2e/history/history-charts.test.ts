import type { Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import type { Client } from "../../support/app/app.ts";
import { desktop, expectAccessibleInBothThemes, phone, scrollsSideways } from "../../support/pages/browser.ts";
import { insertSeason } from "../../support/database/settled-picks.ts";
import { useStage } from "../../support/app/stage.ts";

const pages = ["/history", "/propicks-history"];

const stage = useStage();
const { app } = stage;
let member: Client;
beforeAll(async () => {
  await insertSeason(app, "regular", 120);
  await insertSeason(app, "pro", 120);
  member = await app.signedIn("user");
});

test.each(pages)("on a wide screen %s shows both charts below the stats, in both themes", async (path) => {
  const page = await stage.open(path, { scripts: true, as: member });
  const [stats, curve, table] = await Promise.all([topOf(page, ".stats"), topOf(page, ".axes"), topOf(page, ".cal")]);
  expect(stats < curve && curve < table).toBe(true);
  // 160 px or more, at any width.
  expect((await page.locator(".axes svg").boundingBox())?.height).toBeGreaterThanOrEqual(160);
  await page
    .getByRole("img", {
      name: /^Cumulative units from 01\/05\/2026 to 03\/05\/2026: lowest .* U on .*, highest .* U on .*, .* U at the end$/,
    })
    .waitFor();
  await expectAccessibleInBothThemes(page, [desktop]);
});

test.each(pages)("on a phone without scripts %s shows the charts in the Stats sheet", async (path) => {
  const page = await stage.open(path, { as: member, scripts: false, viewport: phone });
  expect(await page.locator(".axes").isVisible()).toBe(false);
  await page.getByRole("button", { name: "📊 Stats" }).click();
  await page.locator(".cal").scrollIntoViewIfNeeded();
  expect([await page.locator(".axes").isVisible(), await page.locator(".cal").isVisible()]).toEqual([true, true]);
  expect(await scrollsSideways(page)).toBe(false);
});

test("a calibration row shows its range, won share, expected share and number of bets; few bets fade; the charts follow the filter", async () => {
  const page = await stage.open("/history", { scripts: true, as: member });
  const table = page.getByRole("table", { name: "Confidence calibration" });
  const heads = await table.getByRole("columnheader").allTextContents();
  const row = table.getByRole("row").filter({ has: page.getByRole("rowheader", { name: /^60–65/ }) });
  expect(heads).toEqual(["Sim conf", "Chart, 0 to 100 %050100", "Won", "Expected", "Bets"]);
  expect(await row.getByRole("cell").allTextContents()).toEqual([
    "",
    expect.stringMatching(/^\d+%$/),
    expect.stringMatching(/^6[0-5]%$/),
    expect.stringMatching(/^\d+$/),
  ]);
  const faded = await table.locator("tr.few").allTextContents();
  expect(faded.length).toBeGreaterThan(0);
  expect(faded.every((text) => text.includes("too few"))).toBe(true);
  await page.getByText("Faded: under 20 bets.").waitFor();
  await expectChartsToFollowTheFilter(page);
});

async function expectChartsToFollowTheFilter(page: Page): Promise<void> {
  const before = await page.locator(".axes .ln").getAttribute("d");
  await page.getByLabel("Sport").selectOption("NBA");
  await page.waitForURL(/sport=NBA/);
  await page.waitForFunction((path) => document.querySelector(".axes .ln")?.getAttribute("d") !== path, before);
  // Fewer bets: too few in every range.
  await page.getByText(/^\d+ bets: too few to judge\. Shown once a range has 20\.$/).waitFor();
}

async function topOf(page: Page, selector: string): Promise<number> {
  const box = await page.locator(selector).boundingBox();
  return box ? box.y : Number.NaN;
}
