import type { Dialog, Locator, Page } from "playwright";
import { beforeAll, describe, expect, test } from "vitest";
import type { Client } from "../../support/app/app.ts";
import { pathOf, publish, see, useStage } from "../../support/app/stage.ts";
import { unsavedGuardLoaded } from "../../support/pages/browser.ts";

const stage = useStage();
let staff: Client;
let owner: Client;
let member: Client;
beforeAll(async () => {
  [staff, owner, member] = await Promise.all([
    stage.app.signedIn("admin"),
    stage.app.signedIn("superadmin"),
    stage.app.signedIn("user"),
  ]);
});

const question = "Leave without saving? What you typed will be lost.";

/** Opens a page and records its dialogs; each gets the next answer. */
async function open(path: string, as: Client, answers: boolean[] = []): Promise<{ page: Page; asked: string[] }> {
  const page = await stage.open(path, { scripts: true, as });
  await unsavedGuardLoaded(page);
  const asked: string[] = [];
  page.on("dialog", (dialog: Dialog) => {
    asked.push(dialog.type() === "confirm" ? dialog.message() : dialog.type());
    return answers.shift() ? dialog.accept() : dialog.dismiss();
  });
  return { page, asked };
}

/** The field with this label, because a form can have the same name. */
function inputOf(page: Page, label: string): Locator {
  return page.getByLabel(label, { exact: true }).and(page.locator("input, textarea"));
}

/** Clicks a link of the bar, which a dialog may have made inert. */
async function clickBarLink(page: Page, name: string): Promise<void> {
  await page.locator("#nav").locator("a", { hasText: name }).first().dispatchEvent("click");
}

async function toTab(page: Page, tab: string): Promise<void> {
  await page.getByRole("navigation", { name: "Admin" }).locator(`a[href="/admin/${tab}"]`).click();
  await page.waitForURL(`**/admin/${tab}`);
}

const forms = [
  { name: "a new pick", path: () => "/admin/picks", who: () => staff, label: "Game" },
  {
    name: "an edited pick",
    path: async () => `/admin/picks/${await publish(staff)}`,
    who: () => staff,
    label: "Closing line",
  },
  { name: "the sidebar", path: () => "/admin/sidebar", who: () => staff, label: "AI Notes" },
  { name: "a list of Learn", path: () => "/admin/learn", who: () => staff, label: "Bankroll Tips" },
  { name: "a new account", path: () => "/admin/users", who: () => owner, label: "Email" },
  { name: "a new affiliate", path: () => "/admin/affiliates/new", who: () => owner, label: "Name" },
  { name: "the profile", path: () => "/profile", who: () => member, label: "Full Name" },
] as const;

describe.each(forms)("unsaved input in $name", ({ path, who, label }) => {
  test("is kept when the user stays and discarded when they leave", async () => {
    const { page, asked } = await open(await path(), who(), [false, true]);
    const here = pathOf(page);
    await inputOf(page, label).fill("Half written");
    await clickBarLink(page, "Settings");
    await expect.poll(() => asked).toEqual([question]);
    expect(pathOf(page)).toBe(here);
    await see(inputOf(page, label)).toHaveValue("Half written");
    await clickBarLink(page, "Settings");
    await page.waitForURL("**/settings");
    expect(asked).toEqual([question, question]);
  });
});

test.each(forms.filter(({ name }) => ["a new pick", "an edited pick", "the profile"].includes(name)))(
  "$name causes no dialog when nothing was typed",
  async ({ path, who }) => {
    const { page, asked } = await open(await path(), who());
    await clickBarLink(page, "Settings");
    await page.waitForURL("**/settings");
    expect(asked).toEqual([]);
  },
);

describe("the unsaved dialog of a form", () => {
  test("appears on Back, which continues after a yes", async () => {
    const { page, asked } = await open("/admin/picks", staff, [false, true]);
    await toTab(page, "sidebar");
    await toTab(page, "picks");
    await inputOf(page, "Game").fill("Half written");
    await page.evaluate(() => history.back());
    await expect.poll(() => asked).toEqual([question]);
    await expect.poll(() => pathOf(page)).toBe("/admin/picks");
    await see(inputOf(page, "Game")).toHaveValue("Half written");
    await page.evaluate(() => history.back());
    await see(page.getByRole("form", { name: "Sidebar" })).toBeVisible();
    expect([pathOf(page), asked.length]).toEqual(["/admin/sidebar", 2]);
  });

  test("appears when the window is closed", async () => {
    const { page, asked } = await open("/admin/picks", staff);
    await inputOf(page, "Game").pressSequentially("Half");
    await page.close({ runBeforeUnload: true });
    await expect.poll(() => asked).toEqual(["beforeunload"]);
    expect(page.isClosed()).toBe(false);
  });

  test("does not appear after a pick was published", async () => {
    const { page, asked } = await open("/admin/picks", staff);
    for (const [label, text] of [
      ["Game", "Boston Celtics @ New York Knicks"],
      ["Pick", "Knicks +2.5"],
      ["Unit size", "1"],
    ] as const)
      await inputOf(page, label).fill(text);
    await page.getByRole("combobox", { name: "Sport" }).selectOption({ index: 1 });
    await page.getByRole("combobox", { name: "Tag" }).selectOption({ index: 1 });
    await page.getByRole("button", { name: "Add Pick" }).click();
    await see(page.getByRole("main").getByText("Added:")).toBeVisible();
    await toTab(page, "sidebar");
    expect(asked).toEqual([]);
  });

  test("appears after a refused save, but not when the form is sent again", async () => {
    await owner.call("POST", "/api/affiliates", { name: "Line Reports", email: "reports@example.com" });
    const { page, asked } = await open("/admin/affiliates/new", owner, [false]);
    await inputOf(page, "Name").fill("Line Reports");
    await inputOf(page, "Email").fill("reports@example.com");
    await page.getByRole("button", { name: "Save" }).click();
    await see(page.getByRole("dialog").getByText("Another affiliate has this email.")).toBeVisible();
    expect(asked).toEqual([]);
    await page.keyboard.press("Escape");
    await expect.poll(() => asked).toEqual([question]);
    await see(inputOf(page, "Name")).toHaveValue("Line Reports");
    await inputOf(page, "Email").fill("others@example.com");
    await page.getByRole("button", { name: "Save" }).click();
    await page.waitForURL("**/admin/affiliates");
    expect(asked).toHaveLength(1);
  });
});

test("a revalidation at the same moment does not suppress the unsaved dialog", async () => {
  const { page, asked } = await open("/admin/affiliates/new", owner, [false]);
  await inputOf(page, "Name").fill("Late Reports");
  await inputOf(page, "Email").fill("late@example.com");
  // offline.ts revalidates the page in two requests. Escape is pressed at the moment when the second one is read.
  await page.evaluate(() => {
    const { fetch } = window;
    const { json } = Response.prototype;
    const parts = new Set<string>();
    window.fetch = async (input, init) => {
      const url = String(input);
      if (init?.method !== "POST") parts.add(url);
      return fetch(input, init);
    };
    Response.prototype.json = async function (this: Response) {
      const view: unknown = await json.call(this);
      if (!parts.delete(this.url) || parts.size > 0) return view;
      document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
      return view;
    };
    window.__remixRouter.revalidate();
  });
  await expect.poll(() => asked).toEqual([question]);
  await see(inputOf(page, "Name")).toHaveValue("Late Reports");
});

test("submitting one form asks about unsaved input in another, and continues after a yes", async () => {
  const { page, asked } = await open("/profile", member, [false, true]);
  await inputOf(page, "Full Name").fill("Half written");
  for (const [label, text] of [
    ["Current Password", "wrong-password-1"],
    ["New Password", "another-horse-9"],
    ["Confirm New Password", "another-horse-9"],
  ] as const)
    await inputOf(page, label).fill(text);
  await page.getByRole("button", { name: "Update Password" }).click();
  await expect.poll(() => asked).toEqual([question]);
  await see(inputOf(page, "Full Name")).toHaveValue("Half written");
  await see(inputOf(page, "New Password")).toHaveValue("another-horse-9");
  await page.getByRole("button", { name: "Update Password" }).click();
  await see(page.getByRole("alert")).toBeVisible();
  expect(asked).toEqual([question, question]);
});

test("a form whose submission was cancelled by the dialog is protected like any other", async () => {
  const { page, asked } = await open("/profile", member, [false, false]);
  await inputOf(page, "Full Name").fill("Half written");
  for (const label of ["Current Password", "New Password", "Confirm New Password"])
    await inputOf(page, label).fill("another-horse-9");
  await page.getByRole("button", { name: "Update Password" }).click();
  await expect.poll(() => asked).toEqual([question]);
  await page.getByRole("button", { name: "Save Profile" }).click();
  await see(page.getByRole("main").getByText("Profile updated successfully!")).toBeVisible();
  await clickBarLink(page, "Settings");
  await expect.poll(() => asked).toEqual([question, question]);
  await see(inputOf(page, "New Password")).toHaveValue("another-horse-9");
});

test("no dialog appears after the profile was saved", async () => {
  const { page, asked } = await open("/profile", member);
  await inputOf(page, "Full Name").fill("  Saved Name ");
  await page.getByRole("button", { name: "Save Profile" }).click();
  await see(page.getByRole("main").getByText("Profile updated successfully!")).toBeVisible();
  await clickBarLink(page, "Settings");
  await page.waitForURL("**/settings");
  expect(asked).toEqual([]);
});

test("a search on the same page keeps unsaved input without a dialog", async () => {
  const { page, asked } = await open("/admin/users", owner);
  await inputOf(page, "Email").fill("half@example.com");
  await inputOf(page, "Email, name or Stripe ID").fill("nobody of that name");
  await page.getByRole("button", { name: "Search" }).click();
  await see(page.getByRole("main").getByText("0 users")).toBeVisible();
  await see(inputOf(page, "Email")).toHaveValue("half@example.com");
  expect(asked).toEqual([]);
});
