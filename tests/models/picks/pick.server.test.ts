import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { db } from "../../../app/db.server.ts";
import { readDefaultManagerPage, proPicks, regularPicks } from "../../../app/models/picks/pick.server.ts";
import { betPickColumns, managerPageSize } from "../../../app/models/picks/pick.ts";
import { newSecret } from "../../../app/models/secret.server.ts";
import { Refusal } from "../../../app/refusal.ts";
import {
  actorOf,
  createUser,
  formFields,
  futureDate,
  pickFields,
  upcomingDate,
} from "../../support/database/factories.ts";

const admin = actorOf("admin");
const reason = "A typing error.";
const notFound = { reason: "not-found", message: "This pick no longer exists." };

afterEach(() => db.deleteFrom("picks").execute());
afterEach(() => db.deleteFrom("pick_days").execute());

function auditOf(id: number) {
  return db
    .selectFrom("audit")
    .select(["actor_id", "action", "before", "after"])
    .where("subject", "=", "pick")
    .where("subject_id", "=", id)
    .orderBy("id")
    .execute();
}

async function refusalOf(work: Promise<unknown>): Promise<Refusal> {
  const outcome = await work.then(
    () => "nothing was refused",
    (error: unknown) => error,
  );
  if (outcome instanceof Refusal) return outcome;
  throw new Error(String(outcome));
}

describe.each([
  { stream: "regular", own: regularPicks, other: proPicks },
  { stream: "pro", own: proPicks, other: regularPicks },
] as const)("the $stream picks", ({ stream, own, other }) => {
  const publish = (changes: Readonly<Record<string, unknown>> = {}) => own.addPick(admin, pickFields(changes));

  describe("publishing", () => {
    it("stores the form and returns the pick", async () => {
      const pick = await publish({ game: " Celtics @ Knicks ", game_date: "1/2/2026", sim_confidence: "57.6%" });
      expect(pick).toMatchObject({
        game: "Celtics @ Knicks",
        game_date: "01/02/2026",
        sport: "NBA",
        sim_confidence: 57.6,
        unit_size: 1.5,
        verdict: "",
        units_result: null,
        version: 1,
      });
      const row = await db.selectFrom("picks").selectAll().where("id", "=", pick.id).executeTakeFirstOrThrow();
      expect(row).toMatchObject({ stream, settled: 0, game_date: "2026-01-02", unit_size: 1.5 });
      expect(Math.abs(Date.now() - Date.parse(row.created_at))).toBeLessThan(60_000);
    });

    it("requires only sport, tag and unit size", async () => {
      const pick = await own.addPick(admin, { sport: "Golf", tag: "Manual Edge", unit_size: "0" });
      expect(pick).toMatchObject({
        game: "",
        game_date: "",
        time: "",
        pick: "",
        sim_confidence: null,
        unit_size: 0,
        verdict: "",
        closing_line: "",
        beat_clv: "",
        units_result: null,
      });
      const refusal = await refusalOf(own.addPick(admin, {}));
      expect([refusal.reason, Object.keys(refusal.fields ?? {}).toSorted()]).toEqual([
        "invalid",
        ["sport", "tag", "unit_size"],
      ]);
    });

    it("names every bad field and stores nothing", async () => {
      const bad = {
        game_date: "02/30/2026",
        sport: "Sudoku",
        tag: "Sure thing",
        sim_confidence: "101",
        unit_size: "1e3",
        beat_clv: "yes",
        verdict: "maybe",
        units_result: "1001",
        game: "x".repeat(201),
      };
      const { fields } = await refusalOf(publish(bad));
      expect(Object.keys(fields ?? {}).toSorted()).toEqual(Object.keys(bad).toSorted());
      expect(fields).toMatchObject({
        game_date: "Date input not valid.",
        unit_size: "Must be a number.",
        sim_confidence: "Must be between 0 and 100.",
        verdict: "Choose a verdict: win, loss, push or void.",
      });
      expect(await db.selectFrom("picks").select("id").execute()).toEqual([]);
    });

    it("ignores fields that staff can't set", async () => {
      const pick = await publish({
        id: "9999",
        version: "50",
        created_at: "1999-01-01T00:00:00.000Z",
        stream: "other",
        settled: "1",
      });
      expect(pick.id).not.toBe(9999);
      expect(await db.selectFrom("picks").select(["stream", "settled", "version"]).executeTakeFirstOrThrow()).toEqual({
        stream,
        settled: 0,
        version: 1,
      });
    });

    it("reads a verdict with a variation selector", async () => {
      expect(await publish({ verdict: "✅\uFE0F", beat_clv: "❌\uFE0F" })).toMatchObject({
        verdict: "✅",
        beat_clv: "❌",
      });
      expect(await publish({ verdict: "✅ \uFE0F" })).toMatchObject({ verdict: "✅" });
      expect(await publish({ verdict: "\uFE0F \uFE0F" })).toMatchObject({ verdict: "" });
      expect(await publish({ verdict: "\u200B" })).toMatchObject({ verdict: "" });
    });

    it.each([
      ["won", "✅"],
      ["Lost ", "❌"],
      ["Tie", "➖"],
      ["No Action", "🚫"],
      ["🚫\uFE0F", "🚫"],
      [null, ""],
    ])("stores the mark of the verdict %j: %s", async (verdict, mark) => {
      const { id } = await publish({ verdict });
      expect(await db.selectFrom("picks").select(["verdict", "settled"]).where("id", "=", id).execute()).toEqual([
        { verdict: mark, settled: mark === "" ? 0 : 1 },
      ]);
    });
  });

  describe("publishing by a form", () => {
    let idempotency_key = "";
    beforeEach(() => {
      idempotency_key = newSecret();
    });
    const confirm = "An open pick with the same game, pick and date exists already.";
    const sendForm = (changes: Readonly<Record<string, unknown>> = {}, actor = admin) =>
      own.addPickOnce(actor, formFields({ idempotency_key, confirm, ...changes }));

    it("is idempotent: the same form returns the same pick, even after it was deleted", async () => {
      const first = await sendForm({ sim_confidence: "", units_result: "" });
      const again = { ...first, reading: "" };
      expect(await Promise.all([1, 2].map(() => sendForm({ sim_confidence: "", units_result: "" })))).toEqual([
        again,
        again,
      ]);
      expect(await auditOf(first.id)).toHaveLength(1);
      await own.deletePick(admin, { id: first.id });
      expect(await sendForm({ sim_confidence: "", units_result: "" })).toEqual(again);
      expect(await db.selectFrom("picks").select("id").where("id", "=", first.id).execute()).toEqual([]);
    });

    it("creates another pick when a field, the sender, the stream or the key differs, or without a key", async () => {
      const [first, colleague] = [await sendForm(), await createUser(db, { role: "admin" })];
      const otherPicks = [
        await sendForm({ time: "9:00 PM" }),
        await sendForm({ sim_confidence: "" }),
        await sendForm({}, actorOf("admin", colleague.id)),
        await other.addPickOnce(admin, formFields({ idempotency_key })),
      ];
      const keys = [newSecret(), undefined, undefined, "", "none", "none", 7, `${idempotency_key}x`];
      for (const key of keys) otherPicks.push(await sendForm({ idempotency_key: key }));
      expect(new Set([first, ...otherPicks].map(({ id }) => id)).size).toBe(5 + keys.length);
    });

    it("accepts the same key again after invalid input", async () => {
      const key = newSecret();
      await expect(sendForm({ idempotency_key: key, sport: "" })).rejects.toMatchObject({ reason: "invalid" });
      expect((await sendForm({ idempotency_key: key })).id).toBeGreaterThan(0);
    });

    it("stores only a hash of the form and the key", async () => {
      await sendForm({ idempotency_key: newSecret(), pick: "Only Said Here" });
      expect(JSON.stringify(await db.selectFrom("idempotency_keys").selectAll().execute())).not.toMatch(
        new RegExp(`Only Said Here|${idempotency_key}`),
      );
    });
  });

  describe("saving", () => {
    it("changes the given fields and keeps the others", async () => {
      const before = await publish({ game_date: upcomingDate() });
      const after = await own.savePick(admin, { id: String(before.id), closing_line: "+2" });
      expect(after).toEqual({ ...before, closing_line: "+2", beat_clv: "✅", version: 2 });
    });

    it("the same values changes nothing: no version, no trail entry, and no page gets stale", async () => {
      const before = await publish({ game_date: upcomingDate(), units_result: "0.50" });
      const trail = () =>
        db
          .selectFrom("audit")
          .select((select) => select.fn.countAll().as("count"))
          .executeTakeFirstOrThrow();
      const [entries, version] = [await trail(), await own.findVersion(admin, {})];
      for (const changes of [
        {},
        { version: "1" },
        { game: before.game, game_date: before.game_date, unit_size: "1.50", units_result: 0.5, verdict: "" },
      ])
        expect(await own.savePick(admin, { id: before.id, ...changes })).toEqual(before);
      expect([await trail(), await own.findVersion(admin, {})]).toEqual([entries, version]);
    });

    it("clears a field that is sent empty", async () => {
      const { id } = await publish();
      expect(await own.savePick(admin, { id, sim_confidence: "", game_date: "", game: "", reason })).toMatchObject({
        sim_confidence: null,
        game_date: "",
        game: "",
      });
    });

    it("settles and reopens", async () => {
      const { id } = await publish();
      const settledNow = () => db.selectFrom("picks").select("settled").where("id", "=", id).executeTakeFirstOrThrow();
      await own.savePick(admin, { id, verdict: "✅", units_result: "1.36" });
      expect(await settledNow()).toEqual({ settled: 1 });
      await own.savePick(admin, { id, verdict: "", reason });
      expect(await settledNow()).toEqual({ settled: 0 });
    });

    it("refuses a stale version, with what the other user saved", async () => {
      const { id } = await publish();
      await own.savePick(admin, { id, version: "1", closing_line: "+3", sim_confidence: "", reason });
      const refusal = await refusalOf(own.savePick(admin, { id, version: "1", closing_line: "+2" }));
      expect(refusal.reason).toBe("conflict");
      expect(refusal.saved).toMatchObject({
        closing_line: "+3",
        sim_confidence: "",
        unit_size: "1.5",
        game_date: "11/20/2026",
        version: "2",
      });
      expect(await own.findPick(admin, { id })).toMatchObject({ closing_line: "+3", version: 2 });
      expect(await own.savePick(admin, { id, version: refusal.saved?.version, closing_line: "+2" })).toMatchObject({
        closing_line: "+2",
        version: 3,
      });
    });

    it("accepts a form that is sent twice, unless someone changed the pick in between", async () => {
      const { id } = await publish();
      const form = pickFields({ verdict: "✅\uFE0F", units_result: "1.360", version: "1" });
      const saved = await own.savePick(admin, { id, ...form });
      expect([saved.version, await own.savePick(admin, { id, ...form })]).toEqual([2, saved]);
      await own.savePick(admin, { id, closing_line: "+3" });
      expect(await refusalOf(own.savePick(admin, { id, ...form }))).toMatchObject({
        reason: "conflict",
        saved: { closing_line: "+3", version: "3" },
      });
    });

    it("accepts only one of two saves at once", async () => {
      const { id } = await publish();
      const outcomes = await Promise.allSettled(
        ["+1", "+2"].map((closing_line) => own.savePick(admin, { id, version: 1, closing_line })),
      );
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    });

    it("names the bad fields", async () => {
      const { id } = await publish();
      const refusal = await refusalOf(own.savePick(admin, { id, unit_size: "", sport: "" }));
      expect([refusal.reason, Object.keys(refusal.fields ?? {}).toSorted()]).toEqual([
        "invalid",
        ["sport", "unit_size"],
      ]);
    });
  });

  it("are deleted permanently", async () => {
    const { id } = await publish();
    await own.deletePick(admin, { id });
    await expect(own.findPick(admin, { id })).rejects.toMatchObject(notFound);
    await expect(own.deletePick(admin, { id })).rejects.toMatchObject(notFound);
  });

  it("are not deleted when they changed since the confirmation page, which gets the new version", async () => {
    const { id } = await publish();
    await own.savePick(admin, { id, verdict: "❌", units_result: "-1.5" });
    expect(await refusalOf(own.deletePick(admin, { id, version: "1" }))).toMatchObject({
      reason: "conflict",
      saved: { version: "2" },
    });
    expect(await own.findPick(admin, { id })).toMatchObject({ verdict: "❌" });
    await own.deletePick(admin, { id, version: "2" });
    await expect(own.findPick(admin, { id })).rejects.toMatchObject(notFound);
  });

  it("are not found through the other stream's operations", async () => {
    const { id } = await publish();
    for (const work of [other.findPick, other.deletePick, other.readManagerPage])
      await expect(work(admin, { id })).rejects.toMatchObject(notFound);
    await expect(other.savePick(admin, { id, game: "Taken over" })).rejects.toMatchObject(notFound);
    expect((await other.listPicks(admin, {})).rows).toEqual([]);
    expect((await other.listOpenPicks(admin, {})).picks).toEqual([]);
    expect(await own.findPick(admin, { id })).toMatchObject({ version: 1 });
  });

  it.each(["0", "-1", "1.5", "01", "9007199254740992", "abc", ""])("are not found by the id %j", async (id) => {
    for (const work of [own.findPick, own.deletePick, own.readManagerPage, own.savePick])
      await expect(work(admin, { id })).rejects.toMatchObject(notFound);
  });

  it("have the same shape in every operation", async () => {
    const published = await publish({ game_date: upcomingDate() });
    const columns = betPickColumns.toSorted();
    const [saved, found, listed] = [
      await own.savePick(admin, { id: published.id }),
      await own.findPick(admin, { id: published.id }),
      (await own.listPicks(admin, {})).rows[0],
    ];
    expect([published, saved, listed ?? {}, found].map((pick) => Object.keys(pick).toSorted())).toEqual([
      columns,
      columns,
      columns,
      columns,
    ]);
  });

  it("leave a trail entry for every change, with the row before and after", async () => {
    const { id } = await publish();
    await own.savePick(admin, { id, closing_line: "+2" });
    await own.savePick(admin, { id, verdict: "❌" });
    await own.savePick(admin, { id, verdict: "", reason });
    await own.deletePick(admin, { id, reason: "A duplicate." });
    const trail = await auditOf(id);
    expect(trail.map(({ action }) => action)).toEqual([
      "pick.published",
      "pick.changed",
      "pick.settled",
      "pick.reopened",
      "pick.deleted",
    ]);
    expect(trail.every(({ actor_id }) => actor_id === 1)).toBe(true);
    const [published, changed, settled, , deleted] = trail.map(({ before, after }) =>
      [before, after].map((text): unknown => (text === null ? null : JSON.parse(text))),
    );
    expect(published).toEqual([null, expect.objectContaining({ id, stream, version: 1 })]);
    expect(changed).toEqual([
      expect.objectContaining({ closing_line: "" }),
      expect.objectContaining({ closing_line: "+2", version: 2 }),
    ]);
    expect(settled).toEqual([
      expect.objectContaining({ verdict: "" }),
      expect.objectContaining({ verdict: "❌", settled: 1 }),
    ]);
    expect(deleted).toEqual([expect.objectContaining({ id, version: 4 }), null]);
  });

  it("leave no trail entry for a refused change", async () => {
    const { id } = await publish();
    await own.savePick(admin, { id, version: "9" }).catch(() => undefined);
    await own.savePick(admin, { id, unit_size: "x" }).catch(() => undefined);
    expect(await auditOf(id)).toHaveLength(1);
  });

  describe("the list", () => {
    beforeEach(async () => {
      for (const changes of [
        {},
        { verdict: "✅" },
        { sport: "MLB" },
        { sport: "MLB", verdict: "❌" },
        { game: "Last" },
      ])
        await publish(changes);
    });
    const games = async (query: object) =>
      (await own.listPicks(admin, query)).rows.map(({ sport, verdict, game }) =>
        game === "Last" ? game : sport + verdict,
      );

    it("has all picks, newest first", async () =>
      expect(await games({})).toEqual(["Last", "MLB❌", "MLB", "NBA✅", "NBA"]));

    it.each([
      [{ status: "open" }, ["Last", "MLB", "NBA"]],
      [{ status: "settled" }, ["MLB❌", "NBA✅"]],
      [{ sport: "MLB" }, ["MLB❌", "MLB"]],
      [{ sport: "All", status: "" }, ["Last", "MLB❌", "MLB", "NBA✅", "NBA"]],
      [{ sport: "MLB", status: "open" }, ["MLB"]],
      [{ sport: "Golf" }, []],
    ])("is filtered by %j", async (query, expected) => expect(await games(query)).toEqual(expected));

    it("continues after the previous page, with each pick once", async () => {
      const first = await own.listPicks(admin, { limit: "2" });
      const second = await own.listPicks(admin, { limit: "2", before: String(first.next) });
      const third = await own.listPicks(admin, { limit: "2", before: String(second.next) });
      expect([first, second, third].map(({ rows }) => rows.length)).toEqual([2, 2, 1]);
      expect(new Set([first, second, third].flatMap(({ rows }) => rows.map(({ id }) => id))).size).toBe(5);
      expect(third.next).toBeNull();
    });

    it("has no next page when the limit is reached with the last pick", async () =>
      expect((await own.listPicks(admin, { limit: "5" })).next).toBeNull());

    it.each(["0", "501", "-1", "1e2", "", "all", "1.5"])("refuses the limit %j", async (limit) => {
      await expect(own.listPicks(admin, { limit })).rejects.toMatchObject({
        reason: "invalid",
        fields: { limit: "Must be 1 to 500." },
      });
    });

    it.each([{ before: "0" }, { before: "x" }, { status: "won" }, { sport: "Sudoku" }])("refuses %j", async (query) => {
      await expect(own.listPicks(admin, query)).rejects.toMatchObject({
        reason: "invalid",
        fields: { [Object.keys(query).join()]: expect.any(String) },
      });
    });
  });

  describe("the manager", () => {
    it("shows the open picks by start, those to grade first, and a page of settled ones", async () => {
      for (const [game_date, time] of [
        ["", "7:30 PM"],
        ["11/20/2026", "9:00 PM"],
        [futureDate(3), "7:30 PM"],
        ["11/20/2026", "7:30 PM"],
      ])
        await publish({ game_date, time });
      for (let day = 1; day <= managerPageSize + 1; day += 1)
        await publish({ game_date: `10/${day}/2026`, verdict: "✅" });
      const manager = await own.readManagerPage(admin, {});
      expect(manager.unresolved.map(({ when, details }) => [when, details.startsWith("To grade · ")])).toEqual([
        ["11/20/2026, 7:30 PM", true],
        ["11/20/2026, 9:00 PM", true],
        [`${futureDate(3)}, 7:30 PM`, false],
        ["7:30 PM", false],
      ]);
      expect([manager.resolved.length, manager.resolvedTotal, manager.page, manager.pages, manager.chosen]).toEqual([
        managerPageSize,
        managerPageSize + 1,
        1,
        2,
        null,
      ]);
      expect([
        manager.resolved[0]?.when,
        (await own.readManagerPage(admin, { page: "2" })).resolved.map(({ when }) => when),
      ]).toEqual([`10/${String(managerPageSize + 1).padStart(2, "0")}/2026`, ["10/01/2026"]]);
    });

    it("loads the chosen pick into the form", async () => {
      const { id } = await publish();
      expect((await own.readManagerPage(admin, { id: String(id) })).chosen).toMatchObject({
        id,
        game_date: "11/20/2026",
        version: 1,
      });
    });
  });
});

it.each([
  ["superadmin", "regular"],
  ["admin", "regular"],
  ["propicksmanager", "pro"],
] as const)("the staff area of a %s starts with the %s picks", async (role, stream) => {
  expect(await readDefaultManagerPage(actorOf(role), {})).toMatchObject({ stream, chosen: null });
});
