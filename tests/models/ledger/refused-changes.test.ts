/** A value that the check would call broken is refused where it is typed. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { db } from "../../../app/db.server.ts";
import { hourMs, minuteMs } from "../../../app/time/durations.ts";
import { regularImport } from "../../../app/models/import/import.server.ts";
import { checkLedger } from "../../../app/models/ledger/chain/check-tables.server.ts";
import { findHeadAhead } from "../../../app/models/ledger/chain/head-ahead.server.ts";
import { readPickHistory } from "../../../app/models/ledger/chain/pick-history.server.ts";
import { timelineOf } from "../../../app/models/ledger/timeline.ts";
import { regularPicks } from "../../../app/models/picks/pick.server.ts";
import { Refusal } from "../../../app/refusal.ts";
import { actorOf, pickFields } from "../../support/database/factories.ts";
import { forgetLedger } from "../../support/database/forget-ledger.ts";

const admin = actorOf("admin");
const noon = Date.parse("2026-11-20T17:00:00.000Z");
const at = (hours: number) => void vi.setSystemTime(noon + hours * hourMs);

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: noon });
  await db.deleteFrom("picks").execute();
  await forgetLedger({ db });
});
afterEach(async () => {
  at(90 * 24);
  const { findings, differences } = await checkLedger(db);
  expect([findings.broken, differences]).toEqual([[], []]);
  vi.useRealTimers();
});

/** Knicks +2.5 at -110 for 1.5 units, tonight at 7:30 PM in New York. */
const fields = (changes: object = {}) => pickFields({ odds: "-110", game_date: "11/20/2026", ...changes });
const published = async (changes: object = {}) => (await regularPicks.addPick(admin, fields(changes))).id;
const save = (id: number, changes: object) => regularPicks.savePick(admin, { id, ...changes });
const refusalOf = async (work: Promise<unknown>): Promise<Refusal> => {
  const error: unknown = await work.catch((thrown: unknown) => thrown);
  if (error instanceof Refusal) return error;
  throw new Error(`It was not refused: ${JSON.stringify(error)}`);
};
const rowOf = (id: number) => db.selectFrom("picks").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const entries = async () =>
  (await db.selectFrom("ledger").select("type").orderBy("seq").execute()).map(({ type }) => type);

async function revealedFrom(pick_id: number): Promise<string | null | undefined> {
  const { histories, days } = await readPickHistory(db, { stream: "regular", pick_id });
  const history = histories.get(`regular:${pick_id}`);
  return history && timelineOf(history, days)?.revealedFrom;
}

describe("units that the sealed price and stake don't give", () => {
  it("are refused at their field, by form, call and import; a rounding is none", async () => {
    const id = await published();
    at(9);
    const message = "At the sealed price and stake a win is +1.36 U. Leave it empty to have it filled in.";
    expect(await refusalOf(save(id, { verdict: "win", units_result: "5" }))).toMatchObject({
      reason: "invalid",
      fields: { units_result: message },
    });
    const rows = [{ ...fields(), verdict: "win", units_result: "5" }];
    expect((await regularImport.importRows(admin, { rows })).rows).toMatchObject([
      { status: "failed", fields: { units_result: message } },
    ]);
    expect(await save(id, { verdict: "win", units_result: "1.35" })).toMatchObject({ units_result: 1.35 });
  });

  it("the row says what the entry says: a loss without a price is minus the stake", async () => {
    const id = await published({ odds: "" });
    at(9);
    expect(await save(id, { verdict: "loss" })).toMatchObject({ units_result: -1.5 });
  });

  it("where the price was corrected after the start, the row follows it, and the ledger does not", async () => {
    const id = await published();
    at(9);
    await save(id, { verdict: "win" });
    expect(await save(id, { odds: "+120", reason: "Typed wrong." })).toMatchObject({ units_result: 1.8 });
    const { histories } = await readPickHistory(db, { stream: "regular", pick_id: id });
    expect(histories.get(`regular:${id}`)?.grades.at(-1)).toMatchObject({
      units: "1.36",
      changes: { odds: ["-110", "120"] },
    });
  });
});

describe("a clock that is behind the last entry", () => {
  it("by more than 5 minutes: nothing is written, in words, and the superadmins are told", async () => {
    const id = await published();
    vi.setSystemTime(noon - 5 * minuteMs);
    await save(id, { book: "A Book" });
    expect(await findHeadAhead()).toBeNull();
    vi.setSystemTime(noon - 5 * minuteMs - 1);
    for (const work of [
      () => save(id, { book: "B" }),
      () => published(),
      () => regularPicks.deletePick(admin, { id: String(id) }),
    ])
      expect(await refusalOf(work())).toMatchObject({
        reason: "busy",
        message: expect.stringContaining("is from November 20, 2026, 12:00 PM EST, which is still to come"),
      });
    expect([await entries(), (await rowOf(id)).book]).toEqual([["begin", "publish", "amend"], "A Book"]);
    expect((await findHeadAhead())?.text).toContain("The last entry of the record (3) is from November 20, 2026");
  });
});

describe("a game that is moved before it begins", () => {
  it("stays secret and can be amended until its new start", async () => {
    const id = await published();
    await save(id, { game_date: "11/20/2026", time: "11:30 PM ET" });
    expect(await revealedFrom(id)).toBe("2026-11-21T04:30:00.000Z");
    at(9);
    await save(id, { line: "3" });
    at(12);
    expect(await refusalOf(save(id, { line: "4" }))).toMatchObject({ reason: "conflict" });
    await save(id, { line: "4", reason: "Typed wrong." });
    expect(await entries()).toEqual(["begin", "publish", "amend", "amend", "correct"]);
  });

  it("to another day: nobody can change it any more once its first reveal date is over, and nothing is told of it", async () => {
    const id = await published();
    await save(id, { game_date: "11/25/2026" });
    // 6 AM of the next day.
    vi.setSystemTime(Date.parse("2026-11-21T10:59:59.999Z"));
    await save(id, { line: "3" });
    vi.setSystemTime(Date.parse("2026-11-21T11:00:00.000Z"));
    const refusal = await refusalOf(save(id, { line: "4", reason: "Typed wrong." }));
    expect([refusal.reason, refusal.message]).toEqual([
      "conflict",
      expect.stringContaining("it can't be changed until it starts. Delete it and publish it anew."),
    ]);
    expect(await revealedFrom(id)).toBe("2026-11-26T00:30:00.000Z");
    vi.setSystemTime(Date.parse("2026-11-26T00:30:00.000Z"));
    await save(id, { line: "4", reason: "Typed wrong." });
    expect(await entries()).toEqual(["begin", "publish", "amend", "amend", "correct"]);
  });
});

it("a pick without a time can be changed on its game day; what counts was sealed before, so people set its verdict", async () => {
  const id = await published({ time: "", game_date: "11/21/2026" });
  at(24);
  await save(id, { pick: "Knicks +9.5", time: "11:59 PM ET" });
  expect(await rowOf(id)).toMatchObject({ line: 9.5, corrected_after_start: 1 });
  expect(await entries()).toEqual(["begin", "publish", "amend"]);
  at(60);
  await save(id, { verdict: "win", units_result: "" });
});
