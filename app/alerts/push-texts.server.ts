/** Writes alerts with the data of now: nobody gets what they don't want any more, or what has started. */
import { db } from "../db.server.ts";
import { shownUntil } from "../models/alerts/quiet-hours.ts";
import { quietHoursOf } from "../models/alerts/quiet-hours.server.ts";
import { type PushDetail, findLooks } from "../models/alerts/push-looks.server.ts";
import { findReader, findStartingPick, listResultsOfRound } from "../models/news/card-news.server.ts";
import { outcomeInstead } from "../models/news/sending.server.ts";
import { readRoundFor } from "../models/news/round-readers.server.ts";
import type { DueNews, Outcome } from "../models/outbox/due-news.server.ts";
import { settingsPath } from "../paths/paths.ts";
import { siteName } from "../site.ts";
import { minuteMs } from "../time/durations.ts";
import type { PushText, WritePushTexts } from "./push-delivery.server.ts";
import { announcementFor } from "../models/announcements/announcement.server.ts";
import { announcementAlert, cardResultsAlert, newPicksAlert, pickChangedAlert, pickStartsAlert } from "./push-text.ts";

const testText = () => ({ title: siteName(), body: "Alerts work on this device.", url: settingsPath, tag: "test" });
const started: Outcome = { what: "expired", reason: "started" };

export const writePushTexts: WritePushTexts = async (batch, now) => {
  const people = batch.map(({ userId }) => userId ?? 0);
  const looks = await findLooks(people);
  const quiet = await quietHoursOf(db, people);
  const texts = new Map<number, PushText>();
  for (const news of batch) {
    const userId = news.userId ?? 0;
    const instead = await outcomeInstead({ ...news, channel: "push" }, quiet.get(userId), now);
    const text = instead ? { outcome: instead } : await textFor(news, looks.get(userId) ?? "whole", now);
    if (text !== null) texts.set(news.id, text);
  }
  return texts;
};

/** Null when there is nothing to say any more. */
async function textFor({ item, userId }: DueNews, detail: PushDetail, now: Date): Promise<PushText | null> {
  if (item === null || userId === null) return null;
  if (item.kind === "test") return { text: testText() };
  if (item.kind === "announcement") {
    const announcement = await announcementFor(item, { userId, channel: "push", now });
    return announcement && { text: announcementAlert(announcement, item.announcement) };
  }
  const isWhole = detail === "whole";
  if (item.kind === "new-picks") {
    const { picks, odds } = await readRoundFor(userId, item.round, now, "push");
    const ahead = picks.filter(({ start }) => start === null || start > now.toISOString());
    if (ahead.length === 0) return picks.length === 0 ? null : { outcome: started };
    const until = shownUntil(
      ahead.map(({ start }) => start),
      now,
    );
    return { text: newPicksAlert(ahead, item.round, { isWhole, odds }), until };
  }
  if (item.kind !== "pick-starts" && item.kind !== "pick-changed" && item.kind !== "card-results") return null;
  const reader = await findReader(userId, item.kind, "push", now);
  if (reader === null) return null;
  const look = { isWhole, odds: reader.odds };
  if (item.kind === "pick-changed") return { text: pickChangedAlert(item, look), until: item.start ?? null };
  if (item.kind === "card-results") {
    const results = await listResultsOfRound(userId, item.round);
    const ids = results.map(({ id }) => id);
    return results.length === 0 ? null : { text: cardResultsAlert(results, { ids, round: item.round }, look) };
  }
  const pick = await findStartingPick(userId, item, now);
  const minutes = Math.ceil((Date.parse(item.starts_at) - now.getTime()) / minuteMs);
  return pick && { text: pickStartsAlert(pick, item.pick, minutes, look), until: item.starts_at };
}
