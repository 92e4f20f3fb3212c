import type { Locator, Page } from "playwright";
import { describe, expect, test } from "vitest";
import { phone } from "../../support/pages/browser.ts";
import { fillPick } from "../../support/pages/pick-form.ts";
import { createUser, futureDate, nextNumber, reason, testPassword } from "../../support/database/factories.ts";
import { field, go, pathOf, publish, statusMessage, see, useStage } from "../../support/app/stage.ts";

const stage = useStage();
const manager = "/admin/picks";

function rowOf(page: Page, table: "Unresolved" | "Resolved", pick: string): Locator {
  return page
    .getByRole("region", { name: `${table} table`, exact: true })
    .getByRole("row")
    .filter({ hasText: pick });
}

const nextYear = Number(futureDate(0).slice(-4)) + 1;
const texts = {
  Game: "Boston Celtics @ New York Knicks",
  "Game date": `1/5/${nextYear}`,
  Time: "7:30 PM",
  Price: "-110",
  Book: "DraftKings",
  "Playable to": "+2",
  "Sim confidence %": "57.6",
  "Unit size": "1.5",
} as const;

function fillAll(page: Page, pick: string): Promise<void> {
  return fillPick(page, { ...texts, Pick: pick });
}

describe("the pick manager with scripts", () => {
  const newAdmin = async () => ({ scripts: true, as: await stage.app.signedIn("admin") });

  test("publishes a pick with every field and then offers the next game of the evening", async () => {
    const pick = `Knicks +${nextNumber()}`;
    const page = await stage.open(manager, await newAdmin());
    await fillAll(page, pick);
    await page.getByRole("button", { name: "Add Pick" }).click();
    await see(statusMessage(page, "Added:")).toBeVisible();
    await see(rowOf(page, "Unresolved", pick)).toContainText(
      new RegExp(
        `Celtics @ New York Knicks.*-110 DraftKings · to \\+2 · SIM CERTIFIED.*NBA.*01/05/${nextYear}, 7:30 PM.*57\\.6.*1\\.5`,
      ),
    );
    for (const label of ["Pick", "Game", "Price", "Book", "Unit size"]) await see(field(page, label)).toHaveValue("");
    for (const [label, text] of [
      ["Sport", "NBA"],
      ["Tag", "SIM CERTIFIED"],
      ["Game date", `01/05/${nextYear}`],
      ["Time", "7:30 PM"],
    ] as const)
      await see(field(page, label)).toHaveValue(text);
    await see(field(page, "Game")).toBeFocused();
    await fillAll(page, pick);
    await field(page, "Game date").fill("02/30/2026");
    await page.getByRole("button", { name: "Add Pick" }).click();
    await see(field(page, "Game date")).toHaveAccessibleDescription("Date input not valid. MM/DD/YYYY");
    await see(page.getByRole("main").getByText("Added:")).toHaveCount(0);
  });

  test("settles a pick, which moves it to the tinted Resolved row, and reopens it", async () => {
    const visitor = await newAdmin();
    const pick = `Over ${nextNumber()}.5`;
    const id = await publish(visitor.as, { pick });
    const page = await stage.open(`${manager}/${id}`, visitor);
    // A form opened by its URL does not move the focus.
    await see(page.locator("body")).toBeFocused();
    await field(page, "Verdict").selectOption({ label: "✅ Win" });
    await field(page, "Closing line").fill("-110");
    await field(page, "Beat CLV").selectOption({ label: "❌ No" });
    await field(page, "Units result").fill("1.36");
    await page.getByRole("button", { name: "Save Changes" }).click();
    const resolved = rowOf(page, "Resolved", pick);
    await see(resolved).toContainText(/SIM CERTIFIED · closed -110 · ❌ Missed the close.*✅ Win.*\+1\.36 U/);
    await see(resolved).not.toHaveCSS("background-color", "rgba(0, 0, 0, 0)");
    await see(rowOf(page, "Unresolved", pick)).toHaveCount(0);
    await resolved.getByRole("link", { name: /^Edit/ }).click();
    await page.getByRole("link", { name: "Correct" }).click();
    await see(field(page, "Units result")).toHaveValue("1.36");
    await field(page, "Verdict").selectOption({ label: "Open" });
    await field(page, "Reason").fill(reason);
    await page.getByRole("button", { name: "Correct", exact: true }).click();
    await page.getByRole("button", { name: "Correct for everybody to see" }).click();
    await see(rowOf(page, "Unresolved", pick)).toBeVisible();
    await see(rowOf(page, "Resolved", pick)).toHaveCount(0);
  });

  test("deletes a pick only after a confirmation with the focus on Cancel", async () => {
    const visitor = await newAdmin();
    const pick = `Bruins ${nextNumber()}`;
    const id = await publish(visitor.as, { pick });
    const page = await stage.open(manager, visitor);
    const openDialog = () =>
      rowOf(page, "Unresolved", pick)
        .getByRole("link", { name: /^Delete/ })
        .click();
    const dialog = page.getByRole("alertdialog", { name: "Are you sure you want to delete this pick?" });
    await openDialog();
    await see(dialog).toContainText(pick);
    expect(pathOf(page)).toBe(`${manager}/${id}/delete`);
    await see(dialog.getByRole("link", { name: "Cancel" })).toBeFocused();
    await dialog.getByRole("link", { name: "Cancel" }).click();
    await see(dialog).toHaveCount(0);
    await see(rowOf(page, "Unresolved", pick)).toBeVisible();
    await openDialog();
    await dialog.getByRole("button", { name: "Delete" }).click();
    await see(statusMessage(page, "Pick deleted")).toBeVisible();
    await see(rowOf(page, "Unresolved", pick)).toHaveCount(0);
  });

  test("Cancel, Escape and Save return to the same page of the list", async () => {
    const visitor = await newAdmin();
    for (let count = 0; count < 11; count += 1)
      await publish(visitor.as, { pick: `Old ${nextNumber()}`, verdict: "❌" });
    const page = await stage.open(`${manager}?page=2`, visitor);
    const first = (name: RegExp) =>
      page.getByRole("region", { name: "Resolved table" }).getByRole("link", { name }).first();
    const back = async () => {
      await see(page.getByRole("heading", { name: "Add Pick" })).toBeVisible();
      await page.waitForURL((url) => url.pathname + url.search === `${manager}?page=2`);
      await see(page.getByRole("main").getByText(/^Page 2 of/)).toBeVisible();
    };
    await first(/^Edit/).click();
    await page.getByRole("link", { name: "Cancel" }).click();
    await back();
    await first(/^Delete/).click();
    await see(page.getByRole("alertdialog").getByRole("link", { name: "Cancel" })).toBeFocused();
    await page.keyboard.press("Escape");
    await back();
    await first(/^Edit/).click();
    await field(page, "Closing line").fill("-105");
    await page.getByRole("button", { name: "Save Changes" }).click();
    await see(statusMessage(page, "Pick saved")).toBeVisible();
    await back();
  });

  test("a save conflict shows both versions, and saving again overwrites", async () => {
    const [first, second] = [await newAdmin(), await newAdmin()];
    const pick = `Jets ${nextNumber()}`;
    const id = await publish(first.as, { pick, game_date: futureDate(3) });
    const [firstPage, secondPage] = [
      await stage.open(`${manager}/${id}`, first),
      await stage.open(`${manager}/${id}`, second),
    ];
    await field(firstPage, "Time").fill("8:05 PM");
    await firstPage.getByRole("button", { name: "Save Changes" }).click();
    await see(statusMessage(firstPage, "Pick saved")).toBeVisible();
    await field(secondPage, "Time").fill("9:15 PM");
    const answer = secondPage.waitForResponse((response) => response.request().method() === "POST");
    await secondPage.getByRole("button", { name: "Save Changes" }).click();
    expect((await answer).status()).toBe(409);
    await see(secondPage.getByRole("alert").filter({ hasText: "Somebody else changed this pick" })).toBeVisible();
    await see(field(secondPage, "Time")).toHaveAccessibleDescription(
      /^Changed by somebody else, too\. Saved by .+ 8:05 PM You typed 9:15 PM$/,
    );
    await see(field(secondPage, "Time")).toBeFocused();
    await see(secondPage.getByRole("alert").filter({ hasText: "Somebody else changed this pick" })).toBeInViewport();
    await see(secondPage.getByText("8:05 PM", { exact: true })).toBeVisible();
    await see(field(secondPage, "Time")).toHaveValue("9:15 PM");
    await secondPage.getByRole("button", { name: "Save Changes" }).click();
    await see(rowOf(secondPage, "Unresolved", pick)).toContainText("9:15 PM");
  });

  test("a session that ends while typing loses no input", async () => {
    const user = await createUser(stage.app.db, { role: "admin" });
    const visitor = { scripts: true, as: stage.app.client() };
    await visitor.as.signIn(user.email);
    const pick = `Kings ${nextNumber()}`;
    const page = await stage.open(manager, visitor);
    await fillAll(page, pick);
    await stage.app.db.deleteFrom("sessions").execute();
    await page.getByRole("button", { name: "Add Pick" }).click();
    await see(page.getByRole("heading", { name: "Please sign in again" })).toBeVisible();
    await see(page.getByRole("banner")).toHaveCSS("position", "sticky");
    const opening = page.context().waitForEvent("page");
    await page.getByRole("link", { name: "Sign in on another tab" }).click();
    const tab = await opening;
    await tab.getByLabel("Email").fill(user.email);
    await tab.getByLabel("Password").fill(testPassword);
    await tab.getByRole("button", { name: "Login" }).click();
    await tab.waitForURL("**/admin");
    await page.getByRole("button", { name: "Send again" }).click();
    await see(statusMessage(page, "Added:")).toBeVisible();
    await go(page, manager);
    await see(rowOf(page, "Unresolved", pick)).toHaveCount(1);
  });
});

describe("the pick manager by keyboard", () => {
  const hasFocus = (page: Page, place: Locator) =>
    Promise.all([see(place).toBeFocused(), see(place).toBeInViewport()]).then(() => pathOf(page));

  test("the focus moves from a row to its form, then to the result message", async () => {
    const as = await stage.app.signedIn("admin");
    const [first, second] = [`First ${nextNumber()}`, `Second ${nextNumber()}`];
    for (const pick of [first, second]) await publish(as, { pick, game_date: futureDate(3) });
    const page = await stage.open(manager, { scripts: true, as });
    const edit = (pick: string) => rowOf(page, "Unresolved", pick).getByRole("link", { name: /^Edit/ });
    const title = page.getByRole("heading", { name: "Edit Pick" });
    await edit(first).press("Enter");
    await hasFocus(page, title);
    await page.keyboard.press("Tab");
    await see(field(page, "Game")).toBeFocused();
    await edit(second).press("Enter");
    await see(field(page, "Pick")).toHaveValue(second);
    await hasFocus(page, title);
    await page.getByRole("link", { name: "Cancel" }).press("Enter");
    await see(page.getByRole("heading", { name: "Add Pick" })).toBeVisible();
    await see(edit(second)).toBeFocused();
    await page.keyboard.press("Enter");
    await hasFocus(page, title);
    await field(page, "Unit size").fill("0.5");
    await field(page, "Unit size").press("Enter");
    expect(await hasFocus(page, statusMessage(page, "Pick saved"))).toBe(manager);
    await rowOf(page, "Unresolved", first)
      .getByRole("link", { name: /^Delete/ })
      .press("Enter");
    await see(page.getByRole("alertdialog").getByRole("link", { name: "Cancel" })).toBeFocused();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).press("Enter");
    await hasFocus(page, page.getByRole("main").locator(".alert"));
  });

  test("a submit button keeps the focus while its form is sent and ignores a second press", async () => {
    const page = await stage.open(manager, { scripts: true, as: await stage.app.signedIn("admin") });
    let sent = 0;
    let releaseRequest = () => {};
    const released = new Promise<void>((resolve) => {
      releaseRequest = resolve;
    });
    await page.route(`**${manager}?**`, async (route) => {
      if (route.request().method() === "POST") {
        sent += 1;
        await released;
      }
      await route.continue();
    });
    await fillAll(page, `Once ${nextNumber()}`);
    await page.getByRole("button", { name: "Add Pick" }).press("Enter");
    const busy = page.getByRole("button", { name: "Saving..." });
    await busy.press("Enter");
    await see(busy).toBeDisabled();
    await see(busy).toBeFocused();
    releaseRequest();
    await see(statusMessage(page, "Added:")).toBeVisible();
    await see(field(page, "Game")).toBeFocused();
    expect(sent).toBe(1);
  });
});

test("on a phone, a screen reader reads each table cell as its value, without repeating the column label", async () => {
  const admin = await stage.app.signedIn("admin");
  const pick = `Heard ${nextNumber()}`;
  await publish(admin, { pick, sim_confidence: "57" });
  const page = await stage.open(manager, { scripts: true, as: admin, viewport: phone });
  const row = rowOf(page, "Unresolved", pick);
  await see(row.getByRole("cell", { name: "57.0", exact: true })).toBeVisible();
  expect(await row.getByText("57.0").evaluate((cell) => getComputedStyle(cell, "::before").content)).toContain("Sim %");
  await see(page.getByRole("columnheader", { name: "Sim %" }).first()).toBeAttached();
});
