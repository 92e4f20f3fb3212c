/** The page where everybody checks the record: what it shows before a check, and what the server says without scripts. */
import { z } from "zod";
import type { Db } from "../../../db.server.ts";
import { db } from "../../../db.server.ts";
import { logError } from "../../../log.server.ts";
import { textLine } from "../../fields.ts";
import type { Head } from "../chain/append.server.ts";
import { readHead } from "../chain/append.server.ts";
import { isKnown } from "../chain/head-file.server.ts";
import type { StoredEntry } from "../chain/life.server.ts";
import { readEntries, readLife } from "../chain/life.server.ts";
import { noHash } from "../canonical.ts";
import type { CopiedEntry, CopyVerdict } from "../check/copy-check.ts";
import { checkCopy } from "../check/copy-check.ts";
import { findHead, headMistake } from "../check/kept-head.ts";
import { pickOf, readRef } from "../ledger-entry.ts";
import type { SealedContent } from "../sealed-content.ts";
import { gradedVersion, timelineOf } from "../timeline.ts";
import { lastCheck } from "./last-check.server.ts";
import { recordOperation } from "./public-record.server.ts";

/** A line of a mail with a head in it, and a copy that somebody changed, in characters. */
const [longestHead, longestCopy] = [500, 10_000];
/** Verdicts among which a loss is looked for. */
const recentVerdicts = 50;

const headField = textLine(longestHead).refine((text) => text === "" || findHead(text) !== null, headMistake);

/** `asked` is what this server says of a head that somebody gives it. */
export const openVerify = recordOperation(z.object({ head: headField }), async ({ head: text }) => {
  const head = await readHead(db);
  const kept = findHead(text);
  return {
    entries: head.seq,
    checked: lastCheck(),
    copied: await copiedEntry(db, head),
    asked: kept && { seq: kept.seq, isKnown: await isKnown(db, kept) },
  };
});

/** For browsers without scripts; others do it themselves. */
export const checkCopyOf = recordOperation(
  z.object({ copy: z.string().max(longestCopy, "No entry is that long.") }),
  async ({ copy }): Promise<CopyVerdict> => checkCopy(await copiedEntry(db, await readHead(db)), copy),
);

/** The last loss that a rule gave, to make a win of; without one, another verdict, or the first entry. */
async function copiedEntry(source: Db, head: Head): Promise<CopiedEntry> {
  const verdicts = await source
    .selectFrom("ledger")
    .select(["seq", "body"])
    .where("type", "=", "settle")
    .orderBy("seq", "desc")
    .limit(recentVerdicts)
    .execute();
  const lost = verdicts.find(({ body }) => body.includes('"by":"rule"') && body.includes('"outcome":"loss"'));
  const seq = (lost ?? verdicts[0])?.seq ?? 1;
  const [previous, entry] =
    seq === 1 ? [undefined, ...(await readEntries(source, 0, 1))] : await readEntries(source, seq - 2, 2);
  return {
    ...{ seq, text: entry?.body ?? "", hash: entry?.hash ?? "", previousHash: previous?.hash ?? noHash },
    content: entry ? await contentOf(source, entry) : null,
    last: head.seq,
  };
}

/** What the verdict is about. A verdict reveals it. */
async function contentOf(source: Db, { ref: text }: StoredEntry): Promise<SealedContent | null> {
  const ref = readRef(text);
  if (ref === null) return null;
  try {
    const state = await readLife(source, ref);
    const life = state.lives.get(pickOf(ref));
    const timeline = life ? timelineOf(life, state.days) : null;
    return (timeline && gradedVersion(timeline)?.content) ?? null;
  } catch (error) {
    // Somebody changed the ledger: that is what the check is for.
    logError("An entry of the ledger can't be read", error);
    return null;
  }
}
