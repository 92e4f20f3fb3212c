/** How pages fill what is between a phone and a wide screen, and paper. */
import type { Locator, Page } from "playwright";
import { beforeAll, describe, expect, test } from "vitest";
import { createAffiliateRequest, createDueAffiliate } from "../../support/database/affiliates.ts";
import type { Client } from "../../support/app/app.ts";
import { phone, scrollsSideways } from "../../support/pages/browser.ts";
import { insertSeason } from "../../support/database/settled-picks.ts";
import { field, publish, see, useStage } from "../../support/app/stage.ts";

const stage = useStage();
const tablet = { width: 768, height: 1024 } as const;
// What browsers make of a sheet of paper.
const paper = { width: 768, height: 960 } as const;

let member: Client;
let staff: Client;
beforeAll(async () => {
  [member, staff] = await Promise.all([stage.app.signedIn("user"), stage.app.signedIn("superadmin")]);
  const { db } = stage.app;
  await insertSeason(stage.app, "regular", 120);
  await publish(staff, { verdict: "❌", units_result: "-900", closing_line: "-110", beat_clv: "❌" });
  await publish(staff);
  await createDueAffiliate(db, "Quillfeather Newsletter");
  await createAffiliateRequest(db, { name: "Robin Sample", remarks: "I write about college basketball every Sunday, for some 900 readers." });
});

async function boxOf(part: Locator): Promise<{ x: number; y: number; width: number; height: number; right: number }> {
  const { x, y, width, height } = await part.evaluate((element) => element.getBoundingClientRect().toJSON());
  return { x, y, width, height, right: x + width };
}

/** The lines that the first such words of a page's part take. */
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
  test("the headline of the landing page keeps AI-Generated on one line", async () => {
    for (const width of [360, 740, 768, 820]) {
      const page = await stage.open("/", { scripts: true, viewport: { ...tablet, width } });
      expect([width, await linesOf(page.getByRole("heading", { level: 1 }), "AI-Generated")]).toEqual([width, 1]);
    }
  });

  test("pictures of the landing page stay in their panels, and their words are of a text's size", async () => {
    const page = await stage.open("/", { scripts: true, viewport: tablet });
    const beyond = await page.locator(".three .panel").evaluateAll((panels) => panels.map((panel) => panel.scrollWidth - panel.clientWidth + Math.max(0, ...Array.from(panel.querySelectorAll(".vis"), (picture) => picture.getBoundingClientRect().right - panel.getBoundingClientRect().right + parseFloat(getComputedStyle(panel).paddingRight)))));
    expect(beyond.map(Math.round)).toEqual([0, 0, 0]);
    expect((await boxOf(page.locator(".ticket .plot text").first())).height).toBeLessThan(20);
  });

  test("panels with forms have room for an address", async () => {
    const page = await stage.open("/profile", { scripts: true, as: member, viewport: tablet });
    const widths = await page.locator(".three > .panel").evaluateAll((panels) => panels.map((panel) => panel.clientWidth));
    expect(Math.min(...widths)).toBeGreaterThan(300);
  });

  test("Details of a verdict are as easy to hit as on a phone", async () => {
    const page = await stage.open("/history", { scripts: true, as: member, viewport: tablet });
    expect((await boxOf(page.locator(".settled summary").first())).height).toBeGreaterThanOrEqual(44);
  });
});

describe("without scripts", () => {
  test("the first choice of Today's Picks is not cut on a tablet that is touched", async () => {
    const page = await stage.open("/dashboard", { scripts: false, as: member, viewport: tablet });
    const [room, needed] = await page.locator("select").first().evaluate((select) => {
      // As it is with a finger in the place of a mouse.
      select.style.fontSize = "1rem";
      const { width } = select.getBoundingClientRect();
      select.style.width = "max-content";
      return [width, select.getBoundingClientRect().width];
    });
    expect(room).toBeGreaterThanOrEqual(Number(needed));
  });

  test("the box against reloading is easy to hit on a phone", async () => {
    const page = await stage.open("/dashboard", { scripts: false, as: member, viewport: phone });
    expect((await boxOf(page.locator(".filters .check"))).height).toBeGreaterThanOrEqual(44);
  });
});

describe("on a phone", () => {
  test("the helpline's number is in one piece", async () => {
    for (const width of [320, 360, 390]) {
      const page = await stage.open("/responsible-gaming", { scripts: true, viewport: { ...phone, width } });
      expect([width, await linesOf(page.locator(".lead a"), "1-800-GAMBLER")]).toEqual([width, 1]);
    }
  });

  test("a box to tick is as wide as high, and no further from its neighbours than a field", async () => {
    const page = await stage.open("/signup?payment_success=true", { scripts: true, viewport: phone });
    const { width, height } = await boxOf(page.getByLabel("I am 21 or older"));
    expect(height).toBe(width);
    expect((await boxOf(page.locator(".opts"))).height).toBe(44);
  });

  test("whom to pay, and whom the audit trail names, are easy to hit", async () => {
    const page = await stage.open("/admin/affiliates/payouts", { scripts: true, as: staff, viewport: phone });
    expect((await boxOf(page.locator("td .check, th .check").first())).height).toBeGreaterThanOrEqual(44);
    await page.goto("/admin/audit");
    expect((await boxOf(page.locator(".trail a").first())).height).toBeGreaterThanOrEqual(36);
  });

  test("what a refused form says is as wide as the form", async () => {
    const page = await stage.open("/admin/users", { scripts: true, as: staff, viewport: phone });
    await page.locator("form.grid6").evaluate((form) => form.setAttribute("novalidate", ""));
    await page.getByRole("button", { name: "Add User" }).click();
    const alert = page.getByRole("alert").filter({ hasText: "Please check the marked fields." });
    await see(alert).toBeVisible();
    expect((await boxOf(alert)).width).toBe((await boxOf(field(page, "Email"))).width);
  });

  test("what is said of an affiliate's secret link begins where its field does", async () => {
    const page = await stage.open("/admin/affiliates", { scripts: true, as: staff, viewport: phone });
    await page.getByRole("button", { name: /^Links/ }).first().click();
    const text = page.getByText("Secret: whoever has it");
    const [start, padding] = await text.evaluate((element) => [element.getBoundingClientRect().left, getComputedStyle(element).paddingLeft]);
    expect([start, padding]).toEqual([(await boxOf(page.getByLabel("Partner page", { exact: true }))).x, "0px"]);
  });
});

test("in the light theme a loss ends where its chart's panel does", async () => {
  const page = await stage.open("/history", { scripts: true, as: member, alone: true });
  await page.evaluate(() => document.documentElement.setAttribute("data-theme", "light"));
  const figure = page.locator("#stats .chart .u.n").first();
  expect((await boxOf(figure)).right).toBe((await boxOf(page.locator("#stats .chart figcaption").first())).right);
  await see(figure).toHaveCSS("padding-right", "0px");
});

test("in the reader's own colours the ticks of the light theme's chart are the text's", async () => {
  const page = await stage.open("/history", { scripts: true, as: member, alone: true });
  await page.evaluate(() => document.documentElement.setAttribute("data-theme", "light"));
  await page.emulateMedia({ forcedColors: "active", colorScheme: "dark" });
  const [tick, share] = await Promise.all([".e", ".v"].map((part) => page.locator(`.cal ${part}`).first().evaluate((element) => getComputedStyle(element).fill)));
  expect(tick).toBe(share);
});

describe("on paper", () => {
  const printed = async (path: string, as?: Client): Promise<Page> => {
    const page = await stage.open(path, { scripts: true, viewport: paper, alone: true, ...(as ? { as } : {}) });
    await page.emulateMedia({ media: "print" });
    return page;
  };

  test.each(["/admin/picks", "/admin/affiliates", "/admin/audit"])("no column of %s is cut off", async (path) => {
    const page = await printed(path, staff);
    expect(await page.locator(".scroll").evaluateAll((tables) => tables.map((table) => table.scrollWidth - table.clientWidth).filter((beyond) => beyond > 0))).toEqual([]);
    expect(await scrollsSideways(page)).toBe(false);
  });

  test("a page without scripts is as dark on white, and as free of what is to be pressed", async () => {
    const page = await stage.open("/history", { scripts: false, as: member, viewport: paper });
    await page.emulateMedia({ media: "print" });
    for (const part of [".bar", ".toggles", ".pager"]) await see(page.locator(part).first()).toBeHidden();
    await see(page.locator("#stats")).toBeVisible();
    await see(page.locator("body")).toHaveCSS("color", "rgb(0, 0, 0)");
  });

  test("nothing throws a shadow", async () => {
    const page = await printed("/");
    expect(await page.locator(".ticket").first().evaluate((ticket) => getComputedStyle(ticket).boxShadow)).toBe("none");
  });
});
