import { z } from "zod";
import type { Db } from "../../db.server.ts";
import { recordAudit } from "../trail/audit.server.ts";
import { type AuditedThing, changesSince } from "../trail/changes-since.server.ts";
import { isSameList, mergeEntryLists } from "../merge/merge-lists.ts";
import type { KeptChange } from "../merge/kept-changes.ts";
import { type LearnKind, joinEntries } from "./learn.ts";
import type { SignedInActor } from "../operation.server.ts";
import { conflictOf } from "../merge/merge.server.ts";

// A list of one-letter entries has tens of thousands of rows.
const insertBatchSize = 1000;

interface SavedList {
  kind: LearnKind;
  before: string[];
  version: number;
}

export async function readSavedList(source: Db, kind: LearnKind): Promise<SavedList> {
  // Read the version first: a save between the two reads then makes the form stale, instead of being overwritten.
  const version = await readListVersion(source, kind);
  return { kind, version, before: await readEntries(source, kind) };
}

export async function readEntries(source: Db, kind: LearnKind): Promise<string[]> {
  const rows = await source
    .selectFrom("learn_entries")
    .select("body")
    .where("kind", "=", kind)
    .orderBy("position")
    .execute();
  return rows.map((row) => row.body);
}

export async function readListVersion(source: Db, kind: LearnKind): Promise<number> {
  return (await source.selectFrom("learn_lists").select("version").where("kind", "=", kind).executeTakeFirstOrThrow())
    .version;
}

/** Merges a stale form with the saved list; refuses with "conflict" where both changed the same entries. */
export async function mergeLists(
  trx: Db,
  { kind, before, version: saved }: SavedList,
  version: number | null,
  submitted: string[],
): Promise<{ texts: string[]; kept: KeptChange[] }> {
  if (version === null || version === saved || isSameList(submitted, before)) return { texts: submitted, kept: [] };
  const { base, lastChanges } = await changesSince(trx, trailedList(kind), version, saved);
  const baseEntries = base && entriesInTrail(base);
  const {
    entries: texts,
    kept,
    conflict,
  } = baseEntries
    ? mergeEntryLists(baseEntries, submitted, before)
    : { entries: submitted, kept: false, conflict: true };
  const lastChange = lastChanges.get("entries");
  if (!conflict) return { texts, kept: kept ? [{ field: "entries", by: lastChange?.by ?? null }] : [] };
  throw conflictOf("this list", {
    version: saved,
    conflicts: ["content"],
    texts: { content: joinEntries(before) },
    lastChanges: new Map(lastChange ? [["content", lastChange]] : []),
    merged: { content: joinEntries(texts) },
  });
}

export async function replaceList(trx: Db, actor: SignedInActor, saved: SavedList, content: string[]): Promise<void> {
  const { kind } = saved;
  await trx.deleteFrom("learn_entries").where("kind", "=", kind).execute();
  const rows = content.map((body, index) => ({ kind, position: index + 1, body }));
  for (let first = 0; first < rows.length; first += insertBatchSize)
    await trx
      .insertInto("learn_entries")
      .values(rows.slice(first, first + insertBatchSize))
      .execute();
  await recordChange(trx, actor, saved, content);
}

export async function recordChange(
  trx: Db,
  actor: SignedInActor,
  { kind, before, version }: SavedList,
  after: string[],
): Promise<void> {
  await trx
    .updateTable("learn_lists")
    .set({ version: version + 1 })
    .where("kind", "=", kind)
    .execute();
  await recordAudit(trx, {
    actorId: actor.person.id,
    action: `${kind}.changed`,
    subject: "learn",
    subjectId: null,
    before: { version, entries: before },
    after: { version: version + 1, entries: after },
  });
}

export function trailedList(kind: LearnKind): AuditedThing {
  return { subject: "learn", id: null, action: `${kind}.changed` };
}

export function entriesInTrail({ entries: list }: Readonly<Record<string, unknown>>): string[] | null {
  return z.array(z.string()).nullable().catch(null).parse(list);
}
