/** Many picks at once: a preview that writes nothing, and an import that writes all or nothing. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Db, db } from "../../../app/db.server.ts";
import { env } from "../../../app/env.server.ts";
import { proImport, regularImport } from "../../../app/models/import/import.server.ts";
import type { ImportView } from "../../../app/models/import/import-table.server.ts";
import type { Caller } from "../../../app/models/operation.server.ts";
import { proPicks, regularPicks } from "../../../app/models/picks/pick.server.ts";
import type { Scope } from "../../../app/policy.ts";
import { actorOf } from "../../support/database/factories.ts";
import { whileWriting } from "../../support/database/write-lock.ts";

const reason = "A typing error.";
const admin = actorOf("admin");
const member = actorOf("user");

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-20T14:00:00.000Z") });
  for (const table of ["picks", "pick_days", "pick_rounds"] as const) await db.deleteFrom(table).execute();
});
afterEach(() => void vi.useRealTimers());

const header = "game,pick,sport,tag,game_date,time,unit_size,odds";
const line = (index: number, changes = "") =>
  `Lakers @ Celtics,Celtics -${index}.5 (-110),NBA,Manual Edge,11/21/2026,7:30 PM,1,${changes}`;
const table = (...lines: readonly string[]) => [header, ...lines].join("\n");
const evening = table(...[1, 2, 3, 4, 5, 6, 7, 8].map((index) => line(index)));

/** Everything that an import writes. */
async function written(): Promise<string> {
  const tables = ["picks", "pick_days", "pick_streams", "round_picks", "audit"] as const;
  return JSON.stringify(await Promise.all(tables.map((name) => db.selectFrom(name).selectAll().execute())));
}

async function keyWith(...scopes: readonly Scope[]): Promise<Caller> {
  const name = scopes.join(" ");
  const row = { name, key_hash: name.padEnd(64, "0").slice(0, 64), scopes: JSON.stringify(scopes), created_at: "x" };
  await db.deleteFrom("api_keys").where("name", "=", name).execute();
  const { id } = await db.insertInto("api_keys").values(row).returning("id").executeTakeFirstOrThrow();
  return { person: null, key: { id, name, scopes }, session: null, address: "192.0.2.1", device: null };
}

describe.each([
  { stream: "regular", own: regularImport, picks: regularPicks, draft: "picks.draft", publish: "picks.publish" },
  { stream: "pro", own: proImport, picks: proPicks, draft: "propicks.draft", publish: "propicks.publish" },
] as const)("an import of $stream picks", ({ own, picks, draft, publish }) => {
  const preview = (text: string) => own.importText(admin, { text });
  const confirm = ({ text, digest }: ImportView) => own.importText(admin, { text, digest });
  const send = (rows: readonly object[], flags = {}, caller: Caller = admin) =>
    own.importRows(caller, { rows, ...flags });
  const row = (changes: object = {}) => ({
    game: "Lakers @ Celtics",
    pick: "Celtics -3.5 (-110)",
    sport: "NBA",
    tag: "Manual Edge",
    game_date: "11/21/2026",
    time: "7:30 PM",
    unit_size: 1,
    ...changes,
  });

  it("is previewed without a trace, then written as it was shown", async () => {
    const before = await written();
    const shown = await preview(evening);
    expect([shown.written, shown.counts, await written()]).toEqual([
      false,
      { created: 8, unchanged: 0, changed: 0, failed: 0 },
      before,
    ]);
    expect(shown.rows[0]).toEqual({
      index: 0,
      line: 2,
      name: "Celtics -1.5 (-110), 11/21/2026",
      status: "created",
      id: null,
      notes: [],
    });
    expect(await confirm(shown)).toMatchObject({ written: true, counts: { created: 8 } });
    const { picks: open } = await picks.listOpenPicks(member, {});
    expect(open).toHaveLength(8);
    expect(open[7]).toMatchObject({ pick: "Celtics -1.5 (-110)", odds: -110, starts_at: "2026-11-22T00:30:00.000Z" });
  });

  it("of the same table twice changes nothing", async () => {
    await confirm(await preview(evening));
    const before = await written();
    const again = await preview(evening);
    expect(again.counts).toEqual({ created: 0, unchanged: 8, changed: 0, failed: 0 });
    await confirm(again);
    expect(await written()).toBe(before);
  });

  it("of the same table twice changes nothing where its marks contradict the closing lines", async () => {
    const closed = `${header},closing_line,closing_odds,beat_clv\n${line(3)},-4.5,-115,❌\n${line(4)},-4.5,,\n${line(5)},about -5,,❌`;
    await confirm(await preview(closed));
    const marks = await db.selectFrom("picks").select("beat_clv").orderBy("id").execute();
    expect(marks.map((mark) => mark.beat_clv)).toEqual(["✅", "", "❌"]);
    const before = await written();
    const again = await preview(closed);
    expect(again.counts).toEqual({ created: 0, unchanged: 3, changed: 0, failed: 0 });
    await confirm(again);
    expect(await written()).toBe(before);
    const shown = await preview(closed.replace("-4.5,-115,❌", "-2.5,-115,✅"));
    expect(shown.rows[0]).toMatchObject({ status: "changed", fields: { closing_line: "-2.5", beat_clv: "❌" } });
  });

  it("changes what a cell changes, clears what an empty one clears, leaves what has no column", async () => {
    await confirm(await preview(`${header},book\n${line(1)},FanDuel\n${line(2)},FanDuel`));
    const changed = `${header},book\n${line(1, "-105")},\n${line(2)},FanDuel`;
    const shown = await preview(changed);
    expect(shown.rows).toMatchObject([
      { status: "changed", fields: { odds: "-105", book: "" } },
      { status: "unchanged" },
    ]);
    await confirm(shown);
    await confirm(await preview(table(line(2))));
    const rows = await db.selectFrom("picks").select(["odds", "book"]).orderBy("id").execute();
    expect(rows).toEqual([
      { odds: -105, book: "" },
      { odds: -110, book: "FanDuel" },
    ]);
  });

  it("takes what is not refused, and names the line, the column, the cell and the reason of what is", async () => {
    const before = await written();
    const shown = await preview(table(line(1), line(2).replace(",1,", ",a lot,"), line(3).replace("NBA", "Quidditch")));
    expect(shown).toMatchObject({ counts: { created: 1, failed: 2 } });
    expect(shown.rows.slice(1)).toMatchObject([
      { line: 3, fields: { unit_size: '"a lot" is neither a number of units nor an amount of money.' } },
      { line: 4, fields: { sport: expect.stringMatching(/^"Quidditch" is not known as a sport/) } },
    ]);
    const [names = "", ...refused] = shown.refused.trim().split("\r\n");
    expect([names.endsWith(",Problem"), refused.length]).toEqual([true, 2]);
    expect(refused[0]).toMatch(/a lot.*neither/);
    await own.importText(admin, { text: shown.text, digest: "anything" });
    expect(await written()).toBe(before);
    expect(await confirm(shown)).toMatchObject({ written: true, counts: { created: 1, failed: 2 } });
    const { picks: open } = await picks.listOpenPicks(member, {});
    expect(open.map(({ pick }) => pick)).toEqual(["Celtics -1.5 (-110)"]);
  });

  it("is shown anew when the outcome is another by now", async () => {
    const shown = await preview(evening);
    await picks.addPick(admin, row({ pick: "Celtics -4.5 (-110)", unit_size: "2" }));
    const before = await written();
    const again = await confirm(shown);
    expect(again).toMatchObject({ written: false, counts: { created: 7, changed: 1 } });
    expect([again.problem, await written()]).toEqual([expect.stringMatching(/^Something has changed/), before]);
    expect(await confirm(again)).toMatchObject({ written: true });
  });

  it("is of what was previewed and of nothing else: neither of another text nor of a pick that changed", async () => {
    const shown = await preview(table(line(1)));
    const edited = { ...shown, text: table(line(2)) };
    expect(await confirm(edited)).toMatchObject({ written: false, counts: { created: 1 } });
    await confirm(shown);
    const change = await preview(`${header},book\n${line(1)},FanDuel`);
    const { id } = await db.selectFrom("picks").select("id").executeTakeFirstOrThrow();
    await picks.savePick(admin, { id, book: "DraftKings" });
    expect(await confirm(change)).toMatchObject({ written: false, counts: { changed: 1 } });
  });

  it("keeps what a cell says when another one changes, shows what is computed anew, and is then unchanged", async () => {
    await send([row({ verdict: "win" })]);
    const stake = [row({ unit_size: 2, verdict: "win", units_result: "0.91" })];
    expect((await send(stake, { reason })).rows).toEqual([
      {
        index: 0,
        status: "changed",
        id: expect.any(Number),
        fields: { unit_size: "2" },
        warnings: ["Win of 2u at -110 is +1.82 U, not +0.91 U."],
      },
    ]);
    expect((await send(stake)).rows).toMatchObject([{ status: "unchanged" }]);
    const computed = [row({ unit_size: 3, verdict: "win", units_result: "2.73" })];
    await send(computed, { reason });
    expect((await send([row({ unit_size: 3, verdict: "win", units_result: "" })])).rows).toMatchObject([
      { status: "unchanged" },
    ]);
    expect((await send([row({ unit_size: 1, verdict: "win" })], { reason })).rows).toMatchObject([
      { status: "changed", fields: { unit_size: "1", units_result: "0.91" } },
    ]);
  });

  it("knows a pick by its external ID, or else by date, game and pick", async () => {
    await send([row({ external_id: "game-1" }), row({ pick: "Over 220.5" })]);
    const result = await send([
      row({ external_id: "game-1", pick: "Celtics -4 (-110)" }),
      row({ external_id: "game-2", pick: "Over 220.5" }),
      row({ external_id: "game-3", pick: "Celtics -4 (-110)" }),
    ]);
    expect(result.rows.map(({ status, fields = {} }) => [status, Object.keys(fields)])).toEqual([
      ["changed", ["pick", "line"]],
      ["changed", ["external_id"]],
      ["created", []],
    ]);
    expect((await db.selectFrom("picks").select("id").execute()).length).toBe(3);
  });

  it("refuses the same pick in two rows, and a row that two picks could be", async () => {
    expect((await send([row(), row({ book: "x" })])).rows[1]).toMatchObject({
      status: "failed",
      fields: { pick: "The same pick is in a row above." },
    });
    await picks.addPick(admin, row());
    await picks.addPick(admin, row({ verdict: "loss" }));
    expect((await send([row({ verdict: "loss" })])).rows).toMatchObject([{ status: "unchanged" }]);
    expect((await send([row({ book: "x" })])).rows).toMatchObject([
      { status: "failed", fields: { pick: "Two picks have this game, pick and date. Give each an external_id." } },
    ]);
  });

  it("by the API is all or nothing, dry or with warnings", async () => {
    const before = await written();
    const rows = [row(), row({ pick: "Over 220.5", unit_size: 6 })];
    const warned = { index: 1, status: "created", warnings: ["Its stake is over 5 units: 6u."] };
    expect(await send(rows, { dry_run: "1" })).toMatchObject({
      refused: null,
      rows: [{ id: null }, { ...warned, id: null }],
    });
    expect(await send(rows, { confirm: "0" })).toMatchObject({ refused: "unconfirmed", rows: [{ id: null }, warned] });
    expect(await send([...rows, row({ unit_size: "" })])).toMatchObject({ refused: "failed", counts: { failed: 1 } });
    expect(await written()).toBe(before);
    const { rows: saved, refused } = await send(rows);
    expect([refused, saved.map(({ id }) => typeof id)]).toEqual([null, ["number", "number"]]);
    expect(await db.selectFrom("round_picks").select("pick_id").execute()).toHaveLength(2);
  });

  it("takes drafts, which nobody sees", async () => {
    await send([row({ draft: "TRUE" })]);
    expect((await send([row({ draft: "" }), row({ pick: "Over 9", draft: "no" })])).rows).toMatchObject([
      { status: "unchanged" },
      { fields: { draft: "Must be true or false." } },
    ]);
    expect((await picks.listOpenPicks(member, {})).picks).toEqual([]);
    expect((await picks.listPicks(admin, { status: "draft" })).rows).toMatchObject([{ published_at: null }]);
  });

  it("by a draft key makes drafts, changes its own, and leaves what was published", async () => {
    const key = await keyWith(draft);
    const other = await keyWith(draft, "results.write");
    const refused = { status: "failed", fields: { draft: "This key may only draft: it can't publish." } };
    expect((await send([row({ draft: false })], {}, key)).rows).toMatchObject([refused]);
    const { rows } = await send([row({ draft: "" })], {}, key);
    const [id = 0] = rows.map((each) => each.id);
    expect((await picks.findPick(admin, { id })).published_at).toBeNull();
    expect((await send([row({ book: "x" })], {}, key)).rows).toMatchObject([{ status: "changed", id }]);
    // The answer says nothing about its values, whether they are the same or not.
    const theirs = { status: "failed", id: null, fields: { pick: "Another pick has this name already." } };
    for (const book of ["x", "y"]) expect((await send([row({ book })], {}, other)).rows).toMatchObject([theirs]);
    await picks.publishDraft(admin, { id });
    expect((await send([row({ book: "x" })], {}, key)).rows).toMatchObject([{ status: "unchanged" }]);
    expect((await send([row({ book: "z" })], {}, key)).rows).toMatchObject([
      { status: "failed", fields: { pick: "It is published already, so this key can't change it." } },
    ]);
    expect((await send([row({ book: "x" })], {}, other)).rows).toMatchObject([theirs]);
    expect((await send([row({ book: "z" })], {}, await keyWith(publish))).rows).toMatchObject([{ status: "changed" }]);
  });

  it("names the row that has a list or an object in a cell, however deep", async () => {
    const deep = (depth: number): unknown => JSON.parse("[".repeat(depth) + "]".repeat(depth));
    for (const cell of [{}, [], deep(5000), deep(100_000)])
      expect((await send([row(), row({ book: cell, pick: "Celtics -4" })])).rows[1]).toEqual({
        index: 1,
        status: "failed",
        id: null,
        fields: { book: "Must be a text or a number." },
      });
  });

  it("is settled by a row, too: late and counted", async () => {
    await send([row()]);
    await send([row({ verdict: "win" })]);
    expect(await picks.findHistoryFigures(member, {})).toMatchObject({ wins: 1, units_won: 0.91 });
  });

  it("is refused as busy when another write keeps a row of it waiting", async () => {
    const before = await written();
    const change = (other: Db) => other.updateTable("pick_streams").set({ changed: 7 }).execute();
    const rows = [row(), row({ pick: "Celtics -4.5" })];
    await expect(whileWriting(env.DATABASE, change, () => send(rows))).rejects.toMatchObject({ reason: "busy" });
    expect(await written()).toBe(before);
  });

  it("of five hundred rows is one transaction", async () => {
    const rows = Array.from({ length: 500 }, (_, index) => row({ pick: `Celtics -${index}` }));
    expect((await send(rows)).counts).toEqual({ created: 500, unchanged: 0, changed: 0, failed: 0 });
    expect((await send(rows)).counts).toEqual({ created: 0, unchanged: 500, changed: 0, failed: 0 });
    await expect(send([...rows, row()])).rejects.toMatchObject({ reason: "invalid", message: "At most 500 rows." });
  });
});
