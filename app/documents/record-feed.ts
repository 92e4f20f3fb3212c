/** The record as an Atom feed (RFC 4287). Pure. */
import { escapeHtml } from "../html-escape.ts";
import type { RecordRow } from "../models/record/pages/row-text.ts";
import { recordFeedPath, recordPath, recordPickPath } from "../paths/record.ts";
import { siteName } from "../site.ts";

interface FeedPick extends RecordRow {
  /** ISO, UTC. */
  updated: string;
  sealed_at: string;
}

/** The ids name the site and the pick, and stay when the pick is corrected. */
export function recordAtom(
  { picks, updated }: { picks: readonly FeedPick[]; updated: string },
  origin: string,
): string {
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `<title>${escapeHtml(`${siteName()}: the record`)}</title>`,
    `<id>${escapeHtml(origin + recordPath)}</id>`,
    `<link href="${escapeHtml(origin + recordPath)}"/>`,
    `<link rel="self" href="${escapeHtml(origin + recordFeedPath)}"/>`,
    `<author><name>${escapeHtml(siteName())}</name></author>`,
    `<updated>${updated}</updated>`,
    ...picks.map((pick) => entryOf(pick, origin)),
    "</feed>\n",
  ].join("\n");
}

function entryOf(pick: FeedPick, origin: string): string {
  const address = escapeHtml(origin + recordPickPath(pick.ref));
  const title = [pick.result.toUpperCase(), pick.pick, pick.units].filter(Boolean).join(" · ");
  const about = [pick.game, pick.sport, pick.stake, pick.score, ...pick.tags].filter(Boolean).join(", ");
  return [
    `<entry><title>${escapeHtml(title)}</title><id>${address}</id><link href="${address}"/>`,
    `<published>${pick.sealed_at}</published><updated>${pick.updated}</updated>`,
    `<summary>${escapeHtml(about)}</summary></entry>`,
  ].join("");
}
