/** Tests the staff's pages of picks on a phone, and that an edited pick is found again. */
import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { accessibilityProblems, desktop, phone } from "../../support/pages/browser.ts";
import { futureDate, nextNumber, upcomingDate } from "../../support/database/factories.ts";
import { field, go, modes, publish, statusMessage, see, useStage } from "../../support/app/stage.ts";

const stage = useStage();
const manager = "/admin/picks";

function rowOf(page: Page, id: number) {
  return page.locator(`#p${id}`);
}

function tableOf(page: Page, name: string) {
  return page.getByRole("region", { name: `${name} table`, exact: true });
}

async function staffWith(count: number) {
  const as = await stage.app.signedIn("admin");
  const ids: number[] = [];
  for (let index = 0; index < count; index += 1)
    ids.push(await publish(as, { pick: `Row ${nextNumber()}`, sim_confidence: "65", game_date: futureDate(3) }));
  return { as, ids, id: ids.at(-1) ?? 0 };
}

describe.each(modes)("on a phone, $mode,", ({ scripts }) => {
  test("the list comes first, and the form opens by its button", async () => {
    const { as, id } = await staffWith(1);
    const page = await stage.open(manager, { scripts, as, viewport: phone });
    await see(tableOf(page, "Unresolved")).toBeInViewport();
    await see(field(page, "Game")).toBeHidden();
    await page.locator("summary", { hasText: "Add Pick" }).click();
    await see(field(page, "Game")).toBeVisible();
    await page.locator("summary", { hasText: "Add Pick" }).click();
    await see(field(page, "Game")).toBeHidden();
    await go(page, `${manager}?copy=${id}`);
    await see(field(page, "Unit size")).toHaveValue("1.5");
    await see(field(page, "Unit size")).toBeVisible();
  });
});

describe("on a phone, with scripts,", () => {
  test("the form is open after an error, and for the next pick after one was added", async () => {
    const { as } = await staffWith(0);
    const page = await stage.open(manager, { scripts: true, as, viewport: phone });
    await page.locator("summary", { hasText: "Add Pick" }).click();
    await field(page, "Pick").fill(`Added ${nextNumber()}`);
    await field(page, "Sport").selectOption("NBA");
    await field(page, "Tag").selectOption("Manual Edge");
    await field(page, "Unit size").fill("1");
    await field(page, "Units result").fill("1e3");
    await page.getByRole("button", { name: "Add Pick" }).click();
    await see(field(page, "Units result")).toHaveAccessibleDescription("Must be a number.");
    await see(field(page, "Units result")).toBeVisible();
    await field(page, "Units result").fill("");
    await page.getByRole("button", { name: "Add Pick" }).click();
    await see(statusMessage(page, "Added:")).toBeVisible();
    await see(field(page, "Game")).toBeFocused();
  });

  test('Delete and Duplicate are behind "More", and Cancel leads back to it', async () => {
    const { as, id } = await staffWith(1);
    const page = await stage.open(manager, { scripts: true, as, viewport: phone });
    const row = rowOf(page, id);
    await see(row.getByRole("link", { name: /^Edit Row/ })).toBeVisible();
    for (const name of [/^Delete Row/, /^Duplicate Row/]) await see(row.getByRole("link", { name })).toHaveCount(0);
    const more = row.locator("summary");
    await see(more).toHaveText(/^More Row/);
    await more.focus();
    await page.keyboard.press("Enter");
    for (const name of [/^Edit Row/, /^Duplicate Row/, /^Delete Row/])
      expect((await row.getByRole("link", { name }).boundingBox())?.height).toBeGreaterThanOrEqual(44);
    expect((await more.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await row.getByRole("link", { name: /^Delete Row/ }).click();
    await page.getByRole("alertdialog").getByRole("link", { name: "Cancel" }).click();
    await see(row).toBeInViewport();
    await see(more).toBeFocused();
  });

  test("saving and Cancel lead back to the row, and the message is in view", async () => {
    const { as, id } = await staffWith(8);
    const page = await stage.open(manager, { scripts: true, as, viewport: phone });
    const row = rowOf(page, id);
    await row.getByRole("link", { name: /^Edit/ }).click();
    await see(row).toHaveClass("cur");
    await see(row.getByText("Editing", { exact: true })).toBeAttached();
    await page.getByRole("link", { name: "Cancel" }).click();
    await see(row).toBeInViewport();
    expect(new URL(page.url()).hash).toBe(`#p${id}`);
    await see(row.getByRole("link", { name: /^Edit/ })).toBeFocused();
    await row.getByRole("link", { name: /^Edit/ }).click();
    await field(page, "Book").fill("FanDuel");
    await page.getByRole("button", { name: "Save Changes" }).click();
    await see(row).toContainText("FanDuel");
    await see(row).toBeInViewport({ ratio: 0.9 });
    const message = statusMessage(page, "Pick saved");
    await see(message).toBeInViewport({ ratio: 1 });
    await see(message).toBeFocused();
    expect(new URL(page.url()).hash).toBe(`#p${id}`);
    const [above, below] = [await message.boundingBox(), await row.boundingBox()];
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
  });
});

test("the form of a pick names it, also after another text was typed", async () => {
  const as = await stage.app.signedIn("admin");
  const pick = `Kings +${nextNumber()}`;
  const id = await publish(as, { pick, game: "Phoenix Suns @ Sacramento Kings", game_date: upcomingDate() });
  const page = await stage.open(`${manager}/${id}`, { scripts: true, as });
  const named = page.getByText(`${pick}, ${upcomingDate()}, Phoenix Suns @ Sacramento Kings`, { exact: true });
  await see(named).toBeVisible();
  await field(page, "Pick").fill("Suns -2.5");
  await see(named).toBeVisible();
});

test("on a wide screen form and actions are open, and every confidence has one decimal", async () => {
  const { as, id } = await staffWith(1);
  const page = await stage.open(manager, { scripts: false, as, viewport: desktop });
  await see(field(page, "Game")).toBeVisible();
  const row = rowOf(page, id);
  for (const name of [/^Edit/, /^Duplicate/, /^Delete/]) await see(row.getByRole("link", { name })).toBeVisible();
  await see(row.locator("summary")).toBeHidden();
  await see(row.getByRole("cell", { name: "65.0", exact: true })).toBeVisible();
});

test.each([768, 1280])("at %i px the result and the actions of a resolved pick are in reach", async (width) => {
  const as = await stage.app.signedIn("admin");
  const id = await publish(as, {
    pick: "Timberwolves ML (+112)",
    game: "Minnesota Timberwolves @ Golden State Warriors",
    verdict: "✅",
    unit_size: "1",
    closing_line: "+104",
    beat_clv: "✅",
  });
  const page = await stage.open(manager, { scripts: true, as, viewport: { width, height: 1024 } });
  const region = tableOf(page, "Resolved");
  expect(await region.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  const row = rowOf(page, id);
  const [result, actions] = await Promise.all([
    row.getByText("+1.12 U").boundingBox(),
    row.getByRole("link", { name: /^Edit/ }).boundingBox(),
  ]);
  expect((result?.x ?? 0) + (result?.width ?? 0)).toBeLessThanOrEqual(actions?.x ?? 0);
  expect((await row.boundingBox())?.height).toBeLessThanOrEqual(width === 1280 ? 88 : 137);
});

test("an open More and an open form are accessible on a phone", async () => {
  const { as } = await staffWith(1);
  const page = await stage.open(manager, { scripts: true, as, viewport: phone });
  await page.locator("details").evaluateAll((all) => all.forEach((details) => details.setAttribute("open", "")));
  expect(await accessibilityProblems(page)).toEqual([]);
});
