/** What an alert says: the whole news, or on a locked screen only that there is some. Pure. */
import { formatNumber, shortened } from "../format.ts";
import { resultBlock, unitsOf } from "../mails/card-mails.ts";
import { alertText } from "../models/announcements/announcement.ts";
import { formatOdds } from "../models/bets/bet.ts";
import type { Stream } from "../models/bets/stream.ts";
import type { AnnouncedPick } from "../models/news/announced-pick.ts";
import type { ResultNews } from "../models/news/card-news.server.ts";
import type { OddsFormat } from "../models/odds-format.ts";
import { cardPath, openPicksPath, pickAnchor } from "../paths/paths.ts";
import type { PushMessage } from "./push.server.ts";

type Text = Omit<PushMessage, "id">;

/** How somebody wants alerts. */
export interface Look {
  isWhole: boolean;
  odds: OddsFormat;
}

/** A notification shows about this much when it is opened. */
const longestBody = 400;

/** Of a single pick: later alerts about it take its place. */
export function newPicksAlert(
  picks: readonly (AnnouncedPick & { id: number })[],
  round: number,
  { isWhole, odds }: Look,
): Text {
  const [first] = picks;
  const count = picks.length === 1 ? "1 new pick" : `${picks.length} new picks`;
  const list = openPicksPath(first?.stream ?? "regular");
  const frame =
    first !== undefined && picks.length === 1
      ? { url: `${list}#${pickAnchor(first.id)}`, tag: tagOf(first.id) }
      : { url: list, tag: `round-${round}` };
  if (!isWhole || first === undefined) return { title: count, body: "", ...frame };
  if (picks.length === 1) return { title: nameOf(first), body: body(termsOf(first, odds)), ...frame };
  const lines = picks.map((pick) => [nameOf(pick), priceOf(pick, odds), pick.time].filter(Boolean).join(" · "));
  return { title: count, body: body(lines), ...frame };
}

export function pickStartsAlert(pick: AnnouncedPick, id: number, minutes: number, { isWhole, odds }: Look): Text {
  const title = `Starts in ${minutes} ${minutes === 1 ? "minute" : "minutes"}`;
  const lines = isWhole ? [nameOf(pick), ...termsOf(pick, odds)] : ["A pick on your card"];
  return { title, body: body(lines), url: cardPath, tag: tagOf(id) };
}

export function pickChangedAlert(
  item: { pick: number; title: string; stream: Stream; withdrawn: boolean; changes: readonly string[] },
  { isWhole }: Pick<Look, "isWhole">,
): Text {
  const frame = { url: item.withdrawn ? openPicksPath(item.stream) : cardPath, tag: tagOf(item.pick) };
  const what = item.withdrawn ? "was withdrawn before its start" : "changed";
  if (!isWhole || item.title === "") return { title: `A pick on your card ${what}`, body: "", ...frame };
  const title = `${item.withdrawn ? "Withdrawn" : "Changed"}: ${item.title}`;
  return { title, body: body(item.withdrawn ? ["It is off your card."] : item.changes), ...frame };
}

/** `ids` are the settled picks: what was shown of them is out of date. */
export function cardResultsAlert(
  results: readonly ResultNews[],
  { ids, round }: { ids: readonly number[]; round: number },
  { isWhole }: Pick<Look, "isWhole">,
): Text {
  const count = results.length === 1 ? "1 result" : `${results.length} results`;
  const frame = { url: `${cardPath}?tab=results`, tag: `round-${round}`, closes: ids.map(tagOf) };
  if (!isWhole) return { title: `${count} on your card`, body: "", ...frame };
  const lines = results.map(resultBlock).map(({ title, lines: [verdict] }) => `${title}: ${verdict ?? ""}`);
  return { title: `${count} on your card: ${unitsOf(results)}`, body: body(lines), ...frame };
}

export function announcementAlert({ subject, body: text }: { subject: string; body: string }, id: number): Text {
  return { title: subject, body: alertText(text), url: openPicksPath("regular"), tag: `announcement-${id}` };
}

function nameOf({ stream, pick, game }: AnnouncedPick): string {
  const name = pick || game || "A pick";
  return stream === "pro" ? `PRO PICK: ${name}` : name;
}

function termsOf(pick: AnnouncedPick, odds: OddsFormat): string[] {
  const terms = [priceOf(pick, odds), `${formatNumber(pick.unit_size)}u`, pick.pick === "" ? "" : pick.game, pick.time];
  return [terms.filter(Boolean).join(" · ")];
}

function priceOf({ odds: price }: AnnouncedPick, odds: OddsFormat): string {
  return price === null ? "" : formatOdds(price, odds);
}

function body(lines: readonly string[]): string {
  return shortened(lines.join("\n"), longestBody);
}

/** The alerts of one pick replace each other. */
function tagOf(pick: number): string {
  return `pick-${pick}`;
}
