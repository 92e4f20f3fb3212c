/** A pick that has started or is settled is corrected with a reason, whoever does it and however. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { db, write } from "../../../app/db.server.ts";
import { moveGame, readReopeningPage, reopenGame } from "../../../app/models/grading/whole-game.server.ts";
import { regularImport } from "../../../app/models/import/import.server.ts";
import { checkLedger } from "../../../app/models/ledger/chain/check-tables.server.ts";
import { addDays, formatCalendarDate } from "../../../app/time/calendar-date.ts";
import { consentTo } from "../../../app/models/picks/pick.ts";
import { proPicks, regularPicks } from "../../../app/models/picks/pick.server.ts";
import { changePickRow } from "../../../app/models/picks/pick-change.server.ts";
import { jobActor } from "../../../app/models/operation.server.ts";
import { Refusal } from "../../../app/refusal.ts";
import { actorOf, pickFields } from "../../support/database/factories.ts";

const admin = actorOf("admin");
const hour = 3_600_000;
const dayMs = 24 * hour;
let noon = Date.parse("2026-11-20T17:00:00.000Z");
let games = 0;

// Each test is on later days: the ledger's time never goes back.
beforeEach(() => {
  noon += 30 * dayMs;
  vi.useFakeTimers({ toFake: ["Date"], now: noon });
});
afterEach(async () => {
  vi.setSystemTime(noon + 10 * dayMs);
  expect((await checkLedger(db)).findings.broken).toEqual([]);
  vi.useRealTimers();
});

/** MM/DD/YYYY, in days from that day. */
const on = (days = 0) => formatCalendarDate(addDays(new Date(noon).toISOString().slice(0, 10), days));

/** Tip-off at 7:30 PM of that day. */
async function published(changes: object = {}): Promise<number> {
  games += 1;
  const { id } = await regularPicks.addPick(admin, {
    ...pickFields({ game: `Team ${games} @ New York Knicks`, game_date: on() }),
    ...changes,
  });
  return id;
}

const start = () => void vi.setSystemTime(noon + 8 * hour);
const refusalOf = async (run: Promise<unknown>): Promise<Refusal> => {
  const error: unknown = await run.catch((thrown: unknown) => thrown);
  if (!(error instanceof Refusal)) throw new Error(`It was not refused: ${JSON.stringify(error)}`);
  return error;
};

async function entriesOf(id: number) {
  const rows = await db.selectFrom("ledger").select("body").where("ref", "like", `%:${id}:%`).orderBy("seq").execute();
  return rows.map(({ body }): Record<string, unknown> => JSON.parse(body));
}

async function lastTrail(id: number) {
  const { action, after, before } = await db
    .selectFrom("audit")
    .select(["action", "before", "after"])
    .where("subject_id", "=", id)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  return { action, before: JSON.parse(before ?? "null"), after: JSON.parse(after ?? "null") };
}

describe("a change after the start", () => {
  it("is refused without a reason, names what would be corrected, and writes nothing", async () => {
    const id = await published();
    start();
    const refusal = await refusalOf(regularPicks.savePick(admin, { id, pick: "Knicks +4.5", unit_size: "3" }));
    expect([refusal.reason, refusal.warnings]).toEqual([
      "conflict",
      ["Pick: Knicks +2.5 → Knicks +4.5.", "Line: 2.5 → 4.5.", "Unit size: 1.5 → 3."],
    ]);
    expect(await entriesOf(id)).toHaveLength(1);
    expect((await regularPicks.findPick(admin, { id })).pick).toBe("Knicks +2.5");
  });

  it("is entered with its reason, and said in the trail", async () => {
    const id = await published();
    start();
    await regularPicks.savePick(admin, { id, unit_size: "3", reason: "  The form had the wrong stake. " });
    expect((await entriesOf(id)).at(-1)).toMatchObject({
      type: "correct",
      ref: `regular:${id}:2`,
      reason: "The form had the wrong stake.",
      changes: { unit_size: ["1.5", "3"] },
    });
    expect(await lastTrail(id)).toMatchObject({
      action: "pick.corrected",
      after: { reason: "The form had the wrong stake.", unit_size: 3 },
    });
  });

  it("needs none where only what was unknown is filled in, or where nothing sealed changes", async () => {
    const id = await published();
    start();
    await regularPicks.savePick(admin, { id, odds: "-110" });
    await regularPicks.savePick(admin, { id, closing_line: "+1.5", external_id: "mine" });
    const entries = await entriesOf(id);
    expect(entries.map(({ type }) => type)).toEqual(["publish", "correct"]);
    expect(entries[1]).toMatchObject({ changes: { odds: ["", "-110"] } });
    expect(entries[1]).not.toHaveProperty("reason");
  });

  it("before it is an amendment, whose reason nobody keeps", async () => {
    const id = await published();
    await regularPicks.savePick(admin, { id, unit_size: "3", reason: "Not kept." });
    expect((await entriesOf(id)).map(({ type, reason }) => [type, reason])).toEqual([
      ["publish", undefined],
      ["amend", undefined],
    ]);
    expect(await lastTrail(id)).toMatchObject({ action: "pick.changed" });
    expect((await lastTrail(id)).after).not.toHaveProperty("reason");
  });

  it("can't have a reason of two lines, or of more than 200 characters", async () => {
    const id = await published();
    start();
    for (const reason of ["Two\nlines", "x".repeat(201)])
      expect((await refusalOf(regularPicks.savePick(admin, { id, unit_size: "3", reason }))).fields).toHaveProperty(
        "reason",
      );
  });
});

describe("a verdict", () => {
  it("is set without a reason, taken away with one, and set anew without", async () => {
    const id = await published({ odds: "-110" });
    start();
    await regularPicks.savePick(admin, { id, verdict: "win" });
    expect((await refusalOf(regularPicks.savePick(admin, { id, verdict: "" }))).warnings).toEqual([
      "Verdict: win → open.",
    ]);
    expect((await refusalOf(regularPicks.savePick(admin, { id, verdict: "loss" }))).reason).toBe("conflict");
    await regularPicks.savePick(admin, { id, verdict: "", reason: "The score was another game's." });
    expect((await lastTrail(id)).action).toBe("pick.reopened");
    await regularPicks.savePick(admin, { id, verdict: "loss" });
    expect((await entriesOf(id)).map(({ type, reason, outcome }) => [type, reason, outcome])).toEqual([
      ["publish", undefined, undefined],
      ["settle", undefined, "win"],
      ["correct", "The score was another game's.", undefined],
      ["correct", undefined, "loss"],
    ]);
  });
});

it("a verdict is set anew without a reason, also with another closing line and other units", async () => {
  const id = await published({ odds: "-110" });
  start();
  await regularPicks.savePick(admin, { id, verdict: "win", units_result: "1.38", closing_line: "+2" });
  await regularPicks.savePick(admin, { id, verdict: "", reason: "Another game's score." });
  await regularPicks.savePick(admin, { id, verdict: "loss", units_result: "", closing_line: "+1.5" });
  const last = (await entriesOf(id)).at(-1);
  expect(last).toMatchObject({ type: "correct", outcome: "loss", closing_line: "+1.5" });
  expect(last).not.toHaveProperty("reason");
});

it("of a refused correction nothing is written, although its transaction goes on", async () => {
  const id = await published();
  start();
  const row = () => db.selectFrom("picks").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  const before = await row();
  await write(async (trx) => {
    await refusalOf(changePickRow(trx, jobActor("Results feed"), before, { book: "A Book", unit_size: 3 }, true));
  });
  expect([await row(), (await entriesOf(id)).length]).toEqual([before, 1]);
});

describe("the form that corrects", () => {
  it("shows what everybody will see, then writes it", async () => {
    const id = await published();
    start();
    const { version } = await regularPicks.findPick(admin, { id });
    const sent = { id: String(id), version: String(version), unit_size: "6", reason: "A typing error." };
    const asked = await refusalOf(regularPicks.correctPick(admin, sent));
    expect([asked.reason, asked.message, asked.warnings]).toEqual([
      "unconfirmed",
      "Everybody will see:",
      [
        "Unit size: 1.5 → 6.",
        "Reason: A typing error.",
        "It is listed for ever, and changes nothing but the grade.",
        "Its stake is over 5 units: 6u.",
      ],
    ]);
    expect(await entriesOf(id)).toHaveLength(1);
    const confirm = consentTo(asked.warnings ?? []);
    const other = await refusalOf(regularPicks.correctPick(admin, { ...sent, unit_size: "5", confirm }));
    expect(other.reason).toBe("unconfirmed");
    await regularPicks.correctPick(admin, { ...sent, confirm });
    expect((await entriesOf(id)).at(-1)).toMatchObject({ type: "correct", changes: { unit_size: ["1.5", "6"] } });
  });

  it("asks for the reason at its field", async () => {
    const id = await published();
    start();
    const refusal = await refusalOf(regularPicks.correctPick(admin, { id: String(id), unit_size: "3" }));
    expect(refusal.fields).toEqual({ reason: "Say why: everybody will see it, for ever." });
  });
});

describe("all picks of a game", () => {
  const game = { game: "Utah Jazz @ New York Knicks" };
  const other = { ...game, pick: "Over 220.5" };

  it("are opened again with one reason", async () => {
    const ids = [await published({ ...game, odds: "-110" }), await published({ ...other, odds: "-110" })];
    const { id: pro } = await proPicks.addPick(admin, pickFields({ ...game, odds: "-110", game_date: on() }));
    const open = await published({ ...game, pick: "Jazz ML" });
    start();
    for (const id of ids) await regularPicks.savePick(admin, { id, verdict: "win" });
    await proPicks.savePick(admin, { id: pro, verdict: "win" });
    const id = String(ids[0]);
    expect((await readReopeningPage(admin, { id })).picks).toEqual([
      "Knicks +2.5. Verdict: win → open.",
      "Over 220.5. Verdict: win → open.",
      "Knicks +2.5. Verdict: win → open.",
    ]);
    expect((await refusalOf(reopenGame(admin, { id }))).fields).toHaveProperty("reason");
    expect(await reopenGame(admin, { id, reason: "The score was another day's." })).toMatchObject({ count: 3 });
    for (const one of [...ids, pro])
      expect((await entriesOf(one)).at(-1)).toMatchObject({
        type: "correct",
        reason: "The score was another day's.",
        changes: { verdict: ["win", ""] },
      });
    expect(await entriesOf(open)).toHaveLength(1);
    expect((await refusalOf(reopenGame(admin, { id, reason: "Again." }))).reason).toBe("not-found");
  });

  it("are moved with one reason once they have started, and without one before", async () => {
    const ids = [await published({ ...game, game: "Miami Heat @ New York Knicks" })];
    ids.push(await published({ ...other, game: "Miami Heat @ New York Knicks" }));
    const to = { id: String(ids[0]), game_date: on(1), time: "7:30 PM" };
    await moveGame(admin, { ...to, time: "8:30 PM", game_date: on() });
    vi.setSystemTime(noon + 9 * hour);
    expect((await refusalOf(moveGame(admin, to))).fields).toHaveProperty("reason");
    await moveGame(admin, { ...to, reason: "Postponed after the first quarter." });
    for (const id of ids)
      expect((await entriesOf(id)).map(({ type, reason }) => [type, reason])).toEqual([
        ["publish", undefined],
        ["amend", undefined],
        ["correct", "Postponed after the first quarter."],
      ]);
  });
});

describe("an import", () => {
  it("takes one reason for all rows, and refuses a row that has none", async () => {
    const fields = pickFields({ game: "Chicago Bulls @ New York Knicks", external_id: "bulls", game_date: on() });
    await regularPicks.addPick(admin, fields);
    start();
    const rows = [{ ...fields, unit_size: "3" }];
    const refused = await regularImport.importRows(admin, { rows });
    expect([refused.refused, refused.rows[0]?.fields]).toEqual([
      "failed",
      { reason: "Say why: everybody will see it, for ever." },
    ]);
    const text = JSON.stringify(rows);
    const preview = await regularImport.importText(admin, { text });
    expect([preview.reason, preview.digest]).toEqual(["", ""]);
    const given = { text, reason: "The sheet was wrong." };
    const { digest, reason } = await regularImport.importText(admin, given);
    expect(reason).toBe("The sheet was wrong.");
    expect((await regularImport.importText(admin, { ...given, digest })).written).toBe(true);
    const again = await regularImport.importRows(admin, { rows: [{ ...fields, unit_size: "2" }], reason: "Again." });
    expect(again.counts.changed).toBe(1);
  });
});

it("a deletion keeps its reason in the trail alone", async () => {
  const id = await published();
  const { version } = await regularPicks.findPick(admin, { id });
  await regularPicks.deletePick(admin, { id: String(id), version: String(version), reason: "Sent twice." });
  expect(await lastTrail(id)).toMatchObject({ action: "pick.deleted", before: { reason: "Sent twice." }, after: null });
  expect((await entriesOf(id)).at(-1)).toEqual({
    type: "withdraw",
    ref: `regular:${id}:1`,
    seq: expect.any(Number),
    at: expect.any(String),
  });
});
