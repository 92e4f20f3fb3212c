import { z } from "zod";
import { type Db, db } from "../../db.server.ts";
import { type LearnGroup, groupEntries } from "./learn-groups.ts";
import { markdownRenderer } from "./markdown.server.ts";
import { type ChangedBy, Refusal } from "../../refusal.ts";
import { cachedByVersion } from "../version-cache.ts";
import { askToConfirmEmpty } from "./empty-confirmation.server.ts";
import { oneOf, textBlock, versionNumber, tickedYes, stepIn } from "../fields.ts";
import { findLastChange, readPreviousVersion } from "../trail/changes-since.server.ts";
import { isSameList } from "../merge/merge-lists.ts";
import type { KeptChange } from "../merge/kept-changes.ts";
import {
  entriesInTrail,
  mergeLists,
  readEntries,
  readListVersion,
  readSavedList,
  recordChange,
  replaceList,
  trailedList,
} from "./learn-list.server.ts";
import { type LearnKind, entryLimit, joinEntries, learnKinds, learnLabels, listLimit, splitEntries } from "./learn.ts";
import { operation } from "../operation.server.ts";
import { writeAs } from "../sign-in/access.server.ts";

export interface LearnList {
  kind: LearnKind;
  content: string;
  version: number;
  lastChange: ChangedBy | null;
}

export interface LearnPreview {
  groups: LearnGroup[];
  count: number;
}

const tooLong = `The whole list can have at most ${listLimit / 1024} KB.`;
const entry = textBlock(entryLimit);

/** A line of `---` starts a new entry, in a form's text and in each text of an API request. */
const entries = z
  .union([z.string(), z.array(z.string())], { error: "Send a text or a list of texts." })
  .transform((content, issues) => {
    const checked = [content]
      .flat()
      .flatMap(splitEntries)
      .map((text) => entry.safeParse(text));
    checked.forEach(({ error }, index) =>
      error?.issues.forEach(({ message }) => issues.addIssue(`Entry ${index + 1}: ${message}`)),
    );
    const texts = checked.flatMap(({ data }) => (data === undefined || data === "" ? [] : [data]));
    if (Buffer.byteLength(joinEntries(texts)) > listLimit) issues.addIssue(tooLong);
    return texts;
  });

const type = oneOf(learnKinds, "Choose glossary or tip.");
const oneEntry = entries.refine((texts) => texts.length === 1, { error: "Send one tip.", abort: true });

export const readLearnPage = operation(
  "learn.read",
  z.object({ tab: z.unknown().optional() }),
  async (_actor, { tab }) => {
    const kind: LearnKind = tab === "tips" ? "tip" : "glossary";
    return { kind, groups: await renderedList(kind) };
  },
);

export const findLearn = operation("learn.read", z.object({}), () => readLearn());

export const listTips = operation("learn.read", z.object({}), () => readEntries(db, "tip"));

const step = z.object({ step: z.string().optional() });

export const readLearnManagerPage = operation("learn.manage", step, async (_actor, input) => {
  stepIn(["preview", "restore"], input.step);
  return { lists: await Promise.all(learnKinds.map(readList)) };
});

export const previewLearn = operation(
  "learn.manage",
  z.object({ type, content: entries }),
  async (_actor, { content }): Promise<LearnPreview> => ({
    // The preview has no ids, because both lists can be previewed on one page.
    groups: groupEntries(content.map(await markdownRenderer()), { ids: false }),
    count: content.length,
  }),
);

/** The API's call: replaces a list and returns both; refuses with "conflict" when `version` is stale. */
export const saveLearn = operation(
  "learn.manage",
  z.object({ type, content: entries, version: versionNumber }),
  (actor, { type: kind, content, version }) =>
    writeAs(actor, async (trx) => {
      const saved = await readSavedList(trx, kind);
      // A request that is sent twice is not stale: see changedFields.
      if (isSameList(content, saved.before)) return readLearn(trx);
      if (version !== null && version !== saved.version) throw staleSave(saved.before, saved.version);
      await replaceList(trx, actor, saved, content);
      return readLearn(trx);
    }),
);

/** The form's call: merges with a colleague's changes; refuses with "conflict" only for entries that both changed. */
export const saveLearnForm = operation(
  "learn.manage",
  z.object({ type, content: entries, version: versionNumber, confirm_empty: tickedYes }),
  (actor, { type: kind, content, version, confirm_empty: mayEmpty }) =>
    writeAs(actor, async (trx): Promise<{ kept: readonly KeptChange[] }> => {
      const saved = await readSavedList(trx, kind);
      const { texts, kept } = await mergeLists(trx, saved, version, content);
      if (texts.length === 0 && saved.before.length > 0 && !mayEmpty) throw askToConfirmEmpty([learnLabels[kind]]);
      if (Buffer.byteLength(joinEntries(texts)) > listLimit) throw Refusal.at("content", "invalid", tooLong);
      if (!isSameList(texts, saved.before)) await replaceList(trx, actor, saved, texts);
      return { kept };
    }),
);

/** Undoes the last change of a list; a second call brings that change back. */
export const restoreLearn = operation(
  "learn.manage",
  z.object({ type, version: versionNumber }),
  (actor, { type: kind, version }) =>
    writeAs(actor, async (trx) => {
      const saved = await readSavedList(trx, kind);
      const previous = await readPreviousVersion(trx, trailedList(kind), version, saved.version);
      await replaceList(trx, actor, saved, entriesInTrail(previous) ?? []);
      return { label: learnLabels[kind] };
    }),
);

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

const groupsCache = cachedByVersion<LearnGroup[]>();

async function renderedList(kind: LearnKind): Promise<LearnGroup[]> {
  return groupsCache(kind, await readListVersion(db, kind), async () =>
    groupEntries((await readEntries(db, kind)).map(await markdownRenderer()), { ids: true }),
  );
}

async function readLearn(source: Db = db): Promise<{ glossary: string[]; tips: string[] }> {
  return { glossary: await readEntries(source, "glossary"), tips: await readEntries(source, "tip") };
}

async function readList(kind: LearnKind): Promise<LearnList> {
  const { version, before } = await readSavedList(db, kind);
  return { kind, version, content: joinEntries(before), lastChange: await findLastChange(db, trailedList(kind)) };
}

function staleSave(savedEntries: string[], version: number): Refusal {
  return new Refusal(
    "conflict",
    "Somebody else changed this list while you were editing. Compare, then save again to keep yours.",
    {
      saved: { content: joinEntries(savedEntries), version: String(version) },
    },
  );
}
