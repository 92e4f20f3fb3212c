import { beforeEach, expect, test } from "vitest";
import { db } from "../../../app/db.server.ts";
import {
  addTip,
  findLearn,
  listTips,
  readLearnPage,
  readLearnManagerPage,
  previewLearn,
  saveLearn,
} from "../../../app/models/content/learn.server.ts";
import { entryLimit, joinEntries, splitEntries } from "../../../app/models/content/learn.ts";
import { entriesMissingIn } from "../../../app/models/multiset.ts";
import { glossary, tips } from "../../../db/demo/learn.ts";
import { actorOf, visitor } from "../../support/database/factories.ts";

const staff = actorOf("admin");
const member = actorOf("user");

beforeEach(async () => {
  await saveLearn(staff, { type: "glossary", content: [] });
  await saveLearn(staff, { type: "tip", content: [] });
});

async function versionOf(kind: string): Promise<number | undefined> {
  const { lists } = await readLearnManagerPage(staff, {});
  return lists.find((list) => list.kind === kind)?.version;
}

test("a list is replaced and keeps its order", async () => {
  await saveLearn(staff, { type: "glossary", content: ["## B", "## A"] });
  await saveLearn(staff, { type: "tip", content: "one\r\n---\r\ntwo\n--- \n\n---\nthree" });
  expect(await findLearn(member, {})).toEqual({ glossary: ["## B", "## A"], tips: ["one", "two", "three"] });
  await saveLearn(staff, { type: "glossary", content: "## C" });
  expect(await findLearn(member, {})).toEqual({ glossary: ["## C"], tips: ["one", "two", "three"] });
});

test("a changed entry in a list of the same length is saved", async () => {
  await saveLearn(staff, { type: "tip", content: ["one", "two", "three"] });
  await saveLearn(staff, { type: "tip", content: ["one", "second", "three"] });
  expect(await listTips(member, {})).toEqual(["one", "second", "three"]);
});

test("saving what the editor shows keeps the same entries", async () => {
  const { tips: before } = await saveLearn(staff, {
    type: "tip",
    content: ["a\n---\nb", "- c\n\n***\n\n----", "   ", "# d"],
  });
  const [, list] = (await readLearnManagerPage(staff, {})).lists;
  const { tips: after } = await saveLearn(staff, {
    type: "tip",
    content: list?.content,
    version: String(list?.version),
  });
  expect(before).toEqual(["a", "b", "- c\n\n***\n\n----", "# d"]);
  expect(after).toEqual(before);
  expect(splitEntries(joinEntries(before))).toEqual(before);
});

test("the page shows the tab's list as HTML, as last saved", async () => {
  await saveLearn(staff, { type: "glossary", content: ["## Push\nA *tie*."] });
  expect(await readLearnPage(member, {})).toEqual({
    kind: "glossary",
    groups: [
      {
        title: null,
        html: '<h2 id="term-push">Push</h2><p>A <em>tie</em>.</p>',
        terms: [{ id: "term-push", label: "Push" }],
      },
    ],
  });
  expect(await readLearnPage(member, { tab: "tips" })).toEqual({ kind: "tip", groups: [] });
  await saveLearn(staff, { type: "glossary", content: ["Hook"] });
  expect(await readLearnPage(member, { tab: "nonsense" })).toEqual({
    kind: "glossary",
    groups: [{ title: null, html: "<p>Hook</p>", terms: [] }],
  });
});

test("an entry with unclosed markdown does not affect the next one", async () => {
  await saveLearn(staff, { type: "tip", content: ["```\nopen", "## Next"] });
  expect((await readLearnPage(member, { tab: "tips" })).groups.map(({ title, html }) => [title, html])).toEqual([
    [null, "<pre><code>open</code></pre>"],
    ["Next", ""],
  ]);
});

test("a stale save is a conflict, with what was saved in the meantime", async () => {
  const version = await versionOf("tip");
  await saveLearn(staff, { type: "tip", content: ["theirs", "too"], version });
  const saved = { content: "theirs\n\n---\n\ntoo", version: String(await versionOf("tip")) };
  await expect(saveLearn(staff, { type: "tip", content: "mine", version })).rejects.toMatchObject({
    reason: "conflict",
    saved,
  });
  expect(await listTips(member, {})).toEqual(["theirs", "too"]);
});

test("a list that is sent twice is saved once", async () => {
  const version = await versionOf("tip");
  const form = { type: "tip", content: "theirs\r\n---\r\nonce", version: String(version) };
  for (let time = 0; time < 2; time += 1) expect((await saveLearn(staff, form)).tips).toEqual(["theirs", "once"]);
  expect(await versionOf("tip")).toBe((version ?? 0) + 1);
});

test("saving one list does not change the version of the other", async () => {
  const version = await versionOf("glossary");
  await saveLearn(staff, { type: "tip", content: "x" });
  expect(await versionOf("glossary")).toBe(version);
});

test("a tip is appended", async () => {
  await saveLearn(staff, { type: "tip", content: ["first"] });
  expect(await addTip(staff, { content: "second" })).toEqual({ content: "second" });
  expect(await listTips(member, {})).toEqual(["first", "second"]);
});

test.each([[""], ["a\n---\nb"], [undefined], [7], [["a", "b"]]])("%j is not one tip", async (content) => {
  await expect(addTip(staff, { content })).rejects.toMatchObject({
    reason: "invalid",
    fields: { content: expect.any(String) },
  });
});

test.each([
  ["an entry that is too long", ["ok", "x".repeat(entryLimit + 1)], "Entry 2: At most 20,000 characters."],
  [
    "a list that is too long",
    Array.from({ length: 13 }, () => "x".repeat(entryLimit)),
    "The whole list can have at most 240 KB.",
  ],
  ["a control character", ["a\u0000b"], "Entry 1: Contains a character that can't be stored."],
  ["a missing content", undefined, "Send a text or a list of texts."],
  ["a list of other things", [1], "Send a text or a list of texts."],
])("%s is refused with a message", async (_what, content, message) => {
  await expect(saveLearn(staff, { type: "glossary", content })).rejects.toMatchObject({
    reason: "invalid",
    fields: { content: message },
  });
  await expect(previewLearn(staff, { type: "glossary", content })).rejects.toMatchObject({ reason: "invalid" });
});

test("a tip that would make the list too long, in bytes, is refused", async () => {
  const ball = "🏀";
  await saveLearn(staff, { type: "tip", content: Array.from({ length: 3 }, () => ball.repeat(entryLimit)) });
  const limitMessage = "The whole list can have at most 240 KB.";
  await expect(addTip(staff, { content: ball.repeat(2000) })).rejects.toMatchObject({
    reason: "invalid",
    message: limitMessage,
    fields: { content: limitMessage },
  });
  expect(await addTip(staff, { content: ball.repeat(1000) })).toEqual({ content: ball.repeat(1000) });
});

test("entries may have 20,000 characters, where an emoji counts as one", async () => {
  const content = ["x".repeat(entryLimit), "🏀".repeat(entryLimit)];
  expect((await saveLearn(staff, { type: "glossary", content })).glossary).toEqual(content);
});

test.each([
  { entries: ["b", "a"], others: ["a", "b"], missing: [] },
  { entries: ["a", "new", "b"], others: ["b", "a"], missing: ["new"] },
  { entries: ["a", "a", "b", "a"], others: ["a"], missing: ["a", "b", "a"] },
  { entries: [], others: ["a"], missing: [] },
])("entriesMissingIn returns $missing for $entries and $others", ({ entries, others, missing }) => {
  expect(entriesMissingIn(others, entries)).toEqual(missing);
});

test("an unknown type is refused", async () => {
  await expect(saveLearn(staff, { type: "tips", content: "x" })).rejects.toMatchObject({
    reason: "invalid",
    fields: { type: "Choose glossary or tip." },
  });
});

test("a preview saves nothing, and has no ids: the page may have two of them", async () => {
  expect(await previewLearn(staff, { type: "tip", content: "**a**\n---\nb\n---\n# C\n---\n## D\ne" })).toEqual({
    groups: [
      { title: null, html: "<p><strong>a</strong></p><p>b</p>", terms: [] },
      { title: "C", html: "<h3>D</h3><p>e</p>", terms: [] },
    ],
    count: 4,
  });
  expect(await listTips(member, {})).toEqual([]);
});

test("a save that changes nothing leaves no trail and does not change the version", async () => {
  const content = ["Shop for the best line.", "Bet one unit."];
  const trail = async () => (await db.selectFrom("audit").select("id").execute()).length;
  await saveLearn(staff, { type: "tip", content });
  const [before, { version }] = [
    await trail(),
    await db.selectFrom("learn_lists").select("version").where("kind", "=", "tip").executeTakeFirstOrThrow(),
  ];
  expect((await saveLearn(staff, { type: "tip", content })).tips).toEqual(content);
  expect(await trail()).toBe(before);
  expect((await saveLearn(staff, { type: "tip", content: ["Bet one unit."], version: String(version) })).tips).toEqual([
    "Bet one unit.",
  ]);
});

test.each([" ---\nBet 1 % a game", "First\n\t--- \nSecond", "\u00A0---\u00A0\nFirst", "\n\n  ---\n\n---\nFirst"])(
  "saving the list that was read changes nothing (%j)",
  async (text) => {
    const { tips } = await saveLearn(staff, { type: "tip", content: [text, "Last"] });
    expect(tips.at(-1)).toBe("Last");
    expect((await saveLearn(staff, { type: "tip", content: tips })).tips).toEqual(tips);
    expect(splitEntries(joinEntries(tips))).toEqual(tips);
  },
);

test("a save leaves a trail with both lists and their versions", async () => {
  const version = (await versionOf("tip")) ?? 0;
  await saveLearn(staff, { type: "tip", content: "new" });
  const row = await db.selectFrom("audit").selectAll().orderBy("id", "desc").executeTakeFirstOrThrow();
  expect(row).toMatchObject({
    action: "tip.changed",
    subject: "learn",
    actor_id: 1,
    before: `{"version":${version},"entries":[]}`,
    after: `{"version":${version + 1},"entries":["new"]}`,
  });
});

test.each(["user", "propicksmanager"] as const)("a %s can read, but not change", async (role) => {
  const actor = actorOf(role);
  expect(await findLearn(actor, {})).toEqual({ glossary: [], tips: [] });
  for (const attempt of [saveLearn, addTip, previewLearn, readLearnManagerPage]) {
    await expect(attempt(actor, { type: "tip", content: "x" })).rejects.toMatchObject({ reason: "forbidden" });
  }
});

test("a visitor can't read", async () => {
  for (const attempt of [readLearnPage, findLearn, listTips])
    await expect(attempt(visitor, {})).rejects.toMatchObject({ reason: "signed-out" });
});

test("the database refuses invalid entries", async () => {
  await expect(
    db.insertInto("learn_entries").values({ kind: "tip", position: 0, body: "x" }).execute(),
  ).rejects.toThrow(/check/i);
  await expect(db.insertInto("learn_entries").values({ kind: "tip", position: 9, body: "" }).execute()).rejects.toThrow(
    /check/i,
  );
});

test("the demo's lists are long enough, and each entry is a group's heading or has a title and a text", () => {
  expect(glossary.length).toBeGreaterThanOrEqual(35);
  expect(tips.length).toBeGreaterThanOrEqual(8);
  for (const text of [...glossary, ...tips]) expect(text).toMatch(/^(# [^\n]+|## [^\n]+\n[^\n]+)$/);
  expect(new Set(glossary.map((text) => text.split("\n")[0])).size).toBe(glossary.length);
});
