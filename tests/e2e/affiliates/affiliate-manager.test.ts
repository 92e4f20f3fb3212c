import { readFileSync } from "node:fs";
import type { Locator, Page } from "playwright";
import { beforeEach, describe, expect, test } from "vitest";
import { createAffiliateRequest, createDueAffiliate } from "../../support/database/affiliates.ts";
import type { Client } from "../../support/app/app.ts";
import { nextNumber } from "../../support/database/factories.ts";
import { phone } from "../../support/pages/browser.ts";
import { showMore } from "../../support/pages/folds.ts";
import { field, go, pathOf, statusMessage, see, useStage, visits } from "../../support/app/stage.ts";

const stage = useStage();
const manager = "/admin/affiliates";

let as: Client;
let name: string;
let id: number;
let code: string;
beforeEach(async () => {
  const { db } = stage.app;
  as = await stage.app.signedIn("admin");
  name = `Courtside ${nextNumber()}`;
  id = await createDueAffiliate(db, name);
  code = (await db.selectFrom("affiliates").select("ref_code").where("id", "=", id).executeTakeFirstOrThrow()).ref_code;
});

function rowOf(page: Page, text: string, table = "Affiliates table"): Locator {
  return page.getByRole("region", { name: table }).getByRole("row").filter({ hasText: text });
}

const inBackground = (page: Page) => page.locator("main").evaluate((main) => main.closest("[inert]") !== null);

describe.each(visits)("the affiliate manager $mode", ({ scripts, viewport }) => {
  const visitor = () => ({ scripts, viewport, as });

  test("adds an affiliate in a dialog with the focus on its first field, which Cancel closes", async () => {
    const page = await stage.open(manager, visitor());
    const dialog = page.getByRole("dialog", { name: "Add Affiliate" });
    const add = () => page.getByRole("link", { name: "Add Affiliate" }).click();
    await add();
    await see(field(page, "Name")).toBeFocused();
    expect([pathOf(page), await inBackground(page)]).toEqual([`${manager}/new`, true]);
    // Chromium dismisses unanswered dialogs, which would keep this one open.
    await field(page, "Name").fill("Nobody");
    await dialog.getByRole("link", { name: "Cancel" }).click();
    await see(dialog).toHaveCount(0);
    await add();
    await field(page, "Name").fill("New Sample");
    const email = `new${nextNumber()}@example.test`;
    await field(page, "Email").fill(email);
    await dialog.getByRole("button", { name: "Save" }).click();
    await see(statusMessage(page, "Affiliate added.")).toBeVisible();
    await see(rowOf(page, email)).toContainText("–");
    expect([pathOf(page), await inBackground(page)]).toEqual([manager, false]);
    if (scripts) await page.goBack();
    expect(pathOf(page)).toBe(manager);
  });
});

describe("the affiliate manager with scripts", () => {
  const visitor = () => ({ scripts: true, viewport: phone, as });

  test("marks the selected affiliates as paid after a confirmation with names and total", async () => {
    const page = await stage.open(manager, visitor());
    await page.getByRole("link", { name: "Payouts" }).click();
    await see(page.getByRole("heading", { name: "Due now" })).toBeVisible();
    for (const box of await page.getByRole("checkbox").all()) await box.setChecked(false);
    await page.getByRole("button", { name: "Mark as paid" }).click();
    await see(page.getByRole("alert")).toHaveText("Select at least one affiliate to pay.");
    await see(page.getByRole("checkbox", { checked: true })).toHaveCount(0);
    await page.getByRole("checkbox", { name }).check();
    const dueDownload = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download CSV of payments due" }).click();
    const dueFile = await dueDownload;
    expect([
      dueFile.suggestedFilename(),
      readFileSync(await dueFile.path(), "utf8")
        .slice(1)
        .split("\r\n"),
    ]).toEqual([
      "payout-due.csv",
      ["Name,Email,Ref Code,Commissions,Amount", expect.stringMatching(new RegExp(`^${name},.*,9\\.80$`)), ""],
    ]);
    await page.getByRole("button", { name: "Mark as paid" }).click();
    const dialog = page.getByRole("alertdialog", { name: "Mark as paid?" });
    await see(dialog.getByRole("link", { name: "Cancel" })).toBeFocused();
    await see(dialog).toContainText("$9.80 to 1 affiliate");
    await see(dialog.getByRole("listitem")).toHaveText([new RegExp(name)]);
    const dialogDownload = page.waitForEvent("download");
    await dialog.getByRole("link", { name: "Download CSV of payments due" }).click();
    expect((await dialogDownload).suggestedFilename()).toBe("payout-due.csv");
    await page.keyboard.press("Escape");
    await see(dialog).toHaveCount(0);
    await see(page.getByRole("checkbox", { name })).toBeChecked();
    await see(page.getByRole("checkbox", { checked: true })).toHaveCount(1);
    await page.getByRole("button", { name: "Mark as paid" }).click();
    await dialog.getByRole("button", { name: "Mark as paid" }).click();
    await see(statusMessage(page, "Marked as paid.")).toBeVisible();
    await see(page.getByRole("checkbox", { name })).toHaveCount(0);
    const arriving = page.waitForEvent("download");
    await page
      .getByRole("link", { name: /^Download CSV/ })
      .first()
      .click();
    expect((await arriving).suggestedFilename()).toMatch(/^payout-\d+\.csv$/);
  });

  test("deletes an affiliate only after a confirmation with the focus on Cancel", async () => {
    const page = await stage.open(manager, visitor());
    const dialog = page.getByRole("alertdialog", { name: "Delete Affiliate?" });
    await (await showMore(rowOf(page, name))).getByRole("link", { name: `Delete ${name}` }).click();
    await see(dialog.getByRole("link", { name: "Cancel" })).toBeFocused();
    await see(dialog).toHaveAccessibleDescription(
      `${name}, ref code ${code} This cannot be undone. $9.80 is unpaid and stays under Payouts until it is paid.`,
    );
    await dialog.getByRole("link", { name: "Cancel" }).click();
    await see(rowOf(page, name)).toHaveCount(1);
    await (await showMore(rowOf(page, name))).getByRole("link", { name: `Delete ${name}` }).click();
    await dialog.getByRole("button", { name: "Delete" }).click();
    await see(statusMessage(page, "Affiliate deleted.")).toBeVisible();
    await see(rowOf(page, name)).toHaveCount(0);
  });

  test("shows both links of an affiliate in fields, and renews the secret one after a confirmation", async () => {
    const page = await stage.open(manager, visitor());
    const links = rowOf(page, name).getByRole("group", { name: `Links of ${name}` });
    await (await showMore(rowOf(page, name))).getByRole("button", { name: `Links of ${name}` }).click();
    await see(links.getByLabel("Referral link", { exact: true })).toHaveValue(`${stage.app.origin}/signup?ref=${code}`);
    const secret = await links.getByLabel("Affiliate page", { exact: true }).inputValue();
    expect(secret).toMatch(/\/partners\/[\w-]{43}$/);
    await see(links).toBeInViewport({ ratio: 1 });
    await links.getByRole("link", { name: "Renew page link" }).click();
    await page
      .getByRole("alertdialog", { name: "Renew the affiliate's link?" })
      .getByRole("button", { name: "Renew link" })
      .click();
    await see(statusMessage(page, "The affiliate has a new link.")).toBeVisible();
    await (await showMore(rowOf(page, name))).getByRole("button", { name: `Links of ${name}` }).click();
    await see(links.getByLabel("Affiliate page", { exact: true })).not.toHaveValue(secret);
  });

  test("approves a request, and dismisses another after a confirmation", async () => {
    const { db } = stage.app;
    const [good, bad] = [`Dana ${nextNumber()}`, `Spam ${nextNumber()}`];
    await createAffiliateRequest(db, { name: good });
    await createAffiliateRequest(db, { name: bad });
    const page = await stage.open(manager, visitor());
    await see(rowOf(page, good, "Requests table")).toContainText("A podcast.");
    await rowOf(page, good, "Requests table")
      .getByRole("button", { name: `Approve ${good}` })
      .click();
    await see(statusMessage(page, `${good} is now an affiliate.`)).toBeVisible();
    await see(rowOf(page, good)).toHaveCount(1);
    await rowOf(page, bad, "Requests table")
      .getByRole("link", { name: `Dismiss ${bad}` })
      .click();
    await page
      .getByRole("alertdialog", { name: "Dismiss this request?" })
      .getByRole("button", { name: "Dismiss" })
      .click();
    await see(statusMessage(page, "Request dismissed.")).toBeVisible();
    await see(page.getByRole("heading", { name: "Requests" })).toHaveCount(0);
  });

  test("takes a commission back after a confirmation with a reason", async () => {
    const page = await stage.open(manager, visitor());
    await rowOf(page, name)
      .getByRole("link", { name: `1 signup of ${name}` })
      .click();
    await see(page.getByRole("heading", { level: 1, name })).toBeVisible();
    await page.getByRole("link", { name: "Take back" }).click();
    const dialog = page.getByRole("alertdialog", { name: "Take the commission back?" });
    await see(dialog.getByRole("link", { name: "Cancel" })).toBeFocused();
    await field(page, "Reason").fill("A lost dispute");
    await dialog.getByRole("button", { name: "Take back" }).click();
    await see(statusMessage(page, "$9.80 taken back.")).toBeVisible();
    await see(page.getByText("Taken back: A lost dispute")).toBeVisible();
    expect(pathOf(page)).toBe(`${manager}/${id}/referrals`);
    await page.getByRole("link", { name: "All affiliates" }).click();
    await see(rowOf(page, name)).toContainText("$0.00");
  });
});

describe("the affiliate manager's Copy button", () => {
  const copyButton = (page: Page) => rowOf(page, name).getByRole("button", { name: `Copy link of ${name}` });

  test("copies the link and confirms it, in the row and in the list of links", async () => {
    const page = await stage.enter({ scripts: true, as });
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await go(page, manager);
    await copyButton(page).click();
    await see(page.getByRole("alert").filter({ hasText: "Copied link to clipboard!" })).toBeVisible();
    const onClipboard = () => page.evaluate(() => navigator.clipboard.readText());
    expect(await onClipboard()).toBe(`${stage.app.origin}/signup?ref=${code}`);
    await see(page.locator(":popover-open")).toHaveCount(0);
    await (await showMore(rowOf(page, name))).getByRole("button", { name: `Links of ${name}` }).click();
    await page.getByRole("button", { name: "Copy affiliate page" }).click();
    await see(page.getByRole("alert").filter({ hasText: "Copied link to clipboard!" })).toBeVisible();
    await expect.poll(onClipboard).toMatch(/\/partners\/[\w-]{43}$/);
  });

  test.each([
    ["denies access", (page: Page) => page.context().grantPermissions(["geolocation"])],
    [
      "is missing, as without https",
      (page: Page) => page.addInitScript(() => Object.defineProperty(navigator, "clipboard", { value: undefined })),
    ],
  ])("shows a message and the selected link when the clipboard %s", async (_how, prepare) => {
    const page = await stage.enter({ scripts: true, as, alone: true });
    await prepare(page);
    await go(page, manager);
    await copyButton(page).click();
    await see(page.getByRole("alert").filter({ hasText: "Your browser did not allow copying." })).toBeVisible();
    const shown = rowOf(page, name).getByLabel("Referral link", { exact: true });
    await see(shown).toBeFocused();
    expect(await page.evaluate(() => window.getSelection()?.toString())).toBe(`${stage.app.origin}/signup?ref=${code}`);
  });

  test("opens the fields with the links without scripts", async () => {
    const page = await stage.open(manager, { scripts: false, as });
    await copyButton(page).click();
    await see(rowOf(page, name).getByLabel("Referral link", { exact: true })).toHaveValue(
      `${stage.app.origin}/signup?ref=${code}`,
    );
    await see(rowOf(page, name).getByRole("button", { name: "Copy affiliate page" })).toBeHidden();
  });
});

test("Escape closes the renew-link dialog and restores the focus to the button that opened it", async () => {
  const page = await stage.open(manager, { scripts: true, as });
  const opener = rowOf(page, name).getByRole("button", { name: `Links of ${name}` });
  await opener.press("Enter");
  await page.getByRole("link", { name: "Renew page link" }).press("Enter");
  const dialog = page.getByRole("alertdialog", { name: "Renew the affiliate's link?" });
  await see(dialog.getByRole("link", { name: "Cancel" })).toBeFocused();
  await see(page.locator(".skip")).toHaveAttribute("inert");
  await page.keyboard.press("Shift+Tab");
  await see(page.locator(".skip")).not.toBeFocused();
  await page.keyboard.press("Escape");
  await see(dialog).toHaveCount(0);
  await see(opener).toBeFocused();
  await see(page.locator(".skip")).not.toHaveAttribute("inert");
});
