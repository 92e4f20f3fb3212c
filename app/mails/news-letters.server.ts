/** Renders mails of news with the data of now; null when one has nothing to say, or its recipient doesn't want it any more. */
import { db } from "../db.server.ts";
import { env } from "../env.server.ts";
import type { NewsKind } from "../models/alerts/kinds.ts";
import { announcementFor } from "../models/announcements/announcement.server.ts";
import { markdownRenderer } from "../models/content/markdown.server.ts";
import { unsubscribeTokenOf } from "../models/alerts/unsubscribe.server.ts";
import { readHead } from "../models/ledger/chain/append.server.ts";
import { findReader, findStartingPick, listResultsOfDay, listResultsOfRound } from "../models/news/card-news.server.ts";
import { readRoundFor } from "../models/news/round-readers.server.ts";
import { readDaySummary } from "../models/news/summary.server.ts";
import type { OddsFormat } from "../models/odds-format.ts";
import type { OutboxItem } from "../models/outbox/outbox.server.ts";
import { settingsPath, unsubscribePath } from "../paths/paths.ts";
import { minuteMs } from "../time/durations.ts";
import { announcementMail } from "./announcement.ts";
import { cardResultsMail, pickChangedMail, pickStartsMail } from "./card-mails.ts";
import { dailySummaryMail } from "./daily-summary.ts";
import type { MailText } from "./layout.ts";
import { newPicksMail } from "./new-picks.ts";
import type { NewsFrame } from "./news-mail.ts";

export type NewsItem = Extract<OutboxItem, { kind: NewsKind }>;
type CardItem = Exclude<NewsItem, { kind: "new-picks" }>;

interface Sending {
  userId: number;
  origin: string;
  now: Date;
}

export async function renderNews(
  item: NewsItem,
  { userId, origin, now }: Sending,
): Promise<(MailText & { unsubscribeUrl: string }) | null> {
  const frame = await frameFor(item.kind, userId, origin);
  const text = await textOf(item, userId, frame, now);
  return text && { ...text, unsubscribeUrl: frame.unsubscribeUrl };
}

export async function renderAnnouncement(
  item: Extract<OutboxItem, { kind: "announcement" }>,
  { userId, origin, now }: Sending,
): Promise<(MailText & { unsubscribeUrl: string }) | null> {
  const announcement = await announcementFor(item, { userId, channel: "mail", now });
  if (announcement === null) return null;
  const frame = await frameFor("announcements", userId, origin);
  const blocks = (await markdownRenderer())(announcement.body);
  return { ...announcementMail({ ...announcement, blocks }, frame), unsubscribeUrl: frame.unsubscribeUrl };
}

async function frameFor(kind: NewsKind, userId: number, origin: string): Promise<NewsFrame> {
  return {
    origin,
    unsubscribeUrl: `${origin}${unsubscribePath(await unsubscribeTokenOf(userId), kind)}`,
    settingsUrl: `${origin}${settingsPath}`,
    helpline: env.HELPLINE_TEXT,
  };
}

async function textOf(item: NewsItem, userId: number, frame: NewsFrame, now: Date): Promise<MailText | null> {
  if (item.kind === "new-picks") {
    const { picks, odds } = await readRoundFor(userId, item.round, now);
    const started = picks.filter(({ starts_at }) => starts_at !== null && starts_at <= now.toISOString()).length;
    return picks.length === 0 ? null : newPicksMail({ picks, started, odds, head: await readHead(db), ...frame });
  }
  const reader = await findReader(userId, item.kind, "mail", now);
  return reader && cardTextOf(item, userId, reader.odds, frame, now);
}

async function cardTextOf(
  item: CardItem,
  userId: number,
  odds: OddsFormat,
  frame: NewsFrame,
  now: Date,
): Promise<MailText | null> {
  if (item.kind === "pick-changed") return pickChangedMail(item, frame);
  if (item.kind === "pick-starts") {
    const pick = await findStartingPick(userId, item, now);
    const minutes = Math.ceil((Date.parse(item.starts_at) - now.getTime()) / minuteMs);
    return pick && pickStartsMail(pick, minutes, odds, frame);
  }
  if (item.kind === "card-results") {
    const results = await listResultsOfRound(userId, item.round);
    return results.length === 0 ? null : cardResultsMail(results, frame);
  }
  const card = await listResultsOfDay(userId, item.day);
  return dailySummaryMail(
    { date: item.day, card, head: await readHead(db), ...(await readDaySummary(item.day)) },
    frame,
  );
}
