import { z } from "zod";
import type { Db } from "../../db.server.ts";
import { db } from "../../db.server.ts";
import { markdownRenderer } from "./markdown.server.ts";
import type { ChangedBy } from "../../refusal.ts";
import { Refusal } from "../../refusal.ts";
import { cachedByVersion } from "../version-cache.ts";
import { emptyConfirmed, askToConfirmEmpty } from "./empty-confirmation.server.ts";
import { oneOf, textBlock, versionNumber } from "../fields.ts";
import { findLastChange, readPreviousVersion } from "../trail/previous-version.server.ts";
import { isSameList } from "../merge/merge-lists.ts";
import type { KeptChange } from "../merge/kept-changes.ts";
import { mergeLists, listIn, readEntries, readListVersion, readSavedList, recordChange, replaceList, trailedList } from "./learn-list.server.ts";
import type { LearnKind } from "./learn.ts";
import { entryLimit, joinEntries, learnKinds, learnLabels, listLimit, splitEntries } from "./learn.ts";
import { operation } from "../operation.server.ts";
import { writeAs } from "../sign-in/session.server.ts";

/** A list as the editor shows it. */
export interface LearnList {
  kind: LearnKind;
  content: string;
  version: number;
  /** Null when nobody changed it yet. */
  lastChange: ChangedBy | null;
}

/** A list as the person who writes it will see it. */
export interface LearnPreview {
  html: string;
  count: number;
}

const tooLong = `The whole list can have at most ${listLimit / 1024} KB.`;
const entry = textBlock(entryLimit);

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
    const saved = await readSavedList(trx, kind);
    // As changedFields says: a form that was sent twice is not stale.
    if (isSameList(content, saved.before)) return readLearn(trx);
    if (version !== null && version !== saved.version) throw staleSave(saved.before, saved.version);
    await replaceList(trx, actor, saved, content);
    return readLearn(trx);
  }),
);

/** The same for a form: what a colleague changed elsewhere in the list since the form's `version` stays, and "conflict" is for entries that both changed. Asks before a list is emptied. */
export const saveLearnForm = operation("learn.manage", z.object({ type, content: entries, version: versionNumber, confirm_empty: emptyConfirmed }), (actor, { type: kind, content, version, confirm_empty: mayEmpty }) =>
  writeAs(actor, async (trx): Promise<{ kept: readonly KeptChange[] }> => {
    const saved = await readSavedList(trx, kind);
    const { texts, kept } = await mergeLists(trx, saved, version, content);
    if (texts.length === 0 && saved.before.length > 0 && !mayEmpty) throw askToConfirmEmpty([learnLabels[kind]]);
    if (Buffer.byteLength(joinEntries(texts)) > listLimit) throw Refusal.at("content", "invalid", tooLong);
    if (!isSameList(texts, saved.before)) await replaceList(trx, actor, saved, texts);
    return { kept };
  }),
);

/** Puts back what a list held before its last change; done twice, that change is there again. */
export const restoreLearn = operation("learn.manage", z.object({ type, version: versionNumber }), (actor, { type: kind, version }) =>
  writeAs(actor, async (trx) => {
    const saved = await readSavedList(trx, kind);
    const former = await readPreviousVersion(trx, trailedList(kind), version, saved.version);
    await replaceList(trx, actor, saved, listIn(former) ?? []);
    return { label: learnLabels[kind] };
  }),
);

/** Adds a tip after the others. */
export const addTip = operation("learn.manage", z.object({ content: oneEntry }), (actor, { content }) =>
  writeAs(actor, async (trx) => {
    const saved = await readSavedList(trx, "tip");
    const after = [...saved.before, ...content];
    if (Buffer.byteLength(joinEntries(after)) > listLimit) throw Refusal.at("content", "invalid", tooLong);
    const body = content.join();
    await trx.insertInto("learn_entries").values({ kind: "tip", position: after.length, body }).execute();
    await recordChange(trx, actor, saved, after);
    return { content: body };
  }),
);

const rendered = cachedByVersion<string>();

/** Rendered once for each version of a list. */
async function renderedList(kind: LearnKind): Promise<string> {
  return rendered(kind, await readListVersion(db, kind), async () => (await readEntries(db, kind)).map(await markdownRenderer()).join(""));
}

async function readLearn(source: Db = db): Promise<{ glossary: string[]; tips: string[] }> {
  return { glossary: await readEntries(source, "glossary"), tips: await readEntries(source, "tip") };
}

async function readList(kind: LearnKind): Promise<LearnList> {
  const { version, before } = await readSavedList(db, kind);
  return { kind, version, content: joinEntries(before), lastChange: await findLastChange(db, trailedList(kind)) };
}

/** The other person's list travels with the refusal, so that the form can show both. */
function staleSave(theirs: string[], version: number): Refusal {
  return new Refusal("conflict", "Somebody else changed this list while you were editing. Compare, then save again to keep yours.", {
    saved: { content: joinEntries(theirs), version: String(version) },
  });
}
