import type { Page } from "playwright";
import { beforeAll, describe, expect, test } from "vitest";
import type { Client } from "../../support/app/app.ts";
import { desktop, hydrated, phone, unsavedGuardLoaded } from "../../support/pages/browser.ts";
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
  hydrate: () => Promise<void>;
}

async function openEarly(
  path: string,
  as?: Client,
  viewport: { width: number; height: number } = phone,
): Promise<Early> {
  const page = await stage.enter({ scripts: true, as, viewport });
  const { passed, open } = newGate();
  await page.route(/\/build\/.*\.js$/, (route) => passed.then(() => route.continue()));
  await page.goto(path, { waitUntil: "domcontentloaded" });
  const hydrate = async () => {
    open();
    await hydrated(page);
    // Effects run after the paint.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestIdleCallback(done))));
  };
  return { page, hydrate };
}

function isOpen(page: Page, selector: string): Promise<boolean> {
  return page.locator(selector).evaluate((element) => element.matches(":popover-open"));
}

const texts = [
  { name: "the sidebar", path: "/admin/sidebar", label: "AI Notes" },
  { name: "a list of Learn", path: "/admin/learn", label: "Bankroll Tips" },
] as const;

describe.each(texts)("before hydration, in $name", ({ path, label }) => {
  beforeAll(async () => {
    await staff.call("POST", "/api/sidebar", { results: "Up", notes: "Seen early.", next: "Soon" });
    await staff.call("POST", "/api/tips", { content: "Bet the same unit." });
  });

  test("typed text stays, keeps the caret, and asks before leaving the page", async () => {
    const { page, hydrate } = await openEarly(path, staff);
    const text = field(page, label).and(page.locator("textarea"));
    const before = await text.inputValue();
    expect(before).not.toBe("");
    await text.click();
    await page.keyboard.press("Control+Home");
    await page.keyboard.type("Typed ");
    await hydrate();
    await unsavedGuardLoaded(page);
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

  test("an untouched text does not ask before leaving the page", async () => {
    const { page, hydrate } = await openEarly(path, staff);
    await hydrate();
    await page.locator("#nav a", { hasText: "Settings" }).dispatchEvent("click");
    await page.waitForURL("**/settings");
  });
});

test("a form with errors does not take the focus from a field in use during hydration", async () => {
  const { page, hydrate } = await openEarly("/profile", member);
  for (const [label, text] of [
    ["Current Password", "wrong-password-1"],
    ["New Password", "another-horse-9"],
    ["Confirm New Password", "another-horse-9"],
  ] as const)
    await field(page, label).fill(text);
  await page.getByRole("button", { name: "Update Password" }).click();
  await page.waitForURL("**/profile/password**", { waitUntil: "commit" });
  await field(page, "Confirm New Password").click();
  await page.keyboard.type("another-");
  await hydrate();
  await page.keyboard.type("horse-9");
  await see(field(page, "Confirm New Password")).toHaveValue("another-horse-9");
  await see(field(page, "Current Password")).toHaveValue("");
});

test.each([
  ["the menu", "/dashboard", phone, "nav"],
  ["the user menu", "/dashboard", desktop, "me"],
  ["the search", "/history", phone, "search"],
  ["the stats", "/history", phone, "stats"],
])("%s opened before hydration stays open", async (_what, path, viewport, id) => {
  const { page, hydrate } = await openEarly(path, member, viewport);
  await page.locator(`[popovertarget=${id}]:visible`).first().click();
  await hydrate();
  expect(await isOpen(page, `#${id}`)).toBe(true);
  await page.locator("#nav a", { hasText: "Learn" }).dispatchEvent("click");
  await page.waitForURL("**/learn");
  await see(page.locator(":popover-open")).toHaveCount(0);
});

test("a dialog keeps the focus that was moved before hydration", async () => {
  const id = await publish(staff);
  const { page, hydrate } = await openEarly(`/admin/picks/${id}/delete`, staff);
  await see(page.getByRole("link", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Tab");
  await hydrate();
  await see(page.getByRole("button", { name: "Delete" })).toBeFocused();
});

test("a Copy button is disabled until hydration", async () => {
  const affiliate: { id: number } = await (
    await staff.call("POST", "/api/affiliates", { name: "Early Lines", email: "early@example.test" })
  ).json();
  const { page_token } = await stage.app.db
    .selectFrom("affiliates")
    .select("page_token")
    .where("id", "=", affiliate.id)
    .executeTakeFirstOrThrow();
  const { page, hydrate } = await openEarly(`/partners/${page_token}`);
  const copy = page.getByRole("button", { name: "Copy" });
  await see(copy).toBeDisabled();
  await hydrate();
  await see(copy).toBeEnabled();
});
