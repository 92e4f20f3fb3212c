import { beforeEach, describe, expect, it } from "vitest";
import { db } from "../../../app/db.server.ts";
import {
  findLearn,
  readLearnManagerPage,
  restoreLearn,
  saveLearn,
  saveLearnForm,
} from "../../../app/models/content/learn.server.ts";
import { proPicks, regularPicks } from "../../../app/models/picks/pick.server.ts";
import {
  findSidebar,
  readSidebarManagerPage,
  restoreSidebar,
  saveSidebar,
  saveSidebarForm,
} from "../../../app/models/content/sidebar.server.ts";
import { Refusal } from "../../../app/refusal.ts";
import { actorOf, createUser, formFields, futureDate } from "../../support/database/factories.ts";
import { panels } from "../../support/database/sidebar.ts";

const editor = actorOf("admin");
let colleague = editor;
beforeEach(async () => {
  const { id } = await createUser(db, { role: "admin", name: "Hugo Test" });
  colleague = actorOf("admin", id);
});

async function refusalOf(promise: Promise<unknown>): Promise<Refusal> {
  const answer = await promise.catch((error: unknown) => error);
  if (!(answer instanceof Refusal)) throw new Error("It was accepted.");
  return answer;
}

describe.each([
  ["regular", regularPicks],
  ["pro", proPicks],
] as const)("a stale form of a %s pick", (_stream, own) => {
  async function opened(changes: Record<string, unknown> = {}) {
    const { id } = await own.addPick(editor, formFields(changes));
    return { id, form: formFields({ ...changes, version: "1" }) };
  }

  it("does not undo a colleague's changes, and lists what was kept", async () => {
    const { id, form } = await opened({ unit_size: "1", sim_confidence: "55" });
    const moved = futureDate(4);
    await own.savePick(colleague, { id, unit_size: "2", game_date: moved });
    await db.updateTable("users").set({ name: "Kim Test" }).where("id", "=", colleague.person.id).execute();
    const { pick, kept } = await own.savePickForm(editor, { ...form, id, sim_confidence: "60" });
    expect(pick).toMatchObject({ unit_size: 2, sim_confidence: 60, game_date: moved, version: 3 });
    expect(kept).toEqual([
      { field: "game_date", by: "Hugo Test" },
      { field: "unit_size", by: "Hugo Test" },
    ]);
  });

  it("asks only about fields that both changed, with name and time, and the second save undoes nothing either", async () => {
    const { id, form } = await opened({ unit_size: "1", sim_confidence: "55", time: "" });
    await own.savePick(colleague, { id, sim_confidence: "58" });
    await own.savePick(colleague, { id, unit_size: "2" });
    const typed = { ...form, id, sim_confidence: "60", time: "8 PM" };
    const refusal = await refusalOf(own.savePickForm(editor, typed));
    expect(refusal).toMatchObject({
      reason: "conflict",
      saved: { sim_confidence: "58", version: "3" },
      merged: { unit_size: "2" },
    });
    expect([Object.keys(refusal.fields ?? {}), refusal.savedBy]).toEqual([
      ["sim_confidence"],
      { sim_confidence: { by: "Hugo Test", at: expect.stringMatching(/^20\d\d-/) } },
    ]);
    const again = { ...typed, ...refusal.merged, version: refusal.saved?.version };
    expect((await own.savePickForm(editor, again)).pick).toMatchObject({
      sim_confidence: 60,
      unit_size: 2,
      time: "8 PM",
    });
  });

  it("asks before settling a pick whose stake a colleague changed", async () => {
    const { id, form } = await opened({ unit_size: "1" });
    await own.savePick(colleague, { id, unit_size: "2" });
    expect(
      await refusalOf(own.savePickForm(editor, { ...form, id, verdict: "✅", units_result: "0.9" })),
    ).toMatchObject({ reason: "conflict", saved: { unit_size: "2" }, merged: { unit_size: "2" } });
    expect(await own.findPick(editor, { id })).toMatchObject({ verdict: "", unit_size: 2 });
  });

  it("keeps a result that a colleague entered", async () => {
    const { id, form } = await opened();
    await own.savePick(colleague, { id, verdict: "❌", units_result: "-1.5" });
    expect((await own.savePickForm(editor, { ...form, id, closing_line: "+3" })).pick).toMatchObject({
      verdict: "❌",
      units_result: -1.5,
      closing_line: "+3",
    });
  });

  it("without changes of its own writes nothing", async () => {
    const { id, form } = await opened();
    await own.savePick(colleague, { id, closing_line: "+3" });
    expect(await own.savePickForm(editor, { ...form, id })).toMatchObject({
      pick: { closing_line: "+3", version: 2 },
      kept: [{ field: "closing_line" }, { field: "beat_clv" }],
    });
  });

  it("of an unknown version asks about all differences", async () => {
    const { id, form } = await opened();
    expect(await refusalOf(own.savePickForm(editor, { ...form, id, pick: "Mine", version: "7" }))).toMatchObject({
      reason: "conflict",
      saved: { version: "1" },
      merged: {},
      savedBy: {},
    });
  });
});

describe("a stale form of the side panels", () => {
  it("keeps the saved text of an unchanged panel, and asks about a panel that both changed", async () => {
    await saveSidebar(editor, { results: "R", notes: "N", next: "X" });
    const { version } = await readSidebarManagerPage(editor, {});
    await saveSidebar(colleague, { results: "His results" });
    expect(await saveSidebarForm(editor, { results: "R", notes: "My notes", next: "X", version })).toEqual({
      kept: [{ field: "results", by: "Hugo Test" }],
    });
    expect(await findSidebar(editor, {})).toEqual(panels("His results", "My notes", "X"));
    expect(await refusalOf(saveSidebarForm(editor, { results: "Mine", notes: "N", next: "Y", version }))).toMatchObject(
      {
        reason: "conflict",
        saved: { results: "His results" },
        merged: { notes: "My notes" },
        savedBy: { results: { by: "Hugo Test" } },
      },
    );
  });

  it("asks before a panel is cleared, and can restore its text", async () => {
    await saveSidebar(editor, { results: "R", notes: "N", next: "X" });
    const { version } = await readSidebarManagerPage(editor, {});
    const emptied = { results: "", notes: "N2", next: "X", version };
    expect((await refusalOf(saveSidebarForm(editor, emptied))).fields).toEqual({
      confirm_empty: "Recent Results will be empty for members.",
    });
    expect(await findSidebar(editor, {})).toEqual(panels("R", "N", "X"));
    await saveSidebarForm(editor, { ...emptied, confirm_empty: "yes" });
    expect(await findSidebar(editor, {})).toEqual(panels("", "N2", "X"));
    expect((await refusalOf(restoreSidebar(editor, { version }))).message).toContain("nothing was restored");
    await restoreSidebar(editor, { version: version + 1 });
    expect(await findSidebar(editor, {})).toEqual(panels("R", "N", "X"));
    await restoreSidebar(editor, {});
    expect(await findSidebar(editor, {})).toEqual(panels("", "N2", "X"));
  });
});

describe.each(["tip", "glossary"] as const)("a stale form of a list (%s)", (type) => {
  const saved = async () => (await findLearn(editor, {}))[type === "tip" ? "tips" : "glossary"];
  const version = async () => (await readLearnManagerPage(editor, {})).lists.find(({ kind }) => kind === type)?.version;

  it("merges the entries that two users changed", async () => {
    await saveLearn(editor, { type, content: ["a", "b", "c"] });
    const form = { type, version: await version() };
    await saveLearn(colleague, { type, content: ["a", "b", "C", "d"] });
    expect(await saveLearnForm(editor, { ...form, content: "A\n---\nb\n---\nc" })).toEqual({
      kept: [{ field: "entries", by: "Hugo Test" }],
    });
    expect(await saved()).toEqual(["A", "b", "C", "d"]);
  });

  it("asks about an entry that both changed, based on what is saved now", async () => {
    await saveLearn(editor, { type, content: ["one", "two", "three"] });
    const form = { type, version: await version() };
    await saveLearn(colleague, { type, content: ["one", "his two", "his three"] });
    const refusal = await refusalOf(saveLearnForm(editor, { ...form, content: ["my one", "my two", "three"] }));
    expect(refusal).toMatchObject({ reason: "conflict", savedBy: { content: { by: "Hugo Test" } } });
    await saveLearn(colleague, { type, content: ["one", "two", "his three"] });
    await saveLearnForm(editor, { ...form, content: ["one", "my two", "three"] });
    expect(await saved()).toEqual(["one", "my two", "his three"]);
  });

  it("asks before the list is cleared, and can restore it", async () => {
    await saveLearn(editor, { type, content: ["kept", "safe"] });
    const form = { type, content: " \n---\n", version: await version() };
    expect((await refusalOf(saveLearnForm(editor, form))).fields).toEqual({
      confirm_empty: `${type === "tip" ? "Bankroll Tips" : "Glossary"} will be empty for members.`,
    });
    expect(await saved()).toEqual(["kept", "safe"]);
    await saveLearnForm(editor, { ...form, confirm_empty: "yes" });
    expect(await saved()).toEqual([]);
    expect(await refusalOf(restoreLearn(editor, { type, version: form.version }))).toMatchObject({
      reason: "conflict",
    });
    await restoreLearn(editor, { type, version: await version() });
    expect(await saved()).toEqual(["kept", "safe"]);
  });

  it("can be restored only by content staff", async () => {
    for (const role of ["user", "propicksmanager"] as const) {
      await expect(restoreLearn(actorOf(role), { type })).rejects.toMatchObject({ reason: "forbidden" });
      await expect(restoreSidebar(actorOf(role), {})).rejects.toMatchObject({ reason: "forbidden" });
    }
  });
});
