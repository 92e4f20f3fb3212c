/** What comes without a new document: what a screen reader hears of it, and where the keyboard goes on. */
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { createAffiliateRequest } from "../../support/database/affiliates.ts";
import { hydrated } from "../../support/pages/browser.ts";
import { pass, stopClock } from "../../support/clock.ts";
import type { Stage } from "../../support/app/stage.ts";
import { field, go, publish, see, useStage } from "../../support/app/stage.ts";
import { insertSeason } from "../../support/database/settled-picks.ts";
import { patienceMs } from "../../support/soon.ts";

const closed = useStage();
const stage = opened(closed);
const said = (page: Page) => page.locator("#said [aria-live=polite]");
const focused = (page: Page) => page.evaluate(() => document.activeElement?.tagName);

test("another page is named, and the keyboard goes on at its heading", async () => {
  const page = await stage.open("/dashboard", { scripts: true, as: await stage.app.signedIn("user") });
  await page.getByRole("link", { name: "Pick History", exact: true }).press("Enter");
  await see(page.getByRole("heading", { level: 1, name: "Pick History" })).toBeFocused();
  await see(said(page)).toHaveText(await page.title());
  await page.goBack();
  await see(page.getByRole("heading", { level: 1, name: "Today's Picks" })).toBeFocused();
});

test("of a new document nothing is said, and the keyboard begins where the browser says", async () => {
  const page = await stage.open("/dashboard", { scripts: true, as: await stage.app.signedIn("user"), alone: true });
  await page.waitForLoadState("networkidle");
  expect([await said(page).count(), await focused(page)]).toEqual([0, "BODY"]);
});

test("another page of a list says which, and the keyboard goes on at its beginning, at both ends too", async () => {
  await insertSeason(stage.app, "regular", 7);
  const page = await stage.open("/history", { scripts: true, as: await stage.app.signedIn("user") });
  await page.getByRole("link", { name: "Next" }).press("Enter");
  await see(said(page)).toHaveText("Page 2 of 2");
  await see(page.locator(".list")).toBeFocused();
  await page.getByRole("link", { name: "Prev" }).press("Enter");
  await see(said(page)).toHaveText("Page 1 of 2");
  await see(page.locator(".list")).toBeFocused();
});

test("a filter says what it refuses and that it finds nothing, and leaves the focus where it is", async () => {
  // A fragment may be anything.
  const page = await stage.open("/history#1:2", { scripts: true, as: await stage.app.signedIn("user") });
  const start = page.getByLabel("Start date");
  await start.fill("23.11.2026");
  await start.press("Enter");
  await see(said(page)).toHaveText(/^Date input not valid\./);
  await see(start).toHaveAccessibleDescription(/MM\/DD\/YYYY/);
  await see(start).toBeFocused();
  await start.fill("11/23/2030");
  await start.press("Enter");
  await see(said(page)).toHaveText("No picks found.");
  expect(await focused(page)).toBe("INPUT");
});

test("a filter says how much it lets through, and another choice of a card how much is on it", async () => {
  const admin = await stage.app.signedIn("admin");
  await insertSeason(stage.app, "pro", 7);
  const golf = await publish(admin, { sport: "UFC" });
  await publish(admin, { sport: "MLB" });
  await publish(admin, { sport: "MLB" });
  const member = await stage.app.signedIn("user");
  await member.call("POST", "/api/member-picks", { pick_id: golf });
  const page = await stage.open("/dashboard", { scripts: true, as: member });
  await page.getByRole("combobox", { name: "Sport" }).selectOption("MLB");
  await see(said(page)).toHaveText("2 picks");
  await page.goto("/propicks-history");
  await hydrated(page);
  await field(page, "Sort").selectOption("oldest");
  await see(said(page)).toHaveText("Page 1 of 2");
  await page.goto("/my-card?stream=pro");
  await hydrated(page);
  await page.getByRole("link", { name: "Regular", exact: true }).press("Enter");
  await see(said(page)).toHaveText("1 pick");
});

test("a list below its title says its page too, and the keyboard goes on at its beginning", async () => {
  await insertSeason(stage.app, "pro", 12);
  const page = await stage.open("/admin/propicks", { scripts: true, as: await stage.app.signedIn("admin") });
  await page.getByRole("link", { name: "Next" }).press("Enter");
  await see(said(page)).toHaveText("Page 2 of 2");
  await see(page.getByRole("region", { name: "Resolved", exact: true })).toBeFocused();
  await page.goto("/history");
  await hydrated(page);
  await page.evaluate(() => document.querySelector(".list")?.setAttribute("tabindex", "0"));
  await page.getByRole("link", { name: "Next" }).press("Enter");
  await see(page.locator(".list")).toBeFocused();
  // What is a stop of its own stays one.
  await see(page.locator(".list")).toHaveAttribute("tabindex", "0");
});

test("what was done is said in a place that is there before the words, on another page too", async () => {
  const [admin, member] = await Promise.all([stage.app.signedIn("admin"), stage.app.signedIn("user")]);
  await member.call("POST", "/api/member-picks", { pick_id: await publish(admin) });
  const page = await stage.open("/settings", { scripts: true, as: member });
  await page.getByRole("button", { name: "Save Settings" }).press("Enter");
  await see(said(page)).toHaveText("Settings saved.");
  await page.getByRole("link", { name: "My Card", exact: true }).press("Enter");
  await page.getByRole("link", { name: /Remove/ }).press("Enter");
  await page.getByRole("button", { name: "Remove" }).press("Enter");
  await see(said(page)).toHaveText("My Card · Simline. Pick removed from your card.");
});

test("where what was pressed goes away the keyboard goes on at the words that say what was done, or at the page's heading", async () => {
  await createAffiliateRequest(stage.app.db, {});
  const page = await stage.open("/admin/affiliates", { scripts: true, as: await stage.app.signedIn("superadmin") });
  await page.getByRole("button", { name: /^Approve/ }).press("Enter");
  await see(page.getByRole("status").filter({ hasText: "is an affiliate now" })).toBeFocused();
  await page.goto("/admin/users?q=nobody-of-that-name");
  await hydrated(page);
  await page.getByRole("link", { name: "Show all" }).press("Enter");
  await see(page.getByRole("heading", { level: 1 })).toBeFocused();
});

test("a link to a part of the page takes the keyboard there", async () => {
  const page = await stage.open("/", { scripts: true });
  await page.getByRole("link", { name: "See How It Works" }).press("Enter");
  await see(page.locator("#how")).toBeFocused();
});

test("of two arrivals within a moment the later one is said, and what was said goes again", async () => {
  const page = await stage.enter({ scripts: true, as: await stage.app.signedIn("user"), alone: true });
  await stopClock(page);
  await page.goto("/dashboard");
  await hydrated(page);
  // Without the focus, which so tells when the page has arrived: a title is there before.
  for (const [link, heading] of [["Learn", "Learn the System"], ["Settings", "Settings"]] as const) {
    await page.getByRole("link", { name: link, exact: true }).dispatchEvent("click");
    await see(page.getByRole("heading", { level: 1, name: heading })).toBeFocused();
  }
  await see(said(page)).toHaveText("");
  await pass(page, 100);
  await see(said(page)).toHaveText(await page.title());
  await pass(page, 10_000);
  await see(said(page)).toHaveText("");
});

test("what was done is said, and stands but once for who searches the page for it", async () => {
  const page = await closed.open("/settings", { scripts: true, as: await closed.app.signedIn("user"), alone: true });
  await page.getByRole("button", { name: "Save Settings" }).press("Enter");
  await expect.poll(() => spoken(page, "Settings saved."), { timeout: patienceMs }).toBe(2);
  expect(await page.getByText("Settings saved.").count()).toBe(1);
});

/** A stage whose pages open what they would close, so that tests can look into it. */
function opened(base: Stage): Stage {
  const enter: Stage["enter"] = async (visitor) => {
    const page = await base.enter(visitor);
    await page.addInitScript(() => {
      const attach = Element.prototype.attachShadow;
      Element.prototype.attachShadow = function (init) { return attach.call(this, { ...init, mode: "open" }); };
    });
    return page;
  };
  const open: Stage["open"] = async (path, visitor) => {
    const page = await enter(visitor);
    await go(page, path);
    return page;
  };
  return { ...base, enter, open };
}

/** How many places a screen reader finds the words in. */
async function spoken(page: Page, words: string): Promise<number> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  await session.detach();
  return nodes.filter(({ role, name }) => role?.value === "StaticText" && name?.value === words).length;
}
