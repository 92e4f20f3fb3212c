/** The public record in a browser: sent without scripts, or opened by a link of a page that has some. */
import { beforeAll, expect, test } from "vitest";
import { desktop, phone } from "../../support/pages/browser.ts";
import { futureDate } from "../../support/database/factories.ts";
import { modes, publish, see, useStage } from "../../support/app/stage.ts";

const stage = useStage();
let [corrected, longNames] = [0, 0];

beforeAll(async () => {
  const staff = await stage.app.signedIn("superadmin");
  const tomorrow = { game_date: futureDate(1), pick: "Knicks +2.5 (-110)" };
  for (let index = 0; index < 30; index += 1) {
    const id = await publish(staff, { ...tomorrow, game: `Team ${index} @ New York Knicks` });
    await staff.call("PUT", `/api/picks/${id}`, { verdict: index % 3 === 0 ? "win" : "loss" });
    corrected = id;
  }
  await staff.call("PUT", `/api/picks/${corrected}`, { unit_size: "2", reason: "The stake was mistyped." });
  await publish(staff, { ...tomorrow, game: "Team 99 @ New York Knicks" });
  const game = "Minnesota Timberwolves @ Golden State Warriors";
  longNames = await publish(staff, { ...tomorrow, game, pick: "Timberwolves +2.5 (-110)" });
  await staff.call("PUT", `/api/picks/${longNames}`, { verdict: "loss" });
});

test.each([{ size: phone }, { size: desktop }])(
  "filters and pages through every revealed pick, at $size.width wide",
  async ({ size }) => {
    const page = await stage.open("/record", { scripts: true, viewport: size });
    const rows = page.getByRole("region", { name: "Revealed picks table" }).locator("tbody tr");
    await see(rows).toHaveCount(25);
    // It uses the keyboard: sections that are laid out when they come near move a pointer's target.
    await page.getByRole("link", { name: "Next" }).press("Enter");
    await see(rows).toHaveCount(6);
    if (size === phone) await page.getByRole("button", { name: "🔍 Search" }).click();
    await page.getByLabel("Show", { exact: true }).selectOption("Corrected");
    await page.getByRole("button", { name: "Apply" }).click();
    await see(rows).toHaveCount(1);
    await see(rows.first()).toContainText("Corrected after the start");
    await rows.first().getByRole("link").click();
    await see(page.getByRole("heading", { name: "Corrected after the start" })).toBeVisible();
    await see(page.getByText("“The stake was mistyped.”")).toBeVisible();
  },
);

test.each(modes)("opens from the header, and looks the same $mode", async ({ scripts }) => {
  const page = await stage.open("/pricing", { scripts, viewport: desktop });
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Record" }).click();
  await see(page.getByRole("heading", { name: "The record", exact: true })).toBeVisible();
  await page.getByText("1 pick locked until its game starts").click();
  await see(page.getByRole("region", { name: "Sealed picks table" }).locator("tbody tr")).toHaveCount(1);
  await page.getByRole("link", { name: "Month" }).click();
  await see(page.getByRole("region", { name: "Split by month table" }).locator("tbody tr")).toHaveCount(1);
  await page.getByText("The same as a table").click();
  await see(page.getByRole("columnheader", { name: "Flat 1u" })).toBeVisible();
});

test("a pick's verdict has the width of a phone beside long team names", async () => {
  const page = await stage.open(`/record/picks/regular:${longNames}`, { scripts: false, viewport: phone });
  const verdict = page.getByRole("heading", { name: "LOSS – Timberwolves +2.5" });
  await see(page.getByRole("article").getByText("Minnesota Timberwolves @ Golden State Warriors")).toBeVisible();
  const box = await verdict.boundingBox();
  expect(box?.width).toBeGreaterThan(box?.height ?? 0);
});
