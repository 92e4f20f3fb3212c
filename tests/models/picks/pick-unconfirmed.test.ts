/** An unusual pick is questioned before it is saved: the API saves and warns, a form asks. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { db } from "../../../app/db.server.ts";
import { proPicks, regularPicks } from "../../../app/models/picks/pick.server.ts";
import { newSecret } from "../../../app/models/secret.server.ts";
import { Refusal } from "../../../app/refusal.ts";
import { forgetLedger } from "../../support/database/forget-ledger.ts";
import { actorOf, createPick, pickFields } from "../../support/database/factories.ts";

const admin = actorOf("admin");
const reason = "A typing error.";
const hour = 3_600_000;
const start = Date.parse("2026-11-21T00:30:00.000Z");
const warning = {
  past: "Its start is in the past: 11/20/2026, 7:30 PM EST.",
  late: "Its start is in the past: 11/20/2026, 7:30 PM EST. This will be listed as published after its start and won't count.",
  twin: "An open pick with the same game, pick and date exists already.",
  stake: "Its stake is over 5 units: 6u.",
  early: "Its game has not started yet.",
  unknown: "It is a win without a result in units.",
} as const;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: start - 9 * hour });
  await db.deleteFrom("picks").execute();
  await forgetLedger({ db });
});
afterEach(() => void vi.useRealTimers());

async function refusalOf(work: Promise<unknown>): Promise<Refusal> {
  const outcome = await work.catch((error: unknown) => error);
  if (outcome instanceof Refusal) return outcome;
  throw new Error("Nothing was refused.");
}

/** Everything that a pick's operations write. */
async function written(): Promise<string> {
  const tables = [
    "picks",
    "pick_days",
    "pick_streams",
    "audit",
    "round_picks",
    "pick_rounds",
    "idempotency_keys",
  ] as const;
  return JSON.stringify(await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute())));
}

describe.each([
  { stream: "regular", own: regularPicks, other: proPicks },
  { stream: "pro", own: proPicks, other: regularPicks },
] as const)("the warnings of a $stream pick", ({ stream, own, other }) => {
  const publish = (changes: Readonly<Record<string, unknown>> = {}) => own.addPick(admin, pickFields(changes));
  const save = (id: number, changes: Readonly<Record<string, unknown>>) => own.savePick(admin, { id, ...changes });
  const sendNew = (changes: Readonly<Record<string, unknown>>) => own.addPickOnce(admin, pickFields(changes));
  const sendEdit = (id: number, changes: Readonly<Record<string, unknown>>) =>
    own.savePickForm(admin, { ...pickFields(), id, version: "1", ...changes });

  describe("of the API", () => {
    it("are in the answer, and absent without any", async () => {
      const usual = await publish();
      expect(usual).not.toHaveProperty("warnings");
      expect((await publish({ unit_size: "6" })).warnings).toEqual([warning.twin, warning.stake]);
      expect(await save(usual.id, { book: "FanDuel" })).not.toHaveProperty("warnings");
      expect((await save(usual.id, { verdict: "✅" })).warnings).toEqual([warning.early, warning.unknown]);
      expect(await own.findPick(admin, { id: usual.id })).not.toHaveProperty("warnings");
    });

    it("with `confirm: false` refuse the pick, and nothing is written", async () => {
      const { id } = await publish();
      const before = await written();
      for (const [work, warnings] of [
        [() => publish({ unit_size: "6", confirm: false }), [warning.twin, warning.stake]],
        [() => save(id, { unit_size: "6", confirm: false }), [warning.stake]],
      ] as const) {
        const refusal = await refusalOf(work());
        expect([refusal.reason, refusal.warnings]).toEqual(["unconfirmed", warnings]);
        expect(refusal.message).toMatch(/^Spread, New York Knicks \+2\.5: risks 6u\. Starts .* Please check:$/);
      }
      expect(await written()).toBe(before);
      expect(await publish({ pick: "Over 220.5", confirm: false })).not.toHaveProperty("warnings");
      expect(await save(id, { unit_size: "5", confirm: false })).toMatchObject({ unit_size: 5 });
    });

    it("come after the fields that are refused, and after the version", async () => {
      const { id } = await publish();
      expect(await refusalOf(publish({ unit_size: "6", odds: "50", confirm: false }))).toMatchObject({
        reason: "invalid",
      });
      expect(await refusalOf(save(id, { unit_size: "6", version: 7, confirm: false }))).toMatchObject({
        reason: "conflict",
      });
      expect(await refusalOf(publish({ confirm: "no" }))).toMatchObject({
        reason: "invalid",
        fields: { confirm: "Must be true or false." },
      });
    });

    it("of a pick that is over and settled are saved with it", async () => {
      vi.setSystemTime(start + hour);
      const pick = await publish({ verdict: "✅" });
      expect(pick.warnings).toEqual([warning.late, warning.unknown]);
    });
  });

  describe("of a form", () => {
    it("are asked, and confirmed by sending them back, and no others", async () => {
      const before = await written();
      const form = { unit_size: "6", idempotency_key: newSecret() };
      const refusal = await refusalOf(sendNew(form));
      expect([refusal.reason, refusal.warnings]).toEqual(["unconfirmed", [warning.stake]]);
      for (const confirm of ["", "yes", "true", true, `${warning.stake} ${warning.twin}`, warning.past]) {
        const again = await refusalOf(sendNew({ ...form, confirm }));
        expect(again.reason).toBe(typeof confirm === "string" ? "unconfirmed" : "invalid");
      }
      expect(await written()).toBe(before);
      const pick = await sendNew({ ...form, confirm: warning.stake });
      expect(pick.reading).toMatch(/^Spread, New York Knicks \+2\.5: risks 6u\. Starts 11\/20\/2026, 7:30 PM EST\.$/);
      expect(await sendNew({ ...form, confirm: warning.stake })).toMatchObject({ id: pick.id });
      expect(await db.selectFrom("picks").select("id").execute()).toHaveLength(1);
    });

    it("are asked again when they are others by now", async () => {
      const form = { unit_size: "6", idempotency_key: newSecret() };
      await publish();
      const refusal = await refusalOf(sendNew({ ...form, confirm: warning.stake }));
      expect(refusal.warnings).toEqual([warning.twin, warning.stake]);
      vi.setSystemTime(start + hour);
      const confirm = `${warning.twin} ${warning.stake}`;
      expect((await refusalOf(sendNew({ ...form, confirm }))).warnings).toEqual([
        warning.twin,
        warning.late,
        warning.stake,
      ]);
      const all = `${warning.twin} ${warning.late} ${warning.stake}`;
      expect((await sendNew({ ...form, confirm: all })).id).toBeGreaterThan(0);
    });

    it("are asked of a change, too", async () => {
      const { id } = await publish();
      const before = await written();
      expect(await refusalOf(sendEdit(id, { unit_size: "6" }))).toMatchObject({
        reason: "unconfirmed",
        warnings: [warning.stake],
      });
      expect(await written()).toBe(before);
      expect((await sendEdit(id, { unit_size: "6", confirm: warning.stake })).pick).toMatchObject({ unit_size: 6 });
    });
  });

  describe("are only those that a change brings", () => {
    it("a later edit does not ask again", async () => {
      vi.setSystemTime(start + hour);
      const { id } = await publish({ unit_size: "6", pick: "", game: "", line: "3" });
      expect(
        (await sendEdit(id, { unit_size: "6", pick: "", game: "", line: "3", book: "FanDuel" })).pick,
      ).toMatchObject({
        version: 2,
      });
      expect(await save(id, { playable_to: "+2", confirm: false })).not.toHaveProperty("warnings");
      expect(await refusalOf(save(id, { unit_size: "7", confirm: false, reason }))).toMatchObject({
        warnings: ["Its stake is over 5 units: 7u."],
      });
    });

    it.each([
      { what: "published before its start", at: -9 * hour },
      { what: "published after its start", at: hour },
    ])("settling a started pick asks nothing about its start: $what", async ({ at }) => {
      vi.setSystemTime(start + at);
      const { id } = await publish({ odds: "-110" });
      vi.setSystemTime(start + 2 * hour);
      expect((await sendEdit(id, { odds: "-110", verdict: "✅" })).pick).toMatchObject({ units_result: 1.36 });
    });

    it.each([
      ["yesterday", "2026-11-20"],
      ["today", "2026-11-21"],
    ])("nor does settling a pick of before, whose start is read only then: %s", async (_day, game_date) => {
      const { id } = await createPick(db, { stream, game_date, time: "7:30 AM", pick: "Knicks +2.5 (-110)" });
      vi.setSystemTime(Date.parse("2026-11-21T20:00:00.000Z"));
      expect(await save(id, { verdict: "✅", confirm: false })).toMatchObject({ units_result: 1.36 });
    });

    it("changing the start of a started pick asks", async () => {
      const { id } = await publish();
      vi.setSystemTime(start + hour);
      expect(await refusalOf(save(id, { time: "7 PM", confirm: false, reason }))).toMatchObject({
        warnings: ["Its start is in the past: 11/20/2026, 7:00 PM EST."],
      });
      expect(await save(id, { time: "9 PM", confirm: false, reason })).not.toHaveProperty("warnings");
    });

    it("an open pick's twin counts in its own stream, while both are open, and not itself", async () => {
      const [first, settled] = [await publish(), await publish({ verdict: "🚫", pick: "Over 8.5" })];
      expect(await save(first.id, { time: "8 PM", confirm: false })).not.toHaveProperty("warnings");
      expect(await other.addPick(admin, pickFields({ confirm: false }))).not.toHaveProperty("warnings");
      const second = await publish({ pick: "Over 8.5", confirm: false });
      expect(await refusalOf(save(settled.id, { verdict: "", confirm: false, reason }))).toMatchObject({
        warnings: [warning.twin],
      });
      expect(await refusalOf(save(second.id, { pick: "Knicks +2.5", confirm: false }))).toMatchObject({
        warnings: [warning.twin],
      });
      for (const changes of [{ game_date: "11/22/2026" }, { game: "Celtics at Knicks" }, { pick: "Knicks +2" }])
        expect(await publish({ ...changes, confirm: false })).not.toHaveProperty("warnings");
    });
  });
});
