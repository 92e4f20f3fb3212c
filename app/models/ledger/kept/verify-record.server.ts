/** The page where everybody checks the record: what it shows before a check, and what the server says without scripts. */
import { z } from "zod";
import { db } from "../../../db.server.ts";
import { id, textLine } from "../../fields.ts";
import { readHead } from "../chain/append.server.ts";
import { isKnown } from "../chain/head-file.server.ts";
import type { CopiedEntry, CopyVerdict } from "../check/copy-check.ts";
import { checkCopy } from "../check/copy-check.ts";
import { findHead, headMistake } from "../check/kept-head.ts";
import { copiedEntry } from "./copied-entry.server.ts";
import { lastCheck } from "./last-check.server.ts";
import { recordOperation } from "./public-record.server.ts";

/** A line of a mail with a head in it, and a copy that somebody changed, in characters. */
const [longestHead, longestCopy] = [500, 10_000];

const headField = textLine(longestHead).refine((text) => text === "" || findHead(text) !== null, headMistake);

/** `asked` is what this server says of a head that somebody gives it. */
export const openVerify = recordOperation(z.object({ head: headField }), async ({ head: text }) => {
  const head = await readHead(db);
  const kept = findHead(text);
  return {
    entries: head.seq,
    checked: lastCheck(),
    copied: await copiedEntry(db, head, null),
    asked: kept && { seq: kept.seq, isBeyond: kept.seq > head.seq, isKnown: await isKnown(db, kept) },
  };
});

const copyFields = z.object({
  seq: id,
  copy: z.string().max(longestCopy, "No entry is that long."),
});

/** For browsers without scripts; others do it themselves. */
export const checkCopyOf = recordOperation(
  copyFields,
  async ({ seq, copy }): Promise<{ copied: CopiedEntry; verdict: CopyVerdict }> => {
    const copied = await copiedEntry(db, await readHead(db), seq);
    return { copied, verdict: checkCopy(copied, copy) };
  },
);
