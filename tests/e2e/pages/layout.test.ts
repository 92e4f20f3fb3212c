import type { Locator, Page } from "playwright";
import { beforeAll, describe, expect, test } from "vitest";
import { createAffiliateRequest, createDueAffiliate } from "../../support/database/affiliates.ts";
import type { Client } from "../../support/app/app.ts";
import { phone, scrollsSideways } from "../../support/pages/browser.ts";
import { showMore, unfold } from "../../support/pages/folds.ts";
import { insertSeason } from "../../support/database/settled-picks.ts";
import { field, publish, see, useStage } from "../../support/app/stage.ts";

const stage = useStage();
const tablet = { width: 768, height: 1024 } as const;
// A printed page in CSS pixels.
const paper = { width: 768, height: 960 } as const;

let member: Client;
let staff: Client;
beforeAll(async () => {
  [member, staff] = await Promise.all([stage.app.signedIn("user"), stage.app.signedIn("superadmin")]);
  const { db } = stage.app;
  await insertSeason(stage.app, "regular", 120);
  await publish(staff, { verdict: "❌", unit_size: "900", closing_line: "-110", beat_clv: "❌" });
  await publish(staff);
  await createDueAffiliate(db, "Quillfeather Newsletter");
  await createAffiliateRequest(db, {
    name: "Robin Sample",
    remarks: "I write about college basketball every Sunday, for some 900 readers.",
  });
});

async function boundsOf(
  part: Locator,
): Promise<{ x: number; y: number; width: number; height: number; right: number }> {
  const { x, y, width, height } = await part.evaluate((element) => element.getBoundingClientRect().toJSON());
  return { x, y, width, height, right: x + width };
}

function linesOf(part: Locator, words: string): Promise<number> {
  return part.evaluate((element, text) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const start = node.textContent?.indexOf(text) ?? -1;
      if (start === -1) continue;
      const range = document.createRange();
      range.setStart(node, start);
      range.setEnd(node, start + text.length);
      return new Set(Array.from(range.getClientRects(), ({ top }) => top)).size;
    }
    return 0;
  }, words);
}

describe("on a tablet", () => {
  test("the landing page headline keeps AI-Generated on one line", async () => {
    const page = await stage.open("/", { scripts: true, viewport: tablet });
    for (const width of [360, 740, 768, 820]) {
      await page.setViewportSize({ ...tablet, width });
      expect([width, await linesOf(page.getByRole("heading", { level: 1 }), "AI-Generated")]).toEqual([width, 1]);
    }
  });

  test("landing page pictures stay in their panels, with labels of text size, and print without shadows", async () => {
    const page = await stage.open("/", { scripts: true, viewport: tablet });
    const beyond = await page
      .locator(".three .panel")
      .evaluateAll((panels) =>
        panels.map(
          (panel) =>
            panel.scrollWidth -
            panel.clientWidth +
            Math.max(
              0,
              ...Array.from(
                panel.querySelectorAll(".vis"),
                (picture) =>
                  picture.getBoundingClientRect().right -
                  panel.getBoundingClientRect().right +
                  parseFloat(getComputedStyle(panel).paddingRight),
              ),
            ),
        ),
      );
    expect(beyond.map(Math.round)).toEqual([0, 0, 0]);
    expect((await boundsOf(page.locator(".ticket .plot text").first())).height).toBeLessThan(20);
    await page.emulateMedia({ media: "print" });
    await see(page.locator(".ticket").first()).toHaveCSS("box-shadow", "none");
  });

  test("panels with forms are wide enough for an email address", async () => {
    const page = await stage.open("/profile", { scripts: true, as: member, viewport: tablet });
    const widths = await page
      .locator(".three > .panel")
      .evaluateAll((panels) => panels.map((panel) => panel.clientWidth));
    expect(Math.min(...widths)).toBeGreaterThan(300);
  });

  test("the Details of a result are at least 44 pixels high", async () => {
    const page = await stage.open("/history", { scripts: true, as: member, viewport: tablet });
    expect((await boundsOf(page.locator(".settled summary").first())).height).toBeGreaterThanOrEqual(44);
  });
});

describe("Today's Picks without scripts", () => {
  test("does not cut off its first select on a touch tablet", async () => {
    const page = await stage.open("/dashboard", { scripts: false, as: member, viewport: tablet });
    const [room, needed] = await page
      .locator("select")
      .first()
      .evaluate((select) => {
        // The font size on touch devices.
        select.style.fontSize = "1rem";
        const { width } = select.getBoundingClientRect();
        select.style.width = "max-content";
        return [width, select.getBoundingClientRect().width];
      });
    expect(room).toBeGreaterThanOrEqual(Number(needed));
  });

  test("has a link against reloading that is at least 44 pixels high on a phone", async () => {
    const page = await stage.open("/dashboard", { scripts: false, as: member, viewport: phone });
    expect((await boundsOf(page.getByRole("link", { name: "Don't reload" }))).height).toBeGreaterThanOrEqual(44);
  });
});

describe("on a phone", () => {
  test("the helpline's number does not wrap", async () => {
    const page = await stage.open("/responsible-gaming", { scripts: true, viewport: phone });
    for (const width of [320, 360, 390]) {
      await page.setViewportSize({ ...phone, width });
      expect([width, await linesOf(page.locator(".lead a"), "1-800-GAMBLER")]).toEqual([width, 1]);
    }
  });

  test("a checkbox is square and its row as high as a field", async () => {
    const page = await stage.open("/signup?payment_success=true", { scripts: true, viewport: phone });
    const { width, height } = await boundsOf(page.getByLabel("I am 21 or older"));
    expect(height).toBe(width);
    // Its label can be pressed 5 px above and below the row, too.
    expect((await boundsOf(page.locator(".check", { hasText: "I am 21 or older" }))).height).toBe(54);
  });

  test("payout checkboxes and links in the audit trail are easy to tap", async () => {
    const page = await stage.open("/admin/affiliates/payouts", { scripts: true, as: staff, viewport: phone });
    expect((await boundsOf(page.locator("td .check, th .check").first())).height).toBeGreaterThanOrEqual(44);
    await page.goto("/admin/audit");
    expect((await boundsOf(page.locator(".trail a").first())).height).toBeGreaterThanOrEqual(36);
  });

  test("the error message of a form is as wide as its fields", async () => {
    const page = await stage.open("/admin/users", { scripts: true, as: staff, viewport: phone });
    await unfold(page, "Add User");
    await page.getByRole("button", { name: "Add User" }).click();
    const alert = page.getByRole("alert").filter({ hasText: "Please check the marked fields." });
    await see(alert).toBeVisible();
    expect((await boundsOf(alert)).width).toBe((await boundsOf(field(page, "Email"))).width);
  });

  test("the hint about an affiliate's secret link is aligned with its field", async () => {
    const page = await stage.open("/admin/affiliates", { scripts: true, as: staff, viewport: phone });
    const row = await showMore(page.getByRole("region", { name: "Affiliates table" }).getByRole("row").nth(1));
    await row.getByRole("button", { name: /^Links/ }).click();
    const text = page.getByText("Keep this private:");
    const [start, padding] = await text.evaluate((element) => [
      element.getBoundingClientRect().left,
      getComputedStyle(element).paddingLeft,
    ]);
    expect([start, padding]).toEqual([(await boundsOf(page.getByLabel("Affiliate page", { exact: true }))).x, "0px"]);
  });
});

test("with forced colors the light theme's chart ticks have the text color", async () => {
  const page = await stage.open("/history", { scripts: true, as: member });
  await page.evaluate(() => document.documentElement.setAttribute("data-theme", "light"));
  await page.emulateMedia({ forcedColors: "active", colorScheme: "dark" });
  const [tick, share] = await Promise.all(
    [".e", ".dot"].map((part) =>
      page
        .locator(`.cal ${part}`)
        .first()
        .evaluate((element) => getComputedStyle(element).fill),
    ),
  );
  expect(tick).toBe(share);
});

describe("in print", () => {
  const openPrintView = async (path: string, as: Client): Promise<Page> => {
    const page = await stage.open(path, { scripts: true, viewport: paper, as });
    await page.emulateMedia({ media: "print" });
    return page;
  };

  test.each(["/admin/picks", "/admin/affiliates", "/admin/audit"])(
    "no column of %s is cut off in print",
    async (path) => {
      const page = await openPrintView(path, staff);
      expect(
        await page
          .locator(".scroll")
          .evaluateAll((tables) =>
            tables.map((table) => table.scrollWidth - table.clientWidth).filter((beyond) => beyond > 0),
          ),
      ).toEqual([]);
      expect(await scrollsSideways(page)).toBe(false);
    },
  );

  test("a page without scripts prints black on white, without controls", async () => {
    const page = await stage.open("/history", { scripts: false, as: member, viewport: paper });
    await page.emulateMedia({ media: "print" });
    for (const part of [".bar", ".toggles", ".pager"]) await see(page.locator(part).first()).toBeHidden();
    await see(page.locator("#stats")).toBeVisible();
    await see(page.locator("body")).toHaveCSS("color", "rgb(0, 0, 0)");
  });
});
