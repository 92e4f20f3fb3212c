/** The units that the server fills in, what the trail says about a bet, and which changes are corrections. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { db } from "../../../app/db.server.ts";
import { proPicks, regularPicks } from "../../../app/models/picks/pick.server.ts";
import { fieldChangesOf } from "../../../app/models/trail/trail-changes.ts";
import { forgetLedger } from "../../support/database/forget-ledger.ts";
import { actorOf, createPick, createUser, pickFields } from "../../support/database/factories.ts";
import { Refusal } from "../../../app/refusal.ts";

const admin = actorOf("admin");
const reason = "A typing error.";
const beforeGame = Date.parse("2026-11-20T15:00:00.000Z");

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: beforeGame });
  await db.deleteFrom("picks").execute();
  await forgetLedger({ db });
  await db.updateTable("pick_streams").set({ changed: 0, deleted: 0 }).execute();
});
afterEach(() => void vi.useRealTimers());

describe.each([
  { stream: "regular", own: regularPicks },
  { stream: "pro", own: proPicks },
] as const)("a $stream pick", ({ stream, own }) => {
  const publish = (changes: Readonly<Record<string, unknown>> = {}) => own.addPick(admin, pickFields(changes));
  const save = (id: number, changes: Readonly<Record<string, unknown>>) => own.savePick(admin, { id, ...changes });
  const corrections = async () =>
    (
      await db
        .selectFrom("pick_streams")
        .select(["changed", "deleted"])
        .where("stream", "=", stream)
        .executeTakeFirstOrThrow()
    ).changed;

  describe("has its units filled in", () => {
    it.each([
      [-110, 1, 0.91],
      [150, 1, 1.5],
      [-135, 2, 1.48],
      [-200, 1.5, 0.75],
      [-105, 0.5, 0.48],
    ])("at %i, %d units: a win is %d, a loss the stake, a push and a void 0", async (odds, unit_size, won) => {
      const { id } = await publish({ odds, unit_size });
      const units = [];
      for (const verdict of ["win", "loss", "push", "void", ""])
        units.push((await save(id, { verdict, reason })).units_result);
      expect(units).toEqual([won, -unit_size, 0, 0, null]);
      expect((await publish({ odds, unit_size, verdict: "✅", units_result: "" })).units_result).toBe(won);
    });

    it("from the price in its text, and with a changed stake or price", async () => {
      const { id, units_result } = await publish({ pick: "Knicks +2.5 (-110)", verdict: "✅" });
      expect(units_result).toBe(1.36);
      expect(await save(id, { unit_size: "1", reason })).toMatchObject({ units_result: 0.91 });
      expect(await save(id, { odds: "+120", reason })).toMatchObject({ units_result: 1.2 });
    });

    it("unless somebody entered others, which stay, or the price is unknown", async () => {
      const { id } = await publish({ odds: "-110", verdict: "✅", units_result: "1.38" });
      expect(await save(id, { unit_size: "2", reason })).toMatchObject({ units_result: 1.38 });
      expect(await publish({ verdict: "✅" })).toMatchObject({ odds: null, units_result: null });
    });

    it("of before keeps its result when its stake changes, and follows once it is given back", async () => {
      const result = { verdict: "✅", units_result: 1.4, odds: -110, typed_fields: '["units_result","odds"]' } as const;
      const { id } = await createPick(db, { stream, ...result });
      expect(await save(id, { unit_size: "2", reason })).toMatchObject({ units_result: 1.4 });
      expect(await save(id, { units_result: "1.82", reason })).toMatchObject({ units_result: 1.82 });
      expect(await save(id, { unit_size: "1", reason })).toMatchObject({ units_result: 0.91 });
    });
  });

  it("has its bet in the trail: what was typed of a new one, every change of an old one", async () => {
    const { id } = await publish({ pick: "Knicks +2.5 (-110)", book: "FanDuel", external_id: "a-1", home: "Knicks" });
    await save(id, { pick: "Knicks +3 (-115)", verdict: "✅" });
    const trail = await db
      .selectFrom("audit")
      .select(["action", "before", "after"])
      .where("subject", "=", "pick")
      .where("subject_id", "=", id)
      .orderBy("id")
      .execute();
    const [published, settled] = trail.map(({ before, after }) => fieldChangesOf(before, after));
    const shown = Object.fromEntries(published?.map(({ field, after }) => [field, after]) ?? []);
    expect(shown).toMatchObject({ pick: "Knicks +2.5 (-110)", book: "FanDuel", home: "Knicks", external_id: "a-1" });
    for (const name of ["market", "side", "line", "odds", "away", "starts_at", "typed_fields", "published_at"])
      expect(shown).not.toHaveProperty(name);
    expect(settled).toEqual([
      { field: "pick", before: "Knicks +2.5 (-110)", after: "Knicks +3 (-115)" },
      { field: "verdict", before: "", after: "✅" },
      { field: "units_result", before: "", after: "1.3" },
      { field: "line", before: "2.5", after: "3" },
      { field: "odds", before: "-110", after: "-115" },
      { field: "graded_by", before: "", after: "hand" },
    ]);
  });

  describe("is corrected", () => {
    it.each([
      [{ odds: "-115" }],
      [{ line: "3" }],
      [{ side: "away" }],
      [{ market: "other" }],
      [{ odds: "" }],
      [{ pick: "Knicks +3 (-115)" }],
    ])("when what was known of its bet changes: %j", async (changes) => {
      const { id } = await publish({ pick: "Knicks +2.5 (-110)" });
      await save(id, changes);
      expect(await corrections()).toBe(1);
    });

    it.each([
      [{ odds: "-110" }],
      [{ market: "spread", side: "home", line: "2.5" }],
      [{ book: "FanDuel", playable_to: "+2", external_id: "a-1", game_external_id: "g-1" }],
      [{ starts_at: "11/20/2026, 8:00 PM ET" }],
      [{ away: "Celtics", home: "Knicks" }],
    ])("not when something unknown is filled in, or what members don't bet on changes: %j", async (changes) => {
      const { id } = await publish({ pick: "A prop" });
      await save(id, changes);
      expect(await corrections()).toBe(0);
    });

    it("not when a pick of before is read for the first time", async () => {
      const { id } = await createPick(db, { stream, pick: "Knicks +2.5 (-110)" });
      expect(await save(id, { verdict: "✅" })).toMatchObject({ market: "spread", odds: -110, units_result: 1.36 });
      expect(await corrections()).toBe(0);
    });
  });

  describe("in a stale form", () => {
    async function opened() {
      const { id } = await publish({ odds: "-110" });
      const colleague = actorOf("admin", (await createUser(db, { role: "admin", name: "Hugo Test" })).id);
      vi.setSystemTime(beforeGame + 24 * 3_600_000);
      const form = pickFields({ id, version: "1", odds: "-110", line: "+2.5", market: "spread", side: "home" });
      return { id, colleague, form };
    }

    it("is not settled with a colleague's change of its price", async () => {
      const { id, colleague, form } = await opened();
      await own.savePick(colleague, { id, odds: "-120", reason });
      const refusal = await own.savePickForm(admin, { ...form, verdict: "✅" }).catch((error: unknown) => error);
      if (!(refusal instanceof Refusal)) throw new Error("It was saved.");
      expect([refusal.reason, Object.keys(refusal.fields ?? {})]).toEqual(["conflict", ["odds"]]);
      expect(refusal).toMatchObject({ saved: { odds: "-120", version: "2" }, merged: { odds: "-120" } });
      expect(await own.findPick(admin, { id })).toMatchObject({ verdict: "", version: 2 });
      const again = { ...form, verdict: "✅", ...refusal.merged, version: refusal.saved?.version };
      expect((await own.savePickForm(admin, again)).pick).toMatchObject({ odds: -120, units_result: 1.25 });
    });

    it("keeps a colleague's price and the line that they read, where it only changes other fields", async () => {
      const { id, colleague, form } = await opened();
      await own.savePick(colleague, { id, odds: "-120", pick: "Knicks +3", reason });
      const { pick, kept } = await own.savePickForm(admin, { ...form, book: "FanDuel" });
      expect(pick).toMatchObject({ pick: "Knicks +3", line: 3, odds: -120, book: "FanDuel" });
      expect(kept.map(({ field }) => field).toSorted()).toEqual(["line", "odds", "pick"]);
    });
  });
});
