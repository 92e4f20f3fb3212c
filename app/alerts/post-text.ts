/** Texts of posts to the operator's chats. Pure. */
import { pickLines } from "../mails/new-picks.ts";
import { resultBlock, unitsOf } from "../mails/card-mails.ts";
import type { AnnouncedPick } from "../models/news/announced-pick.ts";
import type { ResultNews } from "../models/news/card-news.server.ts";
import { siteName } from "../site.ts";

/** What a chat takes; longer texts would be refused. */
const longest = 1900;
/** A chat that reads these characters as formatting gets each with one before it. */
export const formatting = /[\\*_~`|[\]<>#]/g;

export function newPicksPost(picks: readonly AnnouncedPick[], url: string): string {
  const title = picks.length === 1 ? "1 new pick" : `${picks.length} new picks`;
  return post(
    title,
    picks.map((pick) => pickLines(pick, "american").join("\n")),
    url,
  );
}

/** `url` leads to the record, which shows them all. */
export function resultsPost(results: readonly ResultNews[], url: string): string {
  const title = `${results.length === 1 ? "1 result" : `${results.length} results`}: ${unitsOf(results)}`;
  const parts = results.map(resultBlock).map(({ title: name, lines }) => [name, ...lines].join("\n"));
  return post(title, parts, url);
}

export function changedPost(
  { title, withdrawn, changes }: { title: string; withdrawn: boolean; changes: readonly string[] },
  url: string,
): string {
  return withdrawn
    ? post("A pick was withdrawn", [title], url)
    : post("A pick changed", [[title, ...changes].join("\n")], url);
}

export function testPost(name: string): string {
  return `${siteName()}: a test message for ${name}. It works.`;
}

/** Whole parts, as many as fit, then how many more there are. */
export function post(title: string, parts: readonly string[], url: string): string {
  const shown: string[] = [];
  let length = title.length + url.length + 40;
  for (const part of parts) {
    length += part.length + (part.match(formatting)?.length ?? 0) + 2;
    if (length > longest) break;
    shown.push(part);
  }
  const left = parts.length - shown.length;
  return [title, ...shown, ...(left === 0 ? [] : [`and ${left} more`]), url].join("\n\n");
}
