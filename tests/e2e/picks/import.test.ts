/** Eight picks in one paste, one preview and one confirmation. */
import { describe, expect, test } from "vitest";
import { futureDate, nextNumber } from "../../support/database/factories.ts";
import { field, see, statusMessage, useStage, visits } from "../../support/app/stage.ts";

const stage = useStage();

function evening(): string {
  const header = ["Game", "Pick", "Sport", "Tag", "Game date", "Time", "Unit size", "Sim confidence %"];
  const rows = Array.from({ length: 8 }, (_, index) => [
    "Lakers @ Celtics",
    `Celtics -${nextNumber()}.5 (-110)`,
    "NBA",
    "Manual Edge",
    futureDate(2),
    "7:30 PM",
    "1",
    `5${index}.5`,
  ]);
  return [header, ...rows].map((cells) => cells.join("\t")).join("\n");
}

describe.each(visits)("an import $mode", ({ scripts, viewport }) => {
  test("shows each refused row with its line and reason, keeps the text, and then needs two presses", async () => {
    const page = await stage.open("/admin/picks/import", {
      scripts,
      viewport,
      as: await stage.app.signedIn("admin"),
    });
    const text = evening().replace("NBA", "Quidditch");
    await field(page, "Table").fill(text);
    await page.getByRole("button", { name: "Preview" }).click();
    const row = page.getByRole("row").filter({ hasText: "refused" });
    await see(row).toContainText('"Quidditch" is not known as a sport.');
    await see(row.getByRole("cell").first()).toHaveText("2");
    await see(page.getByRole("button", { name: "Import 7 rows without the 1 refused" })).toBeVisible();
    await see(page.getByRole("link", { name: "Download the refused rows" })).toBeVisible();
    await see(field(page, "Table")).toHaveValue(text);
    let documents = 0;
    let reloads = 0;
    page.on("request", (request) => {
      documents += request.isNavigationRequest() ? 1 : 0;
      reloads += request.method() === "GET" && request.url().includes("_data=") ? 1 : 0;
    });
    await field(page, "Table").fill(text.replace("Quidditch", "NBA"));
    await page.getByRole("button", { name: "Preview" }).press("Enter");
    await see(page.getByRole("status").filter({ hasText: "8 new" })).toBeVisible();
    await see(page.getByRole("region", { name: "Preview table" }).getByRole("row")).toHaveCount(9);
    // The buttons ignore presses while the page reloads its data, which a preview has no need of.
    expect(reloads).toBe(0);
    await page.getByRole("button", { name: "Import 8 rows" }).press("Enter");
    await see(statusMessage(page, "Imported: 8 new.")).toBeVisible();
    expect(new URL(page.url()).pathname).toBe("/admin/picks");
    // Shows the preview, the confirmation and the list that follows it without scripts.
    expect(documents).toBe(scripts ? 0 : 3);
  });
});

test("a file is read into the text area, whatever its encoding is", async () => {
  const page = await stage.open("/admin/picks/import", { scripts: true, as: await stage.app.signedIn("admin") });
  const choose = (buffer: Buffer) =>
    page.getByLabel("Or choose a file").setInputFiles({ name: "picks.csv", mimeType: "text/csv", buffer });
  await choose(Buffer.alloc(2 * 1024 * 1024 + 1, "x"));
  await see(page.getByRole("alert")).toContainText("at most 2 MB");
  await choose(Buffer.from([0x50, 0x4b, 0x03, 0x04, 0x14]));
  await see(page.getByRole("alert")).toContainText("This workbook can't be read.");
  await choose(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]));
  await see(page.getByRole("alert")).toContainText("This is an old workbook.");
  const text = evening().replaceAll("Lakers", "Montréal");
  await choose(Buffer.from(text, "latin1"));
  await see(field(page, "Table")).toHaveValue(text);
  await see(page.getByRole("alert")).toHaveCount(0);
  await choose(Buffer.from(`\uFEFF${text}`, "utf16le"));
  await see(field(page, "Table")).toHaveValue(text);
  await page.getByRole("button", { name: "Preview" }).click();
  await see(page.getByRole("button", { name: "Import 8 rows" })).toBeVisible();
});

test("a workbook is read sheet by sheet, with its dates", async () => {
  const page = await stage.open("/admin/picks/import", { scripts: true, as: await stage.app.signedIn("admin") });
  await page.getByLabel("Or choose a file").setInputFiles("tests/support/files/workbook.xlsx");
  await see(field(page, "Table")).toHaveValue(
    /2026-11-20,19:30,Los Angeles Lakers @ Boston Celtics,Celtics -3\.5,NBA,-110/,
  );
  await page.getByLabel("Sheet").selectOption("Notes");
  await see(field(page, "Table")).toHaveValue("Nothing here\n");
  await page.getByLabel("Sheet").selectOption("Picks 2026");
  await page.getByRole("button", { name: "Preview" }).click();
  await field(page, "Tag of all rows").selectOption("Manual Edge");
  await page.getByRole("button", { name: "Preview" }).click();
  await see(page.getByRole("status").filter({ hasText: "3 new" })).toBeVisible();
});

test("more rows than one step has go in by themselves with scripts", async () => {
  const page = await stage.open("/admin/picks/import", { scripts: true, as: await stage.app.signedIn("admin") });
  const rows = Array.from({ length: 510 }, () => `A @ B,B -${nextNumber()}.5,NBA,Manual Edge,1`);
  await field(page, "Table").fill(["game,pick,sport,tag,unit_size", ...rows].join("\n"));
  await page.getByRole("button", { name: "Preview" }).click();
  await page.getByRole("button", { name: "Import 510 rows" }).click();
  await see(statusMessage(page, "Imported: 510 new.")).toBeVisible();
});
