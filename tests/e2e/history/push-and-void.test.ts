/** A push and a void are neutral: their stake came back. */
import type { Locator, Page } from "playwright";
import { beforeAll, describe, expect, test } from "vitest";
import type { Client } from "../../support/app/app.ts";
import { expectAccessible } from "../../support/pages/browser.ts";
import { go, publish, see, useStage } from "../../support/app/stage.ts";

const stage = useStage();
let staff: Client;
let member: Client;

beforeAll(async () => {
  [staff, member] = await Promise.all([stage.app.signedIn("admin"), stage.app.signedIn("user")]);
  const settled = [
    { pick: "Won", verdict: "win", units_result: 1 },
    { pick: "Lost", verdict: "loss", units_result: -2, unit_size: 2 },
    { pick: "Pushed", verdict: "push", units_result: 0, closing_line: "-3", beat_clv: "✅" },
    { pick: "Voided", verdict: "void", units_result: 0 },
  ];
  for (const stream of ["picks", "propicks"] as const)
    for (const pick of settled) await publish(staff, { unit_size: 1, ...pick }, stream);
});

function background(element: Locator): Promise<string> {
  return element.evaluate((part) => getComputedStyle(part).backgroundColor);
}

/** The light theme is an attribute of the page; that the server sends it, the walk asks (states.test.ts). */
async function inBothThemes(page: Page, ask: (theme: string) => Promise<void>): Promise<void> {
  for (const theme of ["light", "dark"]) {
    await page.evaluate((name) => document.documentElement.setAttribute("data-theme", name), theme);
    await page.evaluate(() => document.getAnimations().forEach((animation) => animation.finish()));
    await ask(theme);
  }
}

describe("in both themes", () => {
  test.each(["/history", "/propicks-history"])("push and void have neutral cards at %s", async (path) => {
    const page = await stage.open(path, { scripts: true, as: member });
    const card = (pick: string) => page.getByRole("article").filter({ hasText: pick });
    await see(card("Pushed").getByRole("heading")).toHaveText("➖ PUSH – Pushed");
    await see(card("Voided").getByRole("heading")).toHaveText("🚫 VOID – Voided");
    for (const pick of ["Pushed", "Voided"]) await see(card(pick)).toContainText("0.00 U");
    await see(card("Pushed")).toContainText("✅ Beat the close");
    await see(card("Voided")).not.toContainText("the close");
    await inBothThemes(page, async (theme) => {
      const panel = await background(page.locator("#search"));
      const backgrounds = await Promise.all(
        ["Pushed", "Voided", "Won", "Lost"].map(async (pick) => [
          theme,
          pick,
          (await background(card(pick))) === panel,
        ]),
      );
      expect(backgrounds).toEqual([
        [theme, "Pushed", true],
        [theme, "Voided", true],
        [theme, "Won", false],
        [theme, "Lost", false],
      ]);
      await expectAccessible(page);
    });
  });

  test("push and void have no tint in the staff's table", async () => {
    const page = await stage.open("/admin/picks", { scripts: true, as: staff });
    const row = (pick: string) => page.getByRole("row").filter({ hasText: pick });
    await inBothThemes(page, async (theme) => {
      const tints = await Promise.all(["Pushed", "Voided", "Won", "Lost"].map((pick) => background(row(pick))));
      const none = await background(page.locator(".scroll").first());
      const tinted = expect.not.stringContaining(none);
      expect([theme, ...tints]).toEqual([theme, none, none, tinted, tinted]);
    });
    await see(row("Pushed")).toContainText("➖ Push");
    await see(row("Voided")).toContainText("🚫 Void");
  });
});

test("the record says wins, losses and pushes; a void is no bet and a push no win or loss", async () => {
  const page = await stage.open("/history", { scripts: true, as: member });
  const figures = page.getByRole("complementary", { name: "Stats" });
  await see(figures).toContainText("1-1-1, all sports, all dates");
  for (const text of ["Win %50.00%", "Units Won-1.00", "ROI %-33.33%", "Total Bets3.00"])
    await see(figures).toContainText(text);
  await go(page, "/history?sport=UFC");
  await see(figures).toContainText("0-0-0");
});
