/** What is asked again when news is about to be sent: a try may be late. */
import { db } from "../../db.server.ts";
import { type QuietHours, timingOf } from "../alerts/quiet-hours.ts";
import type { NewsChannel } from "../alerts/kinds.ts";
import { type OutboxItem, endWhenHeld } from "../outbox/outbox.server.ts";
import { textOfTold, toldColumns, toldOf } from "./pick-changes.ts";
import { readRoundFor } from "./round-readers.server.ts";

interface News {
  item: OutboxItem | null;
  userId: number | null;
  channel: NewsChannel;
  expiresAt: string;
}

/** Why news is not sent now: it ends, or waits for the end of quiet hours. */
export type Instead =
  { what: "expired"; reason: string } | { what: "held"; reason: "held"; until: Date; expiresAt: string };

/** `quiet` = what the recipient keeps. Null: nothing speaks against sending it now. */
export async function outcomeInstead(news: News, quiet: QuietHours | undefined, now: Date): Promise<Instead | null> {
  const over = await whyOver(news.item, now);
  if (over !== null) return { what: "expired", reason: over };
  // Outside of quiet hours, which is nearly always, there is nothing to read.
  if (timingOf(quiet, now, []).what === "now") return null;
  const starts = await startsOf(news, now);
  const timing = starts === null ? null : timingOf(quiet, now, starts);
  if (timing?.what === "drop") return { what: "expired", reason: "quiet" };
  if (timing?.what !== "hold") return null;
  const { until } = timing;
  return { what: "held", reason: "held", until, expiresAt: endWhenHeld(news.expiresAt, until) };
}

/** Why a change of a pick is not told any more (see delivery-reasons.ts): what is told last has to be what is true. */
export async function whyOver(item: OutboxItem | null, now: Date): Promise<string | null> {
  if (item?.kind !== "pick-changed") return null;
  if (item.start != null && item.start <= now.toISOString()) return "started";
  if (item.withdrawn) return null;
  const pick = await db
    .selectFrom("picks")
    .select(["settled", ...toldColumns])
    .where("id", "=", item.pick)
    .executeTakeFirst();
  if (pick === undefined) return "withdrawn";
  if (pick.settled === 1) return "nothing";
  return item.is === undefined || item.is === textOfTold(toldOf(pick)) ? null : "newer";
}

/** The starts of the picks that it is about, those ahead if there are some. Null: it is no news, so it is sent at any time. */
async function startsOf({ item, userId, channel }: News, now: Date): Promise<(string | null)[] | null> {
  if (item === null || userId === null) return null;
  if (item.kind === "pick-starts") return [item.starts_at];
  if (item.kind === "pick-changed") return [item.start ?? null];
  if (item.kind === "card-results" || item.kind === "daily-summary") return [];
  if (item.kind === "announcement") return item.test ? null : [];
  if (item.kind !== "new-picks") return null;
  const starts = (await readRoundFor(userId, item.round, now, channel)).picks.map(({ start }) => start);
  const ahead = starts.filter((start) => start === null || start > now.toISOString());
  return ahead.length === 0 ? starts : ahead;
}
