/** The entry that "Try to fake it" shows in a copy. */
import type { Db } from "../../../db.server.ts";
import { logError } from "../../../log.server.ts";
import { noHash } from "../canonical.ts";
import type { Head } from "../chain/append.server.ts";
import type { StoredEntry } from "../chain/life.server.ts";
import { readEntries, readLife } from "../chain/life.server.ts";
import type { CopiedEntry } from "../check/copy-check.ts";
import { pickOf, readRef } from "../ledger-entry.ts";
import type { SealedContent } from "../sealed-content.ts";
import { gradedVersion, timelineOf } from "../timeline.ts";

/** A loss is looked for among the last verdicts, and those among the newest entries. */
const [recentVerdicts, newestEntries] = [50, 2000];

/** Entry `seq` if it is a verdict; else the newest loss that a rule gave, another verdict, or the first entry. */
export async function copiedEntry(source: Db, head: Head, seq: number | null): Promise<CopiedEntry> {
  const chosen = (await verdictAt(source, seq)) ?? (await newestVerdict(source, head)) ?? 1;
  const [previous, entry] =
    chosen === 1 ? [undefined, ...(await readEntries(source, 0, 1))] : await readEntries(source, chosen - 2, 2);
  return {
    ...{ seq: chosen, text: entry?.body ?? "", hash: entry?.hash ?? "", previousHash: previous?.hash ?? noHash },
    content: entry?.type === "settle" ? await contentOf(source, entry) : null,
    last: head.seq,
  };
}

async function verdictAt(source: Db, seq: number | null): Promise<number | null> {
  if (seq === null) return null;
  const row = await source.selectFrom("ledger").select(["seq", "type"]).where("seq", "=", seq).executeTakeFirst();
  return row?.type === "settle" ? row.seq : null;
}

async function newestVerdict(source: Db, head: Head): Promise<number | null> {
  const verdicts = await source
    .selectFrom("ledger")
    .select(["seq", "body"])
    .where("seq", ">", head.seq - newestEntries)
    .where("type", "=", "settle")
    .orderBy("seq", "desc")
    .limit(recentVerdicts)
    .execute();
  const lost = verdicts.find(({ body }) => body.includes('"by":"rule"') && body.includes('"outcome":"loss"'));
  return (lost ?? verdicts[0])?.seq ?? null;
}

/** What the verdict was about, which it revealed. */
async function contentOf(source: Db, { ref: text, seq }: StoredEntry): Promise<SealedContent | null> {
  const ref = readRef(text);
  if (ref === null) return null;
  try {
    const state = await readLife(source, ref);
    const life = state.lives.get(pickOf(ref));
    const timeline = life ? timelineOf(life, state.days, seq) : null;
    return (timeline && gradedVersion(timeline)?.content) ?? null;
  } catch (error) {
    // Somebody changed the ledger: that is what the check is for.
    logError("An entry of the ledger can't be read", error);
    return null;
  }
}
