import { beforeEach, describe, expect, it } from "vitest";
import { db } from "../../../app/db.server.ts";
import { findLearn, openLearnManager, restoreLearn, saveLearn, saveLearnForm } from "../../../app/models/content/learn.server.ts";
import { proPicks, regularPicks } from "../../../app/models/picks/pick.server.ts";
import { findSidebar, openSidebarManager, restoreSidebar, saveSidebar, saveSidebarForm } from "../../../app/models/content/sidebar.server.ts";
import { Refusal } from "../../../app/refusal.ts";
import { actorOf, createUser, pickFields } from "../../support/database/factories.ts";

const hers = actorOf("admin");
let his = hers;
beforeEach(async () => {
  const { id } = await createUser(db, { role: "admin", name: "Hugo Test" });
  his = actorOf("admin", id);
});

async function refusalOf(promise: Promise<unknown>): Promise<Refusal> {
  const answer = await promise.catch((error: unknown) => error);
  if (!(answer instanceof Refusal)) throw new Error("It was taken.");
  return answer;
}

describe.each([["regular", regularPicks], ["pro", proPicks]] as const)("a stale form of a %s pick", (_stream, own) => {
  async function opened(changes: Record<string, unknown> = {}) {
    const { id } = await own.publishPick(hers, pickFields(changes));
    return { id, form: pickFields({ ...changes, version: "1" }) };
  }

  it("brings nothing back that a colleague changed, and says what was kept", async () => {
    const { id, form } = await opened({ unit_size: "1", sim_confidence: "55" });
    await own.savePick(his, { id, unit_size: "2", game_date: "12/01/2026" });
    // It was he who changed it, whatever he is called since.
    await db.updateTable("users").set({ name: "Kim Test" }).where("id", "=", his.person.id).execute();
    const { pick, kept } = await own.savePickForm(hers, { ...form, id, sim_confidence: "60" });
    expect(pick).toMatchObject({ unit_size: 2, sim_confidence: 60, game_date: "12/01/2026", version: 3 });
    expect(kept).toEqual([{ field: "game_date", by: "Hugo Test" }, { field: "unit_size", by: "Hugo Test" }]);
  });

  it("asks about what both changed alone, with who and when, and the second save brings nothing back either", async () => {
    const { id, form } = await opened({ unit_size: "1", sim_confidence: "55", time: "" });
    await own.savePick(his, { id, sim_confidence: "58" });
    await own.savePick(his, { id, unit_size: "2" });
    const typed = { ...form, id, sim_confidence: "60", time: "8 PM" };
    const refusal = await refusalOf(own.savePickForm(hers, typed));
    expect(refusal).toMatchObject({ reason: "conflict", theirs: { sim_confidence: "58", version: "3" }, joined: { unit_size: "2" } });
    expect([Object.keys(refusal.fields ?? {}), refusal.savedBy]).toEqual([["sim_confidence"], { sim_confidence: { by: "Hugo Test", at: expect.stringMatching(/^20\d\d-/) } }]);
    const again = { ...typed, ...refusal.merged, version: refusal.saved?.version };
    expect((await own.savePickForm(hers, again)).pick).toMatchObject({ sim_confidence: 60, unit_size: 2, time: "8 PM" });
  });

  it("settles no pick over a stake that a colleague changed meanwhile without asking", async () => {
    const { id, form } = await opened({ unit_size: "1" });
    await own.savePick(his, { id, unit_size: "2" });
    expect(await refusalOf(own.savePickForm(hers, { ...form, id, verdict: "✅", units_result: "0.9" }))).toMatchObject({ reason: "conflict", theirs: { unit_size: "2" }, joined: { unit_size: "2" } });
    expect(await own.findPick(hers, { id })).toMatchObject({ verdict: "", unit_size: 2 });
  });

  it("leaves a result that a colleague entered", async () => {
    const { id, form } = await opened();
    await own.savePick(his, { id, verdict: "❌", units_result: "-1" });
    expect((await own.savePickForm(hers, { ...form, id, closing_line: "+3" })).pick).toMatchObject({ verdict: "❌", units_result: -1, closing_line: "+3" });
  });

  it("that changes nothing itself writes nothing", async () => {
    const { id, form } = await opened();
    await own.savePick(his, { id, closing_line: "+3" });
    expect(await own.savePickForm(hers, { ...form, id })).toMatchObject({ pick: { closing_line: "+3", version: 2 }, kept: [{ field: "closing_line" }] });
  });

  it("of a version that nobody knows is asked about in all that differs", async () => {
    const { id, form } = await opened();
    expect(await refusalOf(own.savePickForm(hers, { ...form, id, pick: "Mine", version: "7" }))).toMatchObject({ reason: "conflict", theirs: { version: "1" }, joined: {}, changed: {} });
  });
});

describe("the side panels' stale form", () => {
  it("takes the saved text of a panel that was left alone, and asks about one that both wrote", async () => {
    await saveSidebar(hers, { results: "R", notes: "N", next: "X" });
    const { version } = await openSidebarManager(hers, {});
    await saveSidebar(his, { results: "His results" });
    expect(await saveSidebarForm(hers, { results: "R", notes: "My notes", next: "X", version })).toEqual({ kept: [{ field: "results", by: "Hugo Test" }] });
    expect(await findSidebar(hers, {})).toEqual({ results: "His results", notes: "My notes", next: "X" });
    expect(await refusalOf(saveSidebarForm(hers, { results: "Mine", notes: "N", next: "Y", version }))).toMatchObject({
      reason: "conflict", theirs: { results: "His results" }, joined: { notes: "My notes" }, changed: { results: { by: "Hugo Test" } },
    });
  });

  it("asks before a panel is emptied, and gives back what stood there", async () => {
    await saveSidebar(hers, { results: "R", notes: "N", next: "X" });
    const { version } = await openSidebarManager(hers, {});
    const emptied = { results: "", notes: "N2", next: "X", version };
    expect((await refusalOf(saveSidebarForm(hers, emptied))).fields).toEqual({ confirm_empty: "Recent Results will be empty for members." });
    expect(await findSidebar(hers, {})).toEqual({ results: "R", notes: "N", next: "X" });
    await saveSidebarForm(hers, { ...emptied, confirm_empty: "yes" });
    expect(await findSidebar(hers, {})).toEqual({ results: "", notes: "N2", next: "X" });
    expect((await refusalOf(restoreSidebar(hers, { version }))).message).toContain("nothing was restored");
    await restoreSidebar(hers, { version: version + 1 });
    expect(await findSidebar(hers, {})).toEqual({ results: "R", notes: "N", next: "X" });
    await restoreSidebar(hers, {});
    expect(await findSidebar(hers, {})).toEqual({ results: "", notes: "N2", next: "X" });
  });
});

describe.each(["tip", "glossary"] as const)("the stale form of a list (%s)", (type) => {
  const saved = async () => (await findLearn(hers, {}))[type === "tip" ? "tips" : "glossary"];
  const version = async () => (await openLearnManager(hers, {})).lists.find(({ kind }) => kind === type)?.version;

  it("joins the entries that two people changed", async () => {
    await saveLearn(hers, { type, content: ["a", "b", "c"] });
    const form = { type, version: await version() };
    await saveLearn(his, { type, content: ["a", "b", "C", "d"] });
    expect(await saveLearnForm(hers, { ...form, content: "A\n---\nb\n---\nc" })).toEqual({ kept: [{ field: "entries", by: "Hugo Test" }] });
    expect(await saved()).toEqual(["A", "b", "C", "d"]);
  });

  it("asks about an entry that both changed, over what else is saved by now", async () => {
    await saveLearn(hers, { type, content: ["one", "two", "three"] });
    const form = { type, version: await version() };
    await saveLearn(his, { type, content: ["one", "his two", "his three"] });
    const refusal = await refusalOf(saveLearnForm(hers, { ...form, content: ["my one", "my two", "three"] }));
    expect(refusal).toMatchObject({ reason: "conflict", changed: { content: { by: "Hugo Test" } } });
    await saveLearn(his, { type, content: ["one", "two", "his three"] });
    await saveLearnForm(hers, { ...form, content: ["one", "my two", "three"] });
    expect(await saved()).toEqual(["one", "my two", "his three"]);
  });

  it("asks before the list is emptied, and gives back what it held", async () => {
    await saveLearn(hers, { type, content: ["kept", "safe"] });
    const form = { type, content: " \n---\n", version: await version() };
    expect((await refusalOf(saveLearnForm(hers, form))).fields).toEqual({ confirm_empty: `${type === "tip" ? "Bankroll Tips" : "Glossary"} will be empty for members.` });
    expect(await saved()).toEqual(["kept", "safe"]);
    await saveLearnForm(hers, { ...form, confirm_empty: "yes" });
    expect(await saved()).toEqual([]);
    expect(await refusalOf(restoreLearn(hers, { type, version: form.version }))).toMatchObject({ reason: "conflict" });
    await restoreLearn(hers, { type, version: await version() });
    expect(await saved()).toEqual(["kept", "safe"]);
  });

  it("is for the staff for content alone", async () => {
    for (const role of ["user", "propicksmanager"] as const) {
      await expect(restoreLearn(actorOf(role), { type })).rejects.toMatchObject({ reason: "forbidden" });
      await expect(restoreSidebar(actorOf(role), {})).rejects.toMatchObject({ reason: "forbidden" });
    }
  });
});
