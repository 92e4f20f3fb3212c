/** Tables with other programs' columns and values. */
import { beforeEach, describe, expect, it } from "vitest";
import { db } from "../../../app/db.server.ts";
import type { ImportView } from "../../../app/models/import/import-table.server.ts";
import { regularImport } from "../../../app/models/import/import.server.ts";
import { answerName, columnName, fixedName, rowsAtOnce } from "../../../app/models/import/import.ts";
import { actorOf } from "../../support/database/factories.ts";

const admin = actorOf("admin");
const send = (text: string, form: Readonly<Record<string, string>> = {}) =>
  regularImport.importText(admin, { text, ...form });
const confirm = ({ text, digest, header }: ImportView, form: Readonly<Record<string, string>> = {}) =>
  send(text, { ...form, header, digest, step: "0" });
/** The form's fields as the page fills them. */
const chosenIn = ({ header, columns }: ImportView, changes: Readonly<Record<string, string>> = {}) => ({
  header,
  ...Object.fromEntries((columns ?? []).map(({ field }, place) => [columnName(place), field ?? ""])),
  ...changes,
});
const picks = () => db.selectFrom("picks").selectAll().orderBy("id").execute();

beforeEach(async () => {
  for (const table of ["picks", "pick_days", "pick_rounds", "import_layouts"] as const)
    await db.deleteFrom(table).execute();
});

const tracker = [
  "My picks of November",
  "Date\tMatchup\tLeague\tSelection\tStake\tOdds\tResult\tProfit\tTipster",
  "11/28/2026\tLakers @ Celtics\tNBA\tCeltics -3.5\t1.5u\t1.91\tW\t+1.37u\tme",
  '11/29/2026\tMets @ Cubs\tMLB\tOver 8.5 "F5"\t2 units\t2.10\tLost\t-2u\tme',
  "Total\t\t\t\t3.5u\t\t\t-0.63u\t",
].join("\n");

describe("a tracker's export", () => {
  it("asks for what it can't know, and says how many rows it has", async () => {
    const asked = await send(tracker);
    expect(asked).toMatchObject({ isDecided: false, lacking: ["tag"], total: 2, rows: [] });
    expect(asked.columns?.map(({ header, field }) => [header, field])).toEqual([
      ["Date", "game_date"],
      ["Matchup", "game"],
      ["League", "sport"],
      ["Selection", "pick"],
      ["Stake", "unit_size"],
      ["Odds", "odds"],
      ["Result", "verdict"],
      ["Profit", "units_result"],
      ["Tipster", ""],
    ]);
    expect(asked.columns?.[8]?.samples).toEqual(["me"]);
  });

  it("is previewed with what was made of its cells, then imported", async () => {
    const asked = await send(tracker);
    const form = chosenIn(asked, { [fixedName("tag")]: "Manual Edge" });
    const shown = await send(tracker, form);
    expect(shown).toMatchObject({
      isDecided: true,
      settled: 2,
      counts: { created: 2 },
      leftOut: [
        { line: 1, text: "My picks of November" },
        { line: 5, text: "Total 3.5u -0.63u" },
      ],
    });
    expect(shown.rows[0]).toMatchObject({ line: 3, notes: ['"1.91" is -110.'] });
    expect(await confirm(shown, form)).toMatchObject({ written: true });
    expect(await picks()).toMatchObject([
      {
        game: "Lakers @ Celtics",
        game_date: "2026-11-28",
        unit_size: 1.5,
        odds: -110,
        verdict: "✅",
        units_result: 1.37,
      },
      { pick: 'Over 8.5 "F5"', sport: "MLB", unit_size: 2, odds: 110, verdict: "❌", tag: "Manual Edge" },
    ]);
  });

  it("is known the next time, with what was chosen", async () => {
    const form = chosenIn(await send(tracker), { [fixedName("tag")]: "Manual Edge" });
    await confirm(await send(tracker, form), form);
    const later = tracker.replaceAll("Celtics -3.5", "Celtics -4.5");
    const shown = await send(later);
    expect(shown).toMatchObject({ isDecided: true, counts: { created: 1, unchanged: 1 } });
    expect(shown.fixed).toMatchObject({ tag: "Manual Edge" });
  });

  it("is not read by the choices for another header", async () => {
    const form = chosenIn(await send(tracker), { [fixedName("tag")]: "Manual Edge" });
    const other = await send(tracker.replace("Selection", "Auswahl"), form);
    expect(other.isDecided).toBe(false);
  });
});

it("asks once for a column what its cells leave open, and reads them by the answer", async () => {
  const dates = "Date,Match,Bet,Stake\n11/12/2026,A @ B,B -3,1\n10/12/2026,C @ D,D -3,1";
  const fixed = { [fixedName("sport")]: "NBA", [fixedName("tag")]: "Manual Edge" };
  const asked = await send(dates);
  expect(asked.columns?.[0]?.question).toMatchObject({ id: "date_order" });
  const unanswered = await send(dates, chosenIn(asked, fixed));
  expect(unanswered.isDecided).toBe(false);
  const form = chosenIn(asked, { ...fixed, [answerName(0, "date_order")]: "dayFirst" });
  await confirm(await send(dates, form), form);
  expect((await picks()).map((pick) => pick.game_date)).toEqual(["2026-12-11", "2026-12-10"]);
});

it("makes a game of two columns with its sides", async () => {
  const form = { [fixedName("sport")]: "NBA", [fixedName("tag")]: "Manual Edge" };
  const text = "Date,Away Team,Home Team,Bet,Units\n2026-12-01,Lakers,Celtics,Celtics -3.5,1";
  const all = chosenIn(await send(text), form);
  await confirm(await send(text, all), all);
  expect(await picks()).toMatchObject([{ game: "Lakers @ Celtics", away: "Lakers", home: "Celtics", side: "home" }]);
});

it("refuses a cell that can't be read with its column's name, and takes the other rows", async () => {
  const fixed = { [fixedName("sport")]: "NBA", [fixedName("tag")]: "Manual Edge" };
  const text = "Date,Match,Bet,Stake,Price\n2026-12-01,A @ B,B -3,1,-110\n2026-12-01,C @ D,D -3,1,cheap";
  const form = chosenIn(await send(text), fixed);
  const shown = await send(text, form);
  expect(shown.rows[1]).toMatchObject({
    status: "failed",
    line: 3,
    fields: { odds: expect.stringMatching(/"cheap"/) },
  });
  expect(shown.refused).toBe(
    'Date,Match,Bet,Stake,Price,Problem\r\n2026-12-01,C @ D,D -3,1,cheap,"""cheap"" is not a price like -110, 1.91 or 10/11."\r\n',
  );
  await confirm(shown, form);
  expect((await picks()).map(({ pick }) => pick)).toEqual(["B -3"]);
});

describe("more rows than one step has", () => {
  const rows = Array.from({ length: rowsAtOnce + 20 }, (_, row) => `A @ B,B -${row}.5,NBA,Manual Edge,1`);
  const text = ["game,pick,sport,tag,unit_size", ...rows, rows[0]].join("\n");

  it("are previewed at once, a row that repeats one of another step included", async () => {
    const shown = await send(text);
    expect(shown.counts).toEqual({ created: rowsAtOnce + 20, unchanged: 0, changed: 0, failed: 1 });
    expect(shown.rows).toHaveLength(101);
    expect(shown.rows[100]).toMatchObject({ status: "failed", fields: { pick: "The same pick is in a row above." } });
  });

  it("are taken step by step; a step that is sent again is not taken twice", async () => {
    const shown = await send(text);
    const first = await confirm(shown);
    expect(first).toMatchObject({ written: false, step: 1, done: rowsAtOnce, counts: { created: rowsAtOnce } });
    expect(await picks()).toHaveLength(rowsAtOnce);
    const again = await confirm(shown);
    expect(again).toMatchObject({ written: false, step: 1, counts: { created: 0, unchanged: rowsAtOnce } });
    const counts = `${first.counts.created},0,0,0`;
    const last = await send(text, { header: first.header, digest: first.digest, step: "1", counts });
    expect(last).toMatchObject({ written: true, counts: { created: rowsAtOnce + 20, failed: 1 } });
    expect(await picks()).toHaveLength(rowsAtOnce + 20);
  });
});

it("asks what one unit is worth once for all columns with money", async () => {
  const fixed = { [fixedName("sport")]: "NBA", [fixedName("tag")]: "Manual Edge" };
  const text = "Date,Match,Bet,Stake,P/L,Result\n2026-11-01,A @ B,B -3,$150,-$150,L";
  const asked = await send(text);
  expect(asked.columns?.map(({ question }) => question?.id)).toEqual([
    undefined,
    undefined,
    undefined,
    "unit_value",
    undefined,
    undefined,
  ]);
  const form = chosenIn(asked, { ...fixed, [answerName(3, "unit_value")]: "100" });
  const shown = await send(text, form);
  expect(shown).toMatchObject({ isDecided: true, answers: { 3: { unit_value: "100" } } });
  await confirm(shown, form);
  expect(await picks()).toMatchObject([{ unit_size: 1.5, units_result: -1.5 }]);
});

it("asks for each column whether its numbers are units or money", async () => {
  const fixed = { [fixedName("sport")]: "NBA", [fixedName("tag")]: "Manual Edge" };
  const text = "Date,Match,Bet,Stake,P/L,Result\n2026-11-01,A @ B,B -3,1.5,-150,L\n2026-11-02,A @ B,B -3,1,90.91,W";
  const asked = await send(text);
  expect(asked.columns?.map(({ question }) => question?.id ?? "")).toEqual(["", "", "", "", "amounts", ""]);
  const answers = { [answerName(4, "amounts")]: "money", [answerName(4, "unit_value")]: "100" };
  const form = chosenIn(asked, { ...fixed, ...answers });
  await confirm(await send(text, form), form);
  expect(await picks()).toMatchObject([
    { unit_size: 1.5, units_result: -1.5 },
    { unit_size: 1, units_result: 0.91 },
  ]);
});

it("takes lines of a chat, with what they say of stake, book and limit", async () => {
  const text = "⭐ 2u Celtics -3.5 (-110) DK\nOver 220.5 -105 (1.5u)\nLakers ML +135, playable to +120";
  const asked = await send(text);
  expect(asked).toMatchObject({ isDecided: false, lacking: ["sport", "tag", "unit_size", "game_date"] });
  const fixed = { sport: "NBA", tag: "Manual Edge", unit_size: "1", game_date: "12/01/2026" };
  const form = chosenIn(
    asked,
    Object.fromEntries(Object.entries(fixed).map(([name, value]) => [`fixed.${name}`, value])),
  );
  await confirm(await send(text, form), form);
  expect(await picks()).toMatchObject([
    { market: "", unit_size: 2, book: "DraftKings" },
    { market: "total", side: "over", line: 220.5, odds: -105, unit_size: 1.5, game_date: "2026-12-01" },
    { market: "", unit_size: 1, playable_to: "+120" },
  ]);
});

it("fills what the pick's own text says into fields that are empty, and no others", async () => {
  const text =
    "Date,Match,League,Bet,Stake,Book\n2026-12-01,Lakers @ Celtics,NBA,BOS -3.5 -110 DK,2,\n2026-12-01,Lakers @ Celtics,NBA,Over 220.5 @ FanDuel,1,Circa";
  const form = chosenIn(await send(text), { [fixedName("tag")]: "Manual Edge" });
  const shown = await send(text, form);
  expect(shown.rows[0]?.notes).toEqual(["The pick's text says book DraftKings."]);
  await confirm(shown, form);
  expect(await picks()).toMatchObject([
    { market: "spread", side: "home", line: -3.5, odds: -110, book: "DraftKings", unit_size: 2 },
    { market: "total", book: "Circa" },
  ]);
});

it("refuses a list in a cell, however deep it is, and says so", async () => {
  const deep = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;
  const shown = await send(
    `[{"game": ${deep}, "pick": "Celtics -3.5", "sport": "NBA", "tag": "Manual Edge", "unit_size": 1}]`,
  );
  expect(shown).toMatchObject({ counts: { failed: 1 }, rows: [{ fields: { game: "Must be a text or a number." } }] });
});
