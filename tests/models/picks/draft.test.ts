/** A draft is seen by those who may manage its stream, and by nobody else in any form, until somebody publishes it. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { db } from "../../../app/db.server.ts";
import { proCard, readOwnCardPage, regularCard } from "../../../app/models/card/saved-pick.server.ts";
import { readTodaysPicksPage } from "../../../app/models/picks/open-picks.server.ts";
import { proPicks, regularPicks } from "../../../app/models/picks/pick.server.ts";
import { Refusal } from "../../../app/refusal.ts";
import { actorOf, pickFields } from "../../support/database/factories.ts";
import { forgetLedger } from "../../support/database/forget-ledger.ts";

const admin = actorOf("admin");
const member = actorOf("user");
const morning = Date.parse("2026-11-20T14:00:00.000Z");

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: morning });
  await forgetLedger({ db });
  for (const table of ["picks", "pick_days", "pick_rounds"] as const) await db.deleteFrom(table).execute();
});
afterEach(() => void vi.useRealTimers());

async function refusalOf(work: Promise<unknown>): Promise<Refusal> {
  const outcome = await work.catch((error: unknown) => error);
  if (outcome instanceof Refusal) return outcome;
  throw new Error("Nothing was refused.");
}

async function trailOf(id: number): Promise<string[]> {
  const rows = await db.selectFrom("audit").select("action").where("subject_id", "=", id).orderBy("id").execute();
  return rows.map(({ action }) => action);
}

describe.each([
  { stream: "regular", picks: regularPicks, card: regularCard, idName: "pick_id" },
  { stream: "pro", picks: proPicks, card: proCard, idName: "propick_id" },
] as const)("a draft of a $stream pick", ({ stream, picks, card, idName }) => {
  const draft = (changes: Readonly<Record<string, unknown>> = {}) =>
    picks.addPick(admin, pickFields({ draft: true, ...changes }));
  const review = (wanted: string, drafts: readonly { id: number; version: number }[], confirm = "") =>
    picks.reviewDrafts(admin, {
      do: wanted,
      confirm,
      ...Object.fromEntries(drafts.map(({ id, version }) => [`draft_${id}_${version}`, String(id)])),
    });

  /** Everything that a member can fetch, and the source of mails. */
  async function seenByMembers(id: number): Promise<string> {
    const statuses = ["", "open", "settled"].map((status) => picks.listPicks(member, { status }));
    const seen = await Promise.all([
      ...statuses,
      picks.listPicks(member, { sport: "NBA" }),
      picks.listOpenPicks(member, {}),
      picks.findVersion(member, {}),
      picks.listSettledPicks(member, {}),
      picks.findHistoryFigures(member, {}),
      card.listOwnCard(member, {}),
      readOwnCardPage(member, { stream }),
      readOwnCardPage(member, { stream, tab: "results" }),
      readTodaysPicksPage(member, {}),
      ...(["pick_streams", "pick_days", "pick_rounds", "round_picks", "outbox", "saved_picks"] as const).map((table) =>
        db.selectFrom(table).selectAll().execute(),
      ),
    ]);
    for (const work of [() => picks.findPick(member, { id }), () => card.saveToOwnCard(member, { [idName]: id })])
      expect((await refusalOf(work())).reason).toBe("not-found");
    for (const work of [() => picks.listPicks(member, { status: "draft" }), () => picks.publishDraft(member, { id })])
      expect((await refusalOf(work())).reason).toBe("forbidden");
    return JSON.stringify(seen);
  }

  it("is in nothing that a member can fetch, whatever is done to it", async () => {
    await picks.addPick(admin, pickFields({ pick: "Celtics -3.5", odds: "-110" }));
    await picks.addPick(admin, pickFields({ pick: "Over 220.5", verdict: "✅", units_result: "1" }));
    const before = await seenByMembers(0);
    const { id } = await draft();
    expect(await seenByMembers(id)).toBe(before);
    await picks.savePick(admin, { id, pick: "Knicks +4 (-110)", unit_size: "9" });
    expect(await seenByMembers(id)).toBe(before);
    await picks.savePickForm(admin, { id, version: "2", unit_size: "8" });
    expect(await seenByMembers(id)).toBe(before);
    await picks.deletePick(admin, { id });
    expect(await seenByMembers(id)).toBe(before);
  });

  it("is listed, read, changed and discarded by those who may manage it, and stands in the trail", async () => {
    const { id } = await draft({ unit_size: "9" });
    await picks.addPick(admin, pickFields({ pick: "Over 220.5" }));
    const { rows } = await picks.listPicks(admin, { status: "draft" });
    expect(rows).toMatchObject([{ id, published_at: null }]);
    expect(await picks.findPick(admin, { id })).toMatchObject({ id, published_at: null });
    expect(await picks.readManagerPage(admin, { id })).toMatchObject({
      drafts: [{ id, version: 1 }],
      unresolved: [{ pick: "Over 220.5" }],
      chosen: { id, published_at: null },
    });
    await picks.savePick(admin, { id, book: "FanDuel" });
    await picks.deletePick(admin, { id });
    expect(await trailOf(id)).toEqual(["pick.drafted", "pick.draft_changed", "pick.draft_discarded"]);
  });

  it("is published with the time of its publication, announced and counted", async () => {
    const { id, created_at } = await draft({ pick: "Knicks +2.5 (-110)" });
    vi.setSystemTime(morning + 3_600_000);
    const published = await picks.publishDraft(admin, { id, version: 1 });
    const now = new Date().toISOString();
    expect(created_at).not.toBe(now);
    expect(published).toMatchObject({ id, created_at: now, published_at: now, version: 2, odds: -110 });
    expect((await picks.listOpenPicks(member, {})).picks).toMatchObject([{ id, created_at: `${now.slice(0, 19)}Z` }]);
    expect(await db.selectFrom("round_picks").select("pick_id").execute()).toEqual([{ pick_id: id }]);
    expect(await trailOf(id)).toEqual(["pick.drafted", "pick.published"]);
    // A second call finds it published.
    expect(await picks.publishDraft(admin, { id, version: 1 })).toEqual(published);
  });

  it("takes no verdict, neither at first nor later", async () => {
    const { id } = await draft();
    for (const work of [() => draft({ verdict: "✅" }), () => picks.savePick(admin, { id, verdict: "loss" })])
      expect(await refusalOf(work())).toMatchObject({
        reason: "invalid",
        fields: { verdict: "A draft has no verdict. Publish it first." },
      });
  });

  it("that got one before that was refused counts from its publication on", async () => {
    const { id } = await draft();
    await db.updateTable("picks").set({ verdict: "✅", units_result: 1.36 }).where("id", "=", id).execute();
    await picks.savePick(admin, { id, verdict: "✅", book: "A Book" });
    expect((await picks.findHistoryFigures(member, {})).wins).toBe(0);
    const { warnings } = await picks.publishDraft(admin, { id });
    expect(warnings).toEqual(["Its game has not started yet."]);
    expect(await picks.findHistoryFigures(member, {})).toMatchObject({ wins: 1, units_won: 1.36 });
    expect(await db.selectFrom("round_picks").selectAll().execute()).toEqual([]);
  });

  it("is asked about when it is published, not before", async () => {
    const { id, ...saved } = await draft({ unit_size: "6" });
    expect(saved).not.toHaveProperty("warnings");
    expect(await picks.savePick(admin, { id, unit_size: "7", confirm: false })).not.toHaveProperty("warnings");
    const refusal = await refusalOf(picks.publishDraft(admin, { id, confirm: false }));
    expect([refusal.reason, refusal.warnings]).toEqual(["unconfirmed", ["Its stake is over 5 units: 7u."]]);
    expect((await picks.publishDraft(admin, { id })).warnings).toEqual(["Its stake is over 5 units: 7u."]);
  });

  it("that was changed after somebody read it is not published", async () => {
    const { id } = await draft();
    await picks.savePick(admin, { id, pick: "Knicks +9" });
    for (const work of [
      () => picks.publishDraft(admin, { id, version: 1 }),
      () => review("publish", [{ id, version: 1 }]),
    ])
      expect(await refusalOf(work())).toMatchObject({
        reason: "conflict",
        message: expect.stringContaining("Knicks +9"),
      });
    expect((await picks.findPick(admin, { id })).published_at).toBeNull();
  });

  it("is published with others, all or none", async () => {
    const drafts = [await draft({ pick: "Knicks +1" }), await draft({ pick: "Knicks +2", unit_size: "6" })];
    const refusal = await refusalOf(review("publish", drafts));
    const warning = "Knicks +2, 11/20/2026: Its stake is over 5 units: 6u.";
    expect([refusal.reason, refusal.warnings]).toEqual(["unconfirmed", [warning]]);
    expect((await picks.listPicks(member, {})).rows).toEqual([]);
    expect(await review("publish", drafts, warning)).toEqual({ done: "published", count: 2, gone: 0 });
    expect(await review("publish", drafts)).toEqual({ done: "published", count: 0, gone: 2 });
    expect((await picks.listPicks(member, {})).rows).toHaveLength(2);
  });

  it("is discarded with others after a question", async () => {
    const drafts = [await draft({ pick: "Knicks +1" }), await draft({ pick: "Knicks +2" })];
    const refusal = await refusalOf(review("discard", drafts));
    expect([refusal.reason, refusal.warnings]).toEqual([
      "unconfirmed",
      ["Knicks +1, 11/20/2026", "Knicks +2, 11/20/2026"],
    ]);
    expect(await review("discard", drafts, refusal.warnings?.join(" "))).toEqual({
      done: "discarded",
      count: 2,
      gone: 0,
    });
    expect((await picks.listPicks(admin, { status: "draft" })).rows).toEqual([]);
    expect(await refusalOf(review("discard", []))).toMatchObject({
      reason: "invalid",
      fields: { form: "Select at least one draft." },
    });
  });

  it("is out of reach of the other stream and of published picks", async () => {
    const other = stream === "pro" ? regularPicks : proPicks;
    const mine = await draft();
    const published = await picks.addPick(admin, pickFields({ pick: "Knicks +1" }));
    expect((await refusalOf(other.publishDraft(admin, { id: mine.id }))).reason).toBe("not-found");
    expect(await review("discard", [published])).toEqual({ done: "discarded", count: 0, gone: 1 });
    expect(await picks.findPick(member, { id: published.id })).toMatchObject({ pick: "Knicks +1" });
  });
});

it("a published pick never becomes a draft again", async () => {
  const { id } = await regularPicks.addPick(admin, pickFields());
  const unpublish = db.updateTable("picks").set({ published_at: null }).where("id", "=", id).execute();
  await expect(unpublish).rejects.toThrow("a pick is published once");
});
