/** What people do on a page whose scripts are still under way, or never come, is not lost when React takes it over. */
import type { Page } from "playwright";
import { beforeAll, describe, expect, test } from "vitest";
import type { Client } from "../../support/app/app.ts";
import { desktop, hydrated, phone } from "../../support/pages/browser.ts";
import { newGate } from "../../support/app/gate.ts";
import { field, pathOf, publish, see, useStage } from "../../support/app/stage.ts";

const stage = useStage();
let staff: Client;
let member: Client;
beforeAll(async () => {
  [staff, member] = await Promise.all([stage.app.signedIn("admin"), stage.app.signedIn("user")]);
});

interface Early {
  page: Page;
  /** Lets the scripts come, and waits until they have taken over. */
  takeOver: () => Promise<void>;
}

async function openEarly(path: string, as?: Client, viewport: { width: number; height: number } = phone): Promise<Early> {
  const page = await stage.enter({ scripts: true, as, viewport, alone: true });
  const { passed, open } = newGate();
  await page.route(/\/build\/.*\.js$/, (route) => passed.then(() => route.continue()));
  await page.goto(path, { waitUntil: "domcontentloaded" });
  const takeOver = async () => {
    open();
    await hydrated(page);
    // Effects run after the paint.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestIdleCallback(done))));
  };
  return { page, takeOver };
}

function isOpen(page: Page, selector: string): Promise<boolean> {
  return page.locator(selector).evaluate((element) => element.matches(":popover-open"));
}

const texts = [
  { name: "the sidebar", path: "/admin/sidebar", label: "AI Notes" },
  { name: "a list of Learn", path: "/admin/learn", label: "Bankroll Tips" },
] as const;

describe.each(texts)("in $name", ({ path, label }) => {
  beforeAll(async () => {
    await staff.call("POST", "/api/sidebar", { results: "Up", notes: "Seen early.", next: "Soon" });
    await staff.call("POST", "/api/tips", { content: "Bet the same unit." });
  });

  test("what is typed early stays, with the caret where it is, and is asked for before the page is left", async () => {
    const { page, takeOver } = await openEarly(path, staff);
    const text = field(page, label).and(page.locator("textarea"));
    const before = await text.inputValue();
    expect(before).not.toBe("");
    await text.click();
    await page.keyboard.press("Control+Home");
    await page.keyboard.type("Typed ");
    await takeOver();
    const asked: string[] = [];
    page.on("dialog", (dialog) => {
      asked.push(dialog.message());
      return dialog.dismiss();
    });
    await page.locator("#nav a", { hasText: "Settings" }).dispatchEvent("click");
    await expect.poll(() => asked).toHaveLength(1);
    expect(pathOf(page)).toBe(path);
    await text.focus();
    await page.keyboard.type("on ");
    await see(text).toHaveValue(`Typed on ${before}`);
  });

  test("a text that nobody touched asks nothing", async () => {
    const { page, takeOver } = await openEarly(path, staff);
    await takeOver();
    await page.locator("#nav a", { hasText: "Settings" }).dispatchEvent("click");
    await page.waitForURL("**/settings");
  });
});

test("a form that was refused does not take the focus from the field that somebody is typing into", async () => {
  const { page, takeOver } = await openEarly("/profile", member);
  for (const [label, text] of [["Current Password", "wrong-password-1"], ["New Password", "another-horse-9"], ["Confirm New Password", "another-horse-9"]] as const) await field(page, label).fill(text);
  await page.getByRole("button", { name: "Update Password" }).click();
  await page.waitForURL("**/profile/password**", { waitUntil: "commit" });
  await field(page, "Confirm New Password").click();
  await page.keyboard.type("another-");
  await takeOver();
  await page.keyboard.type("horse-9");
  await see(field(page, "Confirm New Password")).toHaveValue("another-horse-9");
  await see(field(page, "Current Password")).toHaveValue("");
});

test.each([
  ["the menu", "/dashboard", phone, "nav"],
  ["the user menu", "/dashboard", desktop, "me"],
  ["the search", "/history", phone, "search"],
  ["the stats", "/history", phone, "stats"],
])("%s that was opened stays open", async (_what, path, viewport, id) => {
  const { page, takeOver } = await openEarly(path, member, viewport);
  await page.locator(`[popovertarget=${id}]:visible`).first().click();
  await takeOver();
  expect(await isOpen(page, `#${id}`)).toBe(true);
  await page.locator("#nav a", { hasText: "Learn" }).dispatchEvent("click");
  await page.waitForURL("**/learn");
  await see(page.locator(":popover-open")).toHaveCount(0);
});

test("a question leaves the focus where it was moved to", async () => {
  const id = await publish(staff);
  const { page, takeOver } = await openEarly(`/admin/picks/${id}/delete`, staff);
  await see(page.getByRole("link", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Tab");
  await takeOver();
  await see(page.getByRole("button", { name: "Delete" })).toBeFocused();
});

test("a button that copies can be pressed once something hears it", async () => {
  const affiliate: { id: number } = await (await staff.call("POST", "/api/affiliates", { name: "Early Lines", email: "early@example.test" })).json();
  const { page_token } = await stage.app.db.selectFrom("affiliates").select("page_token").where("id", "=", affiliate.id).executeTakeFirstOrThrow();
  const { page, takeOver } = await openEarly(`/partners/${page_token}`);
  const copy = page.getByRole("button", { name: "Copy" });
  await see(copy).toBeDisabled();
  await takeOver();
  await see(copy).toBeEnabled();
});

test("without the whole sheet it stays a plain document, and other pages come with their own styles", async () => {
  const { page } = await openEarly("/settings", member);
  await page.unroute(/\/build\/.*\.js$/);
  await page.route(/\/build\/.*\.css$/, (route) => route.abort());
  await page.goto("/settings", { waitUntil: "networkidle" });
  await page.locator('#nav a[href="/history"]').dispatchEvent("click");
  await page.waitForURL("**/history");
  expect(await page.evaluate(() => performance.getEntriesByType("navigation")[0]?.name)).toContain("/history");
});
