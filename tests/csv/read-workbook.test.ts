import { readFileSync } from "node:fs";
import { join } from "node:path";
import { strToU8, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { readWorkbook } from "../../app/browser/read-workbook.client.ts";

/** Written by LibreOffice: dates, a time, percents, a formula, an empty row and three sheets, the last one without cells. */
const file = new Uint8Array(readFileSync(join(import.meta.dirname, "../support/files/workbook.xlsx")));

describe("a workbook", () => {
  it("gives each sheet that has cells as CSV, with dates and times as texts", async () => {
    const sheets = await readWorkbook(file);
    expect(sheets.map(({ name }) => name)).toEqual(["Picks 2026", "Notes"]);
    expect(sheets[0]?.text.split("\r\n")).toEqual([
      "Date,Kickoff,Match,Selection,Sport,Odds,Stake,Conf,Result",
      "2026-11-20,19:30,Los Angeles Lakers @ Boston Celtics,Celtics -3.5,NBA,-110,1.5,0.615,W",
      "2026-11-21,13:00,Dallas Cowboys @ New York Giants,Over 44.5,NFL,1.91,1,0.58,L",
      "2026-11-22,,Knicks @ Nets,Knicks ML,NBA,10/11,2,0.6,Push",
      ",,,,,,,,",
      ",,,,,-109,,,",
      "",
    ]);
  });

  it.each([
    ["no zip", strToU8("Date,Pick")],
    ["an empty zip", zipSync({})],
    ["another zip", zipSync({ "readme.xml": strToU8("<a/>") })],
    ["half of one", file.slice(0, file.length / 2)],
    ["one that unpacks to 101 MB", zipSync({ "xl/a.xml": new Uint8Array(101 * 1024 ** 2) })],
  ])("%s is refused", async (_title, bytes) => {
    await expect(readWorkbook(bytes)).rejects.toThrow();
  });
});
