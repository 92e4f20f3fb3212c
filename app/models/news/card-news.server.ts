/** What the news about somebody's card says when it is sent: with the values of now, or nothing any more. */
import { type Db, type PickRow, db } from "../../db.server.ts";
import { withShownDate } from "../../time/calendar-date.ts";
import type { NewsChannel, NewsKind } from "../alerts/kinds.ts";
import { mayGetNews, wants } from "../alerts/recipients.server.ts";
import { type Stream, streams } from "../bets/stream.ts";
import type { OddsFormat } from "../odds-format.ts";
import { type AnnouncedPick, announcedPickColumns } from "./announced-pick.ts";
import { settledPicksOf } from "./round-readers.server.ts";

const resultColumns = ["picks.id", "picks.stream", "game", "pick", "verdict", "units_result"] as const;
export type ResultNews = Pick<PickRow, "id" | "stream" | "game" | "pick" | "verdict" | "units_result">;

/** How somebody reads prices; null when they may get no news, or don't want this kind any more. */
export async function findReader(
  userId: number,
  kind: NewsKind,
  channel: NewsChannel,
  now: Date,
): Promise<{ odds: OddsFormat } | null> {
  const row = await db
    .selectFrom("users")
    .select("odds_format")
    .where("id", "=", userId)
    .where(mayGetNews(now))
    .where(wants(kind, channel))
    .executeTakeFirst();
  return row ? { odds: row.odds_format } : null;
}

/** Null once the pick has started, starts at another time, is settled, or is not on their card any more. */
export async function findStartingPick(
  userId: number,
  { pick: id, starts_at }: { pick: number; starts_at: string },
  now: Date,
): Promise<AnnouncedPick | null> {
  if (starts_at <= now.toISOString()) return null;
  const row = await cardOf(db, userId)
    .select(announcedPickColumns)
    .where("picks.id", "=", id)
    .where("settled", "=", 0)
    .where("starts_at", "=", starts_at)
    .executeTakeFirst();
  return row ? withShownDate(row) : null;
}

/** The settled picks of a round that are on their card. */
export function listResultsOfRound(userId: number, roundId: number): Promise<ResultNews[]> {
  return settledPicksOf(db, roundId)
    .innerJoin("saved_picks", "saved_picks.pick_id", "picks.id")
    .where("saved_picks.user_id", "=", userId)
    .select(resultColumns)
    .orderBy("picks.id")
    .execute();
}

/** The settled picks of a round, of these streams, for a channel of the operator. */
export function listSettledPicksOfRound(roundId: number, ofStreams: readonly Stream[]): Promise<ResultNews[]> {
  return settledPicksOf(db, roundId)
    .where("picks.stream", "in", ofStreams)
    .select(resultColumns)
    .orderBy("picks.id")
    .execute();
}

/** The settled picks on their card of a game day. */
export function listResultsOfDay(userId: number, day: string): Promise<ResultNews[]> {
  return cardOf(db, userId)
    .select(resultColumns)
    .where("picks.stream", "in", streams)
    .where("settled", "=", 1)
    .where("game_date", "=", day)
    .orderBy("picks.id")
    .execute();
}

function cardOf(from: Db, userId: number) {
  return from
    .selectFrom("saved_picks")
    .innerJoin("picks", "picks.id", "saved_picks.pick_id")
    .where("saved_picks.user_id", "=", userId);
}
