/** Client-side navigation: what a screen reader announces, and where the focus goes. */
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { createAffiliateRequest } from "../../support/database/affiliates.ts";
import { hydrated } from "../../support/pages/browser.ts";
import { pass } from "../../support/clock.ts";
import { type Stage, field, go, publish, see, useStage } from "../../support/app/stage.ts";
import { insertSeason } from "../../support/database/settled-picks.ts";
import { createPick } from "../../support/database/factories.ts";
import { patienceMs } from "../../support/soon.ts";

const closedStage = useStage();
const stage = withOpenShadowRoots(closedStage);
const announcement = (page: Page) => page.locator("#said [aria-live=polite]");
const focused = (page: Page) => page.evaluate(() => document.activeElement?.tagName);

test("a client-side navigation announces the title and focuses the heading", async () => {
  const page = await stage.open("/dashboard", { scripts: true, as: await stage.app.signedIn("user") });
  await page.getByRole("link", { name: "Pick History", exact: true }).press("Enter");
  await see(page.getByRole("heading", { level: 1, name: "Pick History" })).toBeFocused();
  await see(announcement(page)).toHaveText(await page.title());
  await page.goBack();
  await see(page.getByRole("heading", { level: 1, name: "Today's Picks" })).toBeFocused();
});

test("a full page load announces nothing and leaves the focus to the browser", async () => {
  const page = await stage.open("/dashboard", { scripts: true, as: await stage.app.signedIn("user"), alone: true });
  await page.waitForLoadState("networkidle");
  expect([await announcement(page).count(), await focused(page)]).toEqual([0, "BODY"]);
});

test("paging a list announces the page number and focuses the list, also on its first and last page", async () => {
  await insertSeason(stage.app, "regular", 7);
  const page = await stage.open("/history", { scripts: true, as: await stage.app.signedIn("user") });
  await page.getByRole("link", { name: "Next" }).press("Enter");
  await see(announcement(page)).toHaveText("Page 2 of 2");
  await see(page.locator(".list")).toBeFocused();
  await page.getByRole("link", { name: "Prev" }).press("Enter");
  await see(announcement(page)).toHaveText("Page 1 of 2");
  await see(page.locator(".list")).toBeFocused();
});

test("a filter announces an invalid value and an empty result, and keeps the focus", async () => {
  // A fragment needn't be a valid selector.
  const page = await stage.open("/history#1:2", { scripts: true, as: await stage.app.signedIn("user") });
  const start = page.getByLabel("Start date");
  await start.fill("23.11.2026");
  await start.press("Enter");
  await see(announcement(page)).toHaveText(/^Date input not valid\./);
  await see(start).toHaveAccessibleDescription(/MM\/DD\/YYYY/);
  await see(start).toBeFocused();
  await start.fill("11/23/2030");
  await start.press("Enter");
  await see(announcement(page)).toHaveText("No picks found.");
  expect(await focused(page)).toBe("INPUT");
});

test("a filter and a tab of the card announce the number of picks", async () => {
  const admin = await stage.app.signedIn("admin");
  await insertSeason(stage.app, "pro", 7);
  const golf = await publish(admin, { sport: "UFC" });
  await publish(admin, { sport: "MLB" });
  await publish(admin, { sport: "MLB" });
  const member = await stage.app.signedIn("user");
  await member.call("POST", "/api/member-picks", { pick_id: golf });
  const page = await stage.open("/dashboard", { scripts: true, as: member });
  await page.getByRole("combobox", { name: "Sport" }).selectOption("MLB");
  await see(announcement(page)).toHaveText("2 picks");
  await page.goto("/propicks-history");
  await hydrated(page);
  await field(page, "Sort").selectOption("oldest");
  await see(announcement(page)).toHaveText("Page 1 of 2");
  await page.goto("/my-card?stream=pro");
  await hydrated(page);
  await page.getByRole("link", { name: "Regular", exact: true }).press("Enter");
  await see(announcement(page)).toHaveText("1 pick");
});

test("paging a titled list announces the page number and focuses its region", async () => {
  await insertSeason(stage.app, "pro", 8);
  const page = await stage.open("/admin/propicks", { scripts: true, as: await stage.app.signedIn("admin") });
  await page.getByRole("link", { name: "Next" }).press("Enter");
  await see(announcement(page)).toHaveText(/^Page 2 of \d$/);
  await see(page.getByRole("region", { name: "Resolved", exact: true })).toBeFocused();
  await page.goto("/history");
  await hydrated(page);
  await page.evaluate(() => document.querySelector(".list")?.setAttribute("tabindex", "0"));
  await page.getByRole("link", { name: "Next" }).press("Enter");
  await see(page.locator(".list")).toBeFocused();
  await see(page.locator(".list")).toHaveAttribute("tabindex", "0");
});

test("a result message is announced in a live region that exists before it, also on another page", async () => {
  const [admin, member] = await Promise.all([stage.app.signedIn("admin"), stage.app.signedIn("user")]);
  await member.call("POST", "/api/member-picks", { pick_id: await publish(admin) });
  const page = await stage.open("/settings", { scripts: true, as: member });
  await page.getByRole("button", { name: "Save Settings" }).press("Enter");
  await see(announcement(page)).toHaveText("Settings saved.");
  await page.getByRole("link", { name: "My Card 1 pick", exact: true }).press("Enter");
  await page.getByRole("link", { name: /Remove/ }).press("Enter");
  await page.getByRole("button", { name: "Remove" }).press("Enter");
  await see(announcement(page)).toHaveText("My Card · Simline. Pick removed from your card.");
});

test("when the pressed control disappears, the focus moves to the result message or the heading", async () => {
  await createAffiliateRequest(stage.app.db, {});
  // The banner about it is not the message.
  await createPick(stage.app.db, { starts_at: "2026-01-05T00:30:00.000Z" });
  const page = await stage.open("/admin/affiliates", { scripts: true, as: await stage.app.signedIn("superadmin") });
  await page.getByRole("button", { name: /^Approve/ }).press("Enter");
  await see(page.getByRole("status").filter({ hasText: "is now an affiliate" })).toBeFocused();
  await see(page.getByRole("alert")).toContainText("result. Since January 4, 2026");
  await page.goto("/admin/users?q=nobody-of-that-name");
  await hydrated(page);
  await page.getByRole("link", { name: "Clear", exact: true }).press("Enter");
  await see(page.getByRole("heading", { level: 1 })).toBeFocused();
});

test("a link to a section moves the focus there", async () => {
  // The landing page loads no scripts of its own; those of a page before it go on.
  const page = await stage.open("/login", { scripts: true });
  await page.getByRole("link", { name: "Home", exact: true }).press("Enter");
  await page.getByRole("link", { name: "See How It Works" }).press("Enter");
  await see(page.locator("#how")).toBeFocused();
});

test("of two quick navigations only the second is announced, and the text is cleared later", async () => {
  const page = await stage.open("/dashboard", {
    scripts: true,
    as: await stage.app.signedIn("user"),
    stoppedClock: true,
  });
  // Clicks without focusing the link, so that the focus shows when the page has arrived; its title appears earlier.
  for (const [link, heading] of [
    ["Learn", "Learn the System"],
    ["Settings", "Settings"],
  ] as const) {
    await page.getByRole("link", { name: link, exact: true }).dispatchEvent("click");
    await see(page.getByRole("heading", { level: 1, name: heading })).toBeFocused();
  }
  await see(announcement(page)).toHaveText("");
  await pass(page, 100);
  await see(announcement(page)).toHaveText(await page.title());
  await pass(page, 10_000);
  await see(announcement(page)).toHaveText("");
});

test("a result message is announced, but a text search on the page finds it only once", async () => {
  const page = await closedStage.open("/settings", {
    scripts: true,
    as: await closedStage.app.signedIn("user"),
    alone: true,
  });
  await page.getByRole("button", { name: "Save Settings" }).press("Enter");
  await expect.poll(() => countInAccessibilityTree(page, "Settings saved."), { timeout: patienceMs }).toBe(2);
  expect(await page.getByText("Settings saved.").count()).toBe(1);
});

/** A stage whose closed shadow roots are open, so that tests can read them. */
function withOpenShadowRoots(base: Stage): Stage {
  const enter: Stage["enter"] = async (visitor) => {
    const page = await base.enter(visitor);
    await page.addInitScript(() => {
      const attach = Element.prototype.attachShadow;
      Element.prototype.attachShadow = function (init) {
        return attach.call(this, { ...init, mode: "open" });
      };
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

async function countInAccessibilityTree(page: Page, words: string): Promise<number> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  await session.detach();
  return nodes.filter(({ role, name }) => role?.value === "StaticText" && name?.value === words).length;
}
