import { z } from "zod";
import type { Db } from "../db.server.ts";
import { db } from "../db.server.ts";
import { markdownRenderer } from "../markdown.server.ts";
import { Refusal } from "../refusal.ts";
import { recordAudit } from "./audit.server.ts";
import { keptByVersion } from "./by-version.ts";
import { oneOf, textBlock, versionNumber } from "./fields.ts";
import type { LearnKind } from "./learn.ts";
import { entryLimit, joinEntries, learnKinds, listLimit, splitEntries } from "./learn.ts";
import type { SignedInActor } from "./operation.server.ts";
import { operation } from "./operation.server.ts";
import { writeAs } from "./session.server.ts";

/** A list as the editor shows it. */
export interface LearnList {
  kind: LearnKind;
  content: string;
  version: number;
}

/** A list as the person who writes it will see it. */
export interface LearnPreview {
  html: string;
  count: number;
}

const tooLong = `The whole list can have at most ${listLimit / 1024} KB.`;
const entry = textBlock(entryLimit);
// A list of one-letter entries has tens of thousands.
const rowsAtOnce = 1000;

/** Texts as entries: a line of `---` within a text begins another one, wherever the text comes from. */
const entries = z.union([z.string(), z.array(z.string())], { error: "Send a text or a list of texts." }).transform((content, issues) => {
  const checked = [content].flat().flatMap(splitEntries).map((text) => entry.safeParse(text));
  checked.forEach(({ error }, index) => error?.issues.forEach(({ message }) => issues.addIssue(`Entry ${index + 1}: ${message}`)));
  const texts = checked.flatMap(({ data }) => (data === undefined || data === "" ? [] : [data]));
  if (Buffer.byteLength(joinEntries(texts)) > listLimit) issues.addIssue(tooLong);
  return texts;
});

const type = oneOf(learnKinds, "Choose glossary or tip.");
const oneEntry = entries.refine((texts) => texts.length === 1, { error: "Send one tip.", abort: true });

/** The list that a tab shows, as HTML; '' when it is empty. */
export const openLearn = operation("learn.read", z.object({ tab: z.unknown().optional() }), async (_actor, { tab }) => {
  const kind: LearnKind = tab === "tips" ? "tip" : "glossary";
  return { kind, html: await renderedList(kind) };
});

/** Both lists as they were written, in their order. */
export const findLearn = operation("learn.read", z.object({}), () => readLearn());

/** The bankroll tips as they were written, in their order. */
export const listTips = operation("learn.read", z.object({}), () => readEntries(db, "tip"));

/** Both lists, each as one text with the version that a save is compared with. */
export const openLearnManager = operation("learn.manage", z.object({}), async () => ({ lists: await Promise.all(learnKinds.map(readList)) }));

/** What the given texts will look like; saves nothing. */
export const previewLearn = operation("learn.manage", z.object({ type, content: entries }), async (_actor, { content }): Promise<LearnPreview> => ({
  html: content.map(await markdownRenderer()).join(""),
  count: content.length,
}));

/** Replaces a list and gives both; refuses with "conflict" when `version` is not the stored one any more. */
export const saveLearn = operation("learn.manage", z.object({ type, content: entries, version: versionNumber }), (actor, { type: kind, content, version }) =>
  writeAs(actor, async (trx) => {
    const stored = await readVersion(trx, kind);
    const before = await readEntries(trx, kind);
    // As changedFields says: a form that was sent twice is not stale.
    if (content.length === before.length && content.every((body, index) => body === before[index])) return readLearn(trx);
    if (version !== null && version !== stored) throw staleSave(before, stored);
    await trx.deleteFrom("learn_entries").where("kind", "=", kind).execute();
    const rows = content.map((body, index) => ({ kind, position: index + 1, body }));
    for (let first = 0; first < rows.length; first += rowsAtOnce) await trx.insertInto("learn_entries").values(rows.slice(first, first + rowsAtOnce)).execute();
    await recordChange(trx, actor, kind, before, content);
    return readLearn(trx);
  }),
);

/** Adds a tip after the others. */
export const addTip = operation("learn.manage", z.object({ content: oneEntry }), (actor, { content }) =>
  writeAs(actor, async (trx) => {
    const before = await readEntries(trx, "tip");
    const after = [...before, ...content];
    if (Buffer.byteLength(joinEntries(after)) > listLimit) throw Refusal.at("content", "invalid", tooLong);
    const body = content.join();
    await trx.insertInto("learn_entries").values({ kind: "tip", position: after.length, body }).execute();
    await recordChange(trx, actor, "tip", before, after);
    return { content: body };
  }),
);

const rendered = keptByVersion<string>();

/** Rendered once for each version of a list. */
async function renderedList(kind: LearnKind): Promise<string> {
  return rendered(kind, await readVersion(db, kind), async () => (await readEntries(db, kind)).map(await markdownRenderer()).join(""));
}

async function readLearn(source: Db = db): Promise<{ glossary: string[]; tips: string[] }> {
  return { glossary: await readEntries(source, "glossary"), tips: await readEntries(source, "tip") };
}

async function readList(kind: LearnKind): Promise<LearnList> {
  // The version first: a save between the two reads then makes the form stale, never the other way round.
  const version = await readVersion(db, kind);
  return { kind, version, content: joinEntries(await readEntries(db, kind)) };
}

async function readEntries(source: Db, kind: LearnKind): Promise<string[]> {
  const rows = await source.selectFrom("learn_entries").select("body").where("kind", "=", kind).orderBy("position").execute();
  return rows.map((row) => row.body);
}

async function readVersion(source: Db, kind: LearnKind): Promise<number> {
  return (await source.selectFrom("learn_lists").select("version").where("kind", "=", kind).executeTakeFirstOrThrow()).version;
}

async function recordChange(trx: Db, actor: SignedInActor, kind: LearnKind, before: string[], after: string[]): Promise<void> {
  await trx.updateTable("learn_lists").set((column) => ({ version: column("version", "+", 1) })).where("kind", "=", kind).execute();
  await recordAudit(trx, { actorId: actor.person.id, action: `${kind}.changed`, subject: "learn", subjectId: null, before: { entries: before }, after: { entries: after } });
}

/** The other person's list travels with the refusal, so that the form can show both. */
function staleSave(theirs: string[], version: number): Refusal {
  return new Refusal("conflict", "Somebody else changed this list while you were editing. Compare, then save again to keep yours.", {
    theirs: { content: joinEntries(theirs), version: String(version) },
  });
}
